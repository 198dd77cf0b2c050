"""
Log lines for the operator, on standard error (docs/secrecy.md says what they never contain).

Only this module decides what is printed. Our own lines are printed in full; libraries' lines only from level warning
on, and without their arguments. Exceptions are shown by type and place, no matter what logs or raises them.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
import warnings
from types import TracebackType
from typing import TYPE_CHECKING, Final, TextIO

from server.runtime.ids import ID_PATTERN
from server.runtime.request_ids import request_id

if TYPE_CHECKING:
    from server.runtime.settings import LogLevel, Settings

_OURS: Final = frozenset({"server", "engines"})

_UNRETRIEVED_FUTURE: Final = "Future exception was never retrieved"

# A message without placeholders may be a literal or may contain data. Only these literals are printed.
_LITERALS: Final = frozenset(
    {
        "Task exception was never retrieved",
        _UNRETRIEVED_FUTURE,
        "Task was destroyed but it is pending!",
        "Application startup failed. Exiting.",
        "Application shutdown failed. Exiting.",
        "Exception in ASGI application",
        "Invalid HTTP request received.",
        "Invalid UTF-8 sequence received from client.",
        "Unsupported upgrade request.",
    }
)

_WITHHELD: Final = "(text withheld)"

# The only ids in our lines are those of matches.
_MATCH: Final = re.compile(rf"\b{ID_PATTERN.strip('^$')}\b")

log = logging.getLogger(__name__)


def set_up() -> None:
    """Print everything in this process as log lines, from level warning on."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter())
    logging.getLogger().handlers = [handler]
    logging.lastResort = None  # would print messages that no logger handles, unfiltered
    logging.raiseExceptions = False  # would print the arguments of a line that cannot be written
    set_level("warning")
    logging.getLogger("asyncio").addFilter(_foresee)
    sys.excepthook = _tell_uncaught
    sys.unraisablehook = _tell_unraisable
    threading.excepthook = _tell_thread
    warnings.showwarning = _tell_warning


def obey(settings: Settings) -> None:
    """Apply the log settings."""
    set_level(settings.log_level)
    if settings.log_format == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())


def set_level(level: LogLevel) -> None:
    """
    Set the log level.

    Libraries stay at warning even if we do not: below, they print frames, headers, statements and queries.
    """
    ours = logging.getLevelNamesMapping()[level.upper()]
    for name in _OURS:
        logging.getLogger(name).setLevel(ours)
    logging.getLogger().setLevel(max(ours, logging.WARNING))


class LineFormatter(logging.Formatter):
    """
    One line per record, followed by types and frames if it has an exception.

    During a call, the call's id follows the time.
    """

    def format(self, record: logging.LogRecord) -> str:
        begin = " ".join(filter(None, (_time_of(record), request_id.get(), record.levelname)))
        failure = _failure_of(record)
        line = f"{begin} {record.name}: {_text_of(record)}"
        return line if failure is None else f"{line}\n{failure}"


class JsonFormatter(logging.Formatter):
    """One JSON object per record, without empty fields."""

    def format(self, record: logging.LogRecord) -> str:
        message, failure = _text_of(record), _failure_of(record)
        match = _MATCH.search(message) if _is_ours(record) else None
        told = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            "request": request_id.get(),
            "match": match and match.group(),
            "failure": failure,
        }
        return json.dumps({name: value for name, value in told.items() if value is not None}, ensure_ascii=False)


def _foresee(record: logging.LogRecord) -> bool:
    """
    Lower what is foreseen to a warning.

    A driver that gives up connecting, as to a silent database, leaves the failure of its socket to nobody; who asked
    for the connection was told.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, ConnectionError) and str(record.msg).startswith(_UNRETRIEVED_FUTURE):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def _time_of(record: logging.LogRecord) -> str:
    """Return RFC 3339 in UTC, with milliseconds."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


def _failure_of(record: logging.LogRecord) -> str | None:
    from server.runtime.failures import describe  # Servers have loaded it; other commands seldom need it.

    return describe(record.exc_info[1]) if record.exc_info and record.exc_info[1] is not None else None


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in _OURS


def _text_of(record: logging.LogRecord) -> str:
    if _is_ours(record):
        try:
            return record.getMessage()
        except Exception as error:
            return f"{_WITHHELD} {_place_of(record)}: {type(error).__name__}"
    template = str(record.msg).strip().partition("\n")[0] if isinstance(record.msg, str) else ""
    shown = template if record.args or template in _LITERALS else _WITHHELD
    return f"{shown} [{_place_of(record)}]"


def _place_of(record: logging.LogRecord) -> str:
    return f"{record.filename}:{record.lineno} {record.funcName}"


def _tell_uncaught(_kind: type[BaseException], error: BaseException, _traceback: TracebackType | None) -> None:
    log.critical("the process failed", exc_info=error)


def _tell_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        log.error("a thread failed", exc_info=failed.exc_value)


def _tell_unraisable(failed: sys.UnraisableHookArgs) -> None:
    name = getattr(failed.object, "__qualname__", type(failed.object).__qualname__)
    log.error("%s failed in a place that cannot raise", name, exc_info=failed.exc_value)


def _tell_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    log.warning("%s at %s:%d", category.__name__, filename, lineno)
