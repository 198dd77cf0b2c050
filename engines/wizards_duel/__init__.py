"""Wizard's Duel: two seats with equal hands of spells, and one hidden cast in each round (rules.md)."""
