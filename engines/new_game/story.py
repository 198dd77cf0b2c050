"""One line of plain text for each fact, for readers of the terminal."""

from engines.kit import Fact
from engines.new_game import facts


def narrate(fact: Fact) -> str:
    """Return a line for a fact of the game; empty for other facts."""
    match fact:
        case facts.NewGameDealt(seat=seat, cards=cards):
            return f"{seat} is dealt {', '.join(map(str, cards))}."
        case facts.NewGamePlayed(cards=cards, winner=winner):
            shown = ", ".join(f"{seat} plays {card}" for seat, card in cards.items())
            return f"{shown}: {winner or 'nobody'} scores."
        case _:
            return ""
