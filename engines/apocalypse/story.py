"""One line of plain text for each fact, for readers of the terminal."""

from collections.abc import Iterable

from engines.apocalypse import facts
from engines.apocalypse.data import CARDS, Card
from engines.kit import Fact, PhaseOpened, SeatId, counted, listed


def narrate(fact: Fact) -> str:
    """Return a line for a fact; empty for a fact that occurs in every round if nothing happened."""
    match fact:
        case facts.CardsPlayed():
            return _played(fact)
        case facts.ChatsUsed(uses=uses) if uses:
            return f"Chats: {listed(f'{use.by} opens {use.target} with {use.card.capitalize()}' for use in uses)}."
        case facts.AbGamesSettled(games=games) if games:
            return f"AB games: {listed(_game(game) for game in games)}."
        case facts.LedgerBooked(records=records) if records:
            return f"Ledger: {'; '.join(_ledger(records))}."
        case facts.SeatsHurt(seats=seats) if seats:
            return f"Hurt: {listed(seats)}."
        case facts.CardCounts(counts=counts):
            return f"Cards this round: {listed(f'{card} {counts[card]}' for card in CARDS)}."
        case facts.PointsTold(seat=seat, total=total):
            return f"{seat} has {total} point{'' if abs(total) == 1 else 's'}."
        case facts.ChatOpened(round=round_, seats=(first, second)):
            return f"The chat of {first} and {second} was opened for round {round_}."
        case facts.AbGameOpened(seats=(first, second)):
            return f"There is an AB game between {first} and {second}."
        case facts.FinalTotals(totals=totals):
            return f"Final totals: {counted(totals)}."
        case facts.MatchRecorded(rounds=rounds):
            return f"All that happened in the {len(rounds)} rounds is written down."
        case PhaseOpened(phase=phase):
            return f"{phase.name.capitalize()}: {len(phase.must)} seats play."
        case _:
            return ""


def _played(played: facts.CardsPlayed) -> str:
    cards = " and ".join(_card(card, played.cards[card]) for card in CARDS if card in played.cards)
    betrayed = [seat for seat, choice in played.ab.items() if choice == "betray"]
    how = "is absent and plays" if played.defaulted else "plays"
    return f"{played.seat} {how} {cards}{f', betrays {listed(betrayed)}' if betrayed else ''}."


def _card(card: Card, use: facts.AbilityUse) -> str:
    guesses = [f"{seat} has {pair}" for seat, pair in use.guesses.items()]
    aimed = [*use.targets, *guesses]
    return f"{card.capitalize()} ({use.ability}{f': {listed(aimed)}' if aimed else ''})"


def _game(game: facts.AbGame) -> str:
    return f"{game.by} {_chose(game.by_choice)} and {game.target} {_chose(game.target_choice)}"


def _chose(choice: str) -> str:
    return "betrays" if choice == "betray" else "allies"


def _ledger(records: Iterable[facts.LedgerRecord]) -> list[str]:
    """Return each single gain and loss of each seat."""
    times: dict[SeatId, list[facts.LedgerRecord]] = {}
    for record in records:
        times.setdefault(record.seat, []).append(record)
    return [
        f"{seat} {sum(record.amount for record in own):+} ({listed(_gain_or_loss(record) for record in own)})"
        for seat, own in times.items()
    ]


def _gain_or_loss(record: facts.LedgerRecord) -> str:
    by = "" if record.by == record.seat else f" by {record.by}"
    return f"{record.amount:+} {record.cause.replace('_', ' ')}{by}"
