"""A log of a tournament's match at which organisers looked as its host, and tamperings with what was noted about it."""

from __future__ import annotations

from typing import Final

from engines.kit import HOST_ONLY
from server.facts import TournamentTable
from server.log.entry import EncodedFact
from server.matches import looks
from tests.secrecy.scribe import Scribe, person
from tests.secrecy.tampering import Forger, Log, Tampering, added, of_log, person_json, place_of, repeated, with_fact


def looked_at() -> Log:
    """Write a duel of a tournament at which two organisers look, one of them before the start."""
    duel = Scribe("wizards_duel", "genius_3_3", terms={"tournament": TournamentTable("5" * 26, 1, 1)})
    duel.act(looks.note_look, person("Olga"))
    duel.start()
    duel.submit("a")
    duel.act(looks.note_look, person("Omar"))
    duel.close()
    duel.play_out(absent=0)
    return duel.log


def _not_told(log: Log) -> Tampering:
    """Leave out one of the looks, which the end names."""
    at = place_of(log, "host_view_asked", 1)
    return Tampering([*log[:at], *log[at + 1 :]], len(log) - 1)


def _plain() -> Log:
    duel = Scribe("wizards_duel", "genius_3_3")
    duel.start()
    return duel.log


_STRANGER: Final = {"player": person_json("Eve"), "at": "2027-01-01T00:00:00.000000Z"}

_LOOK: Final = EncodedFact.of(HOST_ONLY, {"type": "host_view_asked", "player": person_json("Olga")})

TAMPERED_LOOKS: Final[dict[str, Forger]] = {
    name: of_log(looked_at, forger)
    for name, forger in {
        "a look that is not in the log": _not_told,
        "a look noted twice": repeated("host_view_asked"),
        "a look of the host": with_fact("host_view_asked", player=person_json("Host")),
        "a look of a player": with_fact("host_view_asked", 1, player=person_json("player of a")),
        "a look by a stranger to the end": with_fact("host_views_told", looks=[_STRANGER]),
        "looks that the end does not tell": with_fact("host_views_told", looks=[]),
    }.items()
} | {"a look at a match of no tournament": of_log(_plain, added("host_view_asked", _LOOK))}
