"""The routes that logs of all kinds share, and those that all events share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from inspect import cleandoc
from typing import Annotated, Any, Protocol, TypeAlias, get_type_hints

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, create_model

from engines.kit import Viewer
from server.access import codes
from server.access.costs import NEW_INVITATION, of_list
from server.access.player import Player
from server.api.calls.dependencies import PlayerCall, WatcherCall
from server.api.calls.languages import AskedLines
from server.api.models.invitations import EventInvitationList, EventInvitationRequest
from server.api.routes.following import After, AskedEpoch, LastEventId, Limit, Wait, event_data
from server.api.routes.logs import NDJSON, Wanted, read_events, send_log
from server.api.routes.responses import Declared, errors
from server.api.server import Server
from server.api.streams.sse import EVENT_STREAM
from server.logs.aggregates.kind import ListedKind
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.resuming import Position
from server.logs.directing.invitations import NewEventInvitationReply
from server.organising.kind import EventKind
from server.organising.service import Organising
from server.runtime.ids import ID_PATTERN

InvitationId = Annotated[str, Path(max_length=64, description="The id of the invitation, not its token.")]

Service: TypeAlias = Organising[Any, Any, Any, Any]


class LogService(Protocol):
    """Reads the logs of a kind."""

    @property
    def repository(self) -> Repository[Any]: ...

    async def look(self, operation: str, player: Player | None, log_id: str, cursor: int = 0) -> tuple[Any, Viewer]: ...

    async def read_log(self, player: Player, log_id: str) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True)
class LogRoutes:
    """A kind of log with these routes, its service in a server, and the rule that decides which viewer a caller is."""

    kind: ListedKind[Any] | type[ListedKind[Any]]
    service: Callable[[Server], LogService]
    allow: Callable[[str, Player | None, Any], Viewer]

    @property
    def path_id(self) -> Any:  # noqa: ANN401  # as the framework has it
        """The path parameter that has the id of a log."""
        name = self.kind.name
        return Path(alias=f"{name}_id", max_length=64, description=f"The id of the {name}.")

    def add_log(
        self, router: APIRouter, frame: type[BaseModel], page: type[BaseModel], *, events: str, log: str
    ) -> None:
        """Add the routes of events and the log, which these texts describe."""
        kind, path_id = self.kind, self.path_id

        @router.get(
            f"/{{{kind.name}_id}}/events",
            operation_id=kind.operation("list", "Events"),
            response_model=page,
            responses={
                200: {"content": {EVENT_STREAM: {"schema": event_data(frame)}}},
                **errors(
                    kind.missing.code,
                    codes.CURSOR_AHEAD,
                    codes.ANOTHER_EPOCH,
                    codes.MALFORMED_CURSOR,
                    codes.TOO_MANY_STREAMS,
                ),
            },
            summary=f"The caller's stream of a {kind.name}: a page, a long poll, or server-sent events",
            description=cleandoc(events),
        )
        async def list_events(
            request: Request,
            *,
            log_id: str = path_id,
            call: WatcherCall,
            after: After = 0,
            epoch: AskedEpoch = None,
            limit: Limit = 100,
            wait: Wait = 0,
            lines: AskedLines = None,
            last_event_id: LastEventId = None,
        ) -> Response:
            service, operation = self.service(call.server), kind.operation("list", "Events")
            watch = partial(service.look, operation, call.player, log_id)
            looks = partial(self.allow, operation, call.player)
            wanted = Wanted(Position(after, epoch), limit, wait, lines, last_event_id)
            return await read_events(request, call, service.repository, watch, looks, wanted)

        @router.get(
            f"/{{{kind.name}_id}}/log",
            operation_id=kind.operation("get", "Log"),
            response_class=StreamingResponse,
            responses={
                200: {"description": "One entry per line.", "content": {NDJSON: {"schema": {"type": "string"}}}},
                **errors(kind.missing.code, codes.LOG_CLOSED),
            },
            summary=f"The whole log of a {kind.name} as NDJSON",
            description=cleandoc(log),
        )
        async def get_log(*, log_id: str = path_id, call: PlayerCall) -> Response:
            return send_log(call, log_id, await self.service(call.server).read_log(call.player, log_id))


@dataclass(frozen=True, slots=True)
class Alike(LogRoutes):
    """A kind of event."""

    kind: EventKind[Any, Any, Any]
    service: Callable[[Server], Service]

    def add_lists(self, router: APIRouter, listing: type[Any], *, mine: str, path: str) -> None:
        """Add the routes of lists, and at `path` of one event; `mine` says which are the caller's."""
        kind, several, path_id = self.kind, self.kind.several, self.path_id
        events: dict[str, Any] = {several: (list[listing], Field(description=f"The {several}."))}  # type: ignore[valid-type]
        page = create_model(
            f"{kind.name.capitalize()}List",
            __doc__=f"{several.capitalize()}, newest first; but their makers take turns, except with `mine`.",
            **events,
            next=(str | None, Field(description="Send it as `before` to get the next page; null on the last page.")),
        )

        async def list_all(
            *,
            call: PlayerCall,
            status: str | None = Query(None, description=f"Only {several} that are this far."),
            mine: bool = Query(default=False, description=f"Only {several} that the caller {mine}."),
            before: str | None = Query(None, pattern=ID_PATTERN, description="The `next` of the page before."),
            limit: int = Query(50, ge=1, le=100, description=f"The maximum number of {several}."),
        ) -> BaseModel:
            found = await self.service(call.server).page(call.player, status, before, limit, mine=mine)
            call.pay(of_list(len(found.found)))
            return page(**{several: found.found, "next": found.next})

        # The framework reads the type from here, and knows no name of this function.
        list_all.__annotations__["status"] = get_type_hints(listing)["status"] | None
        router.get(
            "",
            operation_id=f"list{several.capitalize()}",
            response_model=page,
            responses=errors(),
            summary=f"{several.capitalize()} that the caller may know of, newest first",
        )(list_all)

        @router.get(
            path,
            operation_id=kind.operation("get"),
            response_model=listing,
            responses=errors(kind.missing.code),
            summary=f"A {kind.name}, as lists show it",
        )
        async def get_one(*, log_id: str = path_id, call: WatcherCall) -> Any:  # noqa: ANN401  # its listing
            return await self.service(call.server).read(call.player, log_id)

    def add_invitations(
        self,
        router: APIRouter,
        *closed: Declared,
        create: str,
        request: type[EventInvitationRequest] = EventInvitationRequest,
    ) -> None:
        """Add the routes of invitations; `closed` refuses if nobody can enter, and `create` describes creating one."""
        kind, name, path_id = self.kind, self.kind.name, self.path_id
        path = f"/{kind.several}/{{{name}_id}}/invitations"
        directors = (kind.missing.code, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403))

        async def create_one(*, log_id: str = path_id, call: PlayerCall, body: Any = None) -> NewEventInvitationReply:  # noqa: ANN401  # its request
            wanted = body or request()
            call.pay(NEW_INVITATION)
            place = getattr(wanted, "entrant", None)
            lifetime = timedelta(seconds=wanted.expires_in_seconds)
            return await self.service(call.server).invitations.make(
                call.player, call.access.made_with, log_id, wanted.uses, lifetime, place
            )

        # The framework reads the type from here, and knows no name of this function.
        create_one.__annotations__["body"] = request | None
        router.post(
            path,
            operation_id=kind.operation("create", "Invitation"),
            status_code=201,
            responses=errors(*directors, *closed, codes.TOO_MANY_INVITATIONS),
            summary=f"Create an invitation to a {name}, as its director",
            description=cleandoc(create),
        )(create_one)

        @router.get(
            path,
            operation_id=kind.operation("list", "Invitations"),
            responses=errors(*directors),
            summary=f"The invitations to a {name}, for its directors",
        )
        async def list_all(*, log_id: str = path_id, call: PlayerCall) -> EventInvitationList:
            """All of them, without their tokens, newest first."""
            found = await self.service(call.server).invitations.to(call.player, log_id)
            call.pay(of_list(len(found)))
            return EventInvitationList(invitations=found)

        @router.delete(
            f"{path}/{{invitation_id}}",
            operation_id=kind.operation("withdraw", "Invitation"),
            status_code=204,
            responses=errors(*directors, codes.UNKNOWN_INVITATION),
            summary=f"Withdraw an invitation to a {name}, as its director",
            description=f"Nobody can accept it any more. Players who have accepted it stay in the {name}.",
        )
        async def withdraw(*, log_id: str = path_id, invitation_id: InvitationId, call: PlayerCall) -> None:
            await self.service(call.server).invitations.withdraw(call.player, log_id, invitation_id)
