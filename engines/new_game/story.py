"""What happened, in sentences; their templates are in the folder `sentences`, a file for each language."""

from engines.kit import Fact, Speaker, narrate_shared
from engines.new_game import facts


def narrate(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence for a fact of the game; the phase and the end have the sentences of all games."""
    match fact:
        case facts.NewGameDealt(seat=seat, cards=cards):
            return speaker.say("dealt", seat=speaker.seat(seat), cards=speaker.join(map(str, cards)))
        case facts.NewGamePlayed(cards=cards, winner=winner):
            played = (speaker.say("plays", seat=speaker.seat(seat), card=card) for seat, card in cards.items())
            result = speaker.say("scores", seat=speaker.seat(winner)) if winner else speaker.say("nobody_scores")
            return speaker.say("played", plays=", ".join(played), result=result)
        case _:
            return narrate_shared(fact, speaker)
