"""Odds and Evens, a game of one page: what is needed to bring a game to the server, and nothing more."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from pydantic import Field, JsonValue

from engines import kit

SEATS = (kit.seat_id("odd"), kit.seat_id("even"))

BAD_FINGERS = kit.Code("bad_fingers", "So many fingers cannot be shown.", "Show as many as the `detail` lists.")


class Hands(kit.ContentPack):
    """How many fingers a throw may show."""

    fingers: tuple[int, ...] = Field(min_length=2, max_length=10)


class OddsAndEvensOptions(kit.GameOptions):
    variant: Literal["short"] = "short"
    rounds: int = Field(2, ge=1, le=9)
    pack: Hands | kit.PackId | None = None


class ThrowMove(kit.GameMove):
    """Show some fingers."""

    type: Literal["throw"]
    fingers: int


@kit.fact("odds_and_evens.thrown")
class Thrown(kit.ToEveryone):
    """Both hands; a missing throw shows no finger. The sum decides who scores."""

    fingers: dict[kit.SeatId, int]
    points: dict[kit.SeatId, int]


@dataclass(frozen=True)
class Truth(kit.GameTruth):
    rounds: int
    fingers: tuple[int, ...]
    points: dict[kit.SeatId, int]


class OddsAndEvensView(kit.GameView):
    game: Literal["odds_and_evens"]
    options: OddsAndEvensOptions
    phase: kit.Phase | None = None
    round: int = 0
    over: bool = False
    outcome: kit.Outcome | None = None
    fingers: tuple[int, ...] | None = None
    points: dict[kit.SeatId, int]


@kit.fact("odds_and_evens.hands_shown")
class HandsShown(kit.ToEveryone):
    """How many fingers may be shown."""

    fingers: tuple[int, ...]


def start(options: OddsAndEvensOptions) -> Truth:
    fingers = options.pack.fingers if isinstance(options.pack, Hands) else (1, 2)
    return Truth(options.rounds, fingers, dict.fromkeys(SEATS, 0))


def begin(resolution: kit.Resolution[Truth]) -> None:
    resolution.address(HandsShown(resolution.truth.fingers))
    resolution.open_phase("throw", 1, 60, must=SEATS, early_close=True)


def close(resolution: kit.Resolution[Truth], phase: kit.Phase, moves: Mapping[kit.SeatId, ThrowMove | None]) -> None:
    truth = resolution.truth
    fingers = {seat: throw.fingers if throw else 0 for seat, throw in moves.items()}
    odd, even = SEATS
    scorer = odd if sum(fingers.values()) % 2 else even
    resolution.address(Thrown(fingers, {**truth.points, scorer: truth.points[scorer] + 1}))
    if phase.round < truth.rounds:
        resolution.open_phase("throw", phase.round + 1, 60, must=SEATS, early_close=True)
    else:
        best = max(resolution.truth.points.values())
        rank = {seat: 1 if points == best else 2 for seat, points in resolution.truth.points.items()}
        resolution.address(kit.MatchEnded(kit.Outcome(rank, {seat: [] for seat in SEATS})))


def evolve(truth: Truth, fact: kit.Fact) -> Truth:
    match fact:
        case Thrown(points=points):
            return kit.copy_with(truth, points=points)
        case _:
            return kit.evolve_shared(truth, fact)


def look(viewer: kit.Viewer, options: OddsAndEvensOptions) -> OddsAndEvensView:
    points = dict.fromkeys(SEATS, 0)
    return OddsAndEvensView(viewer=viewer, game="odds_and_evens", options=options, points=points)


def fold(view: OddsAndEvensView, fact: kit.Fact) -> OddsAndEvensView:
    match fact:
        case HandsShown(fingers=fingers):
            return view.model_copy(update={"fingers": fingers})
        case Thrown(points=points):
            return view.model_copy(update={"points": points})
        case _:
            return kit.fold_shared(view, fact)


def prompt(view: OddsAndEvensView) -> kit.JsonSchema | None:
    if view.phase is None or view.viewer not in SEATS:
        return None
    return kit.move_of("throw", {"fingers": kit.one_of(view.fingers or ())}, "fingers")


def check(view: OddsAndEvensView, move: JsonValue) -> ThrowMove:
    if view.phase is None or view.viewer not in SEATS:
        kit.refuse(kit.NOT_YOUR_PHASE, "Only odd and even throw, while a phase is open.")
    throw = kit.read_move(ThrowMove, move, kit.BAD_MOVE)
    if throw.fingers not in (view.fingers or ()):
        kit.refuse(BAD_FINGERS, f"Show one of {view.fingers}.", "/fingers")
    return throw


def sample(view: OddsAndEvensView, random: Random) -> ThrowMove:
    return ThrowMove(type="throw", fingers=random.choice(view.fingers or ()))


def narrate(fact: kit.Fact, speaker: kit.Speaker) -> str:
    match fact:
        case Thrown(fingers=fingers):
            thrown = (speaker.say("thrown", seat=speaker.seat(seat), fingers=shown) for seat, shown in fingers.items())
            return f"{speaker.join(thrown)}."
        case _:
            return kit.narrate_shared(fact, speaker)


ODDS_AND_EVENS: Final = kit.Engine(
    name="odds_and_evens",
    title="Odds and Evens",
    summary="Two seats throw fingers; the sum gives a point to `odd` or to `even`.",
    rules_version=1,
    variants=kit.by_name(kit.Variant("short", "Short", "Two rounds.")),
    options_type=OddsAndEvensOptions,
    view_type=OddsAndEvensView,
    move=ThrowMove,
    fact=Thrown | HandsShown,
    codes=(kit.NOT_YOUR_PHASE, kit.BAD_MOVE, BAD_FINGERS),
    pack_type=Hands,
    seats=lambda _: tuple(map(kit.Seat, SEATS)),
    bears=lambda _: {},
    ranks_over="match",
    start=start,
    begin=begin,
    close=close,
    evolve=evolve,
    look=look,
    fold=fold,
    prompt=prompt,
    check=check,
    sample=sample,
    narrate=narrate,
)
