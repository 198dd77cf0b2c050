"""What happened in Hidden Stakes, in sentences."""

from __future__ import annotations

from engines.kit import Fact, Speaker, narrate_shared
from tests.secrecy.twins.hidden_stakes import facts


def narrate(fact: Fact, speaker: Speaker) -> str:
    match fact:
        case facts.CrierDrawn(seat=seat):
            return speaker.say("crier", seat=speaker.seat(seat))
        case facts.FavouriteDrawn(seat=seat):
            return speaker.say("favourite", seat=speaker.seat(seat))
        case facts.PurseCounted(seat=seat, coins=coins):
            return speaker.say("purse", seat=speaker.seat(seat), coins=coins)
        case facts.Staked(seat=seat, coins=coins):
            return speaker.say("staked", seat=speaker.seat(seat), coins=coins)
        case facts.RoundHeld(total=total, side=side):
            return speaker.say("held", total=total, side=side)
        case facts.StakesBooked(robbed=seat):
            return speaker.say("robbed", seat=speaker.seat(seat))
        case _:
            return narrate_shared(fact, speaker)
