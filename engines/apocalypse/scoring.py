"""
Scoring a round: steps A to G of section 6, as records of the ledger.

All steps work on the same plays, and no result depends on the order of seats, cards or submissions.
"""

from collections.abc import Iterator
from typing import Final

from engines.apocalypse.data import Ability, Card, Choice
from engines.apocalypse.facts import AbGame, AbilityUse, CardsPlayed, Cause, LedgerRecord
from engines.apocalypse.truth import Truth
from engines.kit import SeatId, record, seat_id

_HURT_FROM: Final = 2
"""A seat that loses at least this many points in a round is hurt."""

_AB_PAYS: Final[dict[tuple[Choice, Choice], int]] = {
    ("ally", "ally"): 2,
    ("betray", "ally"): 4,
    ("ally", "betray"): -2,
    ("betray", "betray"): 0,
}
"""The points for the first choice against the second in an AB game."""


@record
class Score:
    """The result of a round."""

    games: tuple[AbGame, ...]
    ledger: tuple[LedgerRecord, ...]
    hurt: tuple[SeatId, ...]


class _Ledger:
    """Collects the gains and losses of one round."""

    def __init__(self, plays: dict[SeatId, CardsPlayed]) -> None:
        self.records: list[LedgerRecord] = []
        # War's Passive increases the size of every single gain or loss by 1; no other seat pays for it (R4, R5).
        self._hardened = set(_using(plays, "war", "passive"))

    def book(self, seat: SeatId, cause: Cause, by: SeatId, base: int) -> None:
        """Record a single gain or loss."""
        extra = 0 if seat not in self._hardened else 1 if base > 0 else -1
        self.records.append(LedgerRecord(seat, cause, by, base, extra))

    def steal(self, victim: SeatId, cause: Cause, by: SeatId, amount: int) -> None:
        self.book(victim, cause, by, -amount)
        self.book(by, cause, by, amount)


def score(truth: Truth) -> Score:
    """Score the open round, which every seat has played."""
    plays = truth.plays()
    ledger = _Ledger(plays)
    games = _ab_games(truth, plays)
    _delayed_effects(truth, plays, games, ledger)
    _communications(plays, ledger)
    _active(truth, plays, ledger)
    _pestilence_passive(truth, plays, ledger)
    hurt = _seats_hurt(truth, ledger)
    _famine_passive(truth, plays, hurt, ledger)
    _endgame(truth, plays, ledger)
    return Score(games, tuple(ledger.records), hurt)


def _ab_games(truth: Truth, plays: dict[SeatId, CardsPlayed]) -> tuple[AbGame, ...]:
    """Return the AB games started in the previous round, with the choices of this round."""
    return tuple(
        AbGame(use.by, use.target, plays[use.by].ab[use.target], plays[use.target].ab[use.by])
        for use in truth.uses_to_settle()
        if use.card == "death"
    )


def _delayed_effects(
    truth: Truth, plays: dict[SeatId, CardsPlayed], games: tuple[AbGame, ...], ledger: _Ledger
) -> None:
    """Step A: the delayed effects of the previous round's Communications."""
    for use in truth.uses_to_settle():
        if use.card == "famine":
            ledger.book(use.by, "famine_communications", use.by, 3)
            ledger.book(use.target, "famine_communications", use.by, 3)
        elif use.card == "pestilence" and plays[use.by].pair == plays[use.target].pair:
            ledger.book(use.by, "pestilence_communications", use.by, 3)
            if truth.options.pestilence_bonus == "both":
                ledger.book(use.target, "pestilence_communications", use.by, 3)
    for game in games:
        for seat, choices in (
            (game.by, (game.by_choice, game.target_choice)),
            (game.target, (game.target_choice, game.by_choice)),
        ):
            pay = _AB_PAYS[choices]
            if pay != 0:  # A payment of 0 is not a gain or loss.
                ledger.book(seat, "death_communications", game.by, pay)


def _communications(plays: dict[SeatId, CardsPlayed], ledger: _Ledger) -> None:
    """Step B: the immediate effects of Communications."""
    for user, card, target in _uses_of(plays, "communications"):
        if card == "war":
            ledger.steal(seat_id(target), "war_communications", user, 3)
        elif card == "famine":
            ledger.book(user, "famine_communications", user, -2)
            ledger.book(seat_id(target), "famine_communications", user, -2)


def _active(truth: Truth, plays: dict[SeatId, CardsPlayed], ledger: _Ledger) -> None:
    """Step C: Active abilities."""
    realms = truth.realms
    for user, card, target in _uses_of(plays, "active"):
        match card:
            case "pestilence":
                if any(plays[opponent].pair == target for opponent in realms.opponents[user]):
                    ledger.book(user, "pestilence_active", user, 5)
            case "war":
                for victim, play in plays.items():
                    if victim != user and target in play.cards:
                        ledger.steal(victim, "war_active", user, 1)
            case "death":
                ledger.book(seat_id(target), "death_active", user, 3)
            case "famine":
                for seat in plays:
                    if realms.realm[seat] == target:
                        ledger.book(seat, "famine_active", user, -1)
                ledger.book(user, "famine_active", user, 3)


def _pestilence_passive(truth: Truth, plays: dict[SeatId, CardsPlayed], ledger: _Ledger) -> None:
    """Step D: Pestilence's Passive."""
    users = list(_using(plays, "pestilence", "passive"))
    for user in users:
        mates = sum(mate in users for mate in truth.realms.mates[user])
        if mates:
            ledger.book(user, "pestilence_passive", user, 2 * mates)


def _seats_hurt(truth: Truth, ledger: _Ledger) -> tuple[SeatId, ...]:
    """Step E: return the seats that lost enough in steps A to D, in seat order."""
    lost = dict.fromkeys(truth.realms.seats, 0)
    for booked in ledger.records:
        if booked.base < 0 or truth.options.loss_counting == "net":
            lost[booked.seat] -= booked.amount
    return tuple(seat for seat, points in lost.items() if points >= _HURT_FROM)


def _famine_passive(truth: Truth, plays: dict[SeatId, CardsPlayed], hurt: tuple[SeatId, ...], ledger: _Ledger) -> None:
    """Step F: Famine's Passive."""
    realm = truth.realms.realm
    for user in _using(plays, "famine", "passive"):
        in_realm = sum(realm[seat] == realm[user] for seat in hurt)
        if in_realm:
            ledger.book(user, "famine_passive", user, in_realm)


def _endgame(truth: Truth, plays: dict[SeatId, CardsPlayed], ledger: _Ledger) -> None:
    """Step G: Endgame abilities. Guesses are compared with the pairs of this round."""
    for user, play in plays.items():
        for card, use in play.cards.items():
            if use.ability == "endgame":
                _end_with(truth, plays, ledger, user, card, use)


def _end_with(
    truth: Truth, plays: dict[SeatId, CardsPlayed], ledger: _Ledger, user: SeatId, card: Card, use: AbilityUse
) -> None:
    hits = [seat for seat, guess in use.guesses.items() if plays[seat].pair == guess]
    match card:
        case "pestilence":
            if hits:
                ledger.book(user, "pestilence_endgame", user, len(hits))
        case "war":
            for victim in hits:
                ledger.steal(victim, "war_endgame", user, 5)
        case "death":
            for target in use.targets:
                ledger.book(seat_id(target), "death_endgame", user, 2)
        case "famine":
            # `SeatsHurt` of this round follows the scoring, so `truth.hurt` contains rounds 1 to 5.
            rounds = sum(user in hurt.seats for hurt in truth.hurt)
            if rounds:
                bonus = 2 if rounds == len(truth.hurt) else 0
                ledger.book(user, "famine_endgame", user, rounds + bonus)


def _using(plays: dict[SeatId, CardsPlayed], card: Card, ability: Ability) -> Iterator[SeatId]:
    """Return the seats that use this ability of this card."""
    return (seat for seat, play in plays.items() if card in play.cards and play.cards[card].ability == ability)


def _uses_of(plays: dict[SeatId, CardsPlayed], ability: Ability) -> Iterator[tuple[SeatId, Card, str]]:
    """Return the user, card and target of each use of this ability."""
    for user, play in plays.items():
        for card, use in play.cards.items():
            if use.ability == ability:
                for target in use.targets:
                    yield user, card, target
