"""Audiences: the table of section 9 of the rulebook row by row, the channels, and invariant 7."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import JsonValue

from engines.hero_of_the_arena.facts import (
    ArenaBoardTold,
    ArenaPackRevealed,
    CardsSetAside,
    DecksStacked,
    DraftDecided,
    DraftStarterTold,
    OfferRevealed,
    OwnCardsTold,
)
from engines.hero_of_the_arena.fight_facts import (
    ArenaDecided,
    CardsReleased,
    EffectHappened,
    HandDiscarded,
    HandFilled,
)
from engines.hero_of_the_arena.pack import BUNDLED_PACK
from engines.kit import HOST, SPECTATOR, Chance, ChannelOpened, Viewer
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, fight, seat
from tests.engines.table import SEED, one, told

DRAFTERS = ("heaven-1", "heaven-2")
FIGHTERS = ("hell-1", "hell-2")
VIEWERS = (*DRAFTERS, *FIGHTERS, SPECTATOR, HOST)
DRAFT_FACTS = (OfferRevealed, DraftDecided, CardsSetAside)
FACE_DOWN: JsonValue = [{"card": "lancer", "arena": 4}, {"card": "war_drum", "arena": 2}]


def test_the_starter_is_public_and_who_named_it_is_not() -> None:
    """Row 3: the same facts, whether the drafter named it, its partner did, or nobody."""
    tellings = []
    named: JsonValue = {"type": "choose_starter", "seat": "heaven-2"}
    for moves in ({}, {"heaven-2": named}, {"hell-2": named}):
        arena = Arena()
        arena.close(moves)
        assert one(arena.told_to(SPECTATOR), DraftStarterTold).starter == "heaven-2"
        tellings.append({viewer: (arena.told_to(viewer), arena.bytes_of(Viewer(viewer))) for viewer in VIEWERS})

    assert tellings[0] == tellings[1] == tellings[2]


def test_the_draft_is_for_the_drafters_alone() -> None:
    """Rows 4 and 5 (R5): offers with the cards' data, picks, bans and what is set aside."""
    arena = Arena()
    arena.skip_to("preparation")

    for viewer in VIEWERS:
        facts = arena.told[Viewer(viewer)]
        seen = tuple(len(told(facts, kind)) for kind in DRAFT_FACTS)
        assert seen == ((5, 20, 5) if viewer in (*DRAFTERS, HOST) else (0, 0, 0))
        assert (arena.views[Viewer(viewer)].draft is None) == (viewer not in (*DRAFTERS, HOST))
    assert {card.id for card in one(arena.told[seat("heaven-1")][:4], OfferRevealed).cards} < {
        card.id for card in (*BUNDLED_PACK.draft_units, *BUNDLED_PACK.draft_items)
    }


def test_fighters_and_spectators_cannot_tell_one_draft_from_another() -> None:
    """Until the decks are handed over, they receive the same bytes."""
    seen = set()
    for seed in range(3):
        random = Random(seed)
        arena = Arena()
        arena.close({})
        while arena.phase.name != "preparation":
            arena.close(arena.sampled(random, absent=0.3))
            if arena.phase.name != "preparation":
                before = {
                    viewer: (arena.bytes_of(Viewer(viewer)), repr(arena.told[Viewer(viewer)])) for viewer in VIEWERS
                }
        seen.add(tuple(before[viewer] for viewer in (*FIGHTERS, SPECTATOR)))

    assert len(seen) == 1


def test_each_fighter_learns_its_deck_as_a_set_and_everyone_the_pack() -> None:
    """Rows 6 and 7 (R6): when preparation opens; in pack order, which reveals nothing of the draft."""
    arena = Arena()
    arena.skip_to("draft_fourth", 5)
    assert all(view.pack is None for view in arena.views.values())

    arena.close({})

    for viewer in VIEWERS:
        facts = arena.told_to(viewer)
        assert one(facts, ArenaPackRevealed).pack == arena.views[Viewer(viewer)].pack == BUNDLED_PACK
        decks = [addressed.seat for addressed in told(facts, OwnCardsTold)]
        assert decks == (list(FIGHTERS) if viewer == HOST else [viewer] if viewer in FIGHTERS else [])
    own = arena.views[seat("hell-1")].own
    assert own is not None
    order = BUNDLED_PACK.tables.order
    assert [held.card for held in own.deck] == sorted((held.card for held in own.deck), key=order.__getitem__)
    assert (len(own.deck), own.hand, own.pile) == (10, (), ())
    assert arena.views[seat("heaven-1")].own is arena.views[SPECTATOR].own is arena.views[HOST].own is None


def test_the_board_is_public_at_every_change() -> None:
    """Rows 8 to 10: arenas, means, shop, perks and sizes, the same record for all."""
    arena = fight()
    random = Random(3)
    for _ in range(20):
        boards = {viewer: one(arena.told_to(viewer), ArenaBoardTold).board for viewer in VIEWERS}
        assert all(board == arena.record for board in boards.values())
        assert all(view.board == arena.record for view in arena.views.values())
        for name in FIGHTERS:
            fighter = arena.fighter(name)
            assert (fighter.hand_size, fighter.deck_size) == (len(arena.hand(name)), len(arena.deck(name)))
        arena.close(arena.sampled(random))


def test_hand_and_deck_are_told_to_their_fighter_and_the_order_to_the_host() -> None:
    """Rows 12 to 14: drawn cards only to their fighter, their number to all."""
    arena = fight()
    arena.arrange(hands={SECOND: []}, decks={SECOND: ["phoenix", "lancer", "duelist"]})

    arena.close({})

    for viewer in VIEWERS:
        facts = arena.told_to(viewer)
        assert one(facts, HandFilled).drawn == 3
        own = [addressed.seat for addressed in told(facts, OwnCardsTold)]
        assert (SECOND in own) == (viewer in (SECOND, HOST))
        assert bool(told(facts, DecksStacked)) == (viewer == HOST)
        others = "phoenix" in repr([addressed for addressed in facts if not isinstance(addressed, DecksStacked)])
        assert others == (viewer in (SECOND, HOST))


def test_a_deck_is_shown_as_a_set() -> None:
    """Its fighter sees the same for any order."""
    seen = set()
    for deck in (["lancer", "phoenix"], ["phoenix", "lancer"]):
        arena = fight()
        arena.arrange(decks={FIRST: deck})
        seen.add(arena.bytes_of(seat(FIRST)))

    assert len(seen) == 1


def test_cards_on_cooldown_are_public_unless_they_lie_face_down() -> None:
    """Row 11: of a face-down card others see `left` and `start`; what an effect discards is face up."""
    for hidden in (False, True):
        arena = fight(hidden_discards=hidden)
        arena.arrange(hands={FIRST: ["lancer", "war_drum"]}, decks={FIRST: []})
        arena.act("discard", cards=FACE_DOWN)
        for viewer in VIEWERS:
            shown = [entry.card for entry in one(arena.told_to(viewer), HandDiscarded).cards]
            assert shown == ([None, None] if hidden else ["lancer", "war_drum"])
            board = arena.views[Viewer(viewer)].board
            assert board is not None
            pile = [(c.card, c.left, c.start, c.durability) for c in board.fighters[seat(FIRST)].pile]
            if hidden:
                assert pile == [(None, 3, 4, None), (None, 1, 2, None)]
            else:
                assert pile == [("lancer", 3, 4, 3), ("war_drum", 1, 2, 3)]
        own = arena.views[seat(FIRST)].own
        assert own is not None
        assert [cooled.card for cooled in own.pile] == ["lancer", "war_drum"]


def test_facts_do_not_depend_on_face_down_cards_or_hands() -> None:
    """Number, kinds and bytes, for all but the fighter, until what was hidden is released."""
    seen = set()
    for cards in (["lancer", "war_drum", "bandage"], ["phoenix", "whetstone", "duelist"]):
        arena = fight(hidden_discards=True)
        arena.arrange(hands={FIRST: cards}, decks={FIRST: ["colossus"] * 5})
        before = {viewer: len(arena.told[viewer]) for viewer in arena.views}
        entries: JsonValue = [{"card": cards[0], "arena": 1}, {"card": cards[1], "arena": 3}]
        arena.act("discard", cards=entries)
        assert one(arena.told_to(SPECTATOR), CardsReleased).face_down == 1
        for _ in range(5):
            arena.close({})
        seen.add(
            tuple(
                (arena.bytes_of(viewer), repr(arena.told[viewer][before[viewer] :]))
                for viewer in (seat("heaven-1"), seat(SECOND), SPECTATOR)
            )
        )

    assert len(seen) == 1


def test_repairs_of_a_hand_name_no_card() -> None:
    """Everyone sees the purchase of a perk that affects cards which nobody else sees."""
    arena = fight()
    arena.arrange(hands={FIRST: ["lancer"]}, perks=["field_smith", "volley", "tribute"], means={FIRST: {"coins": 5}})

    arena.buy("field_smith")

    (effect,) = told(arena.told_to(SPECTATOR), EffectHappened)
    assert (effect.do, effect.units, effect.cards) == ("repair", (), ())
    assert arena.durability(FIRST, "lancer") == 4


def test_nothing_more_is_told_at_the_end() -> None:
    """Row 17: the outcome, and no hand, deck or draft."""
    arena = fight("skirmish", rounds=1)
    arena.close({})
    arena.close({})

    for viewer in (SPECTATOR, "heaven-1", "hell-1"):
        assert [type(addressed).__name__ for addressed in arena.told_to(viewer)][-3:] == [
            "ArenaBoardTold",
            "ArenaDecided",
            "MatchEnded",
        ]
        assert one(arena.told_to(viewer), ArenaDecided).decided_by == "never_led"
    assert not ENGINE.opens_log(ENGINE.options("standard", {}))


@pytest.mark.parametrize(
    ("option", "opening"), [("closed", None), ("after_draft", "preparation"), ("always", "starter")]
)
def test_channels(option: str, opening: str | None) -> None:
    """Section 9: the realms always, partners as the option says; told once, to the members alone."""
    arena = Arena(partner_channel=option)
    opened: list[tuple[str, ChannelOpened, tuple[str, ...]]] = []
    while arena.phase.name != "turn":
        for addressed in arena.facts:
            if isinstance(addressed.fact, ChannelOpened):
                assert not addressed.audience.everyone
                opened.append((arena.phase.name, addressed.fact, addressed.audience.seats))
        arena.close({})

    expected: list[tuple[str, str, tuple[str, ...]]] = [("starter", "heaven", DRAFTERS), ("starter", "hell", FIGHTERS)]
    if opening is not None:
        expected += [(opening, f"team:{n}", (f"heaven-{n}", f"hell-{n}")) for n in (1, 2)]
    assert [(phase, fact.channel, fact.members) for phase, fact, _ in opened] == expected
    assert all(fact.members == audience and not fact.spectators for _, fact, audience in opened)


@pytest.mark.parametrize("variant", ["standard", "shadow"])
def test_the_cards_of_a_fighter_are_visible_to_nobody_else(variant: str) -> None:
    """
    Invariant 7: another hand and deck of the same sizes give all others the same facts and bytes, whatever they play.

    The cards are swapped between hand and deck in the truth, at random moments of random matches.
    """
    compared = 0
    for seed in range(12):
        random = Random(seed)
        arena = fight(variant)
        while not arena.over:
            mover = arena.phase.must[0]
            other = next(name for name in FIGHTERS if name != mover)
            hand, deck = arena.hand(other), arena.deck(other)
            moves = {mover: ENGINE.sample(arena.views[mover], random)}
            if hand and deck and random.random() < 0.3:
                truth = arena.truth
                cards = hand + deck
                random.shuffle(cards)
                swapped = Arena(variant)
                swapped.truth, swapped.views = truth, dict(arena.views)
                swapped.arrange(hands={other: cards[: len(hand)]}, decks={other: cards[len(hand) :]})
                results = [ENGINE.resolve(t, moves, Chance(SEED, 999)) for t in (truth, swapped.truth)]
                for viewer in (mover, "heaven-1", SPECTATOR):
                    told_ = [[f.fact for f in facts if f.audience.includes(Viewer(viewer))] for facts in results]
                    # Making the rival discard shows what it held.
                    if not any(effect.cards for effect in told(told_[0], EffectHappened)):
                        assert told_[0] == told_[1], f"seed {seed}"
                        compared += 1
            arena.close({mover: moves[mover].model_dump(mode="json")})

    assert compared > 50
