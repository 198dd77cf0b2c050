"""The account of somebody who is signed in: what it shows, and what changes it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from starlette.responses import JSONResponse, Response

from server.access import codes
from server.access.errors import RefusedError
from server.access.scopes import EVERY_SCOPE, SCOPES
from server.api.account.models import Answered, Named
from server.api.account.visits import Visit, redirect
from server.people.accounts.names import require_name
from server.people.accounts.next_path import ACCOUNT, local_path

_TO_PLAY: Final = EVERY_SCOPE - {"account", "administer"}
"""What the token of the web client allows. Changing the account needs a sign-in here."""

_TOKEN_DAYS: Final = (30, 90, 366, 0)
"""The lifetimes in days of tokens that are made on the page; 0: without end."""


async def show_again(visit: Visit) -> Response:
    """Show ways to sign in also to a player who is signed in, to confirm again who it is."""
    next_path = local_path(visit.request.query_params.get("next"))
    return visit.page("again.html", providers=visit.accounts.providers.names, next_path=next_path)


async def show(visit: Visit) -> Response:
    """Show the account, or ways to sign in; redirect a player who came from elsewhere back."""
    next_path = local_path(visit.request.query_params.get("next"))
    accounts = visit.accounts
    if visit.player is None or visit.session is None:
        return visit.page("sign_in.html", providers=accounts.providers.names, next_path=next_path)
    if next_path != ACCOUNT:
        return redirect(next_path)
    player = visit.player
    return visit.page(
        "account.html",
        player=player,
        passkeys=await accounts.passkeys.of(player.id),
        accounts=await accounts.providers.of(player.id),
        providers=accounts.providers.names,
        codes_left=await accounts.recovery.count_left(player.id),
        tokens=await visit.server.tokens.of(player.id),
        token_days=_TOKEN_DAYS,
        sessions=await accounts.sessions.of_player(player.id),
        current=visit.session.session_id,
        unclaimed=not await accounts.links.is_own(visit.session),
        proven=visit.session.is_proof(visit.now()),
    )


async def change_name(visit: Visit) -> Response:
    player, _ = visit.require_session()
    await visit.accounts.names.change(player.id, visit.fields.one("name"))
    return redirect(f"{ACCOUNT}#name-section")


async def ask_for_another(visit: Visit) -> Response:
    """Begin to add another passkey. The ceremony soon times out, so its end needs no further proof."""
    player, session = visit.require_session()
    visit.accounts.require_proof(session)
    require_name((await visit.body(Named)).name)
    return JSONResponse(await visit.accounts.passkeys.ask_for_another(visit.origin, visit.visitor, player))


async def add_passkey(visit: Visit) -> Response:
    _, session = visit.require_session()
    body = await visit.body(Answered)
    require_name(body.name)
    await visit.accounts.passkeys.add(visit.origin, visit.visitor, session.actor, body.credential, body.name)
    return JSONResponse({"next": ACCOUNT})


async def remove_passkey(visit: Visit) -> Response:
    _, session = visit.require_session()
    visit.accounts.require_proof(session)
    await visit.accounts.remove_passkey(session, visit.fields.one("passkey_id"))
    return redirect(f"{ACCOUNT}#passkeys")


async def remove_provider(visit: Visit) -> Response:
    _, session = visit.require_session()
    visit.accounts.require_proof(session)
    await visit.accounts.remove_provider(session, visit.fields.one("issuer"))
    return redirect(f"{ACCOUNT}#providers")


async def make_recovery_codes(visit: Visit) -> Response:
    _, session = visit.require_session()
    visit.accounts.require_proof(session)
    made = await visit.accounts.make_recovery_codes(session)
    return visit.page("codes.html", made=made)


async def make_token(visit: Visit) -> Response:
    """Make a token with the scopes that were ticked, and show it once."""
    player, session = visit.require_session()
    await visit.accounts.links.require_own_way_in(session)
    name, days = visit.fields.one("name"), visit.fields.one("days")
    require_name(name)
    scopes = [scope for scope in SCOPES if scope in visit.fields.all("scope")]
    if not scopes or days not in map(str, _TOKEN_DAYS):
        raise RefusedError(codes.NOTHING_CHOSEN, "Choose what the token may do.")
    if not _TO_PLAY.issuperset(scopes):
        visit.accounts.require_proof(session)  # such a token can add ways to sign in, or is one
    ends = visit.now() + timedelta(days=int(days)) if days != "0" else None
    _, text = await visit.server.tokens.issue(player.id, name, scopes, ends, by=session.actor)
    return visit.page("token.html", token=text)


async def play(visit: Visit) -> Response:
    """Make a token for the web client, and hand it over to the one of this browser."""
    player, session = visit.require_session()
    await visit.accounts.links.require_own_way_in(session)
    name = visit.browser or visit.texts("web_client")
    _, text = await visit.server.tokens.issue(player.id, name, _TO_PLAY, by=session.actor)
    return visit.page("playing.html", token=text)


async def withdraw_tokens(visit: Visit) -> Response:
    """Withdraw the token that the form names, or all."""
    player, _ = visit.require_session()
    named = visit.fields.one("token_id")
    if not named:
        await visit.server.tokens.withdraw_all(player.id)
    else:
        await visit.server.tokens.withdraw(player.id, named)
    return redirect(f"{ACCOUNT}#tokens")


async def end_access(visit: Visit) -> Response:
    """Sign the player out everywhere else, and remove the ways to sign in that are newer than the one used here."""
    _, session = visit.require_session()
    visit.accounts.require_proof(session)
    visit.accounts.links.require_not_by_link(session)
    await visit.accounts.end_access(
        session.actor, session.way_since, keep_token=session.token_id, keep_session=session.session_id
    )
    return visit.page("ended.html", by_token=session.token_id is not None)


async def end_sessions(visit: Visit) -> Response:
    """End the session that the form names, or all but that of this browser."""
    player, session = visit.require_session()
    named = visit.fields.one("session_id")
    if named:
        await visit.accounts.sessions.end(player.id, named)
    else:
        await visit.accounts.sessions.end(player.id, keeping=session.session_id)
    return redirect(f"{ACCOUNT}#sessions")
