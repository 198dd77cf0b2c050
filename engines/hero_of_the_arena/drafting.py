"""The draft: its record, the kinds of card that each phase needs, and the default for an absent drafter (section 3)."""

from typing import Final

from engines.hero_of_the_arena.data import OTHER_KIND, Kind
from engines.hero_of_the_arena.facts import ArenaPackRevealed, CardsSetAside, DraftDecided, OfferRevealed
from engines.hero_of_the_arena.moves import HeroDraftMove
from engines.hero_of_the_arena.records import DraftDecision, HeroDraft
from engines.kit import Fact, SeatId, copy_with

NO_DRAFT: Final = HeroDraft(round=0, cards=(), offer=(), open=(), decisions=(), set_aside=())


def fold_draft(draft: HeroDraft, fact: Fact) -> HeroDraft:
    """Return the draft after one more fact."""
    match fact:
        case OfferRevealed(round=round_, cards=cards):
            offer = tuple(card.id for card in cards)
            known = {card.id for card in draft.cards}
            fresh = tuple(card for card in cards if card.id not in known)
            return copy_with(draft, round=round_, cards=draft.cards + fresh, offer=offer, open=offer)
        case DraftDecided(decision=decision):
            gone = (decision.pick, decision.ban)
            left = tuple(card for card in draft.open if card not in gone)
            return copy_with(draft, open=left, decisions=(*draft.decisions, decision))
        case CardsSetAside(unit=unit, item=item):
            return copy_with(draft, open=(), set_aside=(*draft.set_aside, (unit, item)))
        case ArenaPackRevealed():
            return copy_with(draft, cards=())
        case _:
            return draft


def picks_of(draft: HeroDraft, seat: SeatId) -> list[str]:
    """Return a drafter's picks, in order."""
    return [decision.pick for decision in draft.decisions if decision.seat == seat]


def due_ban(draft: HeroDraft, phase: str) -> Kind | None:
    """Return the kind of card that must be banned in this phase; None for any kind."""
    if phase != "draft_third":
        return None
    (banned,) = (decision.ban for decision in _of_round(draft) if decision.ban is not None)
    return OTHER_KIND[kind_in(draft, banned)]


def due_pick(draft: HeroDraft, phase: str, seat: SeatId) -> Kind | None:
    """Return the kind of card that must be picked in this phase; None for any kind."""
    if phase not in ("draft_third", "draft_fourth"):
        return None
    (first,) = (decision.pick for decision in _of_round(draft) if decision.seat == seat)
    return OTHER_KIND[kind_in(draft, first)]


def choices(draft: HeroDraft, kind: Kind | None, besides: str | None = None) -> list[str]:
    """Return the open cards of a kind (None for any kind), in the order of the offer."""
    return [card for card in draft.open if card != besides and kind in (None, kind_in(draft, card))]


def default_draft(draft: HeroDraft, phase: str, seat: SeatId) -> HeroDraftMove:
    """Return the default decision of an absent drafter: the first legal cards."""
    picks = due_pick(draft, phase, seat)
    match phase:
        case "draft_second":
            pick, ban = draft.open[:2]
            return HeroDraftMove(type="draft", pick=pick, ban=ban)
        case "draft_third":
            ban = choices(draft, due_ban(draft, phase))[0]
            return HeroDraftMove(type="draft", pick=choices(draft, picks, besides=ban)[0], ban=ban)
        case _:
            return HeroDraftMove(type="draft", pick=choices(draft, picks)[0], ban=None)


def kind_in(draft: HeroDraft, id_: str) -> Kind:
    return next(card.kind for card in draft.cards if card.id == id_)


def _of_round(draft: HeroDraft) -> list[DraftDecision]:
    return [decision for decision in draft.decisions if decision.round == draft.round]
