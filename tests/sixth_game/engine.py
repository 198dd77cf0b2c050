"""Odds and Evens, a game of one page: what is needed to bring a game to the server, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from engines import contract, variants
from engines.chance import Chance
from engines.codes import Code
from engines.contract import (
    AddressedFact,
    Fact,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    Seat,
    SeatId,
    SharedFact,
    ToEveryone,
    Viewer,
    evolve_shared,
    seat_id,
)
from engines.engine import Engine, GameOptions, GameView, Variant
from engines.packs import ContentPack, PackId, pack_id, pack_option
from engines.refusals import read_move, refuse
from engines.schemas import JsonSchema
from engines.telling import Telling

SEATS = (seat_id("odd"), seat_id("even"))


class Hands(ContentPack):
    """How many fingers a throw may show."""

    fingers: tuple[int, ...] = Field(min_length=2, max_length=10)


class OddsAndEvensOptions(GameOptions):
    variant: Literal["short"] = "short"
    rounds: int = Field(2, ge=1, le=9)
    pack: Hands | PackId | None = None


class ThrowMove(BaseModel):
    """Show some fingers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["throw"]
    fingers: int


@dataclass(frozen=True, slots=True)
class Thrown(ToEveryone):
    """Both hands; a missing throw shows no finger. The sum decides who scores."""

    fingers: dict[SeatId, int]
    points: dict[SeatId, int]
    type: Literal["odds_and_evens.thrown"] = "odds_and_evens.thrown"


@dataclass(frozen=True, slots=True)
class Truth(contract.Truth):
    rounds: int
    fingers: tuple[int, ...]
    points: dict[SeatId, int]


class OddsAndEvensView(GameView):
    game: Literal["odds_and_evens"]
    options: OddsAndEvensOptions
    phase: Phase | None = None
    round: int = 0
    over: bool = False
    outcome: Outcome | None = None
    fingers: tuple[int, ...] | None = None
    points: dict[SeatId, int]


@dataclass(frozen=True, slots=True)
class HandsShown(ToEveryone):
    """How many fingers may be shown."""

    fingers: tuple[int, ...]
    type: Literal["odds_and_evens.hands_shown"] = "odds_and_evens.hands_shown"


OwnFact: TypeAlias = Thrown | HandsShown


class OddsAndEvens(Engine[OddsAndEvensOptions, Truth, OddsAndEvensView, ThrowMove]):
    """Two seats throw fingers; the sum gives a point to `odd` or to `even`."""

    name = "odds_and_evens"
    title = "Odds and Evens"
    summary = "Two hands, one sum."
    rules_version = 1
    variants = variants.by_name(Variant("short", "Short", "Two rounds."))
    options_type = OddsAndEvensOptions
    view_type = OddsAndEvensView
    move_types = (ThrowMove,)
    fact_types = (Thrown, HandsShown)
    moves = TypeAdapter(ThrowMove)
    facts: TypeAdapter[Any] = TypeAdapter(Annotated[OwnFact | SharedFact, Field(discriminator="type")])
    codes = (
        Code("not_your_phase", "Only odd and even throw, while a phase is open.", "Wait for the next phase."),
        Code("bad_move", "The move is no throw.", "Send what the view's `prompt` describes."),
        Code("bad_fingers", "So many fingers cannot be shown.", "Show as many as the `detail` lists."),
    )
    secret_options = frozenset({"pack"})
    pack_type = Hands

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> OddsAndEvensOptions:
        given: dict[str, Any] = {**overrides, "pack": pack_option(Hands, overrides)}
        return variants.complete(OddsAndEvensOptions, self.variants, variant, given, code="bad_options")

    def public_options(self, options: OddsAndEvensOptions) -> OddsAndEvensOptions:
        named = pack_id(options.pack) if isinstance(options.pack, Hands) else options.pack
        return options.model_copy(update={"pack": named})

    def seats(self, options: OddsAndEvensOptions) -> tuple[Seat, ...]:
        return tuple(map(Seat, SEATS))

    def start(self, options: OddsAndEvensOptions) -> Truth:
        fingers = options.pack.fingers if isinstance(options.pack, Hands) else (1, 2)
        return Truth(options.rounds, fingers, dict.fromkeys(SEATS, 0))

    def setup(self, options: OddsAndEvensOptions, chance: Chance) -> list[AddressedFact]:
        telling = Telling(self.start(options), chance, self.evolve)
        telling.tell(HandsShown(telling.truth.fingers))
        telling.open_phase("throw", 1, 60, must=SEATS, early_close=True)
        return telling.facts

    def evolve(self, truth: Truth, fact: Fact) -> Truth:
        match fact:
            case Thrown(points=points):
                return replace(truth, points=points)
            case _:
                return evolve_shared(truth, fact)

    def look(self, viewer: Viewer, options: OddsAndEvensOptions) -> OddsAndEvensView:
        points = dict.fromkeys(SEATS, 0)
        return OddsAndEvensView(viewer=viewer, game="odds_and_evens", options=options, points=points)

    def fold(self, view: OddsAndEvensView, fact: Fact) -> OddsAndEvensView:
        match fact:
            case HandsShown(fingers=fingers):
                return view.model_copy(update={"fingers": fingers})
            case Thrown(points=points):
                return view.model_copy(update={"points": points})
            case PhaseOpened(phase=phase):
                return view.model_copy(update={"phase": phase, "round": phase.round})
            case MatchEnded(outcome=outcome):
                return view.model_copy(update={"phase": None, "over": True, "outcome": outcome})
            case _:
                return view

    def prompt(self, view: OddsAndEvensView) -> JsonSchema | None:
        if view.phase is None or view.viewer not in SEATS:
            return None
        properties: JsonSchema = {"type": {"const": "throw"}, "fingers": {"enum": [*(view.fingers or ())]}}
        return {
            "type": "object",
            "properties": properties,
            "required": ["type", "fingers"],
            "additionalProperties": False,
        }

    def check(self, view: OddsAndEvensView, move: JsonValue) -> ThrowMove:
        if view.phase is None or view.viewer not in SEATS:
            refuse("not_your_phase", "Only odd and even throw, while a phase is open.")
        throw = read_move(ThrowMove, move, "bad_move")
        if throw.fingers not in (view.fingers or ()):
            refuse("bad_fingers", f"Show one of {view.fingers}.", "/fingers")
        return throw

    def resolve(self, truth: Truth, moves: Mapping[SeatId, ThrowMove | None], chance: Chance) -> list[AddressedFact]:
        telling = Telling(truth, chance, self.evolve)
        fingers = {seat: throw.fingers if (throw := moves.get(seat)) else 0 for seat in SEATS}
        odd, even = SEATS
        scorer = odd if sum(fingers.values()) % 2 else even
        telling.tell(Thrown(fingers, {**truth.points, scorer: truth.points[scorer] + 1}))
        open_now = self.phase(truth)
        assert isinstance(open_now, Phase)
        if open_now.round < truth.rounds:
            telling.open_phase("throw", open_now.round + 1, 60, must=SEATS, early_close=True)
        else:
            best = max(telling.truth.points.values())
            rank = {seat: 1 if points == best else 2 for seat, points in telling.truth.points.items()}
            telling.tell(MatchEnded(Outcome(rank, {seat: [] for seat in SEATS})))
        return telling.facts

    def sample(self, view: OddsAndEvensView, random: Random) -> ThrowMove:
        return ThrowMove(type="throw", fingers=random.choice(view.fingers or ()))

    def narrate(self, fact: Fact) -> str:
        match fact:
            case Thrown(fingers=fingers):
                return f"odd shows {fingers[SEATS[0]]}, even shows {fingers[SEATS[1]]}."
            case _:
                return ""
