"""The pages on which a player who is signed in lets programs of others act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlencode

from starlette.responses import Response

from server.access.costs import UNKNOWN_USER_CODE
from server.access.player import Player
from server.api.account.frame import HEADERS
from server.api.account.visits import Visit, redirect
from server.api.oauth.endpoints import pairs_of
from server.people.oauth.clients import Redirect, RedirectKind
from server.people.oauth.metadata import AUTHORIZE_PATH
from server.people.oauth.protocol import DEVICE_PATH, format_user_code
from server.people.oauth.service import Asked, Mistake, Pairs

_POLICY: Final = "Content-Security-Policy"

_TARGETS: Final[Mapping[RedirectKind, str]] = {"web": "https:", "computer": "http: https:"}

_LONGEST_CODE: Final = 20
"""How many characters of a user code are read."""


async def ask(visit: Visit) -> Response:
    """Show the player what a client asks for."""
    pairs = _query(visit)
    asked = visit.server.oauth.read_request(visit.origin.address, pairs)
    if isinstance(asked, Mistake):
        return _mistaken(visit, asked)
    if visit.player is None:
        return _sign_in_first(AUTHORIZE_PATH, pairs)
    return await _consent(visit, visit.player, asked, _path(AUTHORIZE_PATH, pairs))


async def answer(visit: Visit) -> Response:
    """Redirect to the client with the decision of the player."""
    pairs = _query(visit)
    if visit.session is None:
        return _sign_in_first(AUTHORIZE_PATH, pairs)
    allowed = visit.fields.one("answer") == "allow"
    answered = await visit.server.oauth.answer(visit.origin.address, pairs, visit.session.actor, allowed=allowed)
    # 303: a browser must not send the form on (RFC 9700, section 4.12).
    return _mistaken(visit, answered) if isinstance(answered, Mistake) else redirect(answered)


async def ask_for_code(visit: Visit) -> Response:
    """Ask for the code that a device shows; one in the address is only filled in."""
    pairs = _query(visit)
    if visit.player is None:
        return _sign_in_first(DEVICE_PATH, pairs)
    return _enter_code(visit, visit.player, dict(pairs).get("user_code", "")[:_LONGEST_CODE])


async def answer_device(visit: Visit) -> Response:
    """Show the request of the device with this code; then store the decision of the player."""
    if visit.player is None or visit.session is None:
        return _sign_in_first(DEVICE_PATH, ())
    user_code, answer = visit.fields.one("user_code")[:_LONGEST_CODE], visit.fields.one("answer")
    oauth = visit.server.oauth
    if answer in ("allow", "deny"):
        allowed = answer == "allow"
        if await oauth.decide_device(user_code, visit.session.actor, allowed=allowed):
            return visit.page("decided.html", allowed=allowed)
    else:
        asked = await oauth.asking_device(user_code, visit.player.id)
        if asked is not None:
            return await _consent(visit, visit.player, asked, DEVICE_PATH, format_user_code(user_code))
    visit.pay(UNKNOWN_USER_CODE)
    return _enter_code(visit, visit.player, user_code, unknown=True)


async def _consent(visit: Visit, player: Player, asked: Asked, path: str, user_code: str = "") -> Response:
    """
    Show what a client asks for, with a form that is sent to this path.

    What a client says of itself is text from outside: the page quotes it, and shows beside it what is certain, which is
    where the answer goes, or the code of the device. Of a bridge, it shows the player who is it, and the player's id.
    """
    bridge = None if asked.bridge_id is None else await visit.server.players.find(asked.bridge_id)
    redirect = asked.redirect
    kind, shown = ("device", user_code) if redirect is None else (redirect.kind, redirect.shown)
    page = visit.page(
        "consent.html",
        asked=asked,
        bridge=bridge,
        player=player,
        by_link=visit.session is not None and visit.session.by_link,
        path=path,
        kind=kind,
        shown=shown,
    )
    return _led_to(redirect, page)


def _enter_code(visit: Visit, player: Player, user_code: str, *, unknown: bool = False) -> Response:
    status = 404 if unknown else 200
    return visit.page(
        "device.html", status=status, player=player, path=DEVICE_PATH, user_code=user_code, unknown=unknown
    )


def _mistaken(visit: Visit, mistake: Mistake) -> Response:
    return visit.page("mistaken.html", status=400, mistake=mistake)


def _led_to(redirect: Redirect | None, page: Response) -> Response:
    """
    Allow the form of a page to redirect to a client: browsers apply `form-action` to each redirect after a form.

    Other addresses than that of the client are allowed too, because it may lead on from there.
    """
    if redirect is not None:
        target = _TARGETS.get(redirect.kind, f"{redirect.shown}:")
        policy = HEADERS[_POLICY].replace("form-action 'self'", f"form-action 'self' {target}")
        page.headers[_POLICY] = policy
    return page


def _sign_in_first(path: str, pairs: Pairs) -> Response:
    """Redirect to the sign-in, which redirects back."""
    return redirect(f"/account?next={quote(_path(path, pairs), safe='')}")


def _path(path: str, pairs: Pairs) -> str:
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _query(visit: Visit) -> Pairs:
    return pairs_of(visit.request.scope["query_string"].decode("latin-1"))
