"""Events of logs as they are sent: in pages, and one by one."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

from server.access.fields import Cursor, Epoch, Reply, Said
from server.api.models.unions import AnyFact
from server.logs.aggregates.kind import KindName


def event_models(name: KindName, facts: Any) -> tuple[type[BaseModel], type[BaseModel]]:  # noqa: ANN401  # a union
    """Return the models of an event of a kind of log when it is sent, and of a page of events, with these facts."""
    title, tag = ("", "event") if name == "match" else (name.capitalize(), f"{name}_event")
    tags: Any = Literal[tag]
    log_id: dict[str, Any] = {f"{name}_id": (str, Field(description=f"The {name}."))}
    server_now = Field(description="The server's time when it sent this.")
    lines = Field(default_factory=lambda: None, description="With `lines`: what happened, in sentences for people.")
    reply = create_model(
        f"{title}EventReply",
        __doc__=f"The facts that one step of a {name} addresses to the caller.",
        __base__=Reply,
        __module__=__name__,
        type=(tags, Field(tag, description="The type of the frame.")),
        **log_id,
        cursor=(Cursor, ...),
        at=(str, Field(description="When it happened.")),
        facts=(list[facts], Field(min_length=1, description="The facts, in order.")),
        lines=(Said, lines),
    )
    frame = create_model(
        f"{title}EventFrame",
        __doc__=f"An event of a {name}, with the time at which it was sent.",
        __base__=reply,
        __module__=__name__,
        server_now=(str, server_now),
    )
    page = create_model(
        f"{title}EventPage",
        __doc__=f"A page of the caller's stream of a {name}, in order.",
        __base__=Reply,
        __module__=__name__,
        viewer=(str, Field(description="The viewer of the caller; if it has changed, start from cursor 0.")),
        events=(list[reply], Field(description="The events, in order.")),
        epoch=(Epoch, ...),
        cursor=(Cursor, Field(description="Send it as `after` to continue.")),
        more=(bool, Field(description="Whether there are more events already.")),
        server_now=(str, server_now),
    )
    return frame, page


EventFrame, EventPage = event_models("match", AnyFact)
