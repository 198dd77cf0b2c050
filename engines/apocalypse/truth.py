"""The whole truth of a match, as the host knows it: the fold of all facts."""

from dataclasses import dataclass

from engines.apocalypse import facts
from engines.apocalypse.options import ApocalypseOptions
from engines.kit import Fact, GameTruth, PhaseOpened, Realms, SeatId, copy_with, evolve_shared


@dataclass(frozen=True)
class Truth(GameTruth):
    """
    The state of a match. Facts of each round are in tuples, round 1 first.

    `round` is the current round or, once the match is over, the last round.
    """

    options: ApocalypseOptions
    realms: Realms
    played: dict[SeatId, tuple[facts.CardsPlayed, ...]]
    totals: dict[SeatId, tuple[int, ...]]
    used: tuple[facts.ChatsUsed, ...] = ()
    settled: tuple[facts.AbGamesSettled, ...] = ()
    ledgers: tuple[facts.LedgerBooked, ...] = ()
    hurt: tuple[facts.SeatsHurt, ...] = ()
    counts: tuple[facts.CardCounts, ...] = ()
    opened: tuple[facts.ChatOpened, ...] = ()
    round: int = 0

    def plays(self) -> dict[SeatId, facts.CardsPlayed]:
        """Return the last play of each seat, in seat order."""
        return {seat: played[-1] for seat, played in self.played.items()}

    def total(self, seat: SeatId) -> int:
        """Return a seat's points so far."""
        return self.totals[seat][-1] if self.totals[seat] else 0

    def uses_to_settle(self) -> tuple[facts.ChatUse, ...]:
        """Return the previous round's uses of Communications, which are settled in the current round."""
        return self.used[self.round - 2].uses if self.round > 1 else ()

    def chats_of_round(self, round_: int) -> tuple[facts.SeatPair, ...]:
        """Return the pairs whose chat was opened for a round."""
        return tuple(chat.seats for chat in self.opened if chat.round == round_)

    def record(self) -> tuple[facts.ApocalypseRound, ...]:
        """Return the record of the whole match, once all rounds are scored."""
        return tuple(
            facts.ApocalypseRound(
                round=counts.round,
                opened=self.chats_of_round(counts.round),
                plays={seat: played[index] for seat, played in self.played.items()},
                uses=self.used[index].uses,
                ab_games=self.settled[index].games,
                ledger=self.ledgers[index].records,
                hurt=self.hurt[index].seats,
                card_counts=counts.counts,
                totals={seat: totals[index] for seat, totals in self.totals.items()},
            )
            for index, counts in enumerate(self.counts)
        )


def start(options: ApocalypseOptions) -> Truth:
    """Return the truth before the first fact."""
    realms = options.realms
    return Truth(options, realms, dict.fromkeys(realms.seats, ()), dict.fromkeys(realms.seats, ()))


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact. Facts that only repeat what others imply change nothing."""
    match fact:
        case facts.CardsPlayed(seat=seat):
            return copy_with(truth, played={**truth.played, seat: (*truth.played[seat], fact)})
        case facts.PointsTold(seat=seat, total=total):
            return copy_with(truth, totals={**truth.totals, seat: (*truth.totals[seat], total)})
        case facts.ChatsUsed():
            return copy_with(truth, used=(*truth.used, fact))
        case facts.AbGamesSettled():
            return copy_with(truth, settled=(*truth.settled, fact))
        case facts.LedgerBooked():
            return copy_with(truth, ledgers=(*truth.ledgers, fact))
        case facts.SeatsHurt():
            return copy_with(truth, hurt=(*truth.hurt, fact))
        case facts.CardCounts():
            return copy_with(truth, counts=(*truth.counts, fact))
        case facts.ChatOpened():
            return copy_with(truth, opened=(*truth.opened, fact))
        case PhaseOpened(phase=phase):
            return copy_with(evolve_shared(truth, fact), round=phase.round)
        case _:
            return evolve_shared(truth, fact)
