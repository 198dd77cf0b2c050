"""What the page shows: ways to sign in, or the account of somebody who has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from server.access.player import Player
from server.access.scopes import SCOPES
from server.api.account.frame import button, choice, field, folded, form, items, paragraph, passkey_form, section
from server.api.account.texts import Texts
from server.people.accounts.next_path import ACCOUNT, AGAIN
from server.people.accounts.origin import Origin
from server.people.accounts.passkeys import Passkey
from server.people.accounts.providers import ProviderAccount
from server.people.accounts.sessions import Session
from server.people.identity.tokens import Token

TOKEN_DAYS: Final = (30, 90, 366, 0)
"""After how many days a token can expire that is made on the page; 0: it does not."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What every part of the page needs: the texts, the token for forms, and the origin."""

    texts: Texts
    token: str
    origin: Origin
    port: str


def signing_in(shown: Shown, providers: Sequence[str], next_path: str) -> str:
    """Return the ways to sign in, and to make an account."""
    texts = shown.texts
    make = passkey_form(
        texts,
        shown.token,
        "make",
        ("/account/new/options", "/account/new"),
        next_path,
        name_field(texts, "new_name"),
        button(texts("create"), main=True, disabled=True),
    )
    made = make if shown.origin.rp_id is not None else _not_here(shown)
    new = section("new", texts("new_account"), paragraph(texts("about_new")), made)
    return _ways_in(shown, providers, {"next": next_path}) + new


def again(shown: Shown, providers: Sequence[str], next_path: str) -> str:
    """Return the ways to show once more who one is."""
    about = paragraph(shown.texts("about_again"))
    return about + _ways_in(shown, providers, {"next": next_path, "again": "1"})


def _ways_in(shown: Shown, providers: Sequence[str], hidden: dict[str, str]) -> str:
    """Return the ways to sign in; forms have these hidden fields."""
    texts, token = shown.texts, shown.token
    use = passkey_form(
        texts,
        token,
        "use",
        ("/account/sign-in/passkey/options", "/account/sign-in/passkey"),
        hidden["next"],
        button(texts("use_passkey"), main=True, disabled=True),
    )
    return (
        (use if shown.origin.rp_id is not None else _not_here(shown))
        + "".join(
            form(f"/account/providers/{name}", token, button(texts("use_provider", name=name)), hidden=hidden)
            for name in providers
        )
        + folded(
            texts("use_recovery_code"),
            form(
                "/account/sign-in/recovery-code",
                token,
                field("code", texts("recovery_code"), autocomplete="off", spellcheck="false", maxlength="60"),
                button(texts("sign_in")),
                hidden=hidden,
            ),
        )
        + folded(
            texts("use_token"),
            paragraph(texts("about_token")),
            form(
                "/account/sign-in/token",
                token,
                field("token", texts("token"), type="password", autocomplete="off", maxlength="200"),
                button(texts("sign_in")),
                hidden=hidden,
            ),
        )
    )


def of_newcomer(shown: Shown, ceremony: str, next_path: str) -> str:
    """Return the form for the name of somebody who comes from a provider for the first time."""
    return paragraph(shown.texts("new_by_provider")) + form(
        "/account/new/provider",
        shown.token,
        name_field(shown.texts, "new_name"),
        button(shown.texts("create_by_provider"), main=True),
        hidden={"ceremony": ceremony, "next": next_path},
    )


def leaving(shown: Shown) -> str:
    """Return the form to sign out."""
    return form("/account/sign-out", shown.token, button(shown.texts("sign_out")))


def account(
    shown: Shown,
    player: Player,
    passkeys: Sequence[Passkey],
    accounts: Sequence[ProviderAccount],
    providers: Sequence[str],
    codes_left: int,
    tokens: Sequence[Token],
    sessions: Sequence[Session],
    current: str,
    *,
    proven: bool,
) -> str:
    """
    Return the account of a player.

    `current` is the id of the session of this browser; `proven`: with it, ways in can be added and removed.
    """
    texts = shown.texts
    warning = "" if passkeys or accounts else paragraph(texts("guest"), "note")
    return (
        warning
        + ("" if proven else paragraph(texts("proof_needed"), "note") + asks_again(texts))
        + form("/account/play", shown.token, button(texts("play"), main=True))
        + _name(shown, player)
        + _passkeys(shown, passkeys)
        + (_providers(shown, accounts, providers) if accounts or providers else "")
        + _recovery(shown, codes_left)
        + _tokens(shown, tokens)
        + _sessions(shown, sessions, current)
        + _end_access(shown)
    )


def name_field(texts: Texts, id_: str, value: str = "") -> str:
    """Return the field for the name of a player."""
    given = {"value": value} if value else {}
    return field("name", texts("name"), texts("about_name"), id=id_, maxlength="40", autocomplete="nickname", **given)


def moment(text: str) -> str:
    """Return a time as people read it, in UTC; a day as it is."""
    day, _, time = text.partition("T")
    return f"{day} {time[:5]} UTC" if time else day


def codes_made(texts: Texts, made: Sequence[str]) -> str:
    """Return the page with new recovery codes."""
    shown = "".join(f"<li><code>{escape(code)}</code></li>" for code in made)
    return paragraph(texts("shown_once"), "note") + f'<ul class="codes">{shown}</ul>' + back(texts)


def token_made(texts: Texts, text: str) -> str:
    """Return the page with a new token."""
    return paragraph(texts("token_once"), "note") + f"<p><code>{escape(text)}</code></p>" + back(texts)


def handed_over(texts: Texts, text: str) -> str:
    """Return the page with the token of the web client, which our script hands over to it."""
    token = f'<p><code data-warning="{escape(texts("other_player"))}" id="token-to-play">{escape(text)}</code></p>'
    return paragraph(texts("kept_token"), "note") + token + back(texts)


def back(texts: Texts) -> str:
    """Return the way back to the account."""
    return f'<p class="no-print"><a class="button" href="{ACCOUNT}">{escape(texts("back"))}</a></p>'


def asks_again(texts: Texts) -> str:
    """Return the way to show once more who one is."""
    return f'<p><a class="button" href="{AGAIN}">{escape(texts("again"))}</a></p>'


def access_ended(texts: Texts, *, by_token: bool) -> str:
    """Return what somebody reads who has signed out everywhere."""
    return (
        paragraph(texts("about_access_ended"))
        + (paragraph(texts("token_stays"), "note") if by_token else "")
        + back(texts)
    )


def going_on(texts: Texts, name: str, address: str) -> str:
    """Return the page that leads to a provider: a redirect would need its address in `form-action`."""
    link = f'<p><a class="button" href="{escape(address)}">{escape(texts("go_on_to_provider", name=name))}</a></p>'
    return paragraph(texts("going_on", name=name)) + link


def _not_here(shown: Shown) -> str:
    """Return what to do where browsers offer no passkeys."""
    address = f"http://localhost{shown.port}{ACCOUNT}"
    return (
        paragraph(shown.texts("not_on_addresses"), "note")
        + f'<p><a href="{escape(address)}">{escape(shown.texts("use_localhost"))}</a></p>'
    )


def _name(shown: Shown, player: Player) -> str:
    texts = shown.texts
    change = form(
        "/account/name",
        shown.token,
        name_field(texts, "name", player.name),
        paragraph(texts("about_change")),
        button(texts("change_name")),
    )
    return section(
        "name-section",
        texts("name"),
        change,
        f"<p>{escape(texts('player_id'))}: <code>{escape(player.id)}</code></p>",
    )


def _passkeys(shown: Shown, passkeys: Sequence[Passkey]) -> str:
    texts = shown.texts
    rows = (
        (
            one.name,
            (
                texts("created", time=moment(one.created_at)),
                texts("used", time=one.used_on) if one.used_on else texts("not_used"),
                texts("copied") if one.copied_at else "",
            ),
            _removal(shown, "/account/passkeys/remove", {"passkey_id": one.passkey_id}, one.name),
        )
        for one in passkeys
    )
    add = passkey_form(
        texts,
        shown.token,
        "make",
        ("/account/passkeys/options", "/account/passkeys"),
        ACCOUNT,
        field("name", texts("passkey_name"), id="passkey_name", maxlength="40", autocomplete="off"),
        button(texts("add_passkey"), main=not passkeys, disabled=True),
    )
    return section(
        "passkeys",
        texts("passkeys"),
        paragraph(texts("about_passkeys")),
        items(rows) if passkeys else paragraph(texts("no_passkey_yet")),
        add if shown.origin.rp_id is not None else _not_here(shown),
    )


def _providers(shown: Shown, accounts: Sequence[ProviderAccount], providers: Sequence[str]) -> str:
    texts = shown.texts
    rows = [
        (
            one.name or texts("gone_provider", issuer=one.issuer),
            (
                texts("created", time=moment(one.created_at)),
                texts("used", time=one.used_on) if one.used_on else texts("not_used"),
            ),
            _removal(shown, "/account/provider-accounts/remove", {"issuer": one.issuer}, one.name or one.issuer),
        )
        for one in accounts
    ]
    missing = [name for name in providers if name not in {one.name for one in accounts}]
    return section(
        "providers",
        texts("providers"),
        paragraph(texts("about_providers")),
        items(rows) if rows else "",
        *(
            form(f"/account/providers/{name}", shown.token, button(texts("add_provider", name=name)))
            for name in missing
        ),
    )


def _recovery(shown: Shown, left: int) -> str:
    texts = shown.texts
    return section(
        "recovery",
        texts("recovery_codes"),
        paragraph(texts("about_recovery")),
        paragraph(texts("codes_left", count=left)),
        form("/account/recovery-codes", shown.token, button(texts("make_new_codes" if left else "make_codes"))),
    )


def _tokens(shown: Shown, tokens: Sequence[Token]) -> str:
    texts = shown.texts
    rows = [
        (
            one.name,
            (
                texts("of_client", client=one.client) if one.client else "",
                ", ".join(texts.scope(scope).title for scope in SCOPES if scope in one.scopes),
                texts("until", time=moment(one.expires_at)) if one.expires_at else texts("no_end"),
                texts("created", time=moment(one.created_at)),
                texts("used", time=one.used_on) if one.used_on else texts("not_used"),
            ),
            form(
                "/account/tokens/withdraw",
                shown.token,
                button(texts("withdraw"), label=texts("withdraw_what", name=one.name)),
                hidden={"token_id": one.token_id},
            ),
        )
        for one in tokens
    ]
    everything = form("/account/tokens/withdraw", shown.token, button(texts("withdraw_all")))
    return section(
        "tokens",
        texts("tokens"),
        paragraph(texts("about_tokens")),
        items(rows) if rows else paragraph(texts("no_token")),
        everything if len(rows) > 1 else "",
        folded(texts("new_token"), _new_token(shown)),
    )


def _new_token(shown: Shown) -> str:
    texts = shown.texts
    scopes = "".join(
        choice(f"scope-{scope}", "scope", scope, texts.scope(scope).title, texts.scope(scope).text or "")
        for scope in SCOPES
    )
    days = "".join(
        f'<option value="{count}">{escape(texts("days", count=count) if count else texts("never"))}</option>'
        for count in TOKEN_DAYS
    )
    return form(
        "/account/tokens",
        shown.token,
        field("name", texts("token_name"), id="token_name", maxlength="40", autocomplete="off"),
        f"<fieldset><legend>{escape(texts('may'))}</legend>{scopes}</fieldset>",
        f'<label for="token_days">{escape(texts("expires"))}</label>'
        f'<select id="token_days" name="days">{days}</select>',
        button(texts("new_token")),
    )


def _sessions(shown: Shown, sessions: Sequence[Session], current: str) -> str:
    texts = shown.texts
    rows = [
        (
            one.browser or texts("unknown_browser"),
            (
                texts("this_browser") if one.session_id == current else "",
                texts("created", time=moment(one.created_at)),
                texts("used", time=moment(one.used_at)),
            ),
            ""
            if one.session_id == current
            else form(
                "/account/sessions/end",
                shown.token,
                button(
                    texts("end"),
                    label=texts(
                        "end_what", name=f"{one.browser or texts('unknown_browser')}, {moment(one.created_at)}"
                    ),
                ),
                hidden={"session_id": one.session_id},
            ),
        )
        for one in sessions
    ]
    others = form("/account/sessions/end", shown.token, button(texts("end_others"))) if len(sessions) > 1 else ""
    return section("sessions", texts("sessions"), paragraph(texts("about_sessions")), items(rows), others)


def _end_access(shown: Shown) -> str:
    texts = shown.texts
    made = form("/account/end-access", shown.token, button(texts("end_access")))
    return section("end-access", texts("taken_over"), paragraph(texts("about_end_access")), made)


def _removal(shown: Shown, path: str, hidden: dict[str, str], name: str) -> str:
    made = button(shown.texts("remove"), label=shown.texts("remove_what", name=name))
    return form(path, shown.token, made, hidden=hidden)
