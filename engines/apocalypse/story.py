"""What happened, in sentences; their templates are in the folder `sentences`."""

from collections.abc import Iterable

from engines.apocalypse import facts
from engines.apocalypse.data import CARDS, PAIRS, Card
from engines.kit import Fact, SeatId, Speaker, narrate_shared, seat_id


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence or more for a fact; empty for a fact that occurs in every round if nothing happened."""
    match fact:
        case facts.CardsPlayed():
            return _say_play(fact, speaker)
        case facts.ChatsUsed(uses=uses):
            chats = [
                speaker.say(
                    "chat",
                    by=speaker.seat(use.by),
                    target=speaker.seat(use.target),
                    card=speaker.title("card", use.card),
                )
                for use in uses
            ]
            return speaker.say("chats", chats=", ".join(chats)) if chats else ""
        case facts.AbGamesSettled(games=games):
            settled = "; ".join(_game(game, speaker) for game in games)
            return speaker.say("ab_games", games=settled) if settled else ""
        case facts.LedgerBooked(records=records):
            return speaker.say("ledger", booked="; ".join(_say_ledger(records, speaker))) if records else ""
        case facts.SeatsHurt(seats=seats):
            return speaker.count("hurt", len(seats), seats=speaker.seats(seats)) if seats else ""
        case facts.CardCounts(counts=counts):
            counted = (
                speaker.say("counted", card=speaker.title("card", card), number=counts[card])
                for card in CARDS
                if card in counts
            )
            return speaker.say("counts", counts=", ".join(counted))
        case facts.PointsTold(seat=seat, total=total):
            return speaker.count("points", total, seat=speaker.seat(seat))
        case facts.ChatOpened(round=round_, seats=seats):
            return speaker.say("chat_opened", round=round_, seats=speaker.seats(seats))
        case facts.AbGameOpened(seats=seats):
            return speaker.say("ab_game_opened", seats=speaker.seats(seats))
        case facts.FinalTotals(totals=totals):
            named = (speaker.say("total", seat=speaker.seat(seat), number=total) for seat, total in totals.items())
            return speaker.say("final_totals", totals=", ".join(named))
        case facts.MatchRecorded(rounds=rounds):
            return speaker.say("recorded", rounds=len(rounds))
        case _:
            return narrate_shared(fact, speaker)


def _say_play(played: facts.CardsPlayed, speaker: Speaker) -> str:
    seat = speaker.seat(played.seat)
    first, second = (_card(card, played.cards[card], speaker) for card in CARDS if card in played.cards)
    sentences = [speaker.say("played.default" if played.defaulted else "played", seat=seat, first=first, second=second)]
    for choice, key in (("ally", "allies"), ("betray", "betrays")):
        others = [other for other, chosen in played.ab.items() if chosen == choice]
        if others:
            sentences.append(speaker.say(key, seat=seat, others=speaker.seats(others)))
    return " ".join(sentences)


def _card(card: Card, use: facts.AbilityUse, speaker: Speaker) -> str:
    aimed = [_target(target, speaker) for target in use.targets]
    aimed += [
        speaker.say("guess", seat=speaker.seat(seat), pair=speaker.title("pair", pair))
        for seat, pair in use.guesses.items()
    ]
    titles = {"card": speaker.title("card", card), "ability": speaker.title("ability", use.ability)}
    return speaker.say("card.aimed", **titles, aimed=", ".join(aimed)) if aimed else speaker.say("card", **titles)


def _target(target: str, speaker: Speaker) -> str:
    if target in PAIRS:
        return speaker.title("pair", target)
    if target in CARDS:
        return speaker.title("card", target)
    return speaker.seat(seat_id(target)) if "-" in target else speaker.title("realm", target)


def _game(game: facts.AbGame, speaker: Speaker) -> str:
    return speaker.say(
        "ab_game",
        by=speaker.seat(game.by),
        by_chose=speaker.say(f"chose.{game.by_choice}"),
        target=speaker.seat(game.target),
        target_chose=speaker.say(f"chose.{game.target_choice}"),
    )


def _say_ledger(records: Iterable[facts.LedgerRecord], speaker: Speaker) -> list[str]:
    """Return each single gain and loss of each seat."""
    of: dict[SeatId, list[facts.LedgerRecord]] = {}
    for record in records:
        of.setdefault(record.seat, []).append(record)
    return [
        speaker.say(
            "booked",
            seat=speaker.seat(seat),
            amount=f"{sum(record.amount for record in own):+}",
            parts=", ".join(_gain_or_loss(record, speaker) for record in own),
        )
        for seat, own in of.items()
    ]


def _gain_or_loss(record: facts.LedgerRecord, speaker: Speaker) -> str:
    key = "booked_own" if record.by == record.seat else "booked_by"
    cause = speaker.title("cause", record.cause)
    return speaker.say(key, cause=cause, seat=speaker.seat(record.by), amount=f"{record.amount:+}")
