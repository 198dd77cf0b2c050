"""Why a phase ended as it did: reasons claim nothing but what happened, and say it as people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import pytest

from engines.apocalypse.facts import LedgerBooked
from engines.catalogue import GAMES
from engines.divine_intervention.facts import RitualsJudged
from engines.hero_of_the_arena.fight_facts import CardWorn, StoryCut
from engines.kit import AnyEngine, Fact, Named, Reason, Viewer
from engines.threads_of_fate.facts import ThreadCut, ThreadSnipped
from engines.wizards_duel.data import HIDDEN, A, B
from engines.wizards_duel.facts import RoundExplained, RoundPlayed
from server.runtime.sentences import LANGUAGES
from tests.engines.table import Table
from tests.words import ID_LIKE

MATCHES: Final = 3
"""Random matches of each variant."""

FactT = TypeVar("FactT")


class Closed(NamedTuple):
    """A phase that closed, and why, for one viewer."""

    viewer: Viewer
    before: Any
    after: Any
    told: list[Fact]
    reasons: list[Reason]
    facts: list[Fact]
    """All facts of the close, which the viewer does not know."""


def closes(engine: AnyEngine) -> Iterator[Closed]:
    """Give each close of random matches of every variant, once for each viewer; some submissions are missing."""
    for variant in engine.variants:
        for seed in range(MATCHES):
            table, random = Table(engine, engine.options(variant, {})), Random(seed)
            while not table.over:
                before = dict(table.views)
                absent = {seat for seat in table.phase.seats if random.random() < 0.05}
                table.close({seat: move for seat, move in table.sampled(random).items() if seat not in absent})
                for viewer, view in table.views.items():
                    told = [one.fact for one in table.facts if one.audience.includes(viewer)]
                    reasons = list(engine.explain(before[viewer], view, told))
                    yield Closed(viewer, before[viewer], view, told, reasons, [one.fact for one in table.facts])


def the(kind: type[FactT], facts: list[Fact]) -> FactT:
    return next(fact for fact in facts if isinstance(fact, kind))


def named(reason: Reason, part: str) -> str:
    thing = reason.parts[part]
    assert isinstance(thing, Named)
    return thing.id


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_a_sentence_in_every_language(game: str) -> None:
    engine = GAMES[game]
    keys = set()
    for closed in closes(engine):
        for reason in closed.reasons:
            keys.add(reason.key)
            for language in LANGUAGES:
                line = engine.speaker(language, closed.after).because(reason)
                assert not ID_LIKE.search(line), line
                assert line[-1] == ".", line
                assert "  " not in line, line

    sentences = files(engine.package).joinpath("sentences", "en.json").read_text("utf-8")
    assert len(keys) > 3 or '"why.' not in sentences


def test_the_strengths_of_a_duel_are_those_that_the_host_is_told() -> None:
    """Both players and watchers count them only where both spells are open to them; the host is told them anyway."""
    counted = Counter[str]()
    for closed in closes(GAMES["wizards_duel"]):
        for reason in closed.reasons:
            if "a_strength" in reason.parts:
                played, explained = the(RoundPlayed, closed.told), the(RoundExplained, closed.facts)
                assert reason.parts["a_strength"] == explained.strengths[A]
                assert reason.parts["b_strength"] == explained.strengths[B]
                assert closed.viewer in ("a", "b", "host") or HIDDEN not in played.spells.values()
            counted[reason.key] += 1

    assert {"why.higher", "why.lower", "why.fog", "why.veiled"} <= counted.keys()


def test_a_spell_in_fog_is_neither_named_nor_counted() -> None:
    fogged = 0
    for closed in closes(GAMES["wizards_duel"]):
        played = next((fact for fact in closed.told if isinstance(fact, RoundPlayed)), None)
        if played is not None and closed.viewer == "spectator" and HIDDEN in played.spells.values():
            fogged += 1
            assert [reason.key in ("why.fog", "why.absent", "why.absent.both") for reason in closed.reasons] == [True]

    assert fogged


def test_the_certain_points_of_a_seat_were_booked_so() -> None:
    """What is said to be certain is in the ledger, which only the host knows, and the rest is what is left."""
    sure = (
        ("famine_communications", 3),
        ("famine_communications", -2),
        ("war_communications", 3),
        ("war_active", 1),
        ("famine_active", 3),
        ("famine_active", -1),
    )
    checked = 0
    for closed in closes(GAMES["apocalypse"]):
        for reason in closed.reasons:
            if reason.key in ("why.counted", "why.counted.rest"):
                checked += 1
                records = [one for one in the(LedgerBooked, closed.facts).records if one.seat == closed.viewer]
                own = [one for one in records if one.by == closed.viewer and (one.cause, one.base) in sure]
                rest = sum(one.amount for one in records) - sum(one.amount for one in own)
                steps = reason.parts["steps"]
                assert isinstance(steps, tuple)
                said = [int(str(step.parts["amount"]).replace("−", "-")) for step in steps if isinstance(step, Reason)]
                assert sum(said) == sum(one.amount for one in own)
                assert int(str(reason.parts.get("rest", "0")).replace("−", "-")) == rest

    assert checked


def test_the_twine_paid_to_a_seat_was_paid_for_what_it_cut() -> None:
    paid = 0
    for closed in closes(GAMES["threads_of_fate"]):
        gains = sum(
            fact.gains.get(seat, 0)
            for fact in closed.facts
            if isinstance(fact, ThreadCut | ThreadSnipped)
            for seat in fact.gains
            if seat == closed.viewer
        )
        for reason in closed.reasons:
            if reason.key == "why.twine":
                steps = reason.parts["steps"]
                assert isinstance(steps, tuple)
                said = [step.parts["twine"] for step in steps if isinstance(step, Reason) and step.key == "why.paid"]
                assert said == ([gains] if gains else [])
                paid += bool(gains)
            elif reason.key == "why.unpaid":
                assert gains == 0

    assert paid


def test_a_ritual_failed_for_the_reason_that_is_said() -> None:
    """The verdicts are the host's; a shaman is told of those that follow from what it knows, and no more."""
    verdicts = {
        "why.locked": {"locked"},
        "why.misfit": {"form"},
        "why.hindered": {"locked", "eclipsed"},
        "why.hindered.pink": {"locked", "eclipsed", "rivals"},
        "why.failed": {"locked", "eclipsed", "rivals", "form"},
    }
    seen = set()
    for closed in closes(GAMES["divine_intervention"]):
        for reason in closed.reasons:
            if reason.key in verdicts:
                judged = the(RitualsJudged, closed.facts).verdicts[closed.viewer]  # type: ignore[index]  # a seat
                assert judged[named(reason, "room")] in verdicts[reason.key]  # type: ignore[index]  # a room
                seen.add(reason.key)

    assert {"why.locked", "why.hindered.pink"} <= seen


def test_every_unit_that_fell_has_its_reason() -> None:
    fell = 0
    for closed in closes(GAMES["hero_of_the_arena"]):
        if any(isinstance(fact, StoryCut) for fact in closed.told):
            continue
        dead = [fact.card for fact in closed.told if isinstance(fact, CardWorn) and fact.died_in is not None]
        reasons = [reason for reason in closed.reasons if "other" in reason.parts or "source" in reason.parts]
        fell += len(dead)
        assert len(reasons) == len(dead)

    assert fell


def test_nobody_is_told_of_what_others_did() -> None:
    """Watchers of games in which only seats are told something get no reason before the end."""
    for game in ("apocalypse", "threads_of_fate", "divine_intervention"):
        for closed in closes(GAMES[game]):
            if closed.viewer == "spectator" and not closed.after.over and closed.after.phase.name != "ascension":
                assert closed.reasons == []
