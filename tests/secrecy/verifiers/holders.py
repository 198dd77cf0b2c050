"""A log of a match on which players hold roles, and tamperings with who holds them."""

from __future__ import annotations

from typing import Final

from engines.kit import seat_id
from server.matches.hosting import appointing
from server.matches.seats import seating
from tests.secrecy.verifiers.scribe import Scribe, person
from tests.secrecy.verifiers.tampering import Forger, Log, Tampering, of_log, person_json, repeated, with_fact


def held() -> Log:
    """Write a duel that changes hands, with an arbiter, an observer who plays, and a director who cannot."""
    duel = Scribe("wizards_duel", "genius_3_3")
    duel.act(appointing.give_role, person("Olive"), "observer", person("Host"))
    duel.act(appointing.give_role, person("Dora"), "director", person("Host"))
    duel.start()
    duel.act(appointing.give_role, person("Cleo"), "arbiter", person("Host"))
    duel.act(appointing.give_role, person("Dora"), "owner", person("Host"))
    duel.act(appointing.take_role, person("Host").player_id, person("Host"))
    duel.act(appointing.take_role, person("Cleo").player_id, person("Dora"))
    duel.act(seating.replace_player, seat_id("a"), person("Olive"))
    duel.take("a", "Olive")
    duel.play_out(absent=0)
    return duel.log


def _insider(log: Log) -> Tampering:
    """Let the arbiter, whose role was taken, take the seat in place of the observer."""
    cleo = person_json("Cleo")
    reserved = with_fact("seat_reserved", player=cleo)(log).log
    return with_fact("seat_taken", 2, player=cleo)(reserved)


TAMPERED_ROLES: Final[dict[str, Forger]] = {
    name: of_log(held, forger)
    for name, forger in {
        "a role given twice": repeated("role_given"),
        "a role taken twice": repeated("role_taken"),
        "a role that there is not": with_fact("role_given", role="judge"),
        "a role taken that is another one": with_fact("role_taken", 1, role="director"),
        "a role taken of somebody who holds none": with_fact("role_taken", 1, player=person_json("Eve")),
        "a seat for somebody who saw what the host sees": _insider,
    }.items()
}
