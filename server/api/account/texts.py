"""The texts of the pages, in the language of a reader."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from engines.kit import ENGLISH, Word
from server.access.scopes import Scope
from server.runtime.sentences import sentences_of
from server.runtime.words import SERVER_WORDS, language_of

TEXTS: Final = sentences_of("pages")


class Texts:
    """The texts in the language of a reader."""

    def __init__(self, accepted: str | None) -> None:
        """`accepted` is the header `Accept-Language`."""
        self.language = language_of(accepted, TEXTS)
        self._texts = TEXTS[self.language]

    def __call__(self, key: str) -> str:
        """Return a text without placeholders. It is not HTML."""
        return self._texts[key]

    def html(self, key: str, **filled: object) -> Markup:
        """Return a text as HTML; what is filled in is escaped, unless it is HTML."""
        return escape(self._texts[key]).format(**filled)

    def scope(self, scope: Scope) -> Word:
        """Return the title of a scope, and the text that says what it allows."""
        return SERVER_WORDS.languages.get(self.language, SERVER_WORDS.languages[ENGLISH])[f"scope.{scope}"]

    def of_error(self, code: str, message: str) -> str:
        """Return the text of an error; `message`, which is in English, if it has none here."""
        return self._texts.get(f"error.{code}", message)
