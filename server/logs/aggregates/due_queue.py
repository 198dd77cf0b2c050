"""
The logs whose work waits for its turn in this process: first those that somebody follows, then owners take turns.

So ten thousand logs with one deadline keep no log of another owner waiting, and who looks on does not wait for what
nobody looks at. However many are followed, one of those that are taken together is not, if there are any.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class _Waiting:
    owner: str
    done: asyncio.Future[None]
    followed: bool = False


class DueQueue:
    """Each log waits once, however often its work is found to be due."""

    def __init__(self) -> None:
        self._waiting: dict[str, _Waiting] = {}
        self._followed, self._others = _Owners(), _Owners()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, log_id: str, owner: str) -> asyncio.Future[None]:
        """Let a log wait behind its owner's others, or go on waiting; return what is set when its work was done."""
        waiting = self._waiting.get(log_id)
        if waiting is None:
            waiting = self._waiting[log_id] = _Waiting(owner, asyncio.get_running_loop().create_future())
            self._others.add(owner, log_id)
        return waiting.done

    def prefer(self, log_id: str) -> None:
        """Let a log that waits, if it does, go before those that nobody follows."""
        waiting = self._waiting.get(log_id)
        if waiting is not None and not waiting.followed:
            waiting.followed = True
            self._others.remove(waiting.owner, log_id)
            self._followed.add(waiting.owner, log_id)

    def take(self, most: int) -> dict[str, asyncio.Future[None]]:
        """Take the next logs, each with what to set when its work was done."""
        taken = dict[str, asyncio.Future[None]]()
        while self._waiting and len(taken) < most:
            is_last = 0 < len(taken) == most - 1
            log_id = (self._others if self._others and (is_last or not self._followed) else self._followed).pop()
            taken[log_id] = self._waiting.pop(log_id).done
        return taken


class _Owners:
    """Logs by owner. The owner whose turn is next is the first one; its logs are in the order in which they came."""

    def __init__(self) -> None:
        self._logs: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._logs)

    def add(self, owner: str, log_id: str) -> None:
        self._logs.setdefault(owner, OrderedDict())[log_id] = None

    def remove(self, owner: str, log_id: str) -> None:
        del self._logs[owner][log_id]
        if not self._logs[owner]:
            del self._logs[owner]

    def pop(self) -> str:
        """Remove the next log; its owner's turn comes again after all others."""
        owner, logs = next(iter(self._logs.items()))
        log_id, _ = logs.popitem(last=False)
        if logs:
            self._logs.move_to_end(owner)
        else:
            del self._logs[owner]
        return log_id
