"""A viewer's knowledge of the match: the fold of the facts addressed to it."""

from typing import Any, Literal

from pydantic import Field

from engines import kit
from engines.divine_intervention import facts, records
from engines.divine_intervention.boons import BoonCard, BoonId
from engines.divine_intervention.data import ELEMENTS, NO_MANA, ROOMS, Element, Mana, Room, is_unlocked, neighbours
from engines.divine_intervention.options import CONCEALED, DivineInterventionOptions
from engines.divine_intervention.rooms import RoomCard
from engines.divine_intervention.truth import HeldBoon, new_held_boon, still_held


class DivineInterventionView(kit.GameView):
    """
    Divine Intervention, as one viewer knows it.

    Fields of deities or shamans are null for all others. Fields of seats are null for spectators and the host; the host
    finds everything in the facts.
    """

    game: Literal["divine_intervention"]
    options: DivineInterventionOptions = Field(description="The public options of the match.")
    round: int = Field(description="Counts from 0; stays at the last round played.")
    last_round: int = Field(description="The number of the final round.")
    ascenders: int = Field(description="How many shamans ascend by their rank.")
    phase: kit.Phase | None = Field(description="The open phase; null once the match is over.")
    over: bool
    """Whether play is over."""
    seats: dict[kit.Realm, tuple[kit.SeatId, ...]] = Field(description="All seats by realm, in seat order.")
    layout: tuple[str, ...] | None = Field(description="The map by rows, . for no room; null before round 0.")
    rooms: dict[Room, RoomCard] | None = Field(description="What each room needs; null before round 0.")
    offers: dict[int, tuple[BoonId, ...]] | None = Field(
        description="The boons offered, by auction round; null for viewers who do not see them."
    )
    boons: dict[BoonId, BoonCard] | None = Field(description="All boons offered so far; null if `offers` is null.")
    notices: tuple[facts.BoonNotice, ...] = Field(
        description="What the viewer learned about the effects of boons; for spectators and the host, public notices."
    )
    result: facts.DivineResult | None = Field(description="The rankings; null until play has ended.")
    outcome: records.DivineInterventionOutcome | None = Field(description="Null until the match is over.")
    piety: int | None = Field(description="Deities only.")
    elements: dict[int, Element] | None = Field(description="Deities only: the elements chosen, by round.")
    elements_allowed: tuple[Element, ...] | None = Field(
        description="Deities only: the elements that can be chosen now; none in the final round."
    )
    prophets: dict[int, kit.SeatId | None] | None = Field(
        description="Deities only: the prophets by round, up to the current one; null if none was named."
    )
    prophets_left: tuple[kit.SeatId, ...] | None = Field(
        description="Deities only: shamans who have not been their prophet."
    )
    held: HeldBoon | None = Field(description="Deities only: the boon held; null without one.")
    mana: Mana | None = Field(description="Shamans only.")
    completed: dict[Room, int] | None = Field(description="Shamans only: completed rooms, with their rounds.")
    prayers: dict[int, kit.SeatId | None] | None = Field(
        description="Shamans only: the deities prayed to, by round; null for none."
    )
    prophet_of: tuple[kit.SeatId, ...] | None = Field(
        description="Shamans only: the deities whose prophet the shaman is in this round."
    )
    room_states: dict[Room, records.RoomState] | None = Field(
        description="Shamans only: what the shaman knows of the current state of the rooms; null before round 0."
    )
    reports: tuple[records.DeityReport, ...] | tuple[records.ShamanReport, ...] | None = Field(
        description="One for each finished round."
    )
    channels: dict[str, tuple[kit.SeatId, ...]] | None = Field(description="Open channels, with their members.")


def look(viewer: kit.Viewer, options: DivineInterventionOptions) -> DivineInterventionView:
    """Return the view before the first fact."""
    realms = options.realms
    seats = realms.by_realm
    is_deity, is_shaman = viewer in seats["heaven"], viewer in seats["hell"]
    sees_offers = is_deity or options.boons_public
    return DivineInterventionView(
        viewer=viewer,
        game="divine_intervention",
        options=kit.public_options(options, CONCEALED),
        round=0,
        last_round=options.last_round,
        ascenders=options.ascenders,
        phase=None,
        over=False,
        seats=seats,
        layout=None,
        rooms=None,
        offers={} if sees_offers else None,
        boons={} if sees_offers else None,
        notices=(),
        result=None,
        outcome=None,
        piety=options.start_piety if is_deity else None,
        elements={} if is_deity else None,
        elements_allowed=ELEMENTS if is_deity else None,
        prophets={} if is_deity else None,
        prophets_left=seats["hell"] if is_deity else None,
        held=None,
        mana=NO_MANA if is_shaman else None,
        completed={} if is_shaman else None,
        prayers={} if is_shaman else None,
        prophet_of=() if is_shaman else None,
        room_states=None,
        reports=() if is_deity or is_shaman else None,
        channels={} if is_deity or is_shaman else None,
    )


def fold(view: DivineInterventionView, fact: kit.Fact) -> DivineInterventionView:
    """Return the view after one more fact. Facts that the view does not use change nothing."""
    match fact:
        case (
            facts.DecreeCounted(seat=seat)
            | facts.DevotionCounted(seat=seat)
            | facts.DeityReported(seat=seat)
            | facts.ShamanReported(seat=seat)
            | facts.ProphetNamed(seat=seat)
            | facts.ProphetOf(seat=seat)
        ):
            # The private facts of all seats are addressed to the host, but its view does not contain them.
            update = _changes_for_own_seat(view, fact) if seat == view.viewer else {}
        case kit.ChannelOpened() | kit.ChannelClosed():
            update = _talk(view, fact)
        case facts.BoonNoticed(notice=notice, public=is_public):
            update = {"notices": (*view.notices, notice)} if is_public or view.viewer != kit.HOST else {}
        case facts.RoomsShown(layout=layout, rooms=rooms):
            update = {"layout": layout, "rooms": rooms}
        case facts.BoonsOffered():
            update = _offer(view, fact)
        case kit.PhaseOpened(phase=phase):
            update = {"phase": phase, "round": phase.round, "room_states": room_states(view, phase.round)}
        case facts.PlayEnded(result=result):
            nobody_is_prophet = {} if view.prophet_of is None else {"prophet_of": ()}
            update = {"result": result, **nobody_is_prophet}
        case kit.MatchEnded(outcome=outcome):
            update = {
                "phase": None,
                "over": True,
                "outcome": kit.by_consequence(records.DivineInterventionOutcome, outcome, _all_by_rank(view, outcome)),
                "room_states": room_states(view, view.round),
                "channels": None if view.channels is None else {},
            }
        case _:
            update = {}
    return view.model_copy(update=update) if update else view


def _all_by_rank(view: DivineInterventionView, outcome: kit.Outcome) -> list[kit.SeatId]:
    """Return all seats by realm and rank."""
    return [seat for realm in kit.REALMS for seat in sorted(view.seats[realm], key=outcome.rank.__getitem__)]


def _changes_for_own_seat(
    view: DivineInterventionView,
    fact: facts.DecreeCounted
    | facts.DevotionCounted
    | facts.DeityReported
    | facts.ShamanReported
    | facts.ProphetNamed
    | facts.ProphetOf,
) -> dict[str, Any]:
    """Return the changes to the view from a fact about the viewer's own seat."""
    match fact:
        case facts.DecreeCounted():
            return _fold_decree(view, fact)
        case facts.DevotionCounted(round=round_, devotion=devotion):
            return (
                {} if round_ == view.last_round else {"prayers": {**kit.not_null(view.prayers), round_: devotion.pray}}
            )
        case facts.ProphetNamed(round=round_, prophet=prophet):
            return {
                "prophets": {**kit.not_null(view.prophets), round_: prophet},
                "prophets_left": tuple(seat for seat in kit.not_null(view.prophets_left) if seat != prophet),
            }
        case facts.ProphetOf(deities=deities):
            return {"prophet_of": deities}
        case facts.DeityReported(round=round_, piety=piety, won=won):
            report = records.DeityReport(round_, fact.worshipers, fact.prophet_worshiped, piety, won)
            held = still_held(view.held, round_) if won is None else new_held_boon(won.boon, round_, view.last_round)
            return {"piety": piety, "held": held, "reports": (*kit.not_null(view.reports), report)}
        case facts.ShamanReported(round=round_, rituals=rituals, mana=mana):
            done = {room: round_ for room, succeeded in rituals.items() if succeeded}
            return {
                "mana": mana,
                "completed": {**kit.not_null(view.completed), **done},
                "reports": (*kit.not_null(view.reports), records.ShamanReport(round_, rituals, mana)),
            }


def _fold_decree(view: DivineInterventionView, counted: facts.DecreeCounted) -> dict[str, Any]:
    update: dict[str, Any] = {}
    chosen = counted.decree.element
    if chosen is not None:
        is_last_choice = counted.round + 1 == view.last_round
        allowed = () if is_last_choice else tuple(element for element in ELEMENTS if element != chosen)
        update["elements"] = {**kit.not_null(view.elements), counted.round: chosen}
        update["elements_allowed"] = allowed
    if counted.decree.boon is not None:
        update["held"] = None
    return update


def _talk(view: DivineInterventionView, fact: kit.ChannelOpened | kit.ChannelClosed) -> dict[str, Any]:
    if view.channels is None:
        return {}
    if isinstance(fact, kit.ChannelOpened):
        return {"channels": {**view.channels, fact.channel: fact.members}}
    return {"channels": {name: members for name, members in view.channels.items() if name != fact.channel}}


def _offer(view: DivineInterventionView, offered: facts.BoonsOffered) -> dict[str, Any]:
    if view.offers is None:
        # Every offer is addressed to the host, but its view shows only what everyone sees.
        return {}
    return {
        "offers": {**view.offers, offered.round: tuple(boon.id for boon in offered.boons)},
        "boons": {**kit.not_null(view.boons), **{boon.id: boon for boon in offered.boons}},
    }


def room_states(view: DivineInterventionView, round_: int) -> dict[Room, records.RoomState] | None:
    """Return the states of the rooms as a shaman knows them, from its completed rooms and its notices of boons."""
    if view.completed is None or view.layout is None:
        return None
    around, completed = neighbours(view.layout), view.completed
    keys = {notice["room"] for notice in view.notices if notice["boon"] == "skeleton_key"}
    on_road = any(notice["until"] >= round_ for notice in view.notices if notice["boon"] == "pilgrims_road")
    return {
        room: "completed"
        if room in completed
        else "unlocked"
        if is_unlocked(around[room], completed, has_key=room in keys, on_road=on_road)
        else "locked"
        for room in ROOMS
    }


def pack_words(view: DivineInterventionView) -> dict[str, kit.Word]:
    """Names and texts of the boons that the view shows, for all languages."""
    return {f"boon.{id_}": kit.Word(card.name, card.text) for id_, card in (view.boons or {}).items()}
