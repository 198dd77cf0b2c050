"""One seat of an environment: what it sees, and the move that it gives answer by answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from engines.kit import AnyEngine, Fact, GameView, IllegalMoveError
from engines.training.observation import features, slots_of
from engines.training.questions import MOST, Answering, Json, Question, ask

WAIT: Final = 0
"""The action of a seat that is asked nothing."""

ACTIONS: Final = 1 + 2 * MOST
"""`WAIT`, and a slot for each choice: twice as many as a question has, so that few choices share one."""

_TRIES: Final = 16
"""After so many refused moves in a phase a seat is absent, and the rulebook says what happens."""


class SeatAtPlay:
    """What a seat knows, and its unfinished move."""

    def __init__(self, engine: AnyEngine, view: GameView) -> None:
        self.move: BaseModel | None = None
        self.question: Question | None = None
        self.refused: str | None = None
        self._engine = engine
        self._view = view
        self._seen: dict[str, Json] | None = None
        self._vector: NDArray[np.float32] | None = None
        self._answering: Answering | None = None
        self._slots: list[int] = []
        self._answers: dict[str, Json] = {}
        self._tries = 0

    def tell(self, fact: Fact) -> None:
        """Fold a fact that the seat is told."""
        self._view = self._engine.fold(self._view, fact)
        self._seen = self._vector = None

    def begin(self, *, is_optional: bool) -> None:
        """Ask for a move in a phase that has just opened."""
        self._tries = 0
        self._ask(is_optional=is_optional)

    def take(self, action: int) -> None:
        """Take an action: if it is the slot of no choice, that of the next one, round the slots."""
        self.refused = None
        if self.question is None:
            return
        place = min(range(len(self._slots)), key=lambda at: (self._slots[at] - action) % ACTIONS)
        self._answers[self.question.at] = self.question.choices[place]
        self._go_on(place)

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each action that can be taken."""
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mask[[WAIT] if self.question is None else self._slots] = 1
        return mask

    def observation(self, size: int) -> NDArray[np.float32]:
        """Return the view, the answers so far and what is asked as a vector of this length."""
        if self._vector is None:
            self._vector = features({"view": self.view()}, size)
        asked = None if self.question is None else self.question.at
        return self._vector + features({"answers": self._answers, "asked": asked}, size)

    def view(self) -> Mapping[str, Json]:
        """Return the view as JSON, as the API has it."""
        if self._seen is None:
            self._seen = self._view.model_dump(mode="json")
        return self._seen

    def choices(self) -> dict[int, Json]:
        """Return the choices of the question by action."""
        return {} if self.question is None else dict(zip(self._slots, self.question.choices, strict=True))

    def _ask(self, *, is_optional: bool) -> None:
        self.move, self._answers = None, {}
        self._answering = self._move(is_optional)
        self._go_on(None)

    def _move(self, is_optional: bool) -> Answering:
        if is_optional and not (yield Question("?moves", (False, True))):
            return None
        return (yield from ask(self._engine.prompt(self._view) or {"const": None}))

    def _go_on(self, place: int | None) -> None:
        """Send an answer, and go on to the next question, or to the end of the move."""
        assert self._answering is not None
        self.question = None
        try:
            question = self._answering.send(place) if place is not None else next(self._answering)
        except StopIteration as end:
            self._finish(end.value)
        else:
            self.question = question
            self._slots = slots_of(question.at, question.choices, ACTIONS - 1)

    def _finish(self, move: Json) -> None:
        if move is None:
            return
        try:
            self.move = self._engine.check(self._view, move)
        except IllegalMoveError as error:
            self.refused = error.code.name
            self._tries += 1
            if self._tries < _TRIES:
                self._ask(is_optional=False)
