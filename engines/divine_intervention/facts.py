"""The facts of Divine Intervention and their audiences."""

from collections.abc import Mapping
from typing import Literal, NotRequired, Protocol, TypeAlias

from typing_extensions import TypedDict

from engines.divine_intervention.boons import EFFECTS, BoonCard, BoonId
from engines.divine_intervention.data import Element, Mana, Room
from engines.divine_intervention.moves import BoonOnSeat, DecreeMove, DevoteMove, Used
from engines.divine_intervention.options import DivineInterventionOptions
from engines.divine_intervention.rooms import RoomCard
from engines.kit import EVERYONE, Audience, GameFact, SeatId, ToEveryone, ToHost, ToItsSeat, fact, only, record


class Before(Protocol):
    """The part of the truth right before a fact on which audiences depend."""

    @property
    def options(self) -> DivineInterventionOptions: ...
    @property
    def deities(self) -> tuple[SeatId, ...]: ...
    @property
    def prophets(self) -> Mapping[SeatId, Mapping[int, SeatId | None]]: ...
    @property
    def follows(self) -> Mapping[SeatId, SeatId | None]: ...
    def prayers_of(self, round_: int, /) -> Mapping[SeatId, SeatId | None]: ...
    def use_of(self, boon: BoonId, /) -> Used: ...


Verdict: TypeAlias = Literal["completed", "locked", "eclipsed", "form", "rivals"]
"""The result of a ritual: completed, or why it failed (a locked room, an eclipse, wrong mana, or rivals)."""


class BoonNotice(TypedDict):
    """
    What its recipient learns about the effect of a boon; other fields are absent.

    `own` notices are for the user of the boon, with the piety gained from it in this round.
    """

    round: int
    """The round's number; the first is 0."""
    boon: BoonId
    """The boon."""
    room: NotRequired[Room]
    """The room."""
    element: NotRequired[Element]
    """The element."""
    until: NotRequired[int]
    """The last round of the effect."""
    deity: NotRequired[SeatId]
    """The deity that used the boon on the seat."""
    converted: NotRequired[bool]
    """Whether the shaman follows another deity because of the boon."""
    struck: NotRequired[bool]
    """Whether the boon struck a shaman."""
    prayers: NotRequired[dict[SeatId, SeatId | None]]
    """By shaman: the deity prayed to, null for none."""
    own: NotRequired[Literal[True]]
    """Present if the notice is for the user of the boon."""
    piety: NotRequired[int]
    """The piety that its user gained from the boon in this round."""


@record
class BoonWin:
    """Who won a boon, and for how much piety."""

    seat: SeatId
    """The seat."""
    bid: int
    """The piety paid for it."""


@record
class OwnWin:
    """A boon won, as its winner learns it."""

    boon: BoonId
    bid: int


@record
class DivineResult:
    """How play ended: the seats by rank, and the criteria of the ranking."""

    heaven: tuple[SeatId, ...]
    """The deities, best first."""
    hell: tuple[SeatId, ...]
    """The shamans, best first."""
    second_stays: bool
    """Whether the second deity stays in heaven."""
    piety: dict[SeatId, int]
    """By deity: its piety."""
    zeal: dict[SeatId, int]
    """By deity: its zeal."""
    rooms: dict[SeatId, int]
    """By shaman: how many rooms are completed."""


@fact("divine_intervention.secret_element_set")
class SecretElementSet(ToHost):
    """The element of room X."""

    element: Element


@fact("divine_intervention.rooms_shown")
class RoomsShown(ToEveryone):
    """The map, and what each room needs."""

    layout: tuple[str, ...]
    """The map, row by row; each character is a room, and `.` no room."""
    rooms: dict[Room, RoomCard]
    """What each room needs."""


@fact("divine_intervention.boons_offered")
class BoonsOffered(GameFact):
    """The boons to bid for in a round."""

    round: int
    boons: tuple[BoonCard, ...]
    """The boons offered."""

    def audience(self, truth: Before) -> Audience:
        return EVERYONE if truth.options.boons_public else only(*truth.deities)


@fact("divine_intervention.prophet_named")
class ProphetNamed(ToItsSeat):
    """The deity's prophet of the round that opens, null if it named none."""

    round: int
    seat: SeatId
    prophet: SeatId | None
    """The prophet; null: none was named."""


@fact("divine_intervention.prophet_of")
class ProphetOf(ToItsSeat):
    """The deities whose prophet the shaman is in the round that opens; can be empty."""

    round: int
    seat: SeatId
    deities: tuple[SeatId, ...]
    """The deities."""


@fact("divine_intervention.decree_counted")
class DecreeCounted(ToItsSeat):
    """A deity's decree as it counts, the default if there was none; the prophet is that of the next round."""

    round: int
    seat: SeatId
    decree: DecreeMove
    """The decree, in canonical form."""


@fact("divine_intervention.devotion_counted")
class DevotionCounted(ToItsSeat):
    """A shaman's prayer and rituals as they count."""

    round: int
    seat: SeatId
    devotion: DevoteMove
    """The devotion, in canonical form."""


@fact("divine_intervention.key_granted")
class KeyGranted(ToHost):
    """These shamans have a key to the room from now on."""

    room: Room
    shamans: tuple[SeatId, ...]
    """The shamans."""


@fact("divine_intervention.road_granted")
class RoadGranted(ToHost):
    """These shamans have Pilgrims' Road up to and including this round."""

    until: int
    """The last round of the effect."""
    shamans: tuple[SeatId, ...]


@fact("divine_intervention.altar_granted")
class AltarGranted(ToHost):
    """From now on, these shamans can complete the room with any mana."""

    room: Room
    shamans: tuple[SeatId, ...]


@fact("divine_intervention.inferno_tamed")
class InfernoTamed(ToHost):
    """From now on, room H needs less fire, and pays this deity."""

    seat: SeatId


@fact("divine_intervention.rituals_judged")
class RitualsJudged(ToHost):
    """The result of every ritual, and the mana spent on rooms that were completed."""

    round: int
    verdicts: dict[SeatId, dict[Room, Verdict]]
    """The result of each ritual, by shaman and room; all except `completed` failed."""
    spent: dict[SeatId, Mana]
    """By shaman: the mana spent on rituals that succeeded."""


@fact("divine_intervention.gains_counted")
class GainsCounted(ToHost):
    """The gains from boons and worship in a round; `follows` is the deity that each shaman followed in the end."""

    round: int
    follows: dict[SeatId, SeatId | None]
    """By shaman: the deity followed in the end, null for none."""
    mana: dict[SeatId, Mana]
    """The mana from boons and worship, by shaman."""
    piety: dict[SeatId, int]
    """By deity: the piety that it got."""
    zeal: dict[SeatId, int]


@fact("divine_intervention.auction_held")
class AuctionHeld(ToHost):
    """The winners of the boons; boons without a winner are not listed. The winners have paid."""

    round: int
    wins: dict[BoonId, BoonWin]
    """By boon: who won it."""


@fact("divine_intervention.boon_noticed")
class BoonNoticed(GameFact):
    """A notice about a boon; `public` says whether it is for everyone."""

    notice: BoonNotice
    """The notice."""
    public: bool
    """Whether the notice is for everyone."""

    def audience(self, truth: Before) -> Audience:
        if self.public:
            return EVERYONE
        boon, round_ = EFFECTS[self.notice["boon"]], self.notice["round"]
        used = truth.use_of(boon.id)
        if "own" in self.notice:
            return only(used.user)
        match boon.notifies:
            case "target" if isinstance(used.use, BoonOnSeat):
                return only(used.use.seat)
            case "prophet" if prophet := truth.prophets[used.user][round_]:
                return only(prophet)
            case "flock":
                # Conversion acts after the ritual boons and before the other resource boons.
                follows = truth.prayers_of(round_) if boon.kind == "ritual" else truth.follows
                return only(*(shaman for shaman, deity in follows.items() if deity == used.user))
            case _:
                raise AssertionError(f"{boon.id} notifies nobody of this")


@fact("divine_intervention.deity_reported")
class DeityReported(ToItsSeat):
    """
    The end of a round, for a deity: its worshipers, its piety after the auction and the boon it won.

    `prophet_worshiped` is null without a prophet; in the final round both it and `worshipers` are.
    """

    round: int
    seat: SeatId
    worshipers: int | None
    """How many shamans worshiped the deity; null in the final round."""
    prophet_worshiped: bool | None
    """Whether the prophet worshiped the deity; null without a prophet."""
    piety: int
    """The deity's piety."""
    won: OwnWin | None
    """The boon won in the auction; null: none."""


@fact("divine_intervention.shaman_reported")
class ShamanReported(ToItsSeat):
    """The end of a round, for a shaman: which rituals succeeded, and the mana now held."""

    round: int
    seat: SeatId
    rituals: dict[Room, bool]
    """By room: whether the ritual succeeded."""
    mana: Mana
    """The mana held."""


@fact("divine_intervention.play_ended")
class PlayEnded(ToEveryone):
    """The rankings, before anybody is raised."""

    result: DivineResult
    """How play ended."""


@fact("divine_intervention.shaman_raised")
class ShamanRaised(ToEveryone):
    """The first deity raised one more shaman."""

    seat: SeatId
    """The deity that raised the shaman."""
    shaman: SeatId
    """The shaman."""


OwnFact: TypeAlias = (
    SecretElementSet
    | RoomsShown
    | BoonsOffered
    | ProphetNamed
    | ProphetOf
    | DecreeCounted
    | DevotionCounted
    | KeyGranted
    | RoadGranted
    | AltarGranted
    | InfernoTamed
    | RitualsJudged
    | GainsCounted
    | AuctionHeld
    | BoonNoticed
    | DeityReported
    | ShamanReported
    | PlayEnded
    | ShamanRaised
)
