"""The routes of the pages. They are not operations of the API, but are admitted like all calls."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.api.account import managing, signing_in
from server.api.account.visits import Endpoint, form_endpoint, page_endpoint, script_endpoint
from server.api.calls.static_replies import Document
from server.people.accounts.links import LINK_PATH
from server.people.accounts.next_path import ACCOUNT, AGAIN

_FILES: Final = Path(__file__).parent / "files"


async def _by_token(request: Request) -> Response:
    """A form sends its token in a field, the web client's script in `Authorization`."""
    if "authorization" in request.headers:
        return await _token_by_script(request)
    return await _token_by_form(request)


_token_by_script: Final = script_endpoint(signing_in.by_token, by_token=True)
_token_by_form: Final = form_endpoint(signing_in.by_token)

POSTS: Final[dict[str, Endpoint]] = {
    "/sign-in/passkey/options": script_endpoint(signing_in.ask_for_passkey),
    "/sign-in/passkey": script_endpoint(signing_in.by_passkey),
    "/sign-in/recovery-code": form_endpoint(signing_in.by_recovery_code),
    "/sign-in/token": _by_token,
    LINK_PATH.removeprefix(ACCOUNT): form_endpoint(signing_in.by_link),
    "/sign-out": form_endpoint(signing_in.sign_out),
    "/new/options": script_endpoint(signing_in.ask_for_account),
    "/new/provider": form_endpoint(signing_in.create_by_provider),
    "/new": script_endpoint(signing_in.create_account),
    "/providers/{name}": form_endpoint(signing_in.begin_at_provider),
    "/provider-accounts/remove": form_endpoint(managing.remove_provider),
    "/name": form_endpoint(managing.change_name),
    "/passkeys/options": script_endpoint(managing.ask_for_another),
    "/passkeys/remove": form_endpoint(managing.remove_passkey),
    "/passkeys": script_endpoint(managing.add_passkey),
    "/recovery-codes": form_endpoint(managing.make_recovery_codes),
    "/play": form_endpoint(managing.play),
    "/tokens": form_endpoint(managing.make_token),
    "/tokens/withdraw": form_endpoint(managing.withdraw_tokens),
    "/sessions/end": form_endpoint(managing.end_sessions),
    "/end-access": form_endpoint(managing.end_access),
}
"""Forms and calls of the script, by path below `/account`."""


def show_accounts(app: FastAPI) -> None:
    """Add the routes of the pages to the application."""
    app.router.routes += [
        Route(ACCOUNT, page_endpoint(managing.show)),
        Route(AGAIN, page_endpoint(managing.show_again)),
        Route(LINK_PATH, page_endpoint(signing_in.ask_by_link)),
        Route(f"{ACCOUNT}/providers/{{name}}/callback", page_endpoint(signing_in.back_from_provider)),
        Route(f"{ACCOUNT}/account.js", _file("text/javascript", _FILES / "account.js")),
        Route(f"{ACCOUNT}/account.css", _file("text/css", *_look_of_client(), _FILES / "account.css")),
        *(Route(ACCOUNT + path, endpoint, methods=["POST"]) for path, endpoint in POSTS.items()),
    ]


def _look_of_client() -> list[Path]:
    """Return the style sheets that the pages share with the web client; an installed package has them beside this."""
    installed = Path(__file__).parent / "styles"
    folder = installed if installed.is_dir() else Path(__file__).parents[3] / "clients" / "web" / "source" / "styles"
    return [folder / f"{name}.css" for name in ("tokens", "base", "parts")]


def _file(media_type: str, *parts: Path) -> Endpoint:
    """Return the endpoint of a file that pages load, which has these parts."""
    document = Document(media_type, lambda: "".join(part.read_text(encoding="utf-8") for part in parts))

    async def send(request: Request) -> Response:
        return await document.reply(request)

    return send
