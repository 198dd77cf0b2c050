"""A log of a match at which administrators looked as its host, and tamperings with what was noted about it."""

from __future__ import annotations

from typing import Final

from server.matches.hosting import looks
from tests.secrecy.verifiers.scribe import Scribe, person
from tests.secrecy.verifiers.tampering import Forger, Log, Tampering, of_log, person_json, place_of, repeated, with_fact


def looked_at() -> Log:
    """Write a duel at which three administrators look: before the start, during play, and after the end."""
    duel = Scribe("wizards_duel", "genius_3_3", terms={"open_log": False})
    duel.act(looks.note_look, person("Olga"), duel.now)
    duel.start()
    duel.submit("a")
    duel.act(looks.note_look, person("Omar"), duel.now)
    duel.close()
    duel.play_out(absent=0)
    duel.act(looks.note_look, person("Ole"), duel.now)
    return duel.log


def _not_told(log: Log) -> Tampering:
    """Leave out one of the looks, which the end names."""
    at = place_of(log, "host_view_asked", 1)
    return Tampering([*log[:at], *log[at + 1 :]], len(log) - 2)


_STRANGER: Final = {"player": person_json("Eve"), "at": "2027-01-01T00:00:00.000000Z"}

TAMPERED_LOOKS: Final[dict[str, Forger]] = {
    name: of_log(looked_at, forger)
    for name, forger in {
        "a look that is not in the log": _not_told,
        "a look noted twice": repeated("host_view_asked"),
        "a look of the host": with_fact("host_view_asked", player=person_json("Host")),
        "a look of a player": with_fact("host_view_asked", 1, player=person_json("player of a")),
        "a look by a stranger to the end": with_fact("host_views_told", looks=[_STRANGER]),
        "looks that the end does not tell": with_fact("host_views_told", looks=[]),
        "a look after the end that names another one": with_fact("host_views_told", 1, looks=[_STRANGER]),
    }.items()
}
