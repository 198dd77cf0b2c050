"""
Setting up a match and closing its phases.

The steps are those of section 5 of the rulebook. Steps 2 and 5 are in `effects.py`, 3 and 4 in `rituals.py`, 6 in
`worship.py`, 8 in `auction.py`. The outcome is in `outcome.py`.
"""

from collections.abc import Mapping

from engines import kit
from engines.divine_intervention import facts
from engines.divine_intervention.auction import hold_auction
from engines.divine_intervention.boons import BOON_BY_NAME, EFFECTS, BoonId, candidates_of, card_of
from engines.divine_intervention.data import ELEMENT_BY_NAME, ELEMENTS, ROOMS
from engines.divine_intervention.defaults import default_decree
from engines.divine_intervention.effects import act, pay_inferno
from engines.divine_intervention.moves import NO_DEVOTION, AnointMove, DecreeMove, DevoteMove, OwnMove, RaiseMove
from engines.divine_intervention.options import (
    FIRST_BOON,
    OFFER_SIZE,
    auction_rounds,
    leads_first_offer,
)
from engines.divine_intervention.outcome import eligible, outcome_of, result_of
from engines.divine_intervention.rituals import hold_rituals
from engines.divine_intervention.rooms import ROOM_CARDS
from engines.divine_intervention.truth import Truth
from engines.divine_intervention.turn import Turn, Use, Worship
from engines.divine_intervention.worship import pay_worship


def begin(resolution: kit.Resolution[Truth]) -> None:
    """Set the secret element, open the permanent channels, and open the anointing."""
    options, realms = resolution.truth.options, resolution.truth.realms
    element = options.secret_element or ELEMENT_BY_NAME[resolution.chance.one("secret_element", ELEMENTS)]
    resolution.address(facts.SecretElementSet(element))
    if options.realm_chat:
        resolution.address_all(kit.talk_within(realms))
    if options.cross_realm_chat:
        resolution.address_all(kit.talk_across(realms))
    resolution.open_phase("anointing", 0, options.choice_seconds, must=realms.by_realm["heaven"])


def close(resolution: kit.Resolution[Truth], phase: kit.Phase, moves: Mapping[kit.SeatId, OwnMove | None]) -> None:
    """Close the open phase; an absent move is replaced by its default."""
    match phase.name:
        case "anointing":
            _anoint(resolution, moves)
        case "round":
            _close_round(resolution, phase.round, moves)
        case _:
            _ascend(resolution, moves)


def _anoint(resolution: kit.Resolution[Truth], moves: Mapping[kit.SeatId, OwnMove | None]) -> None:
    resolution.address(facts.RoomsShown(resolution.truth.options.layout or (), ROOM_CARDS))
    anointed = {seat: move.prophet for seat, move in moves.items() if isinstance(move, AnointMove)}
    _open_round(resolution, 0, anointed)


def _close_round(resolution: kit.Resolution[Truth], round_: int, moves: Mapping[kit.SeatId, OwnMove | None]) -> None:
    turn = _record_moves(resolution, round_, moves)
    act(turn, "ritual")
    hold_rituals(turn)
    pay_inferno(turn)
    act(turn, "resource")
    truth = turn.truth
    mana = {} if turn.is_final else pay_worship(turn)
    resolution.address(
        facts.GainsCounted(round_, turn.follows, mana, _by_deity(turn, turn.gained), _by_deity(turn, turn.zeal))
    )
    goes_on = not turn.is_final and all(len(completed) < len(ROOMS) for completed in truth.completed.values())
    if goes_on and round_ in auction_rounds(truth.options.last_round):
        bids = {deity: decree.bids for deity, decree in turn.decrees.items()}
        resolution.address(facts.AuctionHeld(round_, hold_auction(bids)))
    _report(turn)
    if goes_on:
        _open_round(resolution, round_ + 1, {deity: decree.prophet for deity, decree in turn.decrees.items()})
    else:
        _end_play(resolution, round_)


def _record_moves(resolution: kit.Resolution[Truth], round_: int, moves: Mapping[kit.SeatId, OwnMove | None]) -> Turn:
    """Step 1: record the moves of the round, with defaults for absent seats."""
    truth = resolution.truth
    decrees: dict[kit.SeatId, DecreeMove] = {}
    devotions: dict[kit.SeatId, DevoteMove] = {}
    for deity in truth.deities:
        move = moves.get(deity)
        decrees[deity] = move if isinstance(move, DecreeMove) else default_decree(truth, deity, round_)
        resolution.address(facts.DecreeCounted(round_, deity, decrees[deity]))
    for shaman in truth.shamans:
        move = moves.get(shaman)
        devotions[shaman] = move if isinstance(move, DevoteMove) else NO_DEVOTION
        resolution.address(facts.DevotionCounted(round_, shaman, devotions[shaman]))
    boons = {boon.id: boon for boon in truth.options.catalogue}
    uses = {
        decree.boon.id: Use(deity, boons[decree.boon.id], decree.boon)
        for deity, decree in decrees.items()
        if decree.boon
    }
    prayed = resolution.truth.prayers_of(round_)
    return Turn(
        resolution=resolution,
        round=round_,
        decrees=decrees,
        devotions=devotions,
        uses=[uses[id_] for id_ in EFFECTS if id_ in uses],
        boons=boons,
        prayed=prayed,
        follows=dict(prayed),
        worship={deity: Worship() for deity in truth.deities},
    )


def _report(turn: Turn) -> None:
    """Steps 9 and 10: address the report of each seat, then the notices of boons in the order of the catalogue."""
    resolution, truth = turn.resolution, turn.truth
    won = {win.seat: facts.OwnWin(boon, win.bid) for boon, win in truth.wins.get(turn.round, {}).items()}
    for deity in truth.deities:
        flock, prophet = turn.flock(deity), turn.prophet(deity)
        resolution.address(
            facts.DeityReported(
                turn.round,
                deity,
                worshipers=None if turn.is_final else len(flock),
                prophet_worshiped=None if turn.is_final or prophet is None else prophet in flock,
                piety=truth.piety[deity],
                won=won.get(deity),
            )
        )
    for shaman, verdicts in turn.verdicts.items():
        succeeded = {room: verdict == "completed" for room, verdict in verdicts.items()}
        resolution.address(facts.ShamanReported(turn.round, shaman, succeeded, truth.mana[shaman]))
    for id_, boon in EFFECTS.items():
        if id_ in turn.notices:
            noticed = facts.BoonNoticed(turn.notices[id_], public=boon.notifies == "everyone")
            # A notice for an empty flock would have no readers, so it is left out.
            if noticed.audience(resolution.truth) != kit.HOST_ONLY:
                resolution.address(noticed)
        if id_ in turn.own:
            resolution.address(
                facts.BoonNoticed({**turn.own[id_], "own": True, "piety": turn.brought[id_]}, public=False)
            )


def _open_round(resolution: kit.Resolution[Truth], round_: int, named: Mapping[kit.SeatId, kit.SeatId | None]) -> None:
    """Set the prophets, open their channels, offer boons if the round has an auction, and open the round."""
    truth = resolution.truth
    prophets = {deity: named.get(deity) for deity in truth.deities}
    for deity, prophet in prophets.items():
        resolution.address(facts.ProphetNamed(round_, deity, prophet))
    for shaman in truth.shamans:
        of = tuple([deity for deity, prophet in prophets.items() if prophet == shaman])
        resolution.address(facts.ProphetOf(round_, shaman, of))
    if not truth.options.cross_realm_chat:
        _close_channels(resolution)
        resolution.address_all(
            kit.talk_in_pair(deity, prophet) for deity, prophet in prophets.items() if prophet is not None
        )
    if round_ in auction_rounds(truth.options.last_round):
        _offer(resolution, round_)
    resolution.open_phase("round", round_, truth.options.round_seconds, must=truth.realms.seats)


def _offer(resolution: kit.Resolution[Truth], round_: int) -> None:
    options = resolution.truth.options
    boons = {boon.id: boon for boon in options.catalogue}
    ids = _draw_boons(resolution, round_) if options.boon_offers is None else options.boon_offers[str(round_)]
    resolution.address(facts.BoonsOffered(round_, tuple([card_of(boons[id_]) for id_ in ids])))


def _draw_boons(resolution: kit.Resolution[Truth], round_: int) -> tuple[BoonId, ...]:
    options = resolution.truth.options
    catalogue = options.catalogue
    offered = {id_ for offer in resolution.truth.offers.values() for id_ in offer}
    first: tuple[BoonId, ...] = (FIRST_BOON,) if round_ == 0 and leads_first_offer(catalogue) else ()
    candidates = candidates_of(catalogue, closing=round_ + 1 == options.last_round, offered_before={*offered, *first})
    drawn = resolution.chance.pick(f"boons:{round_}", candidates, OFFER_SIZE - len(first))
    return (*first, *(BOON_BY_NAME[id_] for id_ in drawn))


def _end_play(resolution: kit.Resolution[Truth], round_: int) -> None:
    """Section 8: rank both realms. Unless the second deity stays, the first deity raises one more shaman."""
    if not resolution.truth.options.cross_realm_chat:
        _close_channels(resolution)
    result = result_of(resolution.truth, resolution.chance)
    resolution.address(facts.PlayEnded(result))
    if result.second_stays:
        _end_match(resolution, raised=None)
    else:
        resolution.open_phase("ascension", round_, resolution.truth.options.choice_seconds, must=result.heaven[:1])


def _ascend(resolution: kit.Resolution[Truth], moves: Mapping[kit.SeatId, OwnMove | None]) -> None:
    truth = resolution.truth
    if truth.result is None:
        raise AssertionError("play ends before anybody ascends")
    deity = truth.result.heaven[0]
    move = moves.get(deity)
    raised = move.seat if isinstance(move, RaiseMove) else eligible(truth.result, truth.options.ascenders)[0]
    resolution.address(facts.ShamanRaised(deity, raised))
    _end_match(resolution, raised)


def _end_match(resolution: kit.Resolution[Truth], raised: kit.SeatId | None) -> None:
    result = resolution.truth.result
    if result is None:
        raise AssertionError("play ends before the match does")
    _close_channels(resolution)
    resolution.address(kit.MatchEnded(outcome_of(result, resolution.truth.options.ascenders, raised)))


def _close_channels(resolution: kit.Resolution[Truth]) -> None:
    """Close all open channels between the realms."""
    for opened in kit.open_across(resolution.truth.realms, resolution.truth.channels):
        resolution.address(kit.ChannelClosed(opened.channel))


def _by_deity(turn: Turn, amounts: Mapping[kit.SeatId, int]) -> dict[kit.SeatId, int]:
    return {deity: amounts[deity] for deity in turn.worship}
