"""Wizard's Duel: two seats, equal hands of spells, one hidden cast a round (rules.md)."""
