"""
The routes of OAuth. They are described by their own metadata and not by the OpenAPI document, but are admitted like all
calls.
"""

from __future__ import annotations

from fastapi import FastAPI
from starlette.routing import Route

from server.api.account.visits import form_endpoint, page_endpoint
from server.api.oauth import endpoints, pages
from server.people.oauth.metadata import AUTHORIZE_PATH, DEVICE_CODES_PATH, METADATA_PATH, REVOKE_PATH, TOKEN_PATH
from server.people.oauth.protocol import DEVICE_PATH


def show_oauth(app: FastAPI) -> None:
    """Add the routes of OAuth to the application."""
    app.router.routes += [
        Route(METADATA_PATH, endpoints.show_metadata),
        Route(AUTHORIZE_PATH, page_endpoint(pages.ask)),
        Route(AUTHORIZE_PATH, form_endpoint(pages.answer), methods=["POST"]),
        Route(TOKEN_PATH, endpoints.give_token, methods=["POST"]),
        Route(REVOKE_PATH, endpoints.revoke, methods=["POST"]),
        Route(DEVICE_CODES_PATH, endpoints.give_device_codes, methods=["POST"]),
        Route(DEVICE_PATH, page_endpoint(pages.ask_for_code)),
        Route(DEVICE_PATH, form_endpoint(pages.answer_device), methods=["POST"]),
    ]
