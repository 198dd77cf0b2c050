"""Log lines contain the type and place of a failure but no values, for every logger and every failure."""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path

import pytest

from server.cli.log_lines import LineFormatter
from tests.serving import run

SECRET = "kanari"
LEVELS = ("debug", "info", "warning", "error")

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def _line(name: str, message: object, *args: object, error: BaseException | None = None) -> str:
    caught = (type(error), error, error.__traceback__) if error else None
    return LineFormatter().format(logging.LogRecord(name, logging.ERROR, "/lib/b.py", 7, message, args, caught, "work"))


def test_the_servers_own_log_lines_are_shown_in_full() -> None:
    line = _line("server.logs.aggregates.repository", "%s: entry %d, %s", "01jz3k", 6, "submitted")

    assert line.endswith("Z ERROR server.logs.aggregates.repository: 01jz3k: entry 6, submitted")


@pytest.mark.parametrize(
    ("message", "args", "shown"),
    [
        ("< %s %r", ("TEXT", SECRET), "< %s %r [b.py:7 work]"),
        ("Cancel %s running task(s)\nof %s", (SECRET, SECRET), "Cancel %s running task(s) [b.py:7 work]"),
        (f"> TEXT {SECRET}", (), "(text withheld) [b.py:7 work]"),
        (ValueError(SECRET), (), "(text withheld) [b.py:7 work]"),
        (
            f"Task exception was never retrieved\nfuture: {SECRET}",
            (),
            "Task exception was never retrieved [b.py:7 work]",
        ),
        (f"Exception in callback f({SECRET})", (), "(text withheld) [b.py:7 work]"),
        ("Invalid HTTP request received.", (), "Invalid HTTP request received. [b.py:7 work]"),
    ],
)
def test_only_text_written_by_programmers_is_shown_of_a_library(
    message: object, args: tuple[object, ...], shown: str
) -> None:
    assert _line("websockets.server", message, *args).endswith(f"Z ERROR websockets.server: {shown}")


def test_a_line_that_cannot_be_put_together_shows_where_and_not_what() -> None:
    line = _line("server.runtime.clock", "%d", SECRET)

    assert line.endswith("(text withheld) b.py:7 work: TypeError")


@pytest.mark.parametrize("name", ["server.api", "asyncio"])
def test_an_exception_is_shown_without_its_message(name: str) -> None:
    nothing: dict[str, str] = {}
    try:
        nothing[SECRET]
    except KeyError as error:
        shown = _line(name, "call failed", error=error)

    assert SECRET not in shown
    assert "\nKeyError\n  File " in shown
    assert "in test_an_exception_is_shown_without_its_message" in shown


_FAILING = """
import asyncio, contextlib, logging, threading, warnings
from server.cli.log_lines import set_level, set_up

secret = "kan" + "ari"

set_up()
set_level("debug")

class Forgotten:
    def __repr__(self):
        return secret
    def __del__(self):
        raise ValueError(secret)

async def never_asked(argument):
    raise KeyError(argument)

def called_back(argument):
    raise RuntimeError(argument)

async def forget():
    asyncio.get_running_loop().set_debug(True)
    asyncio.get_running_loop().call_soon(called_back, secret)
    task = asyncio.create_task(never_asked(secret), name="match 7")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task

asyncio.run(forget())
thread = threading.Thread(target=called_back, args=(secret,), name=secret)
thread.start()
thread.join()
Forgotten()
warnings.simplefilter("always")
warnings.warn(f"deprecated: {secret}", UserWarning)
never_asked(secret)
logging.getLogger("server.x").error("%d", secret)
logging.getLogger("aiosqlite").debug("executing %s", secret)
logging.getLogger("uvicorn.access").info(secret)
logging.getLogger("other").critical("asked for %s", secret)
logging.getLogger("server.x").debug("heard")
with contextlib.suppress(ExceptionGroup):
    raise ExceptionGroup(secret, [ValueError(secret)])
try:
    int(secret)
except ValueError as error:
    raise ExceptionGroup(secret, [KeyError(secret), OSError(2, secret)]) from error
"""


async def test_nothing_that_happens_in_a_process_prints_what_it_was_about(tmp_path: Path) -> None:
    """
    Threads, callbacks, forgotten tasks, destructors, warnings, libraries at debug, and at last the process itself.
    """
    script = tmp_path / "failing.py"
    script.write_text(_FAILING, encoding="utf-8")

    said = await run("sh", "-c", f"{sys.executable} {script} || true", folder=tmp_path, environment=ENVIRONMENT)

    assert SECRET not in said
    for told in (
        "ERROR asyncio: Task exception was never retrieved",
        "ERROR asyncio: (text withheld)",
        "ERROR server.cli.log_lines: a thread failed\nRuntimeError\n  File ",
        "ERROR server.cli.log_lines: Forgotten.__del__ failed in a place that cannot raise\nValueError\n  File ",
        "WARNING server.cli.log_lines: UserWarning at ",
        "WARNING server.cli.log_lines: RuntimeWarning at ",
        "ERROR server.x: (text withheld) failing.py:",
        "CRITICAL other: asked for %s [failing.py:",
        "DEBUG server.x: heard",
        "CRITICAL server.cli.log_lines: the process failed\nExceptionGroup\n  File ",
        "  member 1 of 2:\n    KeyError",
        "  member 2 of 2:\n    FileNotFoundError (ENOENT)",
        "caused by ValueError\n  File ",
    ):
        assert told in said, said
    for name in ("aiosqlite", "uvicorn.access"):
        assert name not in said


async def test_a_level_leaves_out_what_is_below_it(tmp_path: Path) -> None:
    script = """
import json
import logging
from server.cli.log_lines import set_level, set_up
set_up()
for level in ("debug", "info", "warning", "error"):
    set_level(level)
    for name in ("server.x", "engines.x", "library"):
        for said in ("debug", "info", "warning", "error"):
            getattr(logging.getLogger(name), said)("%s", f"at {level}")
"""

    said = await run(sys.executable, "-c", script, folder=tmp_path, environment=ENVIRONMENT)

    lines = [line.split(" ", 2)[1:] for line in said.splitlines()]
    heard = {level: sum(rest.endswith(f"at {level}") for _, rest in lines) for level in LEVELS}
    assert heard == {"debug": 8, "info": 6, "warning": 4, "error": 2}
    assert {level for level, rest in lines if rest.startswith("library")} == {"WARNING", "ERROR"}


async def test_a_failure_in_a_call_names_the_call(tmp_path: Path) -> None:
    script = """
import json
import logging
from server.cli.log_lines import obey, set_up
from server.runtime.request_ids import request_id
from server.runtime.settings import Settings
set_up()
for form in ("text", "json"):
    obey(Settings(log_format=form))
    request_id.set("0123456789abcdef")
    try:
        int("kan" + "ari")
    except ValueError as error:
        logging.getLogger("server.x").error("it failed", exc_info=error)
    request_id.set(None)
    logging.getLogger("server.x").error("%s failed", "01jz3k0000000000000000000")
"""

    said = (await run(sys.executable, "-c", script, folder=tmp_path, environment=ENVIRONMENT)).splitlines()

    first, *frames, none, in_json, none_in_json = said
    assert first.endswith("Z 0123456789abcdef ERROR server.x: it failed")
    assert frames[0] == "ValueError"
    assert none.endswith("Z ERROR server.x: 01jz3k0000000000000000000 failed")
    told, unnamed = json.loads(in_json), json.loads(none_in_json)
    assert (told["request"], told["level"], told["message"]) == ("0123456789abcdef", "error", "it failed")
    assert told["failure"].startswith("ValueError\n  File ")
    assert unnamed.keys() == {"time", "level", "logger", "message"}
    assert SECRET not in "".join(said)


_GIVING_UP = """
import asyncio
import gc
import asyncpg
from server.cli.log_lines import set_up

async def never_answer(reader, writer):
    await reader.read()
    writer.close()

async def give_up():
    silent = await asyncio.start_server(never_answer, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    for turns in range(40):
        connecting = asyncio.create_task(asyncpg.connect(f"postgresql://ada:lovelace@127.0.0.1:{port}/moirai"))
        for _ in range(turns):
            await asyncio.sleep(0)
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        for _ in range(5):
            await asyncio.sleep(0)
        gc.collect()
    silent.close()

set_up()
asyncio.run(give_up())
"""


async def test_a_connection_that_is_given_up_is_no_error_at_whatever_moment(tmp_path: Path) -> None:
    said = await run(sys.executable, "-c", _GIVING_UP, folder=tmp_path, environment=ENVIRONMENT)

    assert "WARNING asyncio: Future exception was never retrieved" in said
    assert "ERROR" not in said
