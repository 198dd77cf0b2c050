"""A viewer's knowledge of the match: the fold of the facts addressed to it."""

from typing import Literal

from pydantic import Field

from engines.hero_of_the_arena import facts
from engines.hero_of_the_arena.drafting import NO_DRAFT, fold_draft
from engines.hero_of_the_arena.fight_facts import ArenaDecided, Story
from engines.hero_of_the_arena.options import HeroOfTheArenaOptions
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.hero_of_the_arena.records import ArenaBoard, DecidedBy, HeroDraft, OwnCards
from engines.kit import Fact, GameView, Outcome, Phase, PhaseOpened, SeatId, Viewer, Word, fold_shared


class HeroOfTheArenaView(GameView):
    """Hero of the Arena as one viewer knows it."""

    game: Literal["hero_of_the_arena"]
    options: HeroOfTheArenaOptions = Field(description="The options of the match, as everyone may know them.")
    round: int = Field(description="Of the draft, then of the fight; stays at the last when the match is over.")
    phase: Phase | None = Field(description="The open phase; null once the match is over.")
    over: bool = Field(description="Whether the match is over.")
    rounds: int = Field(description="How many rounds the fight has.")
    max_coins: int = Field(description="The most coins a fighter can hold.")
    bought_cards_to: Literal["hand", "deck_bottom"] = Field(description="Where a bought card goes.")
    perk_stale_rounds: int = Field(description="Idle rounds after which all perks on display are replaced.")
    hidden_discards: bool = Field(description="Whether discards lie face down.")
    starter: SeatId | None = Field(description="The drafter who begins; null until it is named.")
    moves_first: SeatId | None = Field(description="The fighter who moves first in every round.")
    plays: int = Field(
        description="How often the open turn was played on: 0 in `turn`, 19 in the last `play` it can have."
    )
    draft: HeroDraft | None = Field(description="The draft; always null for fighters and spectators.")
    pack: HeroOfTheArenaPack | None = Field(description="All cards and perks; null until the draft is over.")
    board: ArenaBoard | None = Field(description="The fight as everyone knows it; null until it begins.")
    own: OwnCards | None = Field(description="The viewer's own cards; null to all but fighters after the draft.")
    decided_by: DecidedBy | None = Field(description="What decided the match; null until it is over.")
    outcome: Outcome | None = Field(description="Null until the match is over.")


def look(viewer: Viewer, options: HeroOfTheArenaOptions) -> HeroOfTheArenaView:
    """Return the view before the first fact."""
    return HeroOfTheArenaView(
        viewer=viewer,
        game="hero_of_the_arena",
        options=options,
        round=0,
        phase=None,
        over=False,
        rounds=options.rounds,
        max_coins=options.max_coins,
        bought_cards_to=options.bought_cards_to,
        perk_stale_rounds=options.perk_stale_rounds,
        hidden_discards=options.hidden_discards,
        starter=None,
        moves_first=None,
        plays=0,
        draft=None,
        pack=None,
        board=None,
        own=None,
        decided_by=None,
        outcome=None,
    )


def fold(view: HeroOfTheArenaView, fact: Fact) -> HeroOfTheArenaView:
    """Return the view after one more fact. The story of the fight is in the facts, not in the view."""
    match fact:
        case Story():
            return view
        case facts.ArenaBoardTold(board=board):
            return view.model_copy(update={"board": board})
        case facts.OwnCardsTold(seat=seat, cards=cards):
            # The cards of both fighters are addressed to the host, but its view does not contain them.
            return view.model_copy(update={"own": cards}) if seat == view.viewer else view
        case PhaseOpened(phase=phase):
            plays = view.plays + 1 if phase.name == "play" else 0
            return view.model_copy(update={"phase": phase, "round": phase.round, "plays": plays})
        case facts.DraftStarterTold(starter=starter, moves_first=moves_first):
            return view.model_copy(update={"starter": starter, "moves_first": moves_first})
        case facts.OfferRevealed() | facts.DraftDecided() | facts.CardsSetAside():
            return view.model_copy(update={"draft": fold_draft(view.draft or NO_DRAFT, fact)})
        case facts.ArenaPackRevealed(pack=pack):
            draft = None if view.draft is None else fold_draft(view.draft, fact)
            return view.model_copy(update={"pack": pack, "draft": draft})
        case ArenaDecided(decided_by=decided_by):
            return view.model_copy(update={"decided_by": decided_by})
        case _:
            return fold_shared(view, fact)


def pack_words(view: HeroOfTheArenaView) -> dict[str, Word]:
    """Names and texts of the cards and perks that the view shows, for all languages."""
    pack = view.pack
    if pack is None:
        return {f"card.{card.id}": Word(card.name, card.text) for card in (view.draft.cards if view.draft else ())}
    entries = (*pack.draft_units, *pack.draft_items, *pack.shop_cards, *pack.perks)
    return {f"card.{entry.id}": Word(entry.name, entry.text) for entry in entries}
