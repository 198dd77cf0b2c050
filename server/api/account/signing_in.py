"""Signing in, and creating accounts: everything that opens a session."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from server.access import codes
from server.access.costs import NEW_PLAYER, PROVIDER_CALL, UNKNOWN_INVITATION
from server.access.errors import RefusedError, ThrottledError, UnavailableError
from server.access.scopes import EVERY_SCOPE
from server.api.account.models import Answered, Named
from server.api.account.visits import Visit, redirect
from server.api.calls.dependencies import caller_of
from server.people.accounts import passkeys, providers, recovery
from server.people.accounts.links import LINK_PATH
from server.people.accounts.names import require_name
from server.people.accounts.next_path import ACCOUNT, local_path
from server.people.accounts.providers import Returned
from server.people.identity.bearers import Access
from server.people.identity.open_sessions import with_token

_NEWCOMER = "newcomer"


async def ask_for_passkey(visit: Visit) -> Response:
    return JSONResponse(await visit.accounts.passkeys.ask_to_sign_in(visit.origin, visit.visitor))


async def by_passkey(visit: Visit) -> Response:
    body = await visit.body(Answered)
    player_id, passkey_id = await visit.accounts.passkeys.sign_in(visit.origin, visit.visitor, body.credential)
    await visit.sign_in(player_id, passkeys.session_mark(passkey_id))
    return JSONResponse({"next": local_path(body.next)})


async def ask_for_account(visit: Visit) -> Response:
    body = await visit.body(Named)
    require_name(body.name)
    player_id = visit.accounts.newcomers.new_player_id()
    return JSONResponse(await visit.accounts.passkeys.ask_for_first(visit.origin, visit.visitor, player_id, body.name))


async def create_account(visit: Visit) -> Response:
    visit.pay(NEW_PLAYER)
    body = await visit.body(Answered)
    name = visit.browser or visit.texts("unknown_browser")
    account = await visit.accounts.passkeys.first_made(visit.origin, visit.visitor, body.credential, name)
    await visit.accounts.newcomers.by_passkey(account)
    await visit.sign_in(account.player_id, passkeys.session_mark(account.passkey.passkey_id))
    return JSONResponse({"next": local_path(body.next)})


async def by_recovery_code(visit: Visit) -> Response:
    player_id = await visit.accounts.recovery.use(visit.fields.one("code"), visit.address)
    await visit.sign_in(player_id, recovery.OPENED_WITH)
    return redirect(local_path(visit.fields.one("next")))


async def by_token(visit: Visit) -> Response:
    """Sign in with a token of the page's form, or with that of the call."""
    access = await _access(visit)
    await visit.sign_in(access.player.id, with_token(access.token.token_id))
    return redirect(local_path(visit.fields.one("next")))


async def ask_by_link(visit: Visit) -> Response:
    """Ask whether somebody who came by a link wants to sign in: what only looks at addresses must not use it up."""
    visit.pay(UNKNOWN_INVITATION)
    code = visit.request.query_params.get("code", "")
    player_id, bridge_id = await visit.accounts.links.find(code)
    known = await visit.server.players.by_ids({player_id, bridge_id})
    guest, bridge = known[player_id], known[bridge_id]
    return visit.page("link.html", guest=guest, bridge=bridge, player=visit.player, path=LINK_PATH, code=code)


async def by_link(visit: Visit) -> Response:
    visit.pay(UNKNOWN_INVITATION)
    await visit.sign_in(*await visit.accounts.links.use(visit.fields.one("code")))
    return redirect(ACCOUNT)


async def sign_out(visit: Visit) -> Response:
    player, session = visit.require_session()
    await visit.accounts.sessions.end(player.id, session.session_id)
    visit.cookie = ""
    return redirect(ACCOUNT)


async def begin_at_provider(visit: Visit) -> Response:
    """Go to a provider: to sign in, or to add the account there to the player who is signed in."""
    visit.pay(PROVIDER_CALL)
    name = visit.request.path_params["name"]
    adding_to = None
    if visit.session is not None and not visit.fields.one("again"):
        visit.accounts.require_proof(visit.session)
        adding_to = visit.session.player_id
    address = await visit.accounts.providers.begin(
        visit.origin, visit.visitor, name, local_path(visit.fields.one("next")), adding_to
    )
    response = visit.page("to_provider.html", name=name, address=address)
    response.headers["Refresh"] = f"0; url={address}"
    return response


async def back_from_provider(visit: Visit) -> Response:
    visit.pay(PROVIDER_CALL)
    name = visit.request.path_params["name"]
    returned = await visit.accounts.providers.finish(visit.origin, visit.visitor, name, visit.request.query_params)
    if returned.adding_to is not None:
        player, session = visit.require_session()
        if player.id != returned.adding_to:
            raise RefusedError(codes.SIGNED_OUT, "Somebody else has signed in meanwhile. Try again.")
        await visit.accounts.providers.add(returned, session.actor)
        return redirect(ACCOUNT)
    if returned.player_id is None:
        content = {"issuer": returned.issuer, "subject": returned.subject}
        ceremony = await visit.accounts.ceremonies.begin(_NEWCOMER, visit.visitor, content)
        return visit.page("newcomer.html", ceremony=ceremony, next_path=returned.next_path)
    await visit.accounts.providers.note_use(returned)
    await visit.sign_in(returned.player_id, providers.session_mark(returned.issuer))
    return redirect(returned.next_path)


async def create_by_provider(visit: Visit) -> Response:
    """Create an account for a person whose identity a provider has confirmed."""
    name = visit.fields.one("name")
    require_name(name)
    visit.pay(NEW_PLAYER)
    ceremony = visit.fields.one("ceremony")
    content = await visit.accounts.ceremonies.finish(_NEWCOMER, visit.visitor, ceremony)
    next_path = local_path(visit.fields.one("next"))
    returned = Returned(content["issuer"], content["subject"], None, None, next_path)
    player_id = await visit.accounts.newcomers.by_provider(returned, name)
    await visit.sign_in(player_id, providers.session_mark(returned.issuer))
    return redirect(next_path)


async def _access(visit: Visit) -> Access:
    """Return what the sent token gives; it must have every scope."""
    caller = caller_of(visit.request.scope)
    try:
        if caller.token is not None:
            access = await caller.identify()
        else:
            access = await caller.admission.by_token(visit.fields.one("token").strip(), caller.address)
    except (ThrottledError, UnavailableError):
        raise
    except RefusedError:
        raise _wrong_token() from None
    # A session can make tokens and add passkeys, so a token with fewer scopes could get more of them here.
    if access.scopes != EVERY_SCOPE:
        raise _wrong_token()
    return access


def _wrong_token() -> RefusedError:
    return RefusedError(codes.WRONG_TOKEN, "This token does not work, or does not have every scope.")
