"""
Setting up a match and closing its rounds.

The steps are those of section 7 of the rulebook. Steps 1 to 7 are in `weaving.py`.
"""

from collections.abc import Mapping

from engines import kit
from engines.threads_of_fate import facts
from engines.threads_of_fate.moves import EMPTY_WEAVE, WeaveMove
from engines.threads_of_fate.outcome import outcome_of
from engines.threads_of_fate.strands import Pair, ThreadId, strands_of
from engines.threads_of_fate.truth import Truth
from engines.threads_of_fate.weaving import weave_round


def begin(resolution: kit.Resolution[Truth]) -> None:
    """Open the initial channels, then the first round."""
    options = resolution.truth.options
    if options.realm_talk:
        resolution.address_all(kit.talk_within(options.realms))
    if options.cross_realm_talk == "always":
        resolution.address_all(kit.talk_across(options.realms))
    _open_round(resolution, 1)


def close(resolution: kit.Resolution[Truth], phase: kit.Phase, moves: Mapping[kit.SeatId, WeaveMove | None]) -> None:
    """Close the open round, which does not depend on chance."""
    weave_round(resolution, phase.round, {seat: move or EMPTY_WEAVE for seat, move in moves.items()})
    _tell_seats(resolution)
    if phase.round < resolution.truth.options.rounds:
        _open_channels(resolution, phase.round)
        _open_round(resolution, phase.round + 1)
    else:
        _end(resolution)


def _tell_seats(resolution: kit.Resolution[Truth]) -> None:
    """Tell each seat its twine and its own threads, whether or not they changed."""
    truth = resolution.truth
    by_id = strands_of(truth.realms).by_id
    own: dict[kit.SeatId, dict[ThreadId, facts.SpunThread]] = {seat: {} for seat in truth.realms.seats}
    for id_, thread in truth.threads.items():
        own[by_id[id_].source][id_] = facts.SpunThread(thread.strength, thread.golden)
    for seat, threads in own.items():
        resolution.address(facts.TwineTold(seat, truth.weavers[seat].twine))
        resolution.address(facts.OwnThreads(seat, threads))


def _open_channels(resolution: kit.Resolution[Truth], round_: int) -> None:
    """Step 8: open and close channels between the realms for the next round."""
    truth = resolution.truth
    if truth.options.cross_realm_talk == "threads":
        by_id = strands_of(truth.realms).by_id
        _open_only(
            resolution,
            {by_id[id_].pair for id_, thread in truth.threads.items() if thread.golden or thread.strength >= round_},
        )
    reachable: dict[kit.SeatId, set[kit.SeatId]] = {seat: set() for seat in truth.realms.seats}
    for opened in kit.open_across(truth.realms, resolution.truth.channels):
        angel, demon = opened.members
        reachable[angel].add(demon)
        reachable[demon].add(angel)
    for seat, seats in reachable.items():
        resolution.address(facts.CanTalkTo(seat, tuple(truth.realms.in_order(seats))))


def _open_only(resolution: kit.Resolution[Truth], pairs: set[Pair]) -> None:
    """Open the channels of these pairs and close those of all others; pairs without a change get no fact."""
    open_before = resolution.truth.channels
    for pair in strands_of(resolution.truth.realms).pairs:
        channel = kit.pair_channel(*pair)
        if pair in pairs and channel not in open_before:
            resolution.address(kit.talk_in_pair(*pair))
        elif pair not in pairs and channel in open_before:
            resolution.address(kit.ChannelClosed(channel))


def _open_round(resolution: kit.Resolution[Truth], round_: int) -> None:
    options = resolution.truth.options
    resolution.open_phase("weave", round_, options.round_seconds, must=options.realms.seats)


def _end(resolution: kit.Resolution[Truth]) -> None:
    """Step 9 after the last round: close the channels between the realms and publish the outcome."""
    truth = resolution.truth
    _open_only(resolution, set())
    final = facts.FinalLoom(
        threads={id_: facts.SpunThread(thread.strength, thread.golden) for id_, thread in truth.threads.items()},
        goldness=truth.goldness,
        twine={seat: weaver.twine for seat, weaver in truth.weavers.items()},
        abilities={seat: weaver.abilities for seat, weaver in truth.weavers.items()},
    )
    resolution.address(facts.FinalStateTold(final))
    resolution.address(kit.MatchEnded(outcome_of(truth)))
