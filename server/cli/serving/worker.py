"""One of several processes that serve an address; it imports what it takes when it runs, as commands do."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final

from server.cli.log_lines import set_up
from server.cli.serving.garbage import loading_for_good

if TYPE_CHECKING:
    from server.runtime.settings import Settings


RENEW: Final = signal.SIGUSR1
"""Tells the first process to replace all others, and one of them that another has taken its place."""


def work(settings: Settings, word: Connection, listening: socket.socket) -> None:
    """Serve until told to stop, or until the first process has ended; `word` is told once it serves."""
    set_up()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with loading_for_good():
        from server.cli.serving.one_process import serve_here
    serve_here(settings, listening, lambda: word.send(True))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
