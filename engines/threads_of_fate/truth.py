"""The whole truth of a match, as the host knows it: the fold of all facts."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.kit import Fact, GameTruth, PhaseOpened, Realms, SeatId, copy_with, evolve_shared, record
from engines.threads_of_fate import facts
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.options import ThreadsOfFateOptions
from engines.threads_of_fate.strands import ThreadId


@record
class Thread:
    """An existing thread. It grows by 1 and `extra` in each round; `extra` is 0 for a plain thread."""

    strength: int
    golden: bool
    extra: int


@record
class Weaver:
    """The resources of a seat. `head_start_x` is None without the ability; `create_counts` is by opponent."""

    twine: int
    abilities: dict[Ability, int]
    gilding_used: bool
    head_start_x: int | None
    create_counts: dict[SeatId, int]


@record
class Snapshot:
    """The state at the end of a round that tie-breaks need."""

    threads: dict[ThreadId, Thread]
    goldness: dict[SeatId, int]


@dataclass(frozen=True)
class Truth(GameTruth):
    """The state of a match. `past` contains the ends of the previous rounds, first round first."""

    options: ThreadsOfFateOptions
    threads: dict[ThreadId, Thread]
    weavers: dict[SeatId, Weaver]
    goldness: dict[SeatId, int]
    past: tuple[Snapshot, ...] = ()

    @property
    def realms(self) -> Realms:
        return self.options.realms

    @property
    def now(self) -> Snapshot:
        return Snapshot(self.threads, self.goldness)


def start(options: ThreadsOfFateOptions) -> Truth:
    """Return the truth before the first fact."""
    realms = options.realms
    return Truth(
        options,
        threads={},
        weavers={seat: Weaver(0, {}, False, None, dict.fromkeys(realms.opponents[seat], 0)) for seat in realms.seats},
        goldness=dict.fromkeys(realms.seats, 0),
    )


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact. Facts that only repeat what others imply change nothing."""
    match fact:
        case facts.Visited(seat=seat):
            return copy_with(truth, weavers={**truth.weavers, seat: _teach(truth.weavers[seat], fact)})
        case facts.Woven(seat=seat):
            return copy_with(truth, weavers={**truth.weavers, seat: _spend(truth.weavers[seat], fact)})
        case facts.ThreadBoosted(thread=id_, strength=strength):
            return copy_with(truth, threads={**truth.threads, id_: _at(truth.threads[id_], strength)})
        case facts.ThreadCut(thread=id_, gains=gains):
            return copy_with(truth, threads=_without(truth.threads, id_), weavers=_pay(truth.weavers, gains))
        case facts.ThreadSnipped(thread=id_, strength=strength, gains=gains):
            left = (
                {**truth.threads, id_: _at(truth.threads[id_], strength)}
                if strength > 0
                else _without(truth.threads, id_)
            )
            return copy_with(truth, threads=left, weavers=_pay(truth.weavers, gains))
        case facts.ThreadCreated(thread=id_, strength=strength, golden=golden, extra=extra):
            return copy_with(truth, threads={**truth.threads, id_: Thread(strength, golden, extra)})
        case facts.ThreadsGrown(strengths=strengths):
            return copy_with(
                truth, threads={id_: _at(truth.threads[id_], strength) for id_, strength in strengths.items()}
            )
        case facts.GoldnessTold(goldness=goldness):
            return copy_with(truth, goldness=goldness)
        case PhaseOpened() if truth.phase is not None:
            # The opening of a round ends the previous round.
            return copy_with(evolve_shared(truth, fact), past=(*truth.past, truth.now))
        case _:
            return evolve_shared(truth, fact)


def _teach(weaver: Weaver, visit: facts.Visited) -> Weaver:
    return copy_with(
        weaver,
        twine=weaver.twine - visit.donated,
        abilities={**weaver.abilities, visit.ability: visit.level},
    )


def _spend(weaver: Weaver, woven: facts.Woven) -> Weaver:
    weave, counts = woven.weave, weaver.create_counts
    return copy_with(
        weaver,
        gilding_used=weaver.gilding_used or weave.golden,
        head_start_x=woven.head_start_x,
        create_counts=counts if weave.create is None else {**counts, weave.create: counts[weave.create] + 1},
    )


def _pay(weavers: dict[SeatId, Weaver], gains: Mapping[SeatId, int]) -> dict[SeatId, Weaver]:
    paid = {seat: copy_with(weavers[seat], twine=weavers[seat].twine + gain) for seat, gain in gains.items()}
    return {**weavers, **paid}


def _at(thread: Thread, strength: int) -> Thread:
    return Thread(strength, thread.golden, thread.extra)


def _without(threads: dict[ThreadId, Thread], gone: ThreadId) -> dict[ThreadId, Thread]:
    return {id_: thread for id_, thread in threads.items() if id_ != gone}
