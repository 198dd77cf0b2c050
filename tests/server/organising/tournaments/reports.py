"""Reports in FIDE's format, as a program reads them that others wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from py4swiss.trf import ParsedTrf, TrfParser

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.organising.tournaments.directing import Directed

TRF: Final = {"Accept": "text/x-trf"}


async def report_of(one: Directed) -> str:
    """Return the report of a tournament."""
    reply = await one.director.http.get(f"{one.path}/standings", headers=TRF)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/x-trf")
    assert reply.headers["content-disposition"].endswith('.trf"')
    return reply.text


def parse(report: str, folder: Path) -> ParsedTrf:
    """Return what the program reads; it checks that lines agree with each other, and points with results."""
    file = folder / "report.trf"
    file.write_text(report, encoding="utf-8")
    parsed = TrfParser.parse(file)
    parsed.validate_contents()
    return parsed
