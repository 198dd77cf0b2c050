"""Where the files of the archive are: a folder, or a bucket of a store that speaks the S3 protocol."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from obstore.store import S3Store

_ResultT = TypeVar("_ResultT")

PATIENCE_SECONDS: Final = 10.0
"""How long a call of a place takes at most, with the time that it waits for its turn."""

_AT_ONCE: Final = 4
"""How many calls of a place are under way in this process at once; each holds a file in memory."""


class PlaceUnavailableError(Exception):
    """The place does not answer, or refuses: its disk is full, it has no such bucket, it answers 503."""


class NoFileError(Exception):
    """The place has no such file."""


class PlaceNameError(Exception):
    """The setting does not name a place that can be used; the message is for the operator."""


class Place(Protocol):
    """Files by their names; a file is there whole or not at all."""

    async def put(self, name: str, content: bytes) -> None:
        """Store a file durably; raises PlaceUnavailableError if it may not be stored."""

    async def get(self, name: str) -> bytes:
        """Return a file; raises NoFileError or PlaceUnavailableError."""

    async def delete(self, name: str) -> None:
        """Delete a file, if there is one; raises PlaceUnavailableError."""


class Patient:
    """Limits how many calls are made at once, and how long each takes."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def call(self, work: Callable[[], Awaitable[_ResultT]], failures: tuple[type[Exception], ...]) -> _ResultT:
        """Make a call; raises PlaceUnavailableError for these failures, or if it takes too long."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._turns:
                return await work()
        except TimeoutError as error:
            raise PlaceUnavailableError(f"no answer within {PATIENCE_SECONDS:g} s") from error
        except failures as error:
            raise PlaceUnavailableError(type(error).__name__) from error


class Folder:
    """A folder of this machine, or one that is mounted."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._patient = Patient()
        # Threads of its own: a folder that hangs must not take those of others.
        self._threads = ThreadPoolExecutor(_AT_ONCE, "archive")

    async def put(self, name: str, content: bytes) -> None:
        await self._call(lambda: _write(self._path / name, content))

    async def get(self, name: str) -> bytes:
        return await self._call((self._path / name).read_bytes)

    async def delete(self, name: str) -> None:
        await self._call(lambda: _delete(self._path / name))

    async def _call(self, work: Callable[[], _ResultT]) -> _ResultT:
        async def run() -> _ResultT:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
            except FileNotFoundError as error:
                raise NoFileError(type(error).__name__) from error

        return await self._patient.call(run, (OSError,))


def _write(path: Path, content: bytes) -> None:
    """Write a file under its name when it is on the disk, and not before."""
    new = _missing_folders(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = _unfinished(path)
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    for folder in (path.parent, *new):
        _sync(folder)


def _delete(path: Path) -> None:
    """Delete a file, and what is left of one that was being written when its process was killed."""
    path.unlink(missing_ok=True)
    _unfinished(path).unlink(missing_ok=True)


def _unfinished(path: Path) -> Path:
    return path.with_name(f"{path.name}.unfinished")


def _missing_folders(folder: Path) -> Iterable[Path]:
    """Return the folders in which a new one will be made."""
    return [each.parent for each in (folder, *folder.parents) if not each.exists()]


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


class Bucket:
    """A bucket, or a part of one; the address, the region and the keys are in the variables `AWS_…`."""

    def __init__(self, store: S3Store) -> None:
        from obstore.exceptions import BaseError

        self._store = store
        self._patient = Patient()
        self._failures: tuple[type[Exception], ...] = (BaseError, OSError)

    async def put(self, name: str, content: bytes) -> None:
        async def run() -> None:
            await self._store.put_async(name, content, use_multipart=False)

        await self._patient.call(run, self._failures)

    async def get(self, name: str) -> bytes:
        async def run() -> bytes:
            try:
                return bytes(await (await self._store.get_async(name)).bytes_async())
            except FileNotFoundError as error:
                raise NoFileError(type(error).__name__) from error

        return await self._patient.call(run, self._failures)

    async def delete(self, name: str) -> None:
        async def run() -> None:
            try:
                await self._store.delete_async(name)
            except FileNotFoundError:
                return

        await self._patient.call(run, self._failures)


def open_place(url: str) -> Place:
    """
    Return the place that a URL names, without calling it: `file:///folder` or `s3://bucket/prefix`.

    Raises:
        PlaceNameError: It is neither, or obstore is not installed.
    """
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc in ("", "localhost") and parts.path.startswith("/"):
        return Folder(Path(unquote(parts.path)))
    if parts.scheme == "s3" and parts.netloc:
        return Bucket(_open_bucket(url))
    raise PlaceNameError("MOIRAI_ARCHIVE is neither file:///FOLDER nor s3://BUCKET/PREFIX.")


def _open_bucket(url: str) -> S3Store:
    try:
        from obstore.store import S3Store
    except ImportError as error:
        raise PlaceNameError("An archive in S3 needs obstore: install moirai-games[s3].") from error
    patience = timedelta(seconds=PATIENCE_SECONDS)
    return S3Store.from_url(
        url,
        client_options={
            "timeout": patience,
            "connect_timeout": patience / 2,
            # Given options replace those of the environment.
            "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true",
        },
        retry_config={"max_retries": 2, "retry_timeout": patience},
    )
