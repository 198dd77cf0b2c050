"""
Forged logs of events with whole chains: what both verifiers find by the log alone, and by what people kept.

Each forgery is a row: it says which evidence finds it. Heads find whatever came before them, receipts as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.kit import Viewer
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept, KeptStream
from server.logs.store.entry import EncodedFact, Entry, canonical_json
from tests.secrecy.verifiers.both_verifiers import File, Opinion, file_of, first, second
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.events import Event
from tests.server.organising.series.seasons import to_the_pick
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World

Json = Any
Logs = Mapping[str, list[Entry]]
Forger = Callable[[Logs], Logs]

ALONE, RECEIPTS, HEADS, STREAM = "the log alone", "receipts", "heads", "a stream"

EVIDENCES: Final = (ALONE, RECEIPTS, HEADS, STREAM)
ALL: Final = {ALONE, RECEIPTS, HEADS, STREAM}
KEPT: Final = {RECEIPTS, HEADS, STREAM}


@dataclass
class Story:
    """What happened, and what people kept of it: receipts, heads, and the stream of one of them."""

    logs: Logs
    event_id: str
    receipts: list[str]
    stream: KeptStream
    people: dict[str, Json]

    def kept(self, evidence: str) -> Kept:
        heads = [fact["head"] for text in self.stream.events.values() for fact in _heads(text)]
        return {
            ALONE: Kept(),
            RECEIPTS: Kept(receipts=self.receipts),
            HEADS: Kept(heads=heads),
            STREAM: Kept(streams=[self.stream]),
        }[evidence]


def _heads(text: str) -> list[Json]:
    return [fact for fact in json.loads(text)["facts"] if "head" in fact]


async def _kept_stream(one: Event, viewer: Client) -> KeptStream:
    page = await viewer.get(f"{one.path}/events", limit=500)
    events = {each["cursor"]: canonical_json({"at": each["at"], "facts": each["facts"]}) for each in page["events"]}
    return KeptStream(one.id, Viewer(page["viewer"]), events)


async def _tournament(world: World) -> Story:
    """Two directors, four who enter by themselves, an administrator who looks and acts, and a corrected table."""
    one = await directed(world)
    receipts = []
    people = {"Director": one.director}
    for name in ("Ada", "Bo", "Cy", "Di"):
        people[name] = await world.player(name)
        receipts.append((await one.enter(people[name]))["receipt"])
    people["Second"], people["Stranger"] = await world.player("Second"), await world.player("Stranger")
    people["Olga"] = await world.player("Olga", administrator_key="laplace and his demon")

    async def act(action: str, by: Client = one.director, **more: Json) -> None:
        receipts.append((await one.act(action, by=by, **more))["receipt"])

    await act("give_role", player_id=people["Second"].player_id, role="director")
    await people["Olga"].get(f"{one.path}/view")
    await act("pair")
    await act("start_round")
    for table in (await one.round(1))["tables"]:
        await one.decide(table["match_id"])
    await act("correct_result", round=1, table=1, points=[1, 1], reason="Both were there.")
    await act("pause", by=people["Olga"], reason="A fire.")
    await act("resume", by=people["Second"])
    await act("finish")
    return await _told(one, people, receipts)


async def _told(one: Event, people: dict[str, Client], receipts: list[str]) -> Story:
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    named = {name: {"player_id": client.player_id, "name": name} for name, client in people.items()}
    return Story(logs, one.id, receipts, await _kept_stream(one, people["Ada"]), named)


def _replaced(story: Story, of_event: bool, change: Callable[[Entry], Entry | None]) -> File:
    """Change entries of the event, or of its matches too, and make all chains whole."""
    logs = []
    for log_id, entries in story.logs.items():
        forged = entries
        if log_id == story.event_id or not of_event:
            forged = sealed_anew([found for entry in entries if (found := change(entry)) is not None])
        logs.append(forged)
    return file_of(*logs)


def _in_facts(fact_type: str, change: Callable[[Json], Json | None], **fields: Json) -> Callable[[Entry], Entry]:
    """Change the facts of this type and with these fields."""

    def changed(entry: Entry) -> Entry:
        facts = []
        for told in entry.facts:
            fact = told.fact
            if told.type == fact_type and fields.items() <= fact.items():
                fact = {**fact, **(change(fact) or {})}
            facts.append(EncodedFact.of(told.audience, fact))
        return replace(entry, facts=tuple(facts))

    return changed


def _renamed(before: Json, after: Json) -> Callable[[Entry], Entry]:
    """Put another person in the place of one, wherever it stands."""

    def changed(entry: Entry) -> Entry:
        texts = (told.text.replace(canonical_json(before), canonical_json(after)) for told in entry.facts)
        told = zip(entry.facts, texts, strict=True)
        return replace(entry, facts=tuple(replace(each, text=text) for each, text in told))

    return changed


def _forgeries(story: Story) -> dict[str, tuple[File, set[str]]]:
    """Return the forged files of a tournament, and what finds each."""
    ada, deputy, stranger = (story.people[name] for name in ("Ada", "Second", "Stranger"))
    corrected = {"action": "correct_result"}

    def acted(**changes: Json) -> Callable[[Entry], Entry]:
        return _in_facts("director_acted", lambda _: changes, **corrected)

    return {
        "an action in the name of another director": (_replaced(story, True, acted(director=deputy)), KEPT),
        "an action in the name of somebody without a role": (_replaced(story, True, acted(director=stranger)), ALL),
        "an action in the name of an invented administrator": (
            _replaced(story, True, acted(director=stranger, administrator=True)),
            KEPT,
        ),
        "an administrator's action in the name of a director": (
            _replaced(
                story,
                True,
                _in_facts(
                    "director_acted", lambda fact: fact.pop("administrator") and {"director": deputy}, action="pause"
                ),
            ),
            ALL,
        ),
        "an action in the name of an entrant": (_replaced(story, True, acted(director=ada)), ALL),
        "a changed reason": (_replaced(story, True, acted(reason="They asked me to.")), KEPT),
        "another name of an entrant": (_replaced(story, False, _renamed(ada, {**ada, "name": "Eve"})), KEPT),
        "another name of an entrant in the event only": (
            _replaced(story, True, _renamed(ada, {**ada, "name": "Eve"})),
            ALL,
        ),
        "another player in an entrant's place": (_replaced(story, False, _renamed(ada, stranger)), KEPT),
        "another player in an entrant's place in the event only": (
            _replaced(story, True, _renamed(ada, stranger)),
            ALL,
        ),
        "an administrator's look that is left out": (
            _replaced(story, True, lambda entry: None if entry.kind == "host_view_asked" else entry),
            KEPT,
        ),
        "a look that nobody took": (
            _replaced(story, True, _in_facts("host_view_asked", lambda _: {"player": stranger})),
            KEPT,
        ),
        "a result": (_replaced(story, True, _in_facts("table_done", lambda _: {"points": [0, 2]}, table=2)), ALL),
    }


async def test_each_forgery_of_a_tournament_is_found_by_both_verifiers_with_what_the_row_says(world: World) -> None:
    story = await _tournament(world)

    _require_good(story, ["Olga acted as an administrator of the server"])
    for what, (file, expected) in _forgeries(story).items():
        assert _found(story, file) == expected, what


async def test_an_action_in_ones_name_without_a_receipt_is_reported_where_others_have_one(world: World) -> None:
    story = await _tournament(world)
    whole = file_of(*story.logs.values())

    for missing in range(len(story.receipts)):
        receipts = [*story.receipts[:missing], *story.receipts[missing + 1 :]]
        opinions = _both(replace(whole, kept=Kept(receipts=receipts)))

        # Those who entered did so once. Of a director, the first receipts can be missing: earlier actions are covered.
        found = missing in (5, 6, 7, 10)
        assert [opinion.code for opinion in opinions] == [int(found)] * 2, missing
        assert opinions[0].findings == opinions[1].findings


async def test_a_decision_of_a_series_that_is_left_out_is_found_with_what_people_kept(world: World) -> None:
    """It was what silence would have led to, so the log alone shows nothing."""
    one = await to_the_pick(world, pace="deadline")
    receipts = [(await one.decide(one.entrants["e5"], 1, "e3"))["receipt"]]
    await one.pass_time(3601)
    await one.end({"e5": 1, "e3": 2})
    await one.act("start")
    for _ in range(2):
        await one.void()
        await one.act("replay")
    receipts.append((await one.act("cancel"))["receipt"])
    story = await _told(one, {"Ada": one.entrants["e1"]}, receipts)
    silent = _in_facts("decision_closed", lambda _: {"because": "silent"})

    left_out = _replaced(story, True, lambda entry: None if entry.kind == "decision_made" else silent(entry))

    _require_good(story, [])
    assert _found(story, left_out) == KEPT


def _require_good(story: Story, unproven: list[str]) -> None:
    """Both verifiers call the true log good with all evidence, and say what it does not prove."""
    whole = file_of(*story.logs.values())
    for evidence in EVIDENCES:
        for opinion in _both(replace(whole, kept=story.kept(evidence))):
            assert opinion.code == 0, opinion.lines
            said = [line for line in opinion.unchecked if "administrator" in line]
            assert len(said) == len(unproven)
            assert all(what in line for what, line in zip(unproven, said, strict=True))


def _found(story: Story, file: File) -> set[str]:
    """Return the evidence by which both verifiers find that the file is forged."""
    found = set()
    for evidence in EVIDENCES:
        ours, theirs = _both(replace(file, kept=story.kept(evidence)))
        assert ours.code == theirs.code, (evidence, ours.lines, theirs.lines)
        assert ours.findings == theirs.findings
        if ours.code:
            found.add(evidence)
    return found


def _both(file: File) -> tuple[Opinion, Opinion]:
    return first(file), second([file])[0]
