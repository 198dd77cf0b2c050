"""
Bots that choose their moves in a process of its own, so that the server never waits for them (docs/bots.md).

The process is given the view of the bot's seat, as any client has it, and nothing else. What it does not answer in
time, the server moves at random.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from random import Random
from typing import Any, Final

from pydantic import JsonValue

from engines.bots import choose
from engines.catalogue import engine_of
from engines.kit import AnyEngine, GameView, Level, record
from server.runtime.failures import summary
from server.runtime.helper_process import HelperFailedError, HelperProcess, serve

ANSWERS_WITHIN: Final = 20.0
"""How many seconds a bot has at most, with what its process needs to start and the bots before it."""

MOST_WAITING: Final = 200
"""How many bots can wait for their moves; further ones move at random."""

_IDLE_SECONDS: Final = 300.0
_MOST_BYTES: Final = 1 << 30

log = logging.getLogger(__name__)


@record
class _Question:
    game: str
    rules_version: int
    view: GameView
    level: Level
    seed: bytes


class Bots:
    """Asks the process for moves, one after another."""

    def __init__(self) -> None:
        self._helper = HelperProcess(__name__)

    async def choose(
        self, engine: AnyEngine, view: GameView, level: Level, seed: bytes, seconds: float
    ) -> JsonValue | None:
        """
        Return the move of the view's seat, in canonical form; None if it takes longer than `seconds`.

        `seed` decides between moves that are equally good.
        """
        if self._helper.waiting >= MOST_WAITING:
            return None
        question = pickle.dumps(_Question(engine.name, engine.rules_version, view, level, seed))
        try:
            async with asyncio.timeout(min(seconds, ANSWERS_WITHIN)):
                move: JsonValue | None = pickle.loads(await self._helper.ask(question))
        except (TimeoutError, HelperFailedError) as error:
            log.warning("a bot moves at random: %s", summary(error))
            return None
        return move

    async def close(self) -> None:
        """End the process."""
        await self._helper.close()


def _answer(question: _Question) -> Any:  # noqa: ANN401  # JSON, or None
    engine = engine_of(question.game, question.rules_version)
    try:
        move = choose(engine, question.view, question.level, Random(question.seed))
    except Exception as error:  # a bug of a bot must not stop the match
        log.error("a bot of %s failed: %s", question.game, summary(error))
        return None
    return move.model_dump(mode="json")


if __name__ == "__main__":
    serve(_answer, _IDLE_SECONDS, _MOST_BYTES)
