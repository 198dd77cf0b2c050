"""The legality of moves, checked only against the seat's own view. Prompts are in `prompt.py`."""

from collections.abc import Collection
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from engines.kit import SeatId, not_null, read_move, refuse, seat_id
from engines.threads_of_fate import codes
from engines.threads_of_fate.data import ABILITY_BY_NAME, Ability
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId, strands_of
from engines.threads_of_fate.view import ThreadsOfFateView


class _RawWeave(BaseModel):
    """A weave as it was sent: missing fields are null, and names are not checked yet."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["weave"]
    visit: str | None = None
    donate: int | None = None
    boost: str | None = None
    cut: str | None = None
    snip: str | None = None
    create: str | None = None
    golden: bool | None = None
    head_start: bool | None = None


def check(view: ThreadsOfFateView, move: JsonValue) -> WeaveMove:
    """
    Check a move and return it in canonical form.

    Raises:
        IllegalMoveError: With the first check of section 5 that fails. No check depends on whether a thread exists,
            because this can be a secret (R2).
    """
    if view.twine is None:
        refuse(codes.UNKNOWN_SEAT, "Only the seats of the match can submit moves.")
    if view.over:
        refuse(codes.MATCH_OVER, "The match is over. It accepts no more moves.")
    raw = read_move(_RawWeave, move, codes.BAD_MOVE)
    visit = _check_visit(view, raw.visit)
    held = {*not_null(view.abilities), visit}
    donate = _check_donation(view, raw.donate or 0, visit)
    boost = _check_boost(view, raw.boost, held)
    cut = _check_target(view, raw.cut, "cut")
    snip = _check_thread(view, raw.snip, "snip")
    create = _check_create(view, raw.create)
    golden = _check_golden(view, bool(raw.golden), create, held)
    head_start = _check_head_start(bool(raw.head_start), create, held)
    return WeaveMove(
        type="weave",
        visit=visit,
        donate=donate,
        boost=boost,
        cut=cut,
        snip=snip,
        create=create,
        golden=golden,
        head_start=head_start,
    )


def _check_visit(view: ThreadsOfFateView, visit: str | None) -> Ability | None:
    """Check row 2: the visit."""
    if visit is None:
        return None
    ability = ABILITY_BY_NAME.get(visit)
    if ability is None:
        refuse(codes.UNKNOWN_MOIRA, f"There is no such Moira or ability: {_visits_left(view)}.", "/visit")
    if ability in not_null(view.abilities):
        refuse(codes.ALREADY_VISITED, f"You got {ability} in an earlier round; {_visits_left(view)}.", "/visit")
    return ability


def _check_donation(view: ThreadsOfFateView, donate: int, visit: Ability | None) -> int:
    """Check row 3: the donation."""
    twine = not_null(view.twine)
    if donate < 0:
        refuse(codes.BAD_DONATION, "A donation must be at least 0.", "/donate")
    if donate > 0 and visit is None:
        refuse(codes.DONATE_WITHOUT_VISIT, "You donate twine without a visit. Name a visit, or donate 0.", "/donate")
    if donate > twine:
        refuse(codes.NOT_ENOUGH_TWINE, f"You donate more than your {twine} twine.", "/donate")
    return donate


def _check_boost(view: ThreadsOfFateView, boost: str | None, held: Collection[Ability | None]) -> ThreadId | None:
    """Check row 4: the boost."""
    id_ = _check_thread(view, boost, "boost")
    if id_ is None:
        return None
    if view.viewer not in strands_of(view.options.realms).by_id[id_].pair:
        refuse(
            codes.NOT_YOUR_THREAD,
            f"{id_} is not attached to {view.viewer}. Boost a thread that is attached to it.",
            "/boost",
        )
    if "boosting" not in held:
        refuse(codes.NO_BOOSTING, "To boost a thread, you need boosting: visit lachesis to get it.", "/boost")
    return id_


def _check_create(view: ThreadsOfFateView, create: str | None) -> SeatId | None:
    """Check row 7: the new thread."""
    seat = _check_target(view, create, "create")
    if seat is not None and seat not in not_null(view.creatable):
        choice = ", ".join(not_null(view.creatable))
        refuse(
            codes.CREATE_UNBALANCED,
            f"You have already selected {seat} more often than others. Select {choice}.",
            "/create",
        )
    return seat


def _check_golden(
    view: ThreadsOfFateView, golden: bool, create: SeatId | None, held: Collection[Ability | None]
) -> bool:
    """Check row 8: a golden thread."""
    if golden:
        if create is None:
            refuse(
                codes.GOLDEN_WITHOUT_CREATE, "`golden` applies to a thread that you create. Set `create`.", "/golden"
            )
        if "gilding" not in held:
            refuse(codes.NO_GILDING, "For a golden thread, you need gilding: visit clotho to get it.", "/golden")
        if view.gilding_used:
            refuse(codes.GILDING_SPENT, "You have already used Gilding. It works once in a match.", "/golden")
    return golden


def _check_head_start(head_start: bool, create: SeatId | None, held: Collection[Ability | None]) -> bool:
    """Check row 9: the head start."""
    if head_start:
        if create is None:
            refuse(
                codes.HEAD_START_WITHOUT_CREATE,
                "`head_start` applies to a thread that you create. Set `create`.",
                "/head_start",
            )
        if "head_start" not in held:
            refuse(codes.NO_HEAD_START, "For a head start, you need head_start: visit nona to get it.", "/head_start")
    return head_start


def _check_thread(view: ThreadsOfFateView, thread: str | None, field: str) -> ThreadId | None:
    """Check the id of a thread, which need not exist."""
    if thread is None:
        return None
    id_ = ThreadId(thread)
    if id_ not in strands_of(view.options.realms).by_id:
        refuse(
            codes.BAD_THREAD,
            f"This is not a thread. Name two seats of different realms, such as {_first_thread(view)}.",
            f"/{field}",
        )
    return id_


def _check_target(view: ThreadsOfFateView, target: str | None, field: str) -> SeatId | None:
    """Check rows 5 and 7: a seat of the other realm."""
    if target is None:
        return None
    seat = seat_id(target)
    opponents = view.options.realms.opponents[SeatId(view.viewer)]
    if seat not in opponents:
        refuse(
            codes.BAD_TARGET,
            f"This is not a seat of the other realm. Its seats are {', '.join(opponents)}.",
            f"/{field}",
        )
    return seat


def _visits_left(view: ThreadsOfFateView) -> str:
    left = ", ".join(not_null(view.visits_left))
    return f"you can still get {left}" if left else "you already have all of them"


def _first_thread(view: ThreadsOfFateView) -> ThreadId:
    return strands_of(view.options.realms).attached[SeatId(view.viewer)][0]
