"""
The facts of Hero of the Arena and their audiences.

The whole state of the fight is in `ArenaBoardTold`, `OwnCardsTold` and `DecksStacked`. The other facts of a fight
are its story, in `fight_facts.py`, and do not change the state.
"""

from typing import TypeAlias

from engines.hero_of_the_arena import fight_facts
from engines.hero_of_the_arena.data import DRAFTERS
from engines.hero_of_the_arena.pack import DraftCard, HeroOfTheArenaPack
from engines.hero_of_the_arena.records import ArenaBoard, DraftDecision, OwnCards
from engines.kit import Audience, GameFact, OfPack, SeatId, ToEveryone, ToHost, ToItsSeat, fact, only

# The draft


class _ToDrafters(GameFact):
    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return only(*DRAFTERS)


@fact("hero_of_the_arena.draft_starter")
class DraftStarterTold(ToEveryone):
    """The drafter who begins; that drafter's partner moves second in the fight."""

    starter: SeatId
    """The drafter who begins."""
    moves_first: SeatId
    """The fighter who has the first turn."""


@fact("hero_of_the_arena.offer_revealed")
class OfferRevealed(_ToDrafters):
    """The cards of a draft round: units, then items."""

    round: int
    """The draft round, from 1."""
    cards: tuple[DraftCard, ...]
    """The cards."""


@fact("hero_of_the_arena.draft_decided")
class DraftDecided(_ToDrafters):
    """A drafter picked a card, and may also have banned one."""

    decision: DraftDecision
    """The decision."""


@fact("hero_of_the_arena.cards_set_aside")
class CardsSetAside(_ToDrafters):
    """The two remaining cards of a draft round."""

    round: int
    unit: str
    """The unit."""
    item: str
    """The item."""


@fact("hero_of_the_arena.pack_revealed")
class ArenaPackRevealed(OfPack):
    """All cards and perks of the match; later facts refer to them by id."""

    pack: HeroOfTheArenaPack
    """All cards and perks of the match."""


# The state of the fight


@fact("hero_of_the_arena.board")
class ArenaBoardTold(ToEveryone):
    """The public state of the fight."""

    board: ArenaBoard
    """The fight."""


@fact("hero_of_the_arena.own_cards")
class OwnCardsTold(ToItsSeat):
    """A fighter's own cards, as they are now."""

    seat: SeatId
    cards: OwnCards
    """The cards, as they are now."""


@fact("hero_of_the_arena.decks_stacked")
class DecksStacked(ToHost):
    """Both decks in order, top first."""

    decks: dict[SeatId, tuple[str, ...]]
    """By fighter: the deck, top first."""


OwnFact: TypeAlias = (
    DraftStarterTold
    | OfferRevealed
    | DraftDecided
    | CardsSetAside
    | ArenaPackRevealed
    | ArenaBoardTold
    | OwnCardsTold
    | DecksStacked
    | fight_facts.TurnBegan
    | fight_facts.HandFilled
    | fight_facts.FighterPassed
    | fight_facts.ArenaCardPlayed
    | fight_facts.EffectHappened
    | fight_facts.CombatFought
    | fight_facts.UnitStruck
    | fight_facts.ChallengerFell
    | fight_facts.CombatWon
    | fight_facts.CardWorn
    | fight_facts.CardsReleased
    | fight_facts.StoryCut
    | fight_facts.HandDiscarded
    | fight_facts.ShopSold
    | fight_facts.ShopRefreshed
    | fight_facts.ShopRestocked
    | fight_facts.PerksRotated
    | fight_facts.TurnScored
    | fight_facts.ArenaDecided
)
