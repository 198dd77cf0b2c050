"""
Several processes that serve one address (`moirai serve --workers N`).

Each has its own listening socket on the same port, so that the kernel distributes connections: with a shared socket,
the first process to wake up could accept most of them. A process that is replaced in turn (`SIGUSR1`) leaves its socket
to its successor, so that no connection is refused, or lost before it was accepted.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import sleep

from server.cli.serving.mistakes import WorkersError
from server.cli.serving.one_process import listen
from server.cli.serving.worker import RENEW, work
from server.runtime.settings import Settings

# Delay before a stopped worker is replaced, so that one that always fails does not keep the machine busy.
_LOOK_SECONDS = 1

_SPAWN = multiprocessing.get_context("spawn")

log = logging.getLogger(__name__)


@contextmanager
def reserve(host: str, port: int) -> Iterator[int]:
    """Reserve a port for the processes, without listening; 0 is any free one. Yields its number."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as reserved:
        # As the workers' own sockets: without the first, connections of an earlier server block the port for a minute.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reserved.bind((host, port))
        yield reserved.getsockname()[1]


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process, the connection on which it reports that it serves, and its listening socket."""

    process: SpawnProcess
    word: Connection
    listening: socket.socket


class Workers:
    """The processes; each is replaced if it stops unexpectedly."""

    def __init__(self, settings: Settings) -> None:
        """`settings` contain the port itself, not 0."""
        self._settings = settings
        self._workers: list[_Worker] = []
        self._stopping = False
        self._renewing = False

    def run(self, ready: Callable[[], None]) -> None:
        """
        Serve until told to stop; `ready` is called once all processes serve.

        Raises:
            WorkersError: One of the first processes could not start serving.
            OSError: The address cannot be used for listening.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop())
        signal.signal(RENEW, lambda *_: self._renew_soon())
        try:
            self._workers = [self._start(place) for place in range(self._settings.workers)]
            for worker in self._workers:
                if not self._stopping and not _serves(worker):
                    raise WorkersError("A worker ended before it was ready to serve.")
            ready()
            while not self._stopping:
                wait([worker.process.sentinel for worker in self._workers], timeout=_LOOK_SECONDS)
                self._replace_ended()
                if self._renewing:
                    self._renewing = False
                    self._renew()
        finally:
            self._stop()
            for worker in self._workers:
                worker.process.join()

    def _start(self, place: int, listening: socket.socket | None = None) -> _Worker:
        """Start a process, by default with a socket of its own."""
        listening = listening or listen(self._settings.host, self._settings.port, shared=True)
        ours, theirs = _SPAWN.Pipe(duplex=False)
        port = self._settings.metrics_port  # One each: Prometheus adds them up, and sees which process has restarted.
        settings = self._settings.model_copy(update={"metrics_port": port + place}) if port else self._settings
        process = _SPAWN.Process(target=work, args=(settings, theirs, listening))
        process.start()
        theirs.close()
        return _Worker(process, ours, listening)

    def _replace_ended(self) -> None:
        for place, worker in enumerate(self._workers):
            if self._stopping or worker.process.is_alive():
                continue
            log.error("a worker exited with %s and is being replaced", worker.process.exitcode)
            worker.listening.close()  # Or the kernel would give it connections that nobody accepts.
            sleep(_LOOK_SECONDS)
            self._workers[place] = self._start(place)

    def _renew_soon(self) -> None:
        self._renewing = True

    def _renew(self) -> None:
        """Replace all processes in turn, each once its successor serves."""
        for place, earlier in enumerate(self._workers):
            try:
                successor = self._start(place, earlier.listening)
            except (OSError, ValueError):
                if self._stopping:  # The socket was closed meanwhile.
                    return
                raise
            serves = _serves(successor)
            if self._stopping or not serves:
                successor.process.terminate()
                successor.process.join()
                if not self._stopping:
                    log.error("a worker ended before it was ready to serve: those that run are not replaced")
                return
            self._workers[place] = successor
            if earlier.process.is_alive():  # Others may end while one is replaced.
                assert earlier.process.pid is not None, "it was started"
                os.kill(earlier.process.pid, RENEW)
            earlier.process.join()

    def _stop(self) -> None:
        self._stopping = True
        for worker in self._workers:
            worker.listening.close()  # It is open for as long as its process serves.
            if worker.process.is_alive():
                worker.process.terminate()


def _serves(worker: _Worker) -> bool:
    """Wait until it serves; False if it stopped instead."""
    try:
        return bool(worker.word.recv())
    except EOFError:
        return False
