"""What happened, in sentences; their templates are in the folder `sentences`."""

from collections.abc import Iterable, Mapping
from typing import Final

from engines.hero_of_the_arena import facts, fight_facts
from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.records import ArenaBoard
from engines.kit import Fact, Phase, PhaseOpened, SeatId, Speaker, narrate_shared

_COUNTED: Final[tuple[Action, ...]] = ("draw", "gain_coins", "steal_coins", "gain_points")
"""Actions whose sentence depends on whether there is one of what they give."""


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence or more for a fact; empty for the order of decks, and if another fact of the event says it."""
    match fact:
        case PhaseOpened(phase=phase):
            return _say_phase(phase, speaker)
        case facts.DraftStarterTold(starter=starter, moves_first=first):
            return speaker.say("draft_starter", seat=speaker.seat(starter), first=speaker.seat(first))
        case facts.OfferRevealed(round=round_, cards=cards):
            return speaker.say("offer", round=round_, cards=_cards((card.id for card in cards), speaker))
        case facts.DraftDecided(decision=decision):
            return speaker.say(
                "drafted" if decision.ban is None else "drafted.ban",
                seat=speaker.seat(decision.seat),
                pick=_card(decision.pick, speaker),
                ban=_card(decision.ban, speaker),
            )
        case facts.CardsSetAside(unit=unit, item=item):
            return speaker.say("set_aside", cards=_cards((unit, item), speaker))
        case facts.ArenaPackRevealed():
            return speaker.say("all_cards")
        case facts.ArenaBoardTold(board=board):
            return _standing(board, speaker)
        case facts.OwnCardsTold(seat=seat, cards=cards):
            hand = _cards((held.card for held in cards.hand), speaker)
            return speaker.say(
                "holds", seat=speaker.seat(seat), cards=hand, deck=speaker.count("cards", len(cards.deck))
            )
        case fight_facts.TurnScored(seat=seat, scored=scored, points=points, lead=lead):
            score = speaker.count("scores", scored, seat=speaker.seat(seat), points=_points(points, speaker))
            ahead = speaker.say("leads", seat=speaker.seat(lead)) if lead else speaker.say("tied")
            return f"{score} {ahead}"
        case fight_facts.ArenaDecided(winners=winners, decided_by=decided_by, points=points):
            names = speaker.seats(winners)
            return speaker.say(f"decided.{decided_by}", seats=names, points=_points(points, speaker))
        case _:
            return _say_fight(fact, speaker) or _say_trades(fact, speaker) or narrate_shared(fact, speaker)


def _say_fight(fact: Fact, speaker: Speaker) -> str:
    match fact:
        case fight_facts.TurnBegan(turn=turn, seat=seat):
            return speaker.say("turn", turn=turn, seat=speaker.seat(seat))
        case fight_facts.HandFilled(seat=seat, drawn=drawn):
            return speaker.say("draws", seat=speaker.seat(seat), cards=speaker.count("cards", drawn))
        case fight_facts.FighterPassed(seat=seat, move=move):
            return speaker.say(f"passed.{move}", seat=speaker.seat(seat))
        case fight_facts.ArenaCardPlayed(seat=seat, card=card, arena=arena, to=to):
            return speaker.say(
                "plays" if arena is None else "plays.in" if to is None else "plays.to",
                seat=speaker.seat(seat),
                card=_card(card, speaker),
                arena=speaker.title("arena", arena),
                to=speaker.title("arena", to),
            )
        case fight_facts.EffectHappened():
            return _say_effect(fact, speaker)
        case fight_facts.CombatFought():
            return _combat(fact, speaker)
        case fight_facts.StoryCut():
            return speaker.say("story_cut")
        case fight_facts.UnitStruck(arena=arena, striker=striker, struck=struck, attack=attack, hp=hp):
            return speaker.say(
                "strikes",
                arena=speaker.title("arena", arena),
                striker=_card(striker, speaker),
                struck=_card(struck, speaker),
                attack=attack,
                hp=max(hp, 0),
            )
        case fight_facts.ChallengerFell(arena=arena, card=card):
            return speaker.say("challenger_falls", arena=speaker.title("arena", arena), card=_card(card, speaker))
        case fight_facts.CombatWon(arena=arena, seat=seat, card=card):
            titles = {"arena": speaker.title("arena", arena), "card": _card(card, speaker)}
            return speaker.say("wins_combat", seat=speaker.seat(seat), **titles)
        case fight_facts.CardWorn():
            return _say_wear(fact, speaker)
        case fight_facts.CardsReleased(seat=seat, cards=cards, face_down=face_down):
            hidden = [speaker.count("face_down", face_down)] if face_down else []
            names = speaker.join([*(_card(card, speaker) for card in cards), *hidden])
            return speaker.say("released", seat=speaker.seat(seat), cards=names)
        case fight_facts.HandDiscarded(seat=seat, cards=cards):
            return speaker.say("discards", seat=speaker.seat(seat), cards=_discards(cards, speaker))
        case _:
            return ""


def _say_trades(fact: Fact, speaker: Speaker) -> str:
    match fact:
        case fight_facts.ShopSold(seat=seat, bought=bought, price=price):
            coins = speaker.count("coins", price)
            return speaker.say("buys", seat=speaker.seat(seat), card=_card(bought, speaker), coins=coins)
        case fight_facts.ShopRefreshed(seat=seat, cost=cost, row=row):
            coins = speaker.count("coins", cost)
            return speaker.say("refreshes", seat=speaker.seat(seat), coins=coins, cards=_cards(row, speaker))
        case fight_facts.ShopRestocked(cards=cards):
            return speaker.say("restocked", cards=_cards(cards, speaker))
        case fight_facts.PerksRotated(left=left, entered=entered, stale=stale):
            key = "perks.stale" if stale else "perks"
            return speaker.say(key, left=_cards(left, speaker), entered=_cards(entered, speaker))
        case _:
            return ""


def _say_phase(phase: Phase, speaker: Speaker) -> str:
    """Say who is to move; empty for a turn, which `TurnBegan` describes."""
    if phase.name == "turn":
        return ""
    return speaker.say("asked", phase=speaker.title("phase", phase.name), seats=speaker.seats(phase.must or phase.may))


def _say_effect(effect: fight_facts.EffectHappened, speaker: Speaker) -> str:
    units = (
        speaker.say(
            "unit",
            card=_card(unit.card, speaker),
            arena=speaker.title("arena", unit.arena),
            attack=unit.attack,
            hp=max(unit.hp, 0),
        )
        for unit in effect.units
    )
    amount = effect.amount or 0
    parts = {
        "seat": speaker.seat(effect.seat),
        "card": _card(effect.source, speaker),
        "units": speaker.join(units),
        "cards": _cards(effect.cards, speaker),
    }
    if effect.do in _COUNTED:
        return speaker.count(effect.do, amount, **parts)
    if effect.do == "repair" and not effect.units:
        return speaker.say("repairs_cards", amount=amount, **parts)
    change = f"{amount:+}".replace("-", "−")
    return speaker.say(f"effect.{effect.do}", amount=amount, change=change, **parts)


def _combat(combat: fight_facts.CombatFought, speaker: Speaker) -> str:
    first, second = combat.first, combat.second
    fought = speaker.count(
        "fight",
        combat.strikes,
        arena=speaker.title("arena", combat.arena),
        first=_card(first.card, speaker),
        first_strength=f"{first.attack}/{first.hp}",
        first_left=max(first.hp_left, 0),
        second=_card(second.card, speaker),
        second_strength=f"{second.attack}/{second.hp}",
        second_left=max(second.hp_left, 0),
    )
    if combat.fell is None:
        return fought
    return " ".join([fought, speaker.say("falls", card=_card(combat.fell, speaker))])


def _say_wear(worn: fight_facts.CardWorn, speaker: Speaker) -> str:
    parts = {
        "seat": speaker.seat(worn.seat),
        "card": _card(worn.card, speaker),
        "arena": speaker.title("arena", worn.died_in),
    }
    if worn.cooldown is None:
        return speaker.say("used_up" if worn.died_in is None else "dies_for_good", **parts)
    key = "cools" if worn.died_in is None else "dies"
    return speaker.count(key, worn.cooldown, durability=worn.durability, **parts)


def _discards(cards: Iterable[fight_facts.OpenDiscard], speaker: Speaker) -> str:
    names = (
        speaker.say(
            "discarded" if discard.card else "discarded.hidden", card=_card(discard.card, speaker), turns=discard.arena
        )
        for discard in cards
    )
    return speaker.join(names) or speaker.say("nothing")


def _standing(board: ArenaBoard, speaker: Speaker) -> str:
    heroes = [
        speaker.say(
            "hero",
            card=_card(unit.card, speaker),
            seat=speaker.seat(unit.owner),
            arena=speaker.title("arena", arena),
            attack=unit.attack,
            hp=unit.hp,
        )
        for arena, unit in enumerate(board.arenas, start=1)
        if unit is not None
    ]
    sentences = [speaker.say("heroes" if heroes else "heroes.none", heroes=speaker.join(heroes))]
    for seat, fighter in board.fighters.items():
        coins, cards = speaker.count("coins", fighter.coins), speaker.count("cards", fighter.hand_size)
        sentences.append(speaker.say("means", seat=speaker.seat(seat), coins=coins, mana=fighter.mana, cards=cards))
    return " ".join(sentences)


def _points(points: Mapping[SeatId, int], speaker: Speaker) -> str:
    return ", ".join(speaker.say("points", seat=speaker.seat(seat), number=number) for seat, number in points.items())


def _card(card: str | None, speaker: Speaker) -> str:
    return speaker.say("card", card=speaker.title("card", card))


def _cards(cards: Iterable[str], speaker: Speaker) -> str:
    return speaker.join(_card(card, speaker) for card in cards) or speaker.say("nothing")
