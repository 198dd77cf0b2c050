"""Packs, times and seats: section 1 of the rulebook; the table of options is tested with those of all games."""

from __future__ import annotations

import json

from engines.hero_of_the_arena.pack import BUNDLED_PACK
from engines.kit import HOST, SPECTATOR, pack_id
from tests.engines.hero_of_the_arena.arena import ENGINE, Arena, raw_pack
from tests.engines.table import refused_options
from tests.engines.test_options import TABLES


def test_the_seats_have_a_realm_a_team_and_a_role() -> None:
    """Section 1: teams reach across the realms."""
    described = [(seat.id, seat.realm, seat.team, seat.role) for seat in ENGINE.seats(ENGINE.options("standard", {}))]

    assert described == [
        ("heaven-1", "heaven", "1", "drafter"),
        ("heaven-2", "heaven", "2", "drafter"),
        ("hell-1", "hell", "1", "fighter"),
        ("hell-2", "hell", "2", "fighter"),
    ]


def test_a_pack_is_secret_but_for_its_id() -> None:
    """R6: the cards become public after the draft; the id only says which pack it is."""
    options = ENGINE.options("standard", {"pack": raw_pack()})

    public = ENGINE.public_options(options)

    assert options.pack == BUNDLED_PACK
    assert public.pack == pack_id(BUNDLED_PACK)
    assert ENGINE.public_options(public) == public
    assert ENGINE.public_options(ENGINE.options("standard", {})).pack is None
    for either in (options, public):
        assert ENGINE.start(either).phase is None
        for viewer in (SPECTATOR, HOST):
            assert ENGINE.look(viewer, either).pack is None


def test_options_with_a_pack_survive_the_log() -> None:
    """In the form of section 7, nothing added."""
    options = ENGINE.options("standard", {"pack": raw_pack()})

    stored = json.loads(json.dumps(options.model_dump(mode="json")))

    assert stored["pack"] == raw_pack()
    assert ENGINE.read_options(stored) == options
    public = ENGINE.public_options(options)
    assert ENGINE.read_options(public.model_dump(mode="json")) == public


def test_the_id_of_a_pack_is_not_a_pack() -> None:
    """A match is created with the pack itself; the server replaces an id by the pack before."""
    assert refused_options(ENGINE, {"pack": pack_id(BUNDLED_PACK)}) == ("bad_pack", "/pack")
    assert refused_options(ENGINE, {"pack": "standard"}) == ("bad_pack", "/pack")


def test_times_change_nothing_but_deadlines() -> None:
    """Section 1: the sequence of phases stays the same."""
    bounds = TABLES[ENGINE.name].numbers
    quick = {name: least for name, (_, least, _) in bounds.items() if name.endswith("_seconds")}
    phases = []
    for overrides in ({}, quick):
        arena = Arena("skirmish", **overrides)
        seen = []
        while not arena.over:
            seen.append((arena.phase.name, arena.phase.round, arena.phase.must, arena.phase.may))
            arena.close({})
        phases.append(seen)

    assert phases[0] == phases[1]
