"""The facts of Wizard's Duel and their audiences."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator

from engines.kit import ToEveryone, ToHost, ToItsSeat, fact, intern_dict, record
from engines.wizards_duel.data import Duelist, Item, Shown, Spell

DuelReason: TypeAlias = Literal["points", "instant", "timeout", "holder", "drawn", "replayed", "coin"]
Points: TypeAlias = Annotated[dict[Duelist, int], AfterValidator(intern_dict)]
MatchReason: TypeAlias = Literal["wins", "extra_duel", "holder", "coin"]


@fact("wizards_duel.item_drafted")
class ItemDrafted(ToEveryone):
    """A seat owns an item from now on. It may have chosen the item or not."""

    seat: Duelist
    item: Item
    """The item."""


@fact("wizards_duel.duel_started")
class DuelStarted(ToEveryone):
    """A duel starts: new hands, no points, round 1. A replay has the same duel number."""

    duel: int
    """The duel's number in the match, from 1."""
    extra: bool
    """Whether it is the extra duel that decides a tied match."""
    replay: int
    """How often this duel was played before; a replay has the same duel number."""


@fact("wizards_duel.round_played")
class RoundPlayed(ToEveryone):
    """
    Both spells and their score, as everyone sees them: spells in fog are `hidden`.

    `instant` is the seat that won the whole duel in this round. `restored` is the spell a seat took back, `hidden` if
    that was cast in fog.
    """

    round: int
    """The round's number in the duel, from 1."""
    attempt: int
    """The number of starts of the round, from 1: it restarts when casts are missing or Daybreak undoes it."""
    absent: tuple[Duelist, ...]
    """The seats whose cast was missing."""
    spells: Annotated[dict[Duelist, Shown], AfterValidator(intern_dict)]
    """By seat: the spell cast."""
    winner: Duelist | None
    """The seat that won; null: neither."""
    gain: Points
    """Points that each seat won in the round."""
    points: Points
    """By seat: points in the duel so far."""
    instant: Duelist | None
    """The seat that won the whole duel in this round; null: nobody."""
    restored: Annotated[dict[Duelist, Shown | None], AfterValidator(intern_dict)]
    """The spell that was taken back into the hand; null: none."""


@fact("wizards_duel.withheld")
class Withheld(ToItsSeat):
    """What `RoundPlayed` hides from the others about `seat`; null if it hides nothing. For that seat."""

    seat: Duelist
    spell: Spell | None
    """The spell."""
    restored: Spell | None


@fact("wizards_duel.round_explained")
class RoundExplained(ToHost):
    """
    How the last round was scored: the real spells, the cancelled effects, the final strengths (null for a spell without
    strength) and the spell that caused `instant`. Host only.
    """

    spells: dict[Duelist, Spell]
    restored: dict[Duelist, Spell | None]
    cancelled: tuple[Duelist, ...]
    """The seats whose spell's effect the other's spell cancelled."""
    strengths: dict[Duelist, int | None]
    """The final strength of each spell, by seat; null for a spell without strength."""
    cause: Spell | None
    """The spell that caused `instant`; null if nobody won at once."""


@fact("wizards_duel.round_missed")
class RoundMissed(ToEveryone):
    """Casts were missing: the round restarts, or the duel is over."""

    round: int
    attempt: int
    absent: tuple[Duelist, ...]
    restarted: bool
    """Whether the round restarts, instead of ending the duel."""


@fact("wizards_duel.cast_voided")
class CastVoided(ToHost):
    """The spell that `seat` submitted when the opponent's missing cast ended the duel. Only for the host."""

    seat: Duelist
    spell: Spell


@fact("wizards_duel.charmed")
class Charmed(ToEveryone):
    """The spell that each Charm forbids the opponent in the next round; null: none."""

    named: Annotated[dict[Duelist, Spell | None], AfterValidator(intern_dict)]
    """The forbidden spell, by the seat whose Charm worked; null for none."""


@fact("wizards_duel.round_undone")
class RoundUndone(ToEveryone):
    """Apollo's Daybreak undid the round; it is played again."""

    seat: Duelist
    round: int
    attempt: int


@fact("wizards_duel.duel_ended")
class DuelEnded(ToEveryone):
    """The duel is over; `wins` already includes it. A duel that is `drawn` or `replayed` has no winner."""

    duel: int
    extra: bool
    replay: int
    winner: Duelist | None
    reason: DuelReason
    """What decided it."""
    points: Points
    wins: Points
    """By seat: duels won in the match."""


@fact("wizards_duel.match_decided")
class MatchDecided(ToEveryone):
    """The winner of the match, and the reason."""

    winner: Duelist
    reason: MatchReason
    wins: Points


@record
class Secret:
    """What the public record of one round hides about one seat; null if it hides nothing."""

    duel: int
    replay: int
    round: int
    attempt: int
    seat: Duelist
    spell: Spell | None
    restored: Spell | None


@fact("wizards_duel.hidden_revealed")
class HiddenRevealed(ToEveryone):
    """Reveals what earlier records hid in fog, including undone rounds."""

    secrets: tuple[Secret, ...]
    """The hidden values, one record for each seat and round."""


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
