"""The whole truth of a match, as the host knows it: the fold of all facts."""

from dataclasses import dataclass, field

from engines.hero_of_the_arena import facts
from engines.hero_of_the_arena.data import PARTNER, RIVAL
from engines.hero_of_the_arena.drafting import NO_DRAFT, fold_draft
from engines.hero_of_the_arena.fight_facts import Story
from engines.hero_of_the_arena.options import HeroOfTheArenaOptions
from engines.hero_of_the_arena.records import ArenaBoard, HeroDraft, OwnCards
from engines.kit import Fact, GameTruth, SeatId, copy_with, evolve_shared


@dataclass(frozen=True)
class Truth(GameTruth):
    """
    The state of a match. `starter` is None until it is chosen, `board` until the fight begins.

    `own` contains each fighter's cards from the hand-over on, `decks` their order, top first, once the fight begins.
    """

    options: HeroOfTheArenaOptions
    starter: SeatId | None = None
    draft: HeroDraft = NO_DRAFT
    board: ArenaBoard | None = None
    own: dict[SeatId, OwnCards] = field(default_factory=dict)
    decks: dict[SeatId, tuple[str, ...]] = field(default_factory=dict)

    @property
    def begins_drafting(self) -> SeatId:
        if self.starter is None:
            raise AssertionError("asked before the starter is named")
        return self.starter

    @property
    def first_fighter(self) -> SeatId:
        """The fighter who moves first in every round: the partner of the drafter who did not begin."""
        return PARTNER[RIVAL[self.begins_drafting]]

    @property
    def fight(self) -> ArenaBoard:
        if self.board is None:
            raise AssertionError("asked before the fight")
        return self.board


def start(options: HeroOfTheArenaOptions) -> Truth:
    """Return the truth before the first fact."""
    return Truth(options)


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact. The facts of the story change nothing."""
    match fact:
        case Story():
            return truth
        case facts.ArenaBoardTold(board=board):
            return copy_with(truth, board=board)
        case facts.OwnCardsTold(seat=seat, cards=cards):
            return copy_with(truth, own={**truth.own, seat: cards})
        case facts.DecksStacked(decks=decks):
            return copy_with(truth, decks=decks)
        case facts.DraftStarterTold(starter=starter):
            return copy_with(truth, starter=starter)
        case facts.OfferRevealed() | facts.DraftDecided() | facts.CardsSetAside() | facts.ArenaPackRevealed():
            return copy_with(truth, draft=fold_draft(truth.draft, fact))
        case _:
            return evolve_shared(truth, fact)
