"""The rules of Hidden Stakes: options, truth, view, set-up and close of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, Literal

from pydantic import Field, JsonValue

from engines.kit import (
    ChannelClosed,
    ChannelOpened,
    Code,
    Fact,
    GameOptions,
    GameTruth,
    GameView,
    JsonSchema,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    Resolution,
    SeatId,
    Viewer,
    evolve_shared,
    read_move,
    refuse,
    seat_id,
)
from tests.secrecy.twins.hidden_stakes.facts import (
    CrierDrawn,
    FavouriteDrawn,
    Move,
    PurseCounted,
    PursesOpened,
    RoundHeld,
    Staked,
    StakeMove,
    StakesBooked,
    Toasted,
    ToastMove,
)

SEATS: Final = tuple(map(seat_id, ("north", "east", "south", "west")))
MOST: Final = 3

NOT_YOUR_PHASE: Final = Code("not_your_phase", "Nothing is asked of you.", "Wait for the next phase.")
BAD_MOVE: Final = Code("bad_move", "The move is none of this phase.", "Send what the view's `prompt` describes.")
TOO_MANY_COINS: Final = Code("too_many_coins", "You have not as many coins.", "Stake as many as the `detail` says.")


class HiddenStakesOptions(GameOptions):
    """Options of a match of Hidden Stakes."""

    variant: Literal["short"] = "short"
    rounds: int = Field(3, ge=1, le=9)
    bounty: int = Field(2, ge=0, le=9, description="Coins for the favourite; the host alone knows.")


class HiddenStakesView(GameView):
    game: Literal["hidden_stakes"] = "hidden_stakes"
    options: HiddenStakesOptions
    phase: Phase | None = None
    round: int = 0
    over: bool = False
    outcome: Outcome | None = None
    crier: SeatId | None = None
    coins: int = 0
    totals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Truth(GameTruth):
    options: HiddenStakesOptions
    crier: SeatId = SEATS[0]
    favourite: SeatId = SEATS[0]
    coins: Mapping[SeatId, int] = field(default_factory=dict)
    staked: Mapping[SeatId, int] = field(default_factory=dict)
    whispers: Mapping[SeatId, SeatId | None] = field(default_factory=dict)


def start(options: HiddenStakesOptions) -> Truth:
    return Truth(options)


def evolve(truth: Truth, fact: Fact) -> Truth:
    match fact:
        case CrierDrawn(seat=seat):
            return replace(truth, crier=seat)
        case FavouriteDrawn(seat=seat):
            return replace(truth, favourite=seat)
        case PurseCounted(seat=seat, coins=coins):
            return replace(truth, coins={**truth.coins, seat: coins})
        case Staked(seat=seat, coins=coins, whisper_to=other):
            staked = {**truth.staked, seat: coins}
            return replace(truth, staked=staked, whispers={**truth.whispers, seat: other})
        case _:
            return evolve_shared(truth, fact)


def begin(resolution: Resolution[Truth]) -> None:
    """Set up the match: a public draw, a secret draw, and one draw for each seat."""
    chance = resolution.chance
    resolution.address(CrierDrawn(seat_id(chance.one("crier", SEATS))))
    resolution.address(FavouriteDrawn(seat_id(chance.one("favourite", SEATS))))
    for seat in SEATS:
        resolution.address(PurseCounted(seat, int(chance.one(f"purse.{seat}", ("6", "7", "8", "9")))))
    _open_stakes(resolution, 1)


def close(resolution: Resolution[Truth], phase: Phase, moves: Mapping[SeatId, Move | None]) -> None:
    crier = resolution.truth.crier
    if phase.name == "stake":
        _close_stakes(resolution, moves, phase.round)
        resolution.open_phase("toast", phase.round, 30, may=(crier,), withdrawable=False)
        return
    move = moves[crier]
    resolution.address(Toasted(move.to if isinstance(move, ToastMove) else None))
    if phase.round < resolution.truth.options.rounds:
        _open_stakes(resolution, phase.round + 1)
    else:
        _end(resolution)


def _open_stakes(resolution: Resolution[Truth], round_: int) -> None:
    resolution.open_phase("stake", round_, 60, must=SEATS, early_close=round_ % 2 == 0)


def _close_stakes(resolution: Resolution[Truth], moves: Mapping[SeatId, Move | None], round_: int) -> None:
    robbed = seat_id(resolution.chance.one("thief", SEATS))
    for seat in SEATS:
        move = moves[seat]
        staked = Staked(seat, move.coins, move.whisper_to) if isinstance(move, StakeMove) else Staked(seat, 0, None)
        resolution.address(staked)
    stakes = resolution.truth.staked
    resolution.address(RoundHeld(round_, sum(stakes.values()), resolution.chance.one("coin", ("heads", "tails"))))
    resolution.address(StakesBooked(dict(stakes), robbed))
    for seat, coins in resolution.truth.coins.items():
        resolution.address(PurseCounted(seat, max(0, coins - stakes[seat] - (seat == robbed))))
    _let_whisper(resolution)


def _let_whisper(resolution: Resolution[Truth]) -> None:
    """
    Open a channel between two seats if one wants to whisper to the other; close the channels of the previous round.
    """
    whispers = resolution.truth.whispers
    wanted = {
        f"pair:{one}:{other}": (one, other)
        for place, one in enumerate(SEATS)
        for other in SEATS[place + 1 :]
        if whispers.get(one) == other or whispers.get(other) == one
    }
    for channel in resolution.truth.channels:
        if channel not in wanted:
            resolution.address(ChannelClosed(channel))
    for channel, members in wanted.items():
        if channel not in resolution.truth.channels:
            resolution.address(ChannelOpened(channel, members))


def _end(resolution: Resolution[Truth]) -> None:
    truth = resolution.truth
    coins = {seat: truth.coins[seat] + truth.options.bounty * (seat == truth.favourite) for seat in SEATS}
    resolution.address(PursesOpened(coins, truth.favourite))
    rank = {seat: 1 + sum(more > coins[seat] for more in coins.values()) for seat in SEATS}
    resolution.address(MatchEnded(Outcome(rank, {seat: [] for seat in SEATS})))


def look(viewer: Viewer, options: HiddenStakesOptions) -> HiddenStakesView:
    return HiddenStakesView(viewer=viewer, options=options)


def fold(view: HiddenStakesView, fact: Fact) -> HiddenStakesView:
    changed: dict[str, Any] = {}
    match fact:
        case CrierDrawn(seat=seat):
            changed = {"crier": seat}
        case PurseCounted(seat=seat, coins=coins) if seat == view.viewer:
            changed = {"coins": coins}
        case RoundHeld(total=total):
            changed = {"totals": (*view.totals, total)}
        case PhaseOpened(phase=phase):
            changed = {"phase": phase, "round": phase.round}
        case MatchEnded(outcome=outcome):
            changed = {"phase": None, "over": True, "outcome": outcome}
    folded: HiddenStakesView = view.model_copy(update=changed)
    return folded


def prompt(view: HiddenStakesView) -> JsonSchema | None:
    if view.phase is None or view.viewer not in view.phase.seats:
        return None
    others: list[JsonValue] = [seat for seat in SEATS if seat != view.viewer]
    properties: JsonSchema = {"type": {"const": view.phase.name}}
    if view.phase.name == "stake":
        coins: list[JsonValue] = [*range(min(MOST, view.coins) + 1)]
        properties |= {"coins": {"enum": coins}, "whisper_to": {"enum": [*others, None]}}
    else:
        properties |= {"to": {"enum": others}}
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def check(view: HiddenStakesView, move: JsonValue) -> Move:
    if view.phase is None or view.viewer not in view.phase.seats:
        refuse(NOT_YOUR_PHASE, "Wait until something is asked of you.")
    if view.phase.name == "toast":
        toast = read_move(ToastMove, move, BAD_MOVE)
        if toast.to not in SEATS or toast.to == view.viewer:
            refuse(BAD_MOVE, "Drink to another seat.", "/to")
        return toast
    stake = read_move(StakeMove, move, BAD_MOVE)
    if not 0 <= stake.coins <= min(MOST, view.coins):
        refuse(TOO_MANY_COINS, f"Stake 0 to {min(MOST, view.coins)} coins.", "/coins")
    if stake.whisper_to is not None and (stake.whisper_to not in SEATS or stake.whisper_to == view.viewer):
        refuse(BAD_MOVE, "Whisper to another seat, or to nobody.", "/whisper_to")
    return stake


def sample(view: HiddenStakesView, random: Random) -> Move:
    others = [seat for seat in SEATS if seat != view.viewer]
    if view.phase is not None and view.phase.name == "toast":
        return ToastMove(type="toast", to=random.choice(others))
    coins = random.randint(0, min(MOST, view.coins))
    return StakeMove(type="stake", coins=coins, whisper_to=random.choice([*others, None, None, None]))
