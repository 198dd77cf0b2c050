"""What happens around every call of the pages: the caller, the check that one of these pages sent it, and errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from server.access import codes
from server.access.costs import ACCOUNT_PAGE, ACCOUNT_STEP
from server.access.errors import RefusedError, ThrottledError
from server.access.player import Player
from server.api.account.browsers import browser_of
from server.api.account.frame import HEADERS, page
from server.api.account.texts import Texts
from server.api.calls.dependencies import caller_of, server_of
from server.api.calls.problems import note as note_refusal
from server.api.calls.problems import place_of, problem_response, validation_error
from server.api.server import Server
from server.people.accounts import forms
from server.people.accounts.accounts import Accounts
from server.people.accounts.forms import Visitor
from server.people.accounts.next_path import ACCOUNT
from server.people.accounts.origin import Origin
from server.people.accounts.sessions import Session, set_cookie
from server.runtime.credentials import new_secret
from server.runtime.loading import load

T = TypeVar("T", bound=BaseModel)

_FOR_PROOFS: Final = (codes.PROOF_NEEDED, codes.YOUNGER_WAY_IN)
"""Errors after which the page offers to sign in again."""


@dataclass(slots=True)
class Visit:
    """
    A call of a page by a browser.

    `session` and `player` are None if nobody is signed in. The reply sets the cookie of the session to `cookie`; empty:
    it deletes the cookie; None: it does not change it.
    """

    request: Request
    server: Server
    texts: Texts
    origin: Origin
    visitor: Visitor
    session: Session | None
    player: Player | None
    fields: forms.Fields = field(default_factory=forms.Fields)
    cookie: str | None = field(default=None, repr=False)

    @property
    def accounts(self) -> Accounts:
        return self.server.accounts

    @property
    def address(self) -> str:
        return caller_of(self.request.scope).address

    @property
    def browser(self) -> str:
        """What people call the browser; empty if unknown."""
        return browser_of(self.request.headers.get("user-agent", ""))

    def pay(self, cost: float) -> None:
        """Charge the caller, in units of `server.access.costs`."""
        caller_of(self.request.scope).pay(cost)

    def now(self) -> datetime:
        return self.server.streams.clock.now()

    def require_session(self) -> tuple[Player, Session]:
        """
        Return the player and the session.

        Raises:
            RefusedError: Nobody is signed in.
        """
        if self.player is None or self.session is None:
            raise RefusedError(codes.SIGNED_OUT, "You are not signed in. Sign in first.")
        return self.player, self.session

    async def sign_in(self, player_id: str, opened_with: str) -> None:
        """
        Open a new session in this browser, in place of the one that it has.

        The browser also gets a new visitor id, so cookies that somebody planted in it before are of no use.
        """
        if self.session is not None:
            await self.accounts.sessions.end(self.session.player_id, self.session.session_id)
        self.cookie = await self.accounts.sessions.open(player_id, opened_with, self.browser)
        self.visitor = Visitor(new_secret())

    def page(self, template: str, *, status: int = 200, **values: object) -> Response:
        """Return the page of a template, with these values."""
        port = self.request.url.port
        return page(
            template,
            self.texts,
            status=status,
            leaving=self.player is not None and self.cookie is None,
            form_token=forms.form_token(self.request, self.origin, self.visitor),
            # Browsers offer no passkeys for an IP address.
            localhost=f"http://localhost{f':{port}' if port else ''}{ACCOUNT}" if self.origin.rp_id is None else None,
            **values,
        )

    async def body(self, model: type[T]) -> T:
        """
        Return the JSON body of a call of the pages' script.

        Raises:
            RefusedError: It has another form.
        """
        try:
            return model.model_validate_json(await self.request.body())
        except ValidationError as error:
            found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors(include_url=False)]
            raise validation_error(found) from None


Handler = Callable[[Visit], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def page_endpoint(handler: Handler) -> Endpoint:
    """Serve what a handler shows; errors become pages too."""

    async def show(request: Request) -> Response:
        async def answer() -> Response:
            visit = await _visit(request, ACCOUNT_PAGE)
            return _finished(visit, await handler(visit))

        return await _with_errors_as_pages(request, answer)

    return show


def form_endpoint(handler: Handler) -> Endpoint:
    """Return the endpoint of a form on a page of the account."""

    async def take(request: Request) -> Response:
        async def answer() -> Response:
            fields = await forms.fields_of(request)
            visit = await _visit(request, ACCOUNT_STEP)
            forms.require_form(request, visit.origin, fields.one(forms.FORM_TOKEN))
            visit.fields = fields
            return _finished(visit, await handler(visit))

        return await _with_errors_as_pages(request, answer)

    return take


def script_endpoint(handler: Handler, *, by_token: bool = False) -> Endpoint:
    """
    Return the endpoint of a call of the pages' script, with errors as problems in the language of the reader.

    `by_token`: it sends a token in `Authorization` instead of a form token; other sites cannot make a browser do so.
    """

    async def take(request: Request) -> Response:
        try:
            visit = await _visit(request, ACCOUNT_STEP)
            if by_token:
                forms.require_own_page(request, visit.origin)
            else:
                forms.require_form(request, visit.origin, request.headers.get(forms.FORM_TOKEN_HEADER, ""))
            response = _finished(visit, await handler(visit))
        except RefusedError as error:
            note_refusal(error, place_of(request.scope))
            error.message = _texts(request).of_error(error.code.name, error.message)
            response = problem_response(error)
        response.headers["Cache-Control"] = "no-store"
        return response

    return take


def redirect(path: str) -> Response:
    """Redirect to another page of the account, after a form."""
    return RedirectResponse(path, 303, HEADERS)


async def _visit(request: Request, cost: float) -> Visit:
    server = server_of(request.scope)
    caller_of(request.scope).pay(cost)
    origin = server.accounts.origins.of(request)
    session = await server.accounts.sessions.of(request)
    player = None if session is None else await server.players.by_id(session.player_id)
    visitor = forms.visitor_of(request, origin)
    return Visit(request, server, _texts(request), origin, visitor, session, player)


def _finished(visit: Visit, response: Response) -> Response:
    """Add the cookies to a reply."""
    if visit.cookie is not None:
        set_cookie(response, visit.origin, visit.cookie)
    forms.keep_visitor(response, visit.origin, visit.visitor)
    return response


async def _with_errors_as_pages(request: Request, answer: Callable[[], Awaitable[Response]]) -> Response:
    await load("server.api.account.templating")
    try:
        return await answer()
    except RefusedError as error:
        note_refusal(error, place_of(request.scope))
        texts = _texts(request)
        sentence = texts.of_error(error.code.name, error.message)
        response = page("failed.html", texts, status=error.status, sentence=sentence, again=error.code in _FOR_PROOFS)
        if isinstance(error, ThrottledError):
            response.headers["Retry-After"] = str(error.retry_after_seconds)
        return response


def _texts(request: Request) -> Texts:
    return Texts(request.headers.get("accept-language"))
