"""The routes of the pages. They are no operations of the API, but calls that are admitted as all others are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.api.account import managing, signing_in
from server.api.account.frame import compile_templates
from server.api.account.visits import Endpoint, called, sent, showing
from server.api.calls.static_replies import Document
from server.people.accounts.next_path import ACCOUNT, AGAIN

_FILES: Final = Path(__file__).parent / "files"


async def _by_token(request: Request) -> Response:
    """A form brings its token in a field, a script of the web client in `Authorization`."""
    if "authorization" in request.headers:
        return await _called_by_token(request)
    return await _sent_token(request)


_called_by_token: Final = called(signing_in.by_token, by_token=True)
_sent_token: Final = sent(signing_in.by_token)

POSTS: Final[dict[str, Endpoint]] = {
    "/sign-in/passkey/options": called(signing_in.ask_for_passkey),
    "/sign-in/passkey": called(signing_in.by_passkey),
    "/sign-in/recovery-code": sent(signing_in.by_recovery_code),
    "/sign-in/token": _by_token,
    "/sign-out": sent(signing_in.sign_out),
    "/new/options": called(signing_in.ask_for_account),
    "/new/provider": sent(signing_in.create_by_provider),
    "/new": called(signing_in.create_account),
    "/providers/{name}": sent(signing_in.begin_at_provider),
    "/provider-accounts/remove": sent(managing.remove_provider),
    "/name": sent(managing.change_name),
    "/passkeys/options": called(managing.ask_for_another),
    "/passkeys/remove": sent(managing.remove_passkey),
    "/passkeys": called(managing.add_passkey),
    "/recovery-codes": sent(managing.make_recovery_codes),
    "/play": sent(managing.play),
    "/tokens": sent(managing.make_token),
    "/tokens/withdraw": sent(managing.withdraw_tokens),
    "/sessions/end": sent(managing.end_sessions),
    "/end-access": sent(managing.end_access),
}
"""What pages and our script send, by path below `/account`."""


def show_accounts(app: FastAPI) -> None:
    """Add the routes of the pages to the application."""
    compile_templates()
    app.router.routes += [
        Route(ACCOUNT, showing(managing.show)),
        Route(AGAIN, showing(managing.show_again)),
        Route(f"{ACCOUNT}/providers/{{name}}/callback", showing(signing_in.back_from_provider)),
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
