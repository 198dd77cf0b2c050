"""The effect of a round on the threads: steps 1 to 7 of section 7 of the rulebook. Most of its facts are host only."""

from collections.abc import Mapping

from engines.kit import Resolution, SeatId
from engines.threads_of_fate import facts
from engines.threads_of_fate.data import Ability, amount, gain_with_recycling, level_of
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import Pair, ThreadId, strands_of, thread_id
from engines.threads_of_fate.truth import Truth


def weave_round(resolution: Resolution[Truth], round_: int, weaves: Mapping[SeatId, WeaveMove]) -> None:
    """Play one round; `weaves` has every seat. The facts of each step take effect before the next step."""
    gathered = {seat: weaver.head_start_x or 0 for seat, weaver in resolution.truth.weavers.items()}
    _visit(resolution, weaves)
    for seat, weave in weaves.items():
        # `Woven` includes step 6 and what the fold counts. It can be addressed early: no later step needs these.
        resolution.address(facts.Woven(round_, seat, weave, _head_start_after(resolution.truth, seat, weave)))
    _boost(resolution, weaves)
    _cut(resolution, weaves)
    _snip(resolution, weaves)
    _create(resolution, weaves, gathered)
    _grow(resolution, round_)


def _visit(resolution: Resolution[Truth], weaves: Mapping[SeatId, WeaveMove]) -> None:
    """Step 1: visits."""
    for seat, weave in weaves.items():
        if weave.visit is not None:
            resolution.address(facts.Visited(seat, weave.visit, weave.donate, level_of(weave.donate)))


def _head_start_after(truth: Truth, seat: SeatId, weave: WeaveMove) -> int | None:
    """Step 6: return the head start after the round; None without the ability."""
    weaver = truth.weavers[seat]
    if "head_start" not in weaver.abilities:
        return None
    return 0 if weave.head_start else (weaver.head_start_x or 0) + _amount(truth, seat, "head_start")


def _boost(resolution: Resolution[Truth], weaves: Mapping[SeatId, WeaveMove]) -> None:
    """Step 2: boosts. Goldness is addressed here only if a boost has increased it."""
    threads = resolution.truth.threads
    boosts: dict[ThreadId, dict[SeatId, int]] = {}
    for seat, weave in weaves.items():
        if weave.boost is not None and weave.boost in threads:
            boosts.setdefault(weave.boost, {})[seat] = _amount(resolution.truth, seat, "boosting")
    for id_, added in boosts.items():
        resolution.address(facts.ThreadBoosted(id_, added, threads[id_].strength + sum(added.values())))
    goldness = _goldness(resolution.truth)
    if goldness != resolution.truth.goldness:
        resolution.address(facts.GoldnessTold(goldness))


def _cut(resolution: Resolution[Truth], weaves: Mapping[SeatId, WeaveMove]) -> None:
    """Step 3: cuts. A seat that snips a thread that is cut gets a share here, and nothing in step 4."""
    truth = resolution.truth
    realms = truth.realms
    by_id = strands_of(realms).by_id
    cutters: dict[Pair, set[SeatId]] = {}
    for seat, weave in weaves.items():
        if weave.cut is not None:
            pair = (seat, weave.cut) if realms.realm[seat] == "heaven" else (weave.cut, seat)
            cutters.setdefault(pair, set()).add(seat)
    snippers = _snippers(weaves)
    for id_, thread in truth.threads.items():
        pair = by_id[id_].pair
        if thread.golden or pair not in cutters:
            continue
        takers = realms.in_order(cutters[pair] | snippers.get(id_, set()))
        share = -(-thread.strength // len(takers))
        gains = {seat: _twine_paid(truth, seat, share) for seat in takers}
        resolution.address(facts.ThreadCut(id_, thread.strength, share, gains))


def _snip(resolution: Resolution[Truth], weaves: Mapping[SeatId, WeaveMove]) -> None:
    """Step 4: snips. A thread pays every seat that snipped it, or none if the snips exceed its strength."""
    truth = resolution.truth
    by_id = strands_of(truth.realms).by_id
    snippers = _snippers(weaves)
    for id_, thread in truth.threads.items():
        if id_ not in snippers:
            continue
        protection = _amount(truth, by_id[id_].source, "protection")
        reductions = {
            seat: max(0, 1 + _amount(truth, seat, "stronger_cutters") - protection)
            for seat in truth.realms.in_order(snippers[id_])
        }
        strength = thread.strength - sum(reductions.values())
        gains = {seat: _twine_paid(truth, seat, 1) for seat in reductions} if strength >= 0 else {}
        resolution.address(facts.ThreadSnipped(id_, reductions, strength, gains))


def _create(resolution: Resolution[Truth], weaves: Mapping[SeatId, WeaveMove], gathered: Mapping[SeatId, int]) -> None:
    """Step 5: new threads. `gathered` is the head start of each seat before this round."""
    truth = resolution.truth
    for seat, weave in weaves.items():
        if weave.create is None:
            continue
        id_ = thread_id(seat, weave.create)
        if id_ in truth.threads:
            resolution.address(facts.CreateFailed(id_))
        else:
            strength = gathered[seat] if weave.head_start else 0
            extra = _amount(truth, seat, "gilding") if weave.golden else 0
            resolution.address(facts.ThreadCreated(id_, strength, weave.golden, extra))


def _grow(resolution: Resolution[Truth], round_: int) -> None:
    """Step 7: growth. After it, threads are in the order of their ids, not of their creation."""
    threads = resolution.truth.threads
    strengths = {
        id_: threads[id_].strength + 1 + threads[id_].extra
        for id_ in strands_of(resolution.truth.realms).ids
        if id_ in threads
    }
    resolution.address(facts.ThreadsGrown(round_, strengths))
    resolution.address(facts.GoldnessTold(_goldness(resolution.truth)))


def _goldness(truth: Truth) -> dict[SeatId, int]:
    """Return goldness updated from the existing golden threads."""
    by_id = strands_of(truth.realms).by_id
    goldness = dict(truth.goldness)
    for id_, thread in truth.threads.items():
        if thread.golden:
            for seat in by_id[id_].pair:
                goldness[seat] = max(goldness[seat], thread.strength)
    return goldness


def _snippers(weaves: Mapping[SeatId, WeaveMove]) -> dict[ThreadId, set[SeatId]]:
    snippers: dict[ThreadId, set[SeatId]] = {}
    for seat, weave in weaves.items():
        if weave.snip is not None:
            snippers.setdefault(weave.snip, set()).add(seat)
    return snippers


def _amount(truth: Truth, seat: SeatId, ability: Ability) -> int:
    return amount(ability, truth.weavers[seat].abilities.get(ability))


def _twine_paid(truth: Truth, seat: SeatId, base: int) -> int:
    return gain_with_recycling(base, truth.weavers[seat].abilities.get("recycling"))
