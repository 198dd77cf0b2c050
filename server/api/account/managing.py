"""The account of somebody who is signed in: what it shows, and what changes it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from starlette.responses import Response

from server.access import codes
from server.access.errors import RefusedError
from server.access.scopes import EVERY_SCOPE, SCOPES
from server.api.account.models import Answered, Named
from server.api.account.visits import Visit, go_on, told
from server.people.accounts.names import require_name
from server.people.accounts.next_path import ACCOUNT, local_path

_TO_PLAY: Final = EVERY_SCOPE - {"account", "administer"}
"""What the token of the web client allows; the account itself is for who signs in here."""

_TOKEN_DAYS: Final = (30, 90, 366, 0)
"""After how many days a token can expire that is made on the page; 0: it does not."""


async def show_again(visit: Visit) -> Response:
    """Show ways to sign in also to whoever is signed in: to show who they are once more."""
    next_path = local_path(visit.request.query_params.get("next"))
    return visit.page("again.html", providers=visit.accounts.providers.names, next_path=next_path)


async def show(visit: Visit) -> Response:
    """Show the account, or ways to sign in; whoever comes from elsewhere and is signed in goes on there."""
    next_path = local_path(visit.request.query_params.get("next"))
    accounts = visit.accounts
    if visit.player is None or visit.session is None:
        return visit.page("sign_in.html", providers=accounts.providers.names, next_path=next_path)
    if next_path != ACCOUNT:
        return go_on(next_path)
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
        proven=visit.session.is_proof(visit.now()),
    )


async def change_name(visit: Visit) -> Response:
    player, _ = visit.signed_in()
    await visit.accounts.names.change(player.id, visit.fields.one("name"))
    return go_on(f"{ACCOUNT}#name-section")


async def ask_for_another(visit: Visit) -> Response:
    """Begin to make another passkey; the ceremony, which ends it, is over soon enough to need no further proof."""
    player, session = visit.signed_in()
    visit.accounts.require_proof(session)
    require_name((await visit.body(Named)).name)
    return told(await visit.accounts.passkeys.ask_for_another(visit.origin, visit.visitor, player))


async def add_passkey(visit: Visit) -> Response:
    _, session = visit.signed_in()
    body = await visit.body(Answered)
    require_name(body.name)
    await visit.accounts.passkeys.add(visit.origin, visit.visitor, session.actor, body.credential, body.name)
    return told({"next": ACCOUNT})


async def remove_passkey(visit: Visit) -> Response:
    _, session = visit.signed_in()
    visit.accounts.require_proof(session)
    await visit.accounts.remove_passkey(session, visit.fields.one("passkey_id"))
    return go_on(f"{ACCOUNT}#passkeys")


async def remove_provider(visit: Visit) -> Response:
    _, session = visit.signed_in()
    visit.accounts.require_proof(session)
    await visit.accounts.remove_provider(session, visit.fields.one("issuer"))
    return go_on(f"{ACCOUNT}#providers")


async def make_recovery_codes(visit: Visit) -> Response:
    _, session = visit.signed_in()
    visit.accounts.require_proof(session)
    made = await visit.accounts.make_recovery_codes(session)
    return visit.page("codes.html", made=made)


async def make_token(visit: Visit) -> Response:
    """Make a token with the scopes that were ticked, and show it once."""
    player, session = visit.signed_in()
    name, days = visit.fields.one("name"), visit.fields.one("days")
    require_name(name)
    scopes = [scope for scope in SCOPES if scope in visit.fields.all("scope")]
    if not scopes or days not in map(str, _TOKEN_DAYS):
        raise RefusedError(codes.NOTHING_CHOSEN, "Choose what the token may do.")
    if not _TO_PLAY.issuperset(scopes):
        visit.accounts.require_proof(session)  # with such a token, one could add ways in, or is one
    ends = visit.now() + timedelta(days=int(days)) if days != "0" else None
    _, text = await visit.server.tokens.issue(player.id, name, scopes, ends, by=session.actor)
    return visit.page("token.html", token=text)


async def play(visit: Visit) -> Response:
    """Make a token for the web client, and hand it over to the one of this browser."""
    player, session = visit.signed_in()
    name = visit.browser or visit.texts("web_client")
    _, text = await visit.server.tokens.issue(player.id, name, _TO_PLAY, by=session.actor)
    return visit.page("playing.html", token=text)


async def withdraw_tokens(visit: Visit) -> Response:
    """Withdraw the token that the form names, or all."""
    player, _ = visit.signed_in()
    named = visit.fields.one("token_id")
    if not named:
        await visit.server.tokens.withdraw_all(player.id)
    else:
        await visit.server.tokens.withdraw(player.id, named)
    return go_on(f"{ACCOUNT}#tokens")


async def end_access(visit: Visit) -> Response:
    """Sign the player out everywhere but here, and remove the ways in that are younger than the one shown here."""
    _, session = visit.signed_in()
    visit.accounts.require_proof(session)
    await visit.accounts.end_access(
        session.actor, session.way_since, keep_token=session.token_id, keep_session=session.session_id
    )
    return visit.page("ended.html", by_token=session.token_id is not None)


async def end_sessions(visit: Visit) -> Response:
    """End the session that the form names, or all but that of this browser."""
    player, session = visit.signed_in()
    named = visit.fields.one("session_id")
    if named:
        await visit.accounts.sessions.end(player.id, named)
    else:
        await visit.accounts.sessions.end(player.id, keeping=session.session_id)
    return go_on(f"{ACCOUNT}#sessions")
