"""A round that is being resolved: the state that its steps and boons share."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.divine_intervention.boons import BoonId, DivineBoon
from engines.divine_intervention.data import NO_MANA, Element, Mana, Room
from engines.divine_intervention.facts import BoonNotice, Verdict
from engines.divine_intervention.moves import AnyBoonUse, DecreeMove, DevoteMove
from engines.divine_intervention.truth import Truth
from engines.kit import Resolution, SeatId, record


@record
class Use:
    """A use of a boon: its user, its parameter, and the numbers of this match."""

    user: SeatId
    boon: DivineBoon
    choice: AnyBoonUse

    @property
    def id(self) -> BoonId:
        return self.boon.id

    def number(self, name: str) -> int:
        return self.boon.numbers[name]


@record
class Ward:
    """A restriction for everyone outside a flock; `use` is the use of the boon that caused it."""

    use: Use
    flock: frozenset[SeatId]


@dataclass(slots=True)
class Worship:
    """The changes that boons make to a deity's worship."""

    pool_percents: list[int] = field(default_factory=list)
    extra: Mana = NO_MANA
    silenced: bool = False
    tithe: Use | None = None
    coveted: Use | None = None


@dataclass(slots=True)
class Turn:
    """
    One round in progress. Dictionaries by shaman are in seat order.

    `prayed` is the deity that each shaman follows by prayer, `follows` the same after Conversion. `gained` is the piety
    gained in this round, `brought` the part of it from each boon. `own` contains the notice of each boon for its user,
    `notices` the notice for others.
    """

    resolution: Resolution[Truth]
    round: int
    decrees: Mapping[SeatId, DecreeMove]
    devotions: Mapping[SeatId, DevoteMove]
    uses: list[Use]
    boons: Mapping[BoonId, DivineBoon]
    prayed: dict[SeatId, SeatId | None]
    follows: dict[SeatId, SeatId | None]
    worship: dict[SeatId, Worship]
    seals: dict[Room, Ward] = field(default_factory=dict)
    eclipses: dict[Element, Ward] = field(default_factory=dict)
    harmony: frozenset[SeatId] = frozenset()
    verdicts: dict[SeatId, dict[Room, Verdict]] = field(default_factory=dict)
    completed: dict[SeatId, list[Room]] = field(default_factory=dict)
    struck: set[SeatId] = field(default_factory=set)
    gained: Counter[SeatId] = field(default_factory=Counter)
    zeal: Counter[SeatId] = field(default_factory=Counter)
    brought: Counter[BoonId] = field(default_factory=Counter)
    notices: dict[BoonId, BoonNotice] = field(default_factory=dict)
    own: dict[BoonId, BoonNotice] = field(default_factory=dict)

    @property
    def truth(self) -> Truth:
        return self.resolution.truth

    @property
    def is_final(self) -> bool:
        return self.round == self.truth.options.last_round

    def flock(self, deity: SeatId) -> tuple[SeatId, ...]:
        """Return the shamans who follow the deity at this step."""
        return tuple([shaman for shaman, followed in self.follows.items() if followed == deity])

    def prophet(self, deity: SeatId) -> SeatId | None:
        """Return the deity's prophet in this round."""
        return self.truth.prophets[deity][self.round]

    def earn(self, use: Use, piety: int) -> None:
        """Add piety that a boon brings to its user."""
        self.gained[use.user] += piety
        self.brought[use.id] += piety

    def notice(self, use: Use) -> BoonNotice:
        """Return the first fields of a notice of a boon."""
        return {"round": self.round, "boon": use.id}

    def notify(self, use: Use, notice: BoonNotice) -> None:
        """Set the notice for others than the user, which is sent with the results of the round."""
        self.notices[use.id] = notice

    def notify_user(self, use: Use, notice: BoonNotice) -> None:
        """Set the notice for the user; the piety is added to it later."""
        self.own[use.id] = notice
