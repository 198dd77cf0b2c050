"""The facts of The Apocalypse and their audiences."""

from typing import Annotated, Literal, Protocol, TypeAlias

from pydantic import AfterValidator

from engines.apocalypse.data import Ability, Card, Choice, Pair
from engines.apocalypse.options import ApocalypseOptions
from engines.kit import (
    EVERYONE,
    HOST_ONLY,
    Audience,
    GameFact,
    SeatId,
    ToEveryone,
    ToHost,
    ToItsSeat,
    fact,
    intern_dict,
    only,
    record,
)


class Before(Protocol):
    """The part of the truth right before a fact on which audiences depend."""

    @property
    def options(self) -> ApocalypseOptions: ...


SeatPair: TypeAlias = tuple[SeatId, SeatId]
"""Two opponents, in seat order: the one of heaven first."""

Cause: TypeAlias = Literal[
    "pestilence_communications",
    "war_communications",
    "death_communications",
    "famine_communications",
    "pestilence_active",
    "war_active",
    "death_active",
    "famine_active",
    "pestilence_passive",
    "famine_passive",
    "pestilence_endgame",
    "war_endgame",
    "death_endgame",
    "famine_endgame",
]


@record
class AbilityUse:
    """How a card was played. `targets` are in the order of their kind, `guesses` in seat order."""

    ability: Ability
    """The ability used."""
    targets: tuple[str, ...]
    """The targets: seats, pairs, cards or realms."""
    guesses: Annotated[dict[SeatId, Pair], AfterValidator(intern_dict)]
    """The guessed pair, by seat."""


@fact("apocalypse.played")
class CardsPlayed(ToItsSeat):
    """What a seat played in a round. `ab` has every opponent whose chat was opened for the round. For that seat."""

    round: int
    """The round's number, from 1."""
    seat: SeatId
    pair: Pair
    """The two cards."""
    cards: dict[Card, AbilityUse]
    """By card: how it was played."""
    ab: Annotated[dict[SeatId, Choice], AfterValidator(intern_dict)]
    """The choice for an AB game, by opponent whose chat was opened for the round."""
    defaulted: bool
    """Whether the server played by default, because the seat did not submit."""


@record
class ChatUse:
    """One use of a card's Communications."""

    by: SeatId
    """The seat that played the card or started the game."""
    target: SeatId
    """The target."""
    card: Card
    """The card."""


@fact("apocalypse.chat_used")
class ChatsUsed(ToHost):
    """The uses of Communications in a round. Host only."""

    round: int
    uses: tuple[ChatUse, ...]
    """The uses of Communications in the round."""


@record
class AbGame:
    """An AB game that `by` started with `target` in the previous round, and the choices of both."""

    by: SeatId
    target: SeatId
    by_choice: Choice
    """What `by` chose."""
    target_choice: Choice
    """What `target` chose."""


@fact("apocalypse.ab_settled")
class AbGamesSettled(ToHost):
    """The AB games of a round. Host only."""

    round: int
    games: tuple[AbGame, ...]
    """The games, one for each start."""


@record
class LedgerRecord:
    """One gain or loss of a seat: `base` is the amount of the card of `by`, `extra` the addition of War's Passive."""

    seat: SeatId
    cause: Cause
    """The card and the ability that did it."""
    by: SeatId
    base: int
    """The amount of the card of `by`."""
    extra: int
    """What War's Passive adds to `base`."""

    @property
    def amount(self) -> int:
        return self.base + self.extra


@fact("apocalypse.ledger")
class LedgerBooked(ToHost):
    """Every gain and loss of a round. Host only."""

    round: int
    records: tuple[LedgerRecord, ...]
    """The gains and losses, in the order booked."""


@fact("apocalypse.hurt")
class SeatsHurt(ToHost):
    """The seats that lost at least 2 points in a round. Host only."""

    round: int
    seats: tuple[SeatId, ...]
    """The seats it is about."""


@fact("apocalypse.card_counts")
class CardCounts(ToEveryone):
    """How many seats of both realms together played each card in a round."""

    round: int
    counts: Annotated[dict[Card, int], AfterValidator(intern_dict)]
    """By card: how many seats played it."""


@fact("apocalypse.points")
class PointsTold(ToItsSeat):
    """A seat's total after a round. For that seat."""

    round: int
    seat: SeatId
    total: int
    """The seat's points."""


@fact("apocalypse.chat_opened")
class ChatOpened(GameFact):
    """
    Communications have opened the chat of two opponents for this round, so that each has an AB choice for the other.

    For both, once, regardless of who opened it, of the number of uses, and of whether they could talk before.
    """

    round: int
    seats: SeatPair

    def audience(self, truth: Before) -> Audience:
        return only(*self.seats)


@fact("apocalypse.ab_game_open")
class AbGameOpened(GameFact):
    """There is at least one AB game between two opponents in this round. For both, if games are announced."""

    round: int
    seats: SeatPair

    def audience(self, truth: Before) -> Audience:
        return only(*self.seats) if truth.options.announce_ab_games else HOST_ONLY


@fact("apocalypse.final_totals")
class FinalTotals(ToEveryone):
    """All totals after the last round."""

    totals: dict[SeatId, int]
    """By seat: its points."""


@record
class ApocalypseRound:
    """Everything that happened in one round; `opened` are the chats opened for it, `totals` the totals after it."""

    round: int
    opened: tuple[SeatPair, ...]
    """The chats opened for the round: pairs of opponents."""
    plays: dict[SeatId, CardsPlayed]
    """By seat: what it played."""
    uses: tuple[ChatUse, ...]
    ab_games: tuple[AbGame, ...]
    """The AB games of the round."""
    ledger: tuple[LedgerRecord, ...]
    """Every gain and loss of the round."""
    hurt: tuple[SeatId, ...]
    """The seats that lost at least 2 points in the round."""
    card_counts: dict[Card, int]
    """By card: how many seats of both realms played it in the round."""
    totals: dict[SeatId, int]


@fact("apocalypse.record")
class MatchRecorded(GameFact):
    """The whole match, round by round. For everyone if `reveal_at_end` is `full`, else for the host."""

    rounds: tuple[ApocalypseRound, ...]
    """The rounds, in order."""

    def audience(self, truth: Before) -> Audience:
        return EVERYONE if truth.options.reveal_at_end == "full" else HOST_ONLY


OwnFact: TypeAlias = (
    CardsPlayed
    | ChatsUsed
    | AbGamesSettled
    | LedgerBooked
    | SeatsHurt
    | CardCounts
    | PointsTold
    | ChatOpened
    | AbGameOpened
    | FinalTotals
    | MatchRecorded
)
