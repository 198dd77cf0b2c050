"""What clients can read about the authorisation server (RFC 8414; RFC 8628, section 4; RFC 9207, section 3)."""

from __future__ import annotations

from typing import Final

from server.access.scopes import GRANTABLE
from server.people.oauth.protocol import GRANT_TYPES, METHODS
from server.runtime.sentences import LANGUAGES

METADATA_PATH: Final = "/.well-known/oauth-authorization-server"
AUTHORIZE_PATH: Final = "/oauth/authorize"
TOKEN_PATH: Final = "/oauth/token"
REVOKE_PATH: Final = "/oauth/revoke"
DEVICE_CODES_PATH: Final = "/oauth/device_authorization"


def metadata(issuer: str) -> dict[str, object]:
    """Return the metadata of the server at this origin."""
    return {
        "issuer": issuer,
        "authorization_endpoint": issuer + AUTHORIZE_PATH,
        "token_endpoint": issuer + TOKEN_PATH,
        "revocation_endpoint": issuer + REVOKE_PATH,
        "device_authorization_endpoint": issuer + DEVICE_CODES_PATH,
        "scopes_supported": list(GRANTABLE),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": METHODS,
        "revocation_endpoint_auth_methods_supported": METHODS,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": list(LANGUAGES),
        "service_documentation": f"{issuer}/docs/sign-in",
    }
