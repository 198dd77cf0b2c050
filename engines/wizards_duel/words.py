"""What the fields of the game's facts and views mean, where they do not say it themselves (docs/engines.md)."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "absent": "The seats whose cast was missing.",
    "attempt": "Counts from 1 how often the round was begun: casts may be missing, and Daybreak may undo it.",
    "banned": "The spell that the opponent's Charm forbids; null: none.",
    "cancelled": "The seats whose spell's effect the other's spell cancelled.",
    "cause": "The spell by which `instant` came about; null where nobody won at once.",
    "charmed": "By the seat whose Charm worked: the spell it named, null for none.",
    "duel": "The duel's number in the match, from 1.",
    "extra": "Whether it is the extra duel that decides a tied match.",
    "fogged": "Whether the cast will be hidden by the caster's own Fog Cloud of the round before.",
    "gain": "Points that each seat won in the round.",
    "hands": "By seat: the hand, as far as the viewer knows it.",
    "instant": "The seat that won the whole duel in this round; null: nobody.",
    "item": "The item.",
    "modifier": "What is added to the strength of the cast.",
    "named": "By the seat whose Charm worked: the spell it named, null for none.",
    "outcome": "How the match ended; null until then.",
    "pending": "By seat: what acts on its next cast.",
    "points": "By seat: points in the duel so far.",
    "possible": "The spells that may be in the hand, in pool order.",
    "reason": "By what it was decided.",
    "replay": "How often this duel was played before; a replay keeps its duel's number.",
    "restarted": "Whether the round restarts, instead of ending the duel.",
    "restored": "The spell that was taken back into the hand; null: none.",
    "round": "The round's number in the duel, from 1.",
    "rounds": "Its rounds, in the order played; undone and restarted ones among them.",
    "secrets": "What was kept, one record for each seat and round.",
    "size": "How many spells are in the hand.",
    "spell": "The spell.",
    "spells": "By seat: the spell cast.",
    "strengths": "By seat: the final strength of its spell; null for a spell that has none.",
    "undone": "Whether Daybreak put the round back.",
    "winner": "The seat that won; null: neither.",
    "wins": "By seat: duels won in the match.",
}
