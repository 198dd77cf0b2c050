"""A viewer's knowledge of the match: the fold of the facts addressed to it."""

from typing import Any, Literal

from pydantic import Field

from engines import kit
from engines.threads_of_fate import facts
from engines.threads_of_fate.data import ABILITIES, Ability
from engines.threads_of_fate.options import ThreadsOfFateOptions
from engines.threads_of_fate.records import ThreadsOfFateResult, WeaveReport
from engines.threads_of_fate.strands import ThreadId


class ThreadsOfFateView(kit.GameView):
    """Threads of Fate, as one viewer knows it. Fields about the viewer's seat are null for spectators and the host."""

    game: Literal["threads_of_fate"]
    options: ThreadsOfFateOptions = Field(description="The public options of the match.")
    round: int = Field(description="Counts from 1; stays at the last round when the match is over.")
    rounds: int = Field(description="How many rounds the match has.")
    phase: kit.Phase | None = Field(description="The open phase; null once the match is over.")
    over: bool
    """Whether the last round is over."""
    seats: dict[kit.Realm, tuple[kit.SeatId, ...]] = Field(description="All seats by realm, in seat order.")
    marked: tuple[kit.SeatId, ...] = Field(description="Seats with a Mark of Elimination, in seat order.")
    outcome: ThreadsOfFateResult | None = Field(description="Null until the match is over.")
    final: facts.FinalLoom | None = Field(
        description="The final state; null unless the match is over and the state was revealed."
    )
    twine: int | None
    """The seat's twine; null for other viewers."""
    abilities: dict[Ability, int] | None = Field(description="The seat's abilities, with their levels.")
    visits_left: tuple[Ability, ...] | None = Field(description="The abilities that the seat can still get.")
    gilding_used: bool | None
    """Whether the seat has created its golden thread; null for other viewers."""
    head_start_x: int | None = Field(description="The head start accumulated so far; null without the ability.")
    create_counts: dict[kit.SeatId, int] | None = Field(
        description="How often the seat has selected each seat of the other realm for a new thread."
    )
    creatable: tuple[kit.SeatId, ...] | None = Field(description="The seats to which the seat can create a thread now.")
    threads: dict[ThreadId, facts.SpunThread] | None = Field(
        description="Existing threads of which the seat is the source."
    )
    can_talk_to: tuple[kit.SeatId, ...] | None = Field(
        description="Seats of the other realm that the seat can talk to now."
    )
    reports: tuple[WeaveReport, ...] | None = Field(description="One for each finished round.")


def look(viewer: kit.Viewer, options: ThreadsOfFateOptions) -> ThreadsOfFateView:
    """Return the view before the first fact."""
    realms = options.realms
    opponents = realms.opponents.get(kit.SeatId(viewer), ())
    is_seat = viewer in realms.seats
    return ThreadsOfFateView(
        viewer=viewer,
        game="threads_of_fate",
        options=options,
        round=0,
        rounds=options.rounds,
        phase=None,
        over=False,
        seats=realms.by_realm,
        marked=tuple(seat for seat in realms.seats if seat in options.marked),
        outcome=None,
        final=None,
        twine=0 if is_seat else None,
        abilities={} if is_seat else None,
        visits_left=tuple(ABILITIES) if is_seat else None,
        gilding_used=False if is_seat else None,
        head_start_x=None,
        create_counts=dict.fromkeys(opponents, 0) if is_seat else None,
        creatable=opponents if is_seat else None,
        threads={} if is_seat else None,
        can_talk_to=(opponents if options.cross_realm_talk == "always" else ()) if is_seat else None,
        reports=() if is_seat else None,
    )


def fold(view: ThreadsOfFateView, fact: kit.Fact) -> ThreadsOfFateView:
    """Return the view after one more fact. Facts that the view does not use change nothing."""
    match fact:
        case (
            facts.Woven(seat=seat)
            | facts.Visited(seat=seat)
            | facts.TwineTold(seat=seat)
            | facts.OwnThreads(seat=seat)
            | facts.CanTalkTo(seat=seat)
        ):
            # The private facts of all seats are addressed to the host, but its view does not contain them.
            return view.model_copy(update=_changes_for_own_seat(view, fact)) if seat == view.viewer else view
        case facts.FinalStateTold(final=final):
            return view.model_copy(update={"final": final})
        case kit.MatchEnded(outcome=outcome):
            nothing_left: dict[str, Any] = {"visits_left": (), "creatable": (), "can_talk_to": ()}
            return view.model_copy(
                update={
                    "phase": None,
                    "over": True,
                    "outcome": kit.by_consequence(ThreadsOfFateResult, outcome, view.options.realms.seats),
                    **({} if view.reports is None else nothing_left),
                }
            )
        case _:
            return kit.fold_shared(view, fact)


def _changes_for_own_seat(
    view: ThreadsOfFateView, fact: facts.Woven | facts.Visited | facts.TwineTold | facts.OwnThreads | facts.CanTalkTo
) -> dict[str, Any]:
    """Return the changes to the view from a fact about the viewer's own seat."""
    match fact:
        case facts.Visited(ability=ability, level=level):
            return {
                "abilities": {**kit.not_null(view.abilities), ability: level},
                "visits_left": tuple(left for left in kit.not_null(view.visits_left) if left != ability),
            }
        case facts.Woven():
            return _weave(view, fact)
        case facts.TwineTold(total=total):
            return {"twine": total, "reports": _complete_last_report(view, twine=total)}
        case facts.OwnThreads(threads=threads):
            return {"threads": threads, "reports": _complete_last_report(view, threads=threads)}
        case facts.CanTalkTo(seats=seats):
            return {"can_talk_to": seats, "reports": _complete_last_report(view, can_talk_to=seats)}


def _weave(view: ThreadsOfFateView, woven: facts.Woven) -> dict[str, Any]:
    """Return the changes from the viewer's own weave, with a report of the round that later facts complete."""
    weave, counts = woven.weave, kit.not_null(view.create_counts)
    report = WeaveReport(woven.round, weave, twine=0, threads={}, can_talk_to=None)
    update: dict[str, Any] = {
        "gilding_used": view.gilding_used or weave.golden,
        "head_start_x": woven.head_start_x,
        "reports": (*kit.not_null(view.reports), report),
    }
    if weave.create is not None:
        counts = {**counts, weave.create: counts[weave.create] + 1}
        fewest = min(counts.values())
        update["create_counts"] = counts
        update["creatable"] = tuple(seat for seat, count in counts.items() if count == fewest)
    return update


def _complete_last_report(view: ThreadsOfFateView, **fields: Any) -> tuple[WeaveReport, ...]:  # noqa: ANN401  # its fields
    """Return the reports, with these fields added to the last one."""
    *before, last = kit.not_null(view.reports)
    return (*before, kit.copy_with(last, **fields))
