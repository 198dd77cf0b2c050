"""The AsyncAPI document agrees with the code, and a server with the document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from jsonschema_rs import ValidationError

from server.api.documents.frame_examples import EXAMPLES
from server.api.models.events import EventFrame
from server.api.models.news import OwnEventFrame
from server.api.models.tournaments import TournamentEventFrame
from server.api.streams.close_codes import CLOSINGS, STANDARD_CLOSINGS, CloseCode
from server.api.streams.frames import ClientFrame, ServerFrame
from tests.published import document as openapi
from tests.published import published_codes
from tests.published_frames import check_frame, document, refusals
from tests.server.world import World
from tests.waiting import PATIENCE_SECONDS

Json = Any

ROOT = Path(__file__).parents[4]

ONE, MANY, OWN = "/v1/matches/0/stream", "/v1/stream", "/v1/me/events"
TOURNAMENT = "/v1/tournaments/0/stream"


def test_the_asyncapi_document_names_exactly_the_frames_of_the_code() -> None:
    frames = [*get_args(ClientFrame), *get_args(ServerFrame), EventFrame, OwnEventFrame, TournamentEventFrame]

    messages = document()["components"]["messages"]
    payloads = [message["payload"]["$ref"].rpartition("/")[2] for message in messages.values()]
    used = {name for channel in document()["channels"].values() for name in channel["messages"]}
    assert sorted(payloads) == sorted(frame.__name__ for frame in frames)
    assert used == messages.keys() == EXAMPLES.keys()


def test_every_close_code_is_documented_with_what_to_do() -> None:
    """In the AsyncAPI document and in the table of docs/streams.md."""
    codes = {int(code) for code in CloseCode} | {closing.close_code for closing in STANDARD_CLOSINGS}

    listed = document()["x-close-codes"]
    page = (ROOT / "docs" / "streams.md").read_text(encoding="utf-8")
    table = page.partition("| close code |")[2].partition("\n\n")[0]
    rows = [code for cells in re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE) for code in cells.split(", ")]
    assert {closing.close_code for closing in CLOSINGS} == set(CloseCode)
    assert {closing["code"] for closing in listed} == codes
    assert all(closing["meaning"] and closing["remedy"] for closing in listed)
    assert sorted(map(int, rows)) == sorted(codes)


def test_a_submission_is_refused_as_the_call_is() -> None:
    """Except for what the handshake has already checked, and what closes the socket."""
    of_the_call = published_codes()["submit"]
    of_handshake = {"unknown_token", "expired_token", "suspended", "no_consent"}
    of_reading = {
        "malformed_json",
        "too_deep",
        "unholdable_text",
        "body_too_large",
        "head_too_large",
        "too_slow",
        "malformed_request",
    }

    assert refusals("submit") == {
        (code, status) for code, status in of_the_call if code not in of_handshake | of_reading
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_the_document_describes(name: str) -> None:
    sent_by_clients = {frame.model_fields["type"].annotation.__args__[0] for frame in get_args(ClientFrame)}

    path = OWN if name.startswith("own_") else TOURNAMENT if name.startswith("tournament_") else MANY
    check_frame(path, EXAMPLES[name], "receive" if name in sent_by_clients else "send")


def test_every_frame_has_a_type_in_both_documents() -> None:
    """Generators make types from the OpenAPI document, with one union for each direction."""
    schemas = openapi()["components"]["schemas"]
    frames = {name: message["payload"]["$ref"] for name, message in document()["components"]["messages"].items()}

    unions = [schemas[union]["discriminator"]["mapping"] for union in ("ClientFrame", "ServerFrame")]

    assert unions[0] | unions[1] == frames
    for published in (schemas, document()["components"]["schemas"]):
        for name, reference in frames.items():
            schema = published[reference.rpartition("/")[2]]
            assert schema["properties"]["type"]["const"] == name
            assert "type" in schema["required"]


def test_undocumented_content_is_found() -> None:
    event = EXAMPLES["event"]
    wrong: list[tuple[str, Json]] = [
        (MANY, {"type": "gone", "server_now": ""}),
        (ONE, EXAMPLES["unsubscribed"]),
        (MANY, EXAMPLES["pong"] | {"more": 1}),
        (MANY, EXAMPLES["hello"] | {"player_id": 1}),
        (MANY, EXAMPLES["refused"] | {"code": "bad_day"}),
        (MANY, event | {"facts": []}),
        (MANY, event | {"facts": [event["facts"][0] | {"phase": "1"}]}),
        (MANY, event | {"facts": [event["facts"][0] | {"more": 1}]}),
    ]

    for path, frame in wrong:
        with pytest.raises((AssertionError, ValidationError)):
            check_frame(path, frame, "send")


async def test_the_examples_of_clients_are_answered_as_documented(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    answers = [document()["operations"][f"{name}Many"]["reply"]["messages"] for name in _client_frames()]
    async with ada.follow() as stream:
        for name, published in zip(_client_frames(), answers, strict=True):
            example = EXAMPLES[name]
            await stream.send(example | {"match_id": match_id} if "match_id" in example else example)

            while (answer := (await stream.frame())["type"]) == "event":
                pass
            assert answer == published[0]["$ref"].rpartition("/")[2]


async def test_a_running_server_shows_the_documents_and_makes_none(world: World) -> None:
    """Making them takes seconds, in which other calls would wait."""
    world.app.openapi_schema = None
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        shown = await http.get("/asyncapi.yaml")
        described = await http.get("/openapi.json")

    assert shown.headers["Content-Type"].startswith("application/yaml")
    assert shown.text == (ROOT / "openapi" / "asyncapi.yaml").read_text(encoding="utf-8")
    assert described.json() == json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
    assert world.app.openapi_schema is None


def _client_frames() -> list[str]:
    return ["ping", "subscribe", "submit", "unsubscribe"]
