"""Scripted matches of The Apocalypse: moves in the rulebook's shorthand, and short accessors for results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pydantic import JsonValue

from engines.apocalypse.data import CARDS, CARDS_OF, PAIR_OF, PAIRS, Card, Pair
from engines.apocalypse.engine import APOCALYPSE
from engines.apocalypse.facts import (
    AbGamesSettled,
    AbilityUse,
    CardCounts,
    CardsPlayed,
    ChatOpened,
    ChatsUsed,
    ChatUse,
    LedgerBooked,
    PointsTold,
    SeatsHurt,
)
from engines.apocalypse.truth import Truth
from engines.apocalypse.view import ApocalypseView
from engines.kit import (
    EVERYONE,
    HOST,
    HOST_ONLY,
    AddressedFact,
    Fact,
    PhaseOpened,
    SeatId,
    Viewer,
    only,
    seat_id,
)
from tests.engines.table import Table, told

ENGINE = APOCALYPSE

LETTERS: Final[dict[str, Card]] = {"P": "pestilence", "W": "war", "D": "death", "F": "famine"}
SIGNS: Final = {">": "communications", "!": "active", "*": "endgame"}


def use(by: str, target: str, card: Card) -> ChatUse:
    """Return a use of Communications."""
    return ChatUse(seat_id(by), seat_id(target), card)


def move(text: str) -> dict[str, JsonValue]:
    """
    Parse a move in shorthand: a card's letter, the ability's sign and its targets or guesses.

    `W>hell-1` is Communications, `W!pestilence,famine` Active, `W` Passive, `W*hell-1=war_death` Endgame; `-hell-1`
    betrays that opponent.
    """
    plays: list[JsonValue] = []
    betrayed: dict[str, JsonValue] = {}
    for word in text.split():
        if word.startswith("-"):
            betrayed[word[1:]] = "betray"
            continue
        parts = word[2:].split(",") if word[2:] else []
        guesses: dict[str, JsonValue] = {}
        targets: list[JsonValue] = []
        for part in parts:
            target, *pair = part.split("=")
            if pair:
                guesses[target] = pair[0]
            else:
                targets.append(target)
        ability = SIGNS[word[1]] if word[1:] else "passive"
        plays.append({"card": LETTERS[word[0]], "ability": ability, "targets": targets, "guesses": guesses})
    return {"type": "play", "plays": plays, "ab": betrayed}


class Match(Table):
    """A match of The Apocalypse."""

    truth: Truth
    views: dict[Viewer, ApocalypseView]

    def __init__(self, variant: str = "skirmish", /, **overrides: JsonValue) -> None:
        super().__init__(ENGINE, ENGINE.options(variant, overrides))

    def play(self, moves: Mapping[str, str], rigged: Mapping[str, str] | None = None) -> list[Fact]:
        """Close the round with these moves in shorthand; seats that are not listed are absent."""
        return self.close({seat: move(text) for seat, text in moves.items()}, rigged)

    def play_samples(self, random: Random, until: int) -> None:
        """Play random moves until a round is open."""
        while self.phase.round < until:
            self.close(self.sampled(random))

    def scene(
        self,
        round_: int,
        moves: Mapping[str, str],
        owed: Sequence[ChatUse] = (),
        hurt: Mapping[str, Sequence[int]] | None = None,
    ) -> list[Fact]:
        """Skip to a round, 2 to 6, and close it with these moves; the other seats play moves without effect."""
        keep = {seat: _pair(moves[seat]) if seat in moves else _idle_pair(round_) for seat in self.seats}
        self.skip_to(round_, keep, owed, hurt)
        return self.play({seat: moves[seat] if seat in moves else self._idle(seat, keep) for seat in self.seats})

    def skip_to(
        self,
        round_: int,
        keep: Mapping[SeatId, Pair],
        owed: Sequence[ChatUse] = (),
        hurt: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """
        Record the rounds before as if nothing else had happened in them.

        Args:
            round_: The round to open.
            keep: The pair that each seat still has to play.
            owed: Uses of Communications in the last round before.
            hurt: Which seats were hurt in which rounds.
        """
        for past in range(self.phase.round, round_):
            facts: list[AddressedFact] = []
            for seat in self.seats:
                pair = [pair for pair in PAIRS if pair != keep[seat]][past - 1]
                cards = {card: AbilityUse("passive", (), {}) for card in CARDS_OF[pair]}
                facts.append(AddressedFact(only(seat), CardsPlayed(past, seat, pair, cards, {}, defaulted=False)))
                facts.append(AddressedFact(only(seat), PointsTold(past, seat, 0)))
            uses = tuple(owed) if past == round_ - 1 else ()
            hurt_now = tuple(seat for seat in self.seats if past in (hurt or {}).get(seat, ()))
            host = (ChatsUsed(past, uses), AbGamesSettled(past, ()), LedgerBooked(past, ()), SeatsHurt(past, hurt_now))
            facts += [AddressedFact(HOST_ONLY, fact) for fact in host]
            facts.append(AddressedFact(EVERYONE, CardCounts(past, dict.fromkeys(CARDS, 0))))
            for first, second in sorted({(min(use.by, use.target), max(use.by, use.target)) for use in uses}):
                facts.append(AddressedFact(only(first, second), ChatOpened(past + 1, (first, second))))
            facts.append(AddressedFact(EVERYONE, PhaseOpened(replace(self.phase, number=past + 1, round=past + 1))))
            self._settle(lambda _, facts=facts: facts, past, {})  # type: ignore[misc]

    def _idle(self, seat: SeatId, pairs: Mapping[SeatId, Pair]) -> str:
        """Return a move that has no effect in this round."""
        other, another, *_ = [other for other in self.seats if other[:4] != seat[:4]]
        if self.phase.round < len(PAIRS):
            return f"P>{other},{another} D"
        wrong = next(pair for pair in PAIRS if pair != pairs[other])
        return f"W*{other}={wrong} F*"

    def view(self, name: str) -> ApocalypseView:
        return self.views[Viewer(name)]

    def totals(self) -> dict[str, int]:
        """Return the totals that the seats were told last."""
        return {fact.seat: fact.total for fact in told(self.told[HOST], PointsTold)}

    def times(self, seat: str, cause: str | None = None, by: str | None = None) -> list[tuple[int, int]]:
        """Return base and extra of each gain and loss of a seat in the round just scored."""
        records = told(self.told[HOST], LedgerBooked)[-1].records
        return sorted(
            (record.base, record.extra)
            for record in records
            if record.seat == seat and cause in (None, record.cause) and by in (None, record.by)
        )

    def played(self, seat: str) -> CardsPlayed:
        """Return what a seat played last, as it counted."""
        return [fact for fact in told(self.told[HOST], CardsPlayed) if fact.seat == seat][-1]


def as_move(played: CardsPlayed) -> dict[str, JsonValue]:
    """Return a play in the form in which a seat would submit it."""
    plays: list[JsonValue] = []
    for card, use in played.cards.items():
        guesses: dict[str, JsonValue] = dict(use.guesses.items())
        plays.append({"card": card, "ability": use.ability, "targets": [*use.targets], "guesses": guesses})
    choices: dict[str, JsonValue] = dict(played.ab.items())
    return {"type": "play", "plays": plays, "ab": choices}


def _pair(text: str) -> Pair:
    """Return the pair that a move in shorthand plays."""
    first, second = (LETTERS[word[0]] for word in text.split() if word[0] != "-")
    return PAIR_OF[first, second]


def _idle_pair(round_: int) -> Pair:
    return "war_famine" if round_ == len(PAIRS) else "pestilence_death"
