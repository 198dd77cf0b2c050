"""Wizard's Duel: two seats, equal hands of spells, one hidden cast per round (rules.md)."""
