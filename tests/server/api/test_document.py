"""The OpenAPI document: everything in it is described, and its examples are real responses of a running server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import make_dataclass
from typing import Any

import pytest
from pydantic import TypeAdapter

from engines.wizards_duel.facts import Secret
from server.api.documents.chapters import CHAPTERS, OPERATIONS
from server.api.documents.committed import compact
from server.api.documents.examples import shorten
from server.api.documents.headers import OF_EVERY_REPLY
from server.api.documents.openapi import SharedNameError, require_own_names
from tests.lacking import ROOT
from tests.published import check, document
from tests.server.api.story import Told, operations, requests_of, tell, without_chance
from tests.server.world import World

Json = Any

ABRIDGED = {"variants", "options_schema", "move_schema", "view_schema", "rules", "fields", "words"}
"""Values of which the example of a game shows only the beginning."""


SOMETIMES = {"Idempotency-Replayed", "RateLimit", "RateLimit-Policy", "Content-Disposition"}
"""Headers of repeats, of servers with limits, and of sheets, which are JSON otherwise."""

OF_EVERY_SERVER = {"content-type", "content-length", "content-encoding", "date", "server", "transfer-encoding", "vary"}


def test_operations_stand_in_the_chapters_in_the_chapters_order() -> None:
    found = [(operation["tags"], name) for name, (_, _, operation) in operations().items()]

    assert found == [([chapter.tag], name) for chapter in CHAPTERS for name in chapter.operations]
    assert [tag["name"] for tag in document()["tags"]] == [chapter.tag for chapter in CHAPTERS]


def test_a_record_with_the_name_of_another_is_refused_in_a_sentence() -> None:
    """Otherwise Pydantic would rename the other's schema, which clients know."""
    namesake = make_dataclass("Secret", [("spell", str)])
    schemas = TypeAdapter(tuple[Secret, namesake]).json_schema()["$defs"]  # type: ignore[valid-type]

    with pytest.raises(SharedNameError, match=r"a class Secret in engines\.wizards_duel\.facts and in types\."):
        require_own_names(schemas)


def test_every_schema_and_every_field_is_described() -> None:
    schemas = document()["components"]["schemas"]

    nameless = [name for name, schema in schemas.items() if not schema.get("description")]
    dumb = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, said in schema.get("properties", {}).items()
        if not said.get("description") and "const" not in said  # A tag says itself what it is.
    ]

    assert (nameless, dumb) == ([], [])


def test_every_parameter_reply_and_header_is_described() -> None:
    shown = [*document()["components"]["headers"].items()]
    for name, (_, _, operation) in operations().items():
        shown.append((name, {"description": operation["summary"]}))
        shown += [(f"{name} {parameter['name']}", parameter) for parameter in operation.get("parameters", [])]
        shown += [(f"{name} {status}", _resolved(reply)) for status, reply in operation["responses"].items()]

    assert [name for name, described in shown if not described.get("description", "").strip()] == []
    assert not any(described["description"] == "Successful Response" for _, described in shown)


def test_nothing_is_titled_but_the_document_and_no_object_is_without_a_name() -> None:
    components = document()["components"]["schemas"]

    places = [(name, part) for name, schema in components.items() for part in _parts(schema)]

    assert [name for name, part in places if isinstance(part.get("title"), str)] == []
    assert [name for name, part in places if "properties" in part and part is not components[name]] == []


def test_a_field_is_never_explained_by_a_field_of_the_same_name_that_means_something_else() -> None:
    """Most names mean the same wherever they stand, but not when something was made, or what kind of thing it is."""
    schemas = document()["components"]["schemas"]

    def explained_by(text: str) -> set[str]:
        said = ((name, field) for name, schema in schemas.items() for field in schema.get("properties", {}).items())
        return {f"{name}.{field}" for name, (field, about) in said if about.get("description") == text}

    assert explained_by("Since when the player is here.") == {
        f"{name}.created_at" for name in ("AccountReply", "MeReply", "NewPlayerReply", "OtherPlayerReply")
    }
    assert explained_by("What it is for.") == {
        f"Opened{event}Invitation.type" for event in ("Match", "Tournament", "Series")
    }


def test_generators_for_go_give_other_names_to_schemas_that_are_called_like_what_makes_another() -> None:
    schemas = document()["components"]["schemas"]
    command = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("-g go ")[2].partition("\n\n")[0]

    made = {f"New{name}" for name in schemas if f"New{name}" in schemas}

    assert made == set(re.findall(r"\b(New\w+)=", command))


def test_unions_of_objects_have_a_tag_or_kinds_that_one_has() -> None:
    """
    Unions of one game's moves, of facts, views and actions; `Move` covers all games. A boon's use, and the reports of
    Divine Intervention, are chosen by their fields.
    """
    schemas = document()["components"]["schemas"]

    untagged = {
        name
        for name, schema in schemas.items()
        for part in _parts(schema)
        for kinds in [part.get("oneOf", part.get("anyOf", []))]
        if len([kind for kind in kinds if "$ref" in kind]) > 1 and "discriminator" not in part
    }

    assert untagged == {"Move", "DecreeMove", "DivineInterventionView"}


def test_fields_that_are_always_in_a_reply_are_required() -> None:
    """Clients generate types from the document: each field that may be missing needs a case there."""
    schemas = document()["components"]["schemas"]
    sent = [operation["requestBody"] for _, _, operation in operations().values() if "requestBody" in operation]
    replies = [reply for _, _, operation in operations().values() for reply in operation["responses"].values()]

    told = _schemas_in([_resolved(reply) for reply in replies]) - _schemas_in(sent)
    sparse = {name for name in told if schemas[name].get("properties", {}).keys() - schemas[name].get("required", [])}

    # Facts of old logs lack fields that were added later.
    later = {"Absence", "DeadlineSet", "LeaveTaken", "MatchCreated", "MatchTerms", "PhaseClosed", "Rest", "SeatTaken"}
    later |= {"Submitted", "TournamentResumed"}
    later |= {"SeriesMatchSettings", "SeriesPaused", "SeriesResumed"}
    later |= {"TournamentCreated", "SeriesCreated", "MatchAdjudicated", "TableDone", "MainMatchDone", "DeathMatchDone"}
    later |= {"DirectorActed", "RoundStarted", "EpisodeBegun", "TournamentOver", "SeriesOver"}
    later |= {"CheckInAsked", "TablePublished", "TournamentEntered", "Entered", "EntrantReplaced", "PlaceTaken"}
    # Only arenas have a time, and tables that wait by themselves.
    later |= {"TournamentPaused", "RoundReply", "TableReply", "StandingReply"}
    # Only what a bridge has done says so.
    later |= {"CheckedIn", "DecisionMade", "EntrantWithdrawn", "LeaveSet", "PlaceLeft"}
    later |= {"LeaveTaken", "ReadySaid", "SeatLeft", "Withdrawn"}
    later |= {"DoorClosed", "DoorOpened", "MatchPaused", "MatchResumed", "MatchStarted", "SeatReserved", "SeatReleased"}
    later |= {"SeatMuted", "SeatUnmuted", "RulesAgreed", "RulesProposed", "RematchCalled"}
    # Only what the server ends by itself says why.
    later |= {"MatchVoided", "TournamentCancelled", "SeriesCancelled"}
    # Messages with a text have no sign, and report nobody.
    later |= {"MessageSent", "MessageReply", "About"}
    # Sentences are sent to clients that ask for them.
    asked = {"EventReply", "EventFrame", "ViewReply"}
    asked |= {"TournamentEventReply", "TournamentEventFrame", "TournamentView"}
    asked |= {"SeriesEventReply", "SeriesEventFrame", "SeriesView"}
    # Only entrants of groups have one.
    later |= {"StandingReply"}
    # Only replies to what the caller has done in an event have a receipt.
    done = {"TournamentListing", "JoinedTournament", "SeriesListing", "JoinedSeries"}
    # Only reactions have a sign.
    asked |= {"MessageReply", "MessageSent"}
    # Only settings that were changed are told.
    done |= {"SettingsChanged", "SeriesChanged"}
    # A result has a reply or a problem.
    either = {"BulkResult", "BulkActionResult"}
    notices = {"BoonNotice", "HeroEffect", "HeroItemCard", "Problem", "ShopItemCard"}
    assert sparse == notices | later | asked | done | either


def test_every_operation_has_an_example_of_its_body_and_of_its_success() -> None:
    for name, (_, _, operation) in operations().items():
        assert requests_of(operation), name
        for status, reply in operation["responses"].items():
            if status.startswith("2") and "content" in reply:
                assert any("example" in content for content in reply["content"].values()), name


def test_every_example_fits_its_schema() -> None:
    checked = 0
    for _, _, operation in operations().values():
        contents = [operation["requestBody"], *operation["responses"].values()] if "requestBody" in operation else []
        contents = contents or list(operation["responses"].values())
        for content in [content for holder in contents for content in _resolved(holder).get("content", {}).values()]:
            given = [content["example"]] if "example" in content else []
            for example in [*given, *(named["value"] for named in content.get("examples", {}).values())]:
                check(content["schema"], example)
                checked += 1
        for parameter in operation.get("parameters", []):
            if "example" in parameter:
                check(parameter["schema"], parameter["example"])
                checked += 1

    assert checked > len(OPERATIONS)


async def test_the_examples_are_replies_of_a_running_server(world: World) -> None:
    """Run as one story; ids, times, tokens and hashes differ between runs, and lists are shortened."""
    told = await tell(world)

    assert {one.operation for one in told} == set(OPERATIONS)
    for one in told:
        assert one.status < 300, (one.operation, one.text)
    for one in _first_of_each(told):
        expected = _success(one.operation)
        if one.operation in ("getLog", "getTournamentLog", "getSeriesLog"):
            assert without_chance(one.text).startswith(without_chance(expected))
        elif one.operation in ("getCalendar", "getTournamentCalendar"):
            assert _properties(one.text) == _properties(expected)
        elif expected is not None:
            assert _comparable(shorten(json.loads(one.text))) == _comparable(expected), one.operation


async def test_the_document_is_sent_without_blanks_and_is_not_larger_than_it_has_to_be(world: World) -> None:
    """Without any description it would have half a megabyte."""
    sent = await world.http().get("/openapi.json", headers={"Accept-Encoding": "identity"})

    assert sent.text == compact(sent.text)
    assert len(sent.content) < 870_000


async def test_a_client_that_takes_gzip_gets_a_fifth_of_the_document(world: World) -> None:
    async with world.http().stream("GET", "/openapi.json", headers={"Accept-Encoding": "gzip"}) as sent:
        carried = [part async for part in sent.aiter_raw()]

    assert sent.headers["Content-Encoding"] == "gzip"
    assert sum(map(len, carried)) < 200_000


async def test_replies_have_the_headers_that_the_document_shows(world: World) -> None:
    for one in await tell(world):
        own = operations()[one.operation][2]["responses"][str(one.status)].get("headers", {})
        shown = {*own, *OF_EVERY_REPLY}

        assert shown - SOMETIMES <= {name for name in shown if name in one.headers}, one.operation
        assert {name.lower() for name in one.headers} <= {name.lower() for name in shown} | OF_EVERY_SERVER


def _properties(calendar: str) -> set[str]:
    return {re.split("[;:]", line)[0] for line in calendar.split("\r\n")}


def _first_of_each(told: list[Told]) -> Iterator[Told]:
    seen: set[str] = set()
    for one in told:
        if one.operation not in seen:
            seen.add(one.operation)
            yield one


def _success(operation: str) -> Json:
    replies = operations()[operation][2]["responses"]
    contents = replies[min(status for status in replies if status.startswith("2"))].get("content", {})
    return next((content["example"] for content in contents.values() if "example" in content), None)


def _comparable(reply: Json) -> Json:
    kept = {
        name: None if name in ABRIDGED and reply.keys() & {"rules", "words"} else value for name, value in reply.items()
    }
    return json.loads(without_chance(json.dumps(kept)))


def _schemas_in(places: list[Json]) -> set[str]:
    """Return the names of all schemas that these refer to, recursively."""
    found: set[str] = set()
    while places:
        names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(places))) - found
        found |= names
        places = [document()["components"]["schemas"][name] for name in names]
    return found


def _parts(schema: Json) -> Iterator[Json]:
    """Yield the schema and all schemas in it."""
    yield schema
    for word in ("properties", "patternProperties"):
        for part in schema.get(word, {}).values():
            yield from _parts(part)
    for word in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(word), dict):
            yield from _parts(schema[word])
    for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for part in schema.get(word, []):
            yield from _parts(part)


def _resolved(part: Json) -> Json:
    if "$ref" not in part:
        return part
    found = document()
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found
