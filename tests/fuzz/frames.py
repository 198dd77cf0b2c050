"""Frames for the WebSockets: valid, nearly valid, and arbitrary."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

Json = Any

LONG: Final = 65_537
"""One more than the maximum bytes of a frame."""

MATCH: Final = "M" * 26
"""Stands for the current match."""

OTHER: Final = "O" * 26
"""Stands for another match."""

KINDS: Final = ("subscribe", "unsubscribe", "submit", "ping")


@dataclass(frozen=True)
class Frame:
    """A frame to send: a text, or bytes, which are sent as text if `as_text`. `kind` is what it was made as."""

    kind: str
    data: str | bytes
    as_text: bool = True

    def named(self, match_id: str, other: str) -> Frame:
        """Return it with real matches in it."""
        if isinstance(self.data, bytes):
            return self
        return Frame(self.kind, self.data.replace(MATCH, match_id).replace(OTHER, other), self.as_text)


def frames() -> st.SearchStrategy[Frame]:
    """Draw any frame; most are valid, or nearly so."""
    kinds = {"taken": _valid, "nearly": _nearly_valid, "text": _texts, "huge": _huge, "bytes": _bytes}
    weighed = [*["taken"] * 5, *["nearly"] * 5, "text", "huge", "bytes"]
    return st.sampled_from(weighed).flatmap(lambda kind: kinds[kind]())


_matches = st.sampled_from([*[MATCH] * 8, OTHER, "0" * 26, ""])
_moves = st.sampled_from(
    [
        *({"type": "cast", "spell": spell} for spell in ("1", "2", "3", "4", "5", "6", "7")),
        {"type": "draft", "item": "athenas_wisdom"},
    ]
)
_numbers = st.sampled_from(
    [0, 1, -1, 2**31, 2**53, 2**53 + 1, 2**64, 10**400, 1.0, 1.5, 1e308, float("inf"), float("nan")]
)
_words = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "\x00", "\ud800", "\udfff\ud800", "\u202e", "__proto__", "a" * 65, "a" * 10_000]),
)
any_json = st.recursive(
    st.one_of(st.none(), st.booleans(), _numbers, _words, _matches),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_words, inner, max_size=4), _moves),
    max_leaves=4,
)


@st.composite
def _objects(draw: st.DrawFn) -> dict[str, Json]:
    """Draw a valid frame, though perhaps not for this moment or socket."""
    kind = draw(st.sampled_from(KINDS))
    some: dict[str, Json] = {"type": kind}
    if kind in ("subscribe", "unsubscribe"):
        some["match_id"] = draw(_matches)
    if kind == "subscribe" and draw(st.booleans()):
        some["after"] = draw(st.sampled_from([0, 1, 2, 10**6]))
    if kind == "submit":
        some |= {"phase": draw(st.sampled_from([*[1] * 8, 0, 2, 2**31 - 1])), "move": draw(_moves)}
        if draw(st.integers(0, 3)):
            some["match_id"] = draw(_matches)
        optional = {"ref": st.text(max_size=64), "keep_thinking": st.booleans()}
        some |= {name: draw(values) for name, values in optional.items() if draw(st.booleans())}
    return some


def _valid() -> st.SearchStrategy[Frame]:
    return _objects().map(lambda some: Frame(some["type"], json.dumps(some)))


@st.composite
def _nearly_valid(draw: st.DrawFn) -> Frame:
    """Draw a frame with one or two mistakes: a missing, additional or wrong field, or a text cut or doubled."""
    some = draw(_objects())
    kind = f"nearly {some['type']}"
    for _ in range(draw(st.integers(1, 2))):
        field = draw(st.sampled_from([*some] or ["type"]))
        match draw(st.integers(0, 3)):
            case 0:
                some.pop(field, None)
            case 1:
                some[draw(_words)] = draw(any_json)
            case _:
                some[field] = draw(any_json)
    text = json.dumps(some)
    match draw(st.integers(0, 5)):
        case 0:
            text = text[: draw(st.integers(0, len(text)))]
        case 1:
            text += draw(st.sampled_from([text, " ", "}", "\n{}"]))
        case 2:
            text = text.replace("{", '{"type": "ping", ', 1)
    return Frame(kind, text)


def _texts() -> st.SearchStrategy[Frame]:
    texts = st.one_of(st.text(max_size=200), any_json.map(json.dumps))
    return texts.map(lambda text: Frame("text", text.encode("utf-8", "replace").decode()))


def _huge() -> st.SearchStrategy[Frame]:
    """Draw something long, deep, or with a huge number."""
    depth = st.sampled_from([31, 32, 33, 1_000, 30_000])
    texts = st.one_of(
        depth.map(lambda deep: '{"type":"submit","phase":1,"move":' + "[" * deep + "]" * deep + "}"),
        depth.map(lambda deep: '{"a":' * deep + "1" + "}" * deep),
        st.sampled_from(["9" * 5_000, "1e999999", "-" * 60_000, '{"type":"ping","type":"' + "x" * 60_000 + '"}']),
        st.sampled_from([" " * (LONG - 1), "x" * LONG, "x" * 200_000]),
    )
    return texts.map(lambda text: Frame("huge", text))


def _bytes() -> st.SearchStrategy[Frame]:
    data = st.one_of(st.binary(max_size=200), st.sampled_from([b"\xff\xfe", b'{"type":"ping"}', b"\xed\xa0\x80"]))
    return st.builds(
        lambda some, as_text: Frame("no UTF-8" if as_text else "bytes", some, as_text), data, st.booleans()
    )
