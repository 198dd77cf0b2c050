"""Scripted matches: weaves by seat, boards set by hand, and short accessors for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from pydantic import JsonValue

from engines.kit import SPECTATOR, Fact, Viewer, seat_id
from engines.threads_of_fate.data import ABILITIES, Ability
from engines.threads_of_fate.engine import THREADS_OF_FATE
from engines.threads_of_fate.records import ThreadsOfFateResult
from engines.threads_of_fate.strands import ThreadId
from engines.threads_of_fate.truth import Thread, Truth
from engines.threads_of_fate.view import ThreadsOfFateView
from tests.engines.table import Table

ENGINE = THREADS_OF_FATE

Weaves: TypeAlias = Mapping[str, Mapping[str, JsonValue]]


def golden(strength: int, extra: int = 0) -> Thread:
    return Thread(strength, golden=True, extra=extra)


class Loom(Table):
    """A match of Threads of Fate."""

    truth: Truth
    views: dict[Viewer, ThreadsOfFateView]

    def __init__(self, variant: str = "classic", /, **overrides: JsonValue) -> None:
        super().__init__(ENGINE, ENGINE.options(variant, overrides))

    def weave(self, weaves: Weaves | None = None) -> list[Fact]:
        """Close a round; `type` may be omitted, and seats that are not listed are absent."""
        return self.close({name: {"type": "weave", **weave} for name, weave in (weaves or {}).items()})

    def idle(self, rounds: int) -> None:
        """Close rounds in which every seat is absent."""
        for _ in range(rounds):
            self.weave()

    def arrange(
        self,
        *,
        round_: int | None = None,
        threads: Mapping[str, int | Thread] | None = None,
        abilities: Mapping[str, Mapping[Ability, int]] | None = None,
        twine: Mapping[str, int] | None = None,
    ) -> None:
        """Set the board by hand, in the truth and, as far as their seat knows it, in its view."""
        if round_ is not None:
            self.truth = replace(self.truth, phase=replace(self.phase, round=round_, number=round_))
        if threads is not None:
            board = {
                ThreadId(id_): thread if isinstance(thread, Thread) else Thread(thread, golden=False, extra=0)
                for id_, thread in threads.items()
            }
            self.truth = replace(self.truth, threads=board)
        for name, levels in (abilities or {}).items():
            left = tuple(ability for ability in ABILITIES if ability not in levels)
            self.views[seat_id(name)] = self.view(name).model_copy(update={"visits_left": left})
            self._change(name, abilities=dict(levels), head_start_x=0 if "head_start" in levels else None)
        for name, total in (twine or {}).items():
            self._change(name, twine=total)

    def strengths(self) -> dict[str, int]:
        return {id_: thread.strength for id_, thread in self.truth.threads.items()}

    def twine(self) -> dict[str, int]:
        """Return the twine of the seats that have any."""
        return {name: weaver.twine for name, weaver in self.truth.weavers.items() if weaver.twine}

    def goldness(self) -> dict[str, int]:
        """Return the goldness of the seats that have any."""
        return {name: value for name, value in self.truth.goldness.items() if value}

    def view(self, viewer: str) -> ThreadsOfFateView:
        return self.views[Viewer(viewer)]

    def reach(self, name: str) -> tuple[str, ...]:
        """Return whom a seat may talk to across the border."""
        reachable = self.view(name).can_talk_to
        assert reachable is not None
        return reachable

    def result(self) -> ThreadsOfFateResult:
        outcome = self.views[SPECTATOR].outcome
        assert outcome is not None
        return outcome

    def _change(self, name: str, **changes: object) -> None:
        """Change what a seat has; its fields have the same names in the truth and in the view."""
        self.views[seat_id(name)] = self.view(name).model_copy(update=changes)
        changed = replace(self.truth.weavers[seat_id(name)], **changes)  # type: ignore[arg-type]
        self.truth = replace(self.truth, weavers={**self.truth.weavers, seat_id(name): changed})
