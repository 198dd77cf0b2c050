"""The HTML frame of the pages, their headers, and what they are made of. Whatever people wrote is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from server.api.account.texts import Texts
from server.api.calls.base_path import Page
from server.people.accounts.forms import FORM_TOKEN

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


def page(texts: Texts, title: str, content: str, *, status: int = 200, leaving: str = "") -> Page:
    """Return a complete page; `leaving` is a form in its head, to sign out."""
    html = f"""\
<!doctype html>
<html lang="{texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} – Moirai</title>
<link rel="stylesheet" href="/account/account.css">
<script type="module" src="/account/account.js"></script>
</head>
<body>
<a class="skip" href="#content">{escape(texts("skip"))}</a>
<nav><a href="/">Moirai</a><a href="/account">{escape(texts("title"))}</a>{leaving}</nav>
<main id="content">
<h1>{escape(title)}</h1>
{content}
</main>
</body>
</html>
"""
    return Page(html, status, headers={**HEADERS, "Content-Language": texts.language})


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def section(name: str, title: str, *parts: str) -> str:
    """Return a part of the page, to which `#name` leads."""
    return f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{escape(title)}</h2>' + (
        "\n".join(part for part in parts if part) + "</section>\n"
    )


def folded(title: str, *parts: str) -> str:
    """Return parts that are shown when somebody opens them."""
    return f"<details><summary>{escape(title)}</summary>" + "\n".join(parts) + "</details>\n"


def form(path: str, token: str, *parts: str, hidden: Mapping[str, str] | None = None) -> str:
    """Return a form that is sent to this path."""
    return f'<form method="post" action="{escape(path)}">{_hidden(token, hidden)}' + "".join(parts) + "</form>"


def passkey_form(texts: Texts, token: str, step: str, paths: tuple[str, str], next_path: str, *parts: str) -> str:
    """
    Return a form that our script sends.

    Args:
        texts: The texts.
        token: The form token.
        step: `make` or `use`: what a browser does with a passkey.
        paths: Where the options come from, and where the answer goes to.
        next_path: Where the page goes on.
        parts: What the form consists of.
    """
    begin, finish = paths
    data = {
        "step": step,
        "begin": begin,
        "finish": finish,
        "next": next_path,
        "cancelled": texts("cancelled"),
        "missing": texts("no_passkeys"),
    }
    shown = " ".join(f'data-{name}="{escape(value)}"' for name, value in data.items())
    return (
        f'<form class="passkey" {shown}>{_hidden(token, None)}'
        + "".join(parts)
        + f'<p class="bad" role="alert"></p><noscript><p>{escape(texts("needs_script"))}</p></noscript></form>'
    )


def field(name: str, label: str, note: str = "", **attributes: str) -> str:
    """Return a field for one line of text."""
    id_ = attributes.pop("id", name)
    given = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    described = f' aria-describedby="{id_}-note"' if note else ""
    shown = f'<small id="{id_}-note">{escape(note)}</small>' if note else ""
    kind = "" if "type" in attributes else ' type="text"'
    return (
        f'<label for="{id_}">{escape(label)}</label>'
        f'<input id="{id_}" name="{name}"{kind} required autocapitalize="none"{described}{given}>{shown}'
    )


def choice(id_: str, name: str, value: str, label: str, note: str) -> str:
    """Return a box that can be ticked."""
    return (
        f'<label class="choice" for="{id_}"><input type="checkbox" id="{id_}" name="{name}" value="{escape(value)}">'
        f"<span>{escape(label)}<small>{escape(note)}</small></span></label>"
    )


def button(text: str, *, main: bool = False, label: str = "", disabled: bool = False) -> str:
    """Return a button; `label` is read out in place of the text."""
    kind = ' class="main"' if main else ""
    said = f' aria-label="{escape(label)}"' if label else ""
    return f"<p><button{kind}{said}{' disabled' if disabled else ''}>{escape(text)}</button></p>"


def items(rows: Iterable[tuple[str, Iterable[str], str]]) -> str:
    """Return a list: of each row a name, what is said of it, and a form as it is."""
    return (
        "<ul>"
        + "".join(
            f"<li><div><strong>{escape(name)}</strong>"
            + "".join(f"<small>{escape(one)}</small>" for one in said if one)
            + f"</div>{made}</li>"
            for name, said, made in rows
        )
        + "</ul>"
    )


def _hidden(token: str, values: Mapping[str, str] | None) -> str:
    return "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in {FORM_TOKEN: token, **(values or {})}.items()
    )
