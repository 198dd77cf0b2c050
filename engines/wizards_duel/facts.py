"""What can be told in a Wizard's Duel, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.contract import ToEveryone, ToHost, ToItsSeat
from engines.wizards_duel.data import Duelist, Item, Shown, Spell

DuelReason: TypeAlias = Literal["points", "instant", "timeout", "holder", "drawn", "replayed", "coin"]
MatchReason: TypeAlias = Literal["wins", "extra_duel", "holder", "coin"]


@dataclass(frozen=True, slots=True)
class ItemDrafted(ToEveryone):
    """A seat owns an item from now on. Whether it chose the item itself is not said."""

    seat: Duelist
    item: Item
    type: Literal["wizards_duel.item_drafted"] = "wizards_duel.item_drafted"


@dataclass(frozen=True, slots=True)
class DuelStarted(ToEveryone):
    """Fresh hands, no points, round 1. A replay keeps its duel's number."""

    duel: int
    extra: bool
    replay: int
    type: Literal["wizards_duel.duel_started"] = "wizards_duel.duel_started"


@dataclass(frozen=True, slots=True)
class RoundPlayed(ToEveryone):
    """
    Both spells are on the table and scored, as everyone sees it: spells in fog are `hidden`.

    `instant` is the seat that won the whole duel in this round. `restored` is the spell a seat took back, `hidden` if
    that was cast in fog.
    """

    round: int
    attempt: int
    absent: tuple[Duelist, ...]
    spells: dict[Duelist, Shown]
    winner: Duelist | None
    gain: dict[Duelist, int]
    points: dict[Duelist, int]
    instant: Duelist | None
    restored: dict[Duelist, Shown | None]
    type: Literal["wizards_duel.round_played"] = "wizards_duel.round_played"


@dataclass(frozen=True, slots=True)
class Withheld(ToItsSeat):
    """What `RoundPlayed` just kept from the others about `seat`; null where it kept nothing. Told to that seat."""

    seat: Duelist
    spell: Spell | None
    restored: Spell | None
    type: Literal["wizards_duel.withheld"] = "wizards_duel.withheld"


@dataclass(frozen=True, slots=True)
class RoundExplained(ToHost):
    """
    How the round just played was scored: the spells as they were, whose effect was cancelled, the final strengths
    (null for a spell that has none) and the spell by which `instant` came about. Host only.
    """

    spells: dict[Duelist, Spell]
    restored: dict[Duelist, Spell | None]
    cancelled: tuple[Duelist, ...]
    strengths: dict[Duelist, int | None]
    cause: Spell | None
    type: Literal["wizards_duel.round_explained"] = "wizards_duel.round_explained"


@dataclass(frozen=True, slots=True)
class RoundMissed(ToEveryone):
    """Nothing was cast because casts were missing: the round restarts, or else the duel is over."""

    round: int
    attempt: int
    absent: tuple[Duelist, ...]
    restarted: bool
    type: Literal["wizards_duel.round_missed"] = "wizards_duel.round_missed"


@dataclass(frozen=True, slots=True)
class CastVoided(ToHost):
    """The spell that `seat` submitted when its opponent's silence ended the duel. Host only, for good."""

    seat: Duelist
    spell: Spell
    type: Literal["wizards_duel.cast_voided"] = "wizards_duel.cast_voided"


@dataclass(frozen=True, slots=True)
class Charmed(ToEveryone):
    """The spell each Charm's caster named; the opponent may not cast it next round. Null: none."""

    named: dict[Duelist, Spell | None]
    type: Literal["wizards_duel.charmed"] = "wizards_duel.charmed"


@dataclass(frozen=True, slots=True)
class RoundUndone(ToEveryone):
    """Apollo's Daybreak put the round back; it is played again."""

    seat: Duelist
    round: int
    attempt: int
    type: Literal["wizards_duel.round_undone"] = "wizards_duel.round_undone"


@dataclass(frozen=True, slots=True)
class DuelEnded(ToEveryone):
    """The duel is over; `wins` counts it already. Nobody wins a duel that is `drawn` or `replayed`."""

    duel: int
    extra: bool
    replay: int
    winner: Duelist | None
    reason: DuelReason
    points: dict[Duelist, int]
    wins: dict[Duelist, int]
    type: Literal["wizards_duel.duel_ended"] = "wizards_duel.duel_ended"


@dataclass(frozen=True, slots=True)
class MatchDecided(ToEveryone):
    """Who won the match, and by what."""

    winner: Duelist
    reason: MatchReason
    wins: dict[Duelist, int]
    type: Literal["wizards_duel.match_decided"] = "wizards_duel.match_decided"


@dataclass(frozen=True, slots=True)
class Secret:
    """What the public record of one round keeps about one seat; null where it keeps nothing."""

    duel: int
    replay: int
    round: int
    attempt: int
    seat: Duelist
    spell: Spell | None
    restored: Spell | None


@dataclass(frozen=True, slots=True)
class HiddenRevealed(ToEveryone):
    """The fog lifts: what earlier records kept. Undone rounds are among them."""

    secrets: tuple[Secret, ...]
    type: Literal["wizards_duel.hidden_revealed"] = "wizards_duel.hidden_revealed"


OwnFact: TypeAlias = (
    ItemDrafted
    | DuelStarted
    | RoundPlayed
    | Withheld
    | RoundExplained
    | RoundMissed
    | CastVoided
    | Charmed
    | RoundUndone
    | DuelEnded
    | MatchDecided
    | HiddenRevealed
)
