"""One line of text for each fact, for readers of the terminal."""

from typing import Final

from engines.hero_of_the_arena import facts, fight_facts
from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.records import ArenaBoard, DecidedBy, OwnCards
from engines.kit import Fact, Phase, PhaseOpened, counted, listed

_DOES: Final[dict[Action, str]] = {
    "damage": "deals {amount} damage",
    "heal": "heals {amount}",
    "buff_attack": "changes attack by {amount:+}",
    "buff_hp": "gives {amount} HP",
    "repair": "repairs {amount} durability",
    "return_to_hand": "sends back to the hand",
    "move": "moves",
    "strike_first": "strikes first",
    "draw": "draws {amount}",
    "gain_mana": "gains {amount} mana",
    "gain_coins": "gains {amount} coins",
    "steal_coins": "steals {amount} coins",
    "gain_points": "gains {amount} points",
    "cooldown": "changes cooldowns by {amount:+}",
    "discard_oldest": "makes the rival discard {amount}",
}

_ASKED: Final = {
    "starter": "is asked who begins drafting",
    "draft_review": "look at the offer",
    "draft_first": "picks",
    "draft_second": "picks and bans",
    "draft_third": "bans and picks",
    "draft_fourth": "picks",
    "preparation": "prepare for the fight",
    "turn": "is to move",
    "play": "plays on",
    "shop": "is still at the shop",
}

_BY: Final[dict[DecidedBy, str]] = {
    "score": "by points",
    "last_lead": "by the last lead",
    "never_led": "by moving second",
}


def narrate(fact: Fact) -> str:
    """Return a line for a fact."""
    match fact:
        case PhaseOpened(phase=phase):
            return _opened(phase)
        case facts.DraftStarterTold(starter=starter, moves_first=moves_first):
            return f"{starter} begins drafting, so {moves_first} will move first."
        case facts.OfferRevealed(round=round_, cards=cards):
            return f"Draft round {round_} offers {listed(card.id for card in cards)}."
        case facts.DraftDecided(decision=decision):
            banned = f" and bans {decision.ban}" if decision.ban is not None else ""
            return f"{decision.seat} picks {decision.pick}{banned}."
        case facts.CardsSetAside(unit=unit, item=item):
            return f"Set aside: {unit}, {item}."
        case facts.ArenaPackRevealed(pack=pack):
            return f"The cards of {pack.name} are public."
        case facts.ArenaBoardTold(board=board):
            return _standing(board)
        case facts.OwnCardsTold(seat=seat, cards=cards):
            return f"{seat} holds {_held(cards)}; {len(cards.deck)} cards in the deck."
        case fight_facts.TurnScored(seat=seat, scored=scored, points=points, lead=lead):
            ahead = "tied" if lead is None else f"{lead} leads"
            return f"{seat} scores {scored}: {counted(points)}, {ahead}."
        case fight_facts.ArenaDecided(winners=winners, decided_by=decided_by, points=points):
            return f"{listed(winners)} win {_BY[decided_by]}: {counted(points)}."
        case _:
            return _fought(fact) or _traded(fact)


def _fought(fact: Fact) -> str:
    match fact:
        case fight_facts.TurnBegan(turn=turn, seat=seat):
            return f"Turn {turn}: {seat}."
        case fight_facts.HandFilled(seat=seat, drawn=drawn):
            return f"{seat} draws {drawn}."
        case fight_facts.FighterPassed(seat=seat, move=move):
            return f"{seat} plays nothing." if move == "play" else f"{seat} buys nothing."
        case fight_facts.ArenaCardPlayed(seat=seat, card=card, arena=arena, to=to):
            where = f" in arena {arena}" if arena is not None else ""
            return f"{seat} plays {card}{where}{f', to {to}' if to is not None else ''}."
        case fight_facts.EffectHappened():
            return _happened(fact)
        case fight_facts.CombatFought():
            return _combat(fact)
        case fight_facts.StoryCut():
            return "More happens than is told."
        case fight_facts.UnitStruck(arena=arena, striker=striker, struck=struck, attack=attack, hp=hp):
            return f"Arena {arena}: {striker} strikes {struck} for {attack}, {hp} HP left."
        case fight_facts.ChallengerFell(arena=arena, card=card):
            return f"Arena {arena}: neither can win, and {card} falls."
        case fight_facts.CombatWon(arena=arena, seat=seat, card=card):
            return f"Arena {arena}: {card} wins for {seat}."
        case fight_facts.CardWorn():
            return _worn(fact)
        case fight_facts.CardsReleased(seat=seat, cards=cards, face_down=face_down):
            hidden = [f"{face_down} face down"] if face_down else []
            return f"{listed([*cards, *hidden])} back under the deck of {seat}."
        case fight_facts.HandDiscarded(seat=seat, cards=cards):
            discards = (f"{card.card or 'a card face down'} ({card.arena})" for card in cards)
            return f"{seat} discards {listed(discards)}."
        case _:
            return ""


def _traded(fact: Fact) -> str:
    match fact:
        case fight_facts.ShopSold(seat=seat, bought=bought, price=price):
            return f"{seat} buys {bought} for {price}."
        case fight_facts.ShopRefreshed(seat=seat, cost=cost, row=row):
            return f"{seat} pays {cost} for a new row: {listed(row)}."
        case fight_facts.ShopRestocked(cards=cards):
            return f"New in the shop: {listed(cards)}."
        case fight_facts.PerksRotated(left=left, entered=entered, stale=stale):
            why = "Nobody wanted perks" if stale else "Perks change"
            return f"{why}: {listed(left)} out, {listed(entered)} in."
        case _:
            return ""


def _opened(phase: Phase) -> str:
    return f"{' and '.join(phase.must)} {_ASKED.get(phase.name, phase.name)}."


def _happened(effect: fight_facts.EffectHappened) -> str:
    does = _DOES[effect.do].format(amount=effect.amount)
    touched = [f"{unit.card} in {unit.arena} ({unit.attack}/{unit.hp})" for unit in effect.units]
    names = [*touched, *effect.cards]
    return f"{effect.source} of {effect.seat} {does}{f': {listed(names)}' if names else ''}."


def _combat(combat: fight_facts.CombatFought) -> str:
    units = (f"{unit.card} ({unit.attack}) {unit.hp} to {unit.hp_left} HP" for unit in (combat.first, combat.second))
    falls = f"; neither can win, and {combat.fell} falls" if combat.fell is not None else ""
    strikes = "1 strike" if combat.strikes == 1 else f"{combat.strikes} strikes"
    return f"Arena {combat.arena}: {strikes}, {', '.join(units)}{falls}."


def _worn(worn: fight_facts.CardWorn) -> str:
    dies = f"dies in arena {worn.died_in}, " if worn.died_in is not None else ""
    if worn.cooldown is None:
        return f"{worn.card} {dies}is used up."
    return f"{worn.card} {dies}is on cooldown {worn.cooldown}, durability {worn.durability}."


def _standing(board: ArenaBoard) -> str:
    heroes = [
        f"{arena} {unit.card} {unit.attack}/{unit.hp} of {unit.owner}"
        for arena, unit in enumerate(board.arenas, start=1)
        if unit is not None
    ]
    means = [
        f"{seat} {fighter.coins} coins, {fighter.mana} mana, {fighter.hand_size} cards"
        for seat, fighter in board.fighters.items()
    ]
    return f"Arenas: {listed(heroes)}. {'; '.join(means)}."


def _held(cards: OwnCards) -> str:
    return listed(held.card for held in cards.hand)
