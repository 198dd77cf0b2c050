"""The whole truth of a match, as the host knows it: the fold of all facts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engines.divine_intervention import facts
from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.data import NO_MANA, Element, Mana, Room
from engines.divine_intervention.moves import Used
from engines.divine_intervention.options import DivineInterventionOptions
from engines.kit import Fact, GameTruth, Realms, SeatId, copy_with, evolve_shared, record

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


@record
class HeldBoon:
    """A boon held, and the rounds in which it can be used."""

    id: BoonId
    first_round: int
    """The first round in which it can be used."""
    last_round: int
    """The last round in which it can be used."""


@dataclass(frozen=True)
class Truth(GameTruth):
    """
    The state of a match.

    By deity: `piety`, `zeal`, `elements` and `prophets` (by round), `held`, `piety_history` (start, then the end of
    each round). By shaman: `mana`, `completed` (room to round), `prayers` (by round), `keys`, `altars`, `roads` (the
    last round on the Pilgrims' Road), `follows` (the deity followed at the end of the last round). `prophets` gets the
    next round's when that round opens. `wins` are by round.
    """

    options: DivineInterventionOptions
    piety: dict[SeatId, int]
    zeal: dict[SeatId, int]
    elements: dict[SeatId, dict[int, Element]]
    prophets: dict[SeatId, dict[int, SeatId | None]]
    held: dict[SeatId, HeldBoon | None]
    piety_history: dict[SeatId, tuple[int, ...]]
    mana: dict[SeatId, Mana]
    completed: dict[SeatId, dict[Room, int]]
    prayers: dict[SeatId, dict[int, SeatId | None]]
    keys: dict[SeatId, frozenset[Room]]
    altars: dict[SeatId, frozenset[Room]]
    roads: dict[SeatId, int | None]
    follows: dict[SeatId, SeatId | None]
    offers: dict[int, tuple[BoonId, ...]]
    wins: dict[int, dict[BoonId, facts.BoonWin]]
    used: tuple[Used, ...] = ()
    inferno: SeatId | None = None
    secret_element: Element | None = None
    result: facts.DivineResult | None = None

    @property
    def realms(self) -> Realms:
        return self.options.realms

    @property
    def deities(self) -> tuple[SeatId, ...]:
        return self.options.realms.by_realm["heaven"]

    @property
    def shamans(self) -> tuple[SeatId, ...]:
        return self.options.realms.by_realm["hell"]

    def prayers_of(self, round_: int) -> dict[SeatId, SeatId | None]:
        """Return the deity that each shaman prayed to. In the final round, the prayers of the previous round count."""
        prayer_round = min(round_, self.options.last_round - 1)
        return {shaman: prayers[prayer_round] for shaman, prayers in self.prayers.items()}

    def use_of(self, boon: BoonId) -> Used:
        """Return the only use of a boon in this match."""
        return next(used for used in self.used if used.use.id == boon)


def start(options: DivineInterventionOptions) -> Truth:
    """Return the truth before the first fact."""
    deities, shamans = options.realms.by_realm["heaven"], options.realms.by_realm["hell"]
    return Truth(
        options,
        piety=dict.fromkeys(deities, options.start_piety),
        zeal=dict.fromkeys(deities, 0),
        elements={deity: {} for deity in deities},
        prophets={deity: {} for deity in deities},
        held=dict.fromkeys(deities),
        piety_history=dict.fromkeys(deities, (options.start_piety,)),
        mana=dict.fromkeys(shamans, NO_MANA),
        completed={shaman: {} for shaman in shamans},
        prayers={shaman: {} for shaman in shamans},
        keys=dict.fromkeys(shamans, frozenset()),
        altars=dict.fromkeys(shamans, frozenset()),
        roads=dict.fromkeys(shamans),
        follows=dict.fromkeys(shamans),
        offers={},
        wins={},
    )


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact. Facts that only repeat what others imply change nothing."""
    match fact:
        case facts.SecretElementSet(element=element):
            return copy_with(truth, secret_element=element)
        case facts.BoonsOffered(round=round_, boons=boons):
            return copy_with(truth, offers={**truth.offers, round_: tuple(boon.id for boon in boons)})
        case facts.ProphetNamed(round=round_, seat=seat, prophet=prophet):
            return copy_with(truth, prophets=_add_for_seat(truth.prophets, seat, round_, prophet))
        case facts.DecreeCounted():
            return _fold_decree(truth, fact)
        case facts.DevotionCounted(round=round_, seat=seat, devotion=devotion):
            if round_ == truth.options.last_round:
                return truth
            return copy_with(truth, prayers=_add_for_seat(truth.prayers, seat, round_, devotion.pray))
        case facts.KeyGranted(room=room, shamans=shamans):
            return copy_with(truth, keys=_grant(truth.keys, shamans, room))
        case facts.RoadGranted(until=until, shamans=shamans):
            return copy_with(truth, roads={**truth.roads, **dict.fromkeys(shamans, until)})
        case facts.AltarGranted(room=room, shamans=shamans):
            return copy_with(truth, altars=_grant(truth.altars, shamans, room))
        case facts.InfernoTamed(seat=seat):
            return copy_with(truth, inferno=seat)
        case facts.RitualsJudged():
            return _fold_rituals(truth, fact)
        case facts.GainsCounted(follows=follows, mana=mana, piety=piety, zeal=zeal):
            return copy_with(
                truth,
                follows=follows,
                mana={**truth.mana, **{seat: truth.mana[seat].plus(gain) for seat, gain in mana.items()}},
                piety=_add_changes(truth.piety, piety),
                zeal=_add_changes(truth.zeal, zeal),
            )
        case facts.AuctionHeld(round=round_, wins=wins):
            prices = {win.seat: -win.bid for win in wins.values()}
            won = {win.seat: new_held_boon(boon, round_, truth.options.last_round) for boon, win in wins.items()}
            return copy_with(
                truth,
                piety=_add_changes(truth.piety, prices),
                wins={**truth.wins, round_: wins},
                held={**truth.held, **won},
            )
        case facts.DeityReported(round=round_, seat=seat, piety=total):
            held = {**truth.held, seat: still_held(truth.held[seat], round_)}
            return copy_with(
                truth,
                held=held,
                piety_history={**truth.piety_history, seat: (*truth.piety_history[seat], total)},
            )
        case facts.PlayEnded(result=result):
            return copy_with(truth, result=result)
        case _:
            return evolve_shared(truth, fact)


def new_held_boon(boon: BoonId, won_in: int, last_round: int) -> HeldBoon:
    """Return a boon won at the end of a round; it can be used in the next two rounds."""
    return HeldBoon(boon, won_in + 1, min(won_in + 2, last_round))


def still_held(held: HeldBoon | None, round_: int) -> HeldBoon | None:
    """Return a held boon if it can be used after this round."""
    return None if held is None or held.last_round <= round_ else held


def _fold_decree(truth: Truth, counted: facts.DecreeCounted) -> Truth:
    seat, decree = counted.seat, counted.decree
    if decree.element is not None:
        truth = copy_with(truth, elements=_add_for_seat(truth.elements, seat, counted.round, decree.element))
    if decree.boon is not None:
        used = (*truth.used, Used(counted.round, seat, decree.boon))
        truth = copy_with(truth, used=used, held={**truth.held, seat: None})
    return truth


def _fold_rituals(truth: Truth, judged: facts.RitualsJudged) -> Truth:
    completed = dict(truth.completed)
    for seat, verdicts in judged.verdicts.items():
        done = {room: judged.round for room, verdict in verdicts.items() if verdict == "completed"}
        completed[seat] = {**completed[seat], **done}
    spent = {seat: truth.mana[seat].minus(mana) for seat, mana in judged.spent.items()}
    return copy_with(truth, completed=completed, mana={**truth.mana, **spent})


def _add_for_seat(
    by_seat: dict[SeatId, dict[KeyT, ValueT]], seat: SeatId, key: KeyT, value: ValueT
) -> dict[SeatId, dict[KeyT, ValueT]]:
    return {**by_seat, seat: {**by_seat[seat], key: value}}


def _grant(
    by_seat: dict[SeatId, frozenset[Room]], shamans: Iterable[SeatId], room: Room
) -> dict[SeatId, frozenset[Room]]:
    return {**by_seat, **{shaman: by_seat[shaman] | {room} for shaman in shamans}}


def _add_changes(totals: dict[SeatId, int], changes: Mapping[SeatId, int]) -> dict[SeatId, int]:
    return {**totals, **{seat: totals[seat] + change for seat, change in changes.items()}}
