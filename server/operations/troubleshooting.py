"""The tables of docs/troubleshooting.md, generated from the catalogue of codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from server.codes import AREAS, MOVE_CODES, ServerCode
from server.stream.close_codes import CLOSINGS, STANDARD_CLOSINGS

_MARK: Final = "<!-- From here on written by `moirai codes`. -->\n"


class NoMarkError(Exception):
    """The page does not mark where its tables begin."""


def with_tables(page: str) -> str:
    """
    Return the page with current tables; the text before the mark is unchanged.

    Raises:
        NoMarkError: The page has no mark.
    """
    written, mark, _ = page.partition(_MARK)
    if not mark:
        raise NoMarkError(f"The page has no line {_MARK.strip()}")
    return written + mark + "\n" + "\n".join(_sections())


def _sections() -> Iterator[str]:
    for area, codes in AREAS.items():
        yield _section(area, codes)
    for title, codes in MOVE_CODES.items():
        yield _section(f"Moves of {title}", codes)
    standard = [(str(it.close_code), "–", it.meaning, it.remedy) for it in STANDARD_CLOSINGS]
    ours = [(str(int(it.close_code)), f"`{it.name}`", it.meaning, it.remedy) for it in CLOSINGS]
    yield _table("Closed WebSockets", ("close code", "reason", "means", "do"), [*standard, *ours])


def _section(title: str, codes: Iterable[ServerCode]) -> str:
    rows = [(f"`{code.name}`", _statuses(code), code.meaning, code.remedy) for code in codes]
    return _table(title, ("code", "status", "means", "do"), rows)


def _statuses(code: ServerCode) -> str:
    return ", ".join(map(str, code.statuses)) or "any other"


def _table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join([f"## {title}", "", *(f"| {' | '.join(line)} |" for line in lines), ""])
