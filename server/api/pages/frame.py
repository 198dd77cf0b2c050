"""The HTML frame of every page: readable on a phone, without scripts or external resources."""

from __future__ import annotations

from html import escape
from typing import Final

from engines.kit import Language

_STYLE: Final = """\
:root { color-scheme: light dark; --line: #8884; --tint: #8882; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 0 1rem 4rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: .8rem 0; border-bottom: 1px solid var(--line); }
nav form { margin: 0 0 0 auto; }
nav input { box-sizing: border-box; font: inherit; width: 10rem; padding: 0 .4rem; }
li { overflow-wrap: anywhere; }
.about { opacity: .75; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .6rem; scroll-margin-top: 1rem; }
code, pre { font: .88em/1.45 ui-monospace, monospace; background: var(--tint); border-radius: 3px; }
code { padding: .1em .25em; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .55rem; text-align: left; vertical-align: top; }
td code { overflow-wrap: normal; }
td p, td ul { margin: 0; }
td ul { padding-left: 1.2rem; }
details { margin: .4rem 0; }
summary { cursor: pointer; }
.method { font-weight: bold; }
"""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


def frame_page(title: str, content: str, language: Language, sought: str = "") -> str:
    """Return a complete HTML document with this content, which is in this language; `sought` is what was searched."""
    return f"""\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} – Moirai</title>
<style>
{_STYLE}</style>
</head>
<body>
<nav><a href="/docs">Moirai</a><a href="/docs/quickstart">Quickstart</a><a href="/docs/api">API</a>
<form action="/docs/search" role="search">
<input type="search" name="q" required maxlength="100" value="{escape(sought)}"
placeholder="Search" aria-label="Search">
</form></nav>
<main>
{content}</main>
</body>
</html>
"""
