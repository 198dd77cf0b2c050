"""The pages, made from the templates beside this module, and their headers. What people wrote is escaped."""

from __future__ import annotations

from typing import Final

from server.api.account.texts import Texts
from server.api.calls.base_path import LinkedPage

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Frame-Options": "DENY",  # for browsers that do not know `frame-ancestors`
    "Cross-Origin-Opener-Policy": "same-origin",
    # Not `no-referrer`: with it, browsers send no `Origin` with forms.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Accept-Language, Cookie",
}


def page(template: str, texts: Texts, *, status: int = 200, leaving: bool = False, **values: object) -> LinkedPage:
    """Return the page of a template, with these values; `leaving`: with a button to sign out."""
    from server.api.account.templating import TEMPLATES  # which the endpoints of the pages have loaded

    html = TEMPLATES.get_template(template).render(
        texts=texts, t=texts.html, language=texts.language, leaving=leaving, **values
    )
    return LinkedPage(html, status, headers={**HEADERS, "Content-Language": texts.language})
