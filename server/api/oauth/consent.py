"""
The pages on which a player decides about programs of others: plain forms, in English and German.

What a program says of itself is text from outside: it is shown in quotation marks, and beside it what is certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final, Literal, TypeAlias

from engines.kit import Language
from server.access.scopes import SCOPES
from server.api.account.frame import field, form, paragraph
from server.api.account.page import Shown
from server.people.oauth.protocol import DEVICE_PATH
from server.people.oauth.service import Asked, Mistake
from server.runtime.words import SERVER_WORDS

TextKey: TypeAlias = Literal[
    "title",
    "asks",
    "web",
    "computer",
    "app",
    "device",
    "may",
    "may_not",
    "signed_in_as",
    "until",
    "allow",
    "deny",
    "mistake",
    "mistake_text",
    "back",
    "back_warning",
    "device_title",
    "device_text",
    "user_code",
    "go_on",
    "unknown_code",
    "device_warning",
    "allowed",
    "allowed_text",
    "denied",
    "denied_text",
]

TEXTS: Final[Mapping[Language, Mapping[TextKey, str]]] = {
    "en": {
        "title": "Let a program act for you?",
        "asks": "A program that calls itself {client} asks to act for you.",
        "web": "Your answer goes to {shown}. Allow it only if you have just come from there.",
        "computer": "Your answer goes to a program on this computer. Allow it only if you have just started one.",
        "app": "Your answer goes to the app on this device that has the scheme {shown}. Allow it only if you have just "
        "come from there.",
        "device": "It runs where you read the code {shown}. Allow it only if you have started it yourself.",
        "may": "It may then:",
        "may_not": "It cannot change your account, and you can withdraw it there at any time.",
        "signed_in_as": "You are signed in as {name}.",
        "until": "After 90 days without use, this ends.",
        "allow": "Allow",
        "deny": "Deny",
        "mistake": "This program asks wrongly",
        "mistake_text": "Tell its author what is wrong:",
        "back": "Back to {shown}",
        "back_warning": "The link leads away from this server. Follow it only if you know where it leads.",
        "device_title": "Let a program on another device act for you",
        "device_text": "Enter the code that the program shows. Do so only if you have started the program yourself: "
        "whoever sends you a code wants to act for you.",
        "user_code": "Code",
        "go_on": "Go on",
        "unknown_code": "No program waits for this code. It may be mistyped, too old, or used.",
        "device_warning": "If somebody else sent you the code, deny.",
        "allowed": "Allowed",
        "allowed_text": "The program goes on by itself. You can close this page.",
        "denied": "Denied",
        "denied_text": "The program gets nothing. You can close this page.",
    },
    "de": {
        "title": "Ein Programm für dich handeln lassen?",
        "asks": "Ein Programm, das sich {client} nennt, möchte für dich handeln.",
        "web": "Deine Antwort geht an {shown}. Erlaube es nur, wenn du gerade von dort kommst.",
        "computer": "Deine Antwort geht an ein Programm auf diesem Computer. Erlaube es nur, wenn du gerade eines "
        "gestartet hast.",
        "app": "Deine Antwort geht an die App auf diesem Gerät mit dem Schema {shown}. Erlaube es nur, wenn du gerade "
        "von dort kommst.",
        "device": "Es läuft dort, wo du den Code {shown} liest. Erlaube es nur, wenn du es selbst gestartet hast.",
        "may": "Es darf dann:",
        "may_not": "Dein Konto kann es nicht ändern, und du kannst es dort jederzeit zurückziehen.",
        "signed_in_as": "Du bist angemeldet als {name}.",
        "until": "Nach 90 Tagen ohne Benutzung endet das.",
        "allow": "Erlauben",
        "deny": "Ablehnen",
        "mistake": "Dieses Programm fragt falsch",
        "mistake_text": "Sag seinem Autor, was nicht stimmt:",
        "back": "Zurück zu {shown}",
        "back_warning": "Der Link führt weg von diesem Server. Folge ihm nur, wenn du weißt, wohin er führt.",
        "device_title": "Ein Programm auf einem anderen Gerät für dich handeln lassen",
        "device_text": "Gib den Code ein, den das Programm zeigt. Tu das nur, wenn du das Programm selbst gestartet "
        "hast: Wer dir einen Code schickt, will für dich handeln.",
        "user_code": "Code",
        "go_on": "Weiter",
        "unknown_code": "Kein Programm wartet auf diesen Code. Vielleicht ist er vertippt, zu alt oder benutzt.",
        "device_warning": "Hat dir jemand anderes den Code geschickt, lehne ab.",
        "allowed": "Erlaubt",
        "allowed_text": "Das Programm macht von selbst weiter. Du kannst diese Seite schließen.",
        "denied": "Abgelehnt",
        "denied_text": "Das Programm bekommt nichts. Du kannst diese Seite schließen.",
    },
}

_QUOTED: Final[Mapping[Language, str]] = {"en": "“{}”", "de": "„{}“"}


def text(key: TextKey, language: Language) -> str:
    """Return a text without anything filled in. It is no HTML yet."""
    return TEXTS[language][key]


def consent(asked: Asked, name: str, path: str, shown: Shown) -> str:
    """Return the form on which the player decides about a request, which is sent to this path."""
    redirect = asked.redirect
    if redirect is None:
        raise AssertionError("a device is asked about by `device`")
    language = shown.texts.language
    about = _about(asked, _sentence(redirect.kind, language, shown=redirect.shown), name, language)
    return about + form(path, shown.token, _answers(language))


def enter_code(name: str, user_code: str, shown: Shown, *, unknown: bool) -> str:
    """Return the form for the code that a device shows."""
    language = shown.texts.language
    alert = f'<p class="bad" role="alert">{escape(text("unknown_code", language))}</p>' if unknown else ""
    entered = field(
        "user_code",
        text("user_code", language),
        value=user_code,
        maxlength="20",
        autocomplete="off",
        spellcheck="false",
    )
    return (
        alert
        + paragraph(text("device_text", language))
        + _signed_in(name, language)
        + form(DEVICE_PATH, shown.token, entered, _buttons(language, "go_on"))
    )


def device(asked: Asked, user_code: str, name: str, shown: Shown) -> str:
    """Return the form on which the player decides about a device that shows this code."""
    language = shown.texts.language
    about = _about(asked, _sentence("device", language, shown=user_code), name, language)
    warning = paragraph(text("device_warning", language), "note")
    return about + warning + form(DEVICE_PATH, shown.token, _answers(language), hidden={"user_code": user_code})


def decided(language: Language, *, allowed: bool) -> str:
    """Return what the player reads after a decision about a device."""
    return f'<p role="status">{escape(text("allowed_text" if allowed else "denied_text", language))}</p>'


def mistaken(mistake: Mistake, language: Language) -> str:
    """Return the page for a request that cannot be shown, with a link by which the player may answer it."""
    said = f"<p><code>{escape(mistake.error)}</code>: {escape(mistake.sentence)}</p>"
    told = paragraph(text("mistake_text", language)) + said
    if mistake.back is None or mistake.redirect is None:
        return told
    link = f'<a href="{escape(mistake.back)}">{_sentence("back", language, shown=mistake.redirect.shown)}</a>'
    return f"{told}<p>{link}</p>{paragraph(text('back_warning', language))}"


def _about(asked: Asked, where: str, name: str, language: Language) -> str:
    """Return who asks for what, of whom; `where` is HTML."""
    words = SERVER_WORDS.languages[language]
    told = [(words[f"scope.{scope}"].title, words[f"scope.{scope}"].text) for scope in SCOPES if scope in asked.scopes]
    items = "".join(
        f"<li><div><strong>{escape(title)}</strong><small>{escape(meaning)}</small></div></li>"
        for title, meaning in told
    )
    client = f"<strong>{escape(_QUOTED[language].format(asked.client))}</strong>"
    return "".join(
        [
            f"<p>{escape(text('asks', language)).format(client=client)}</p>",
            f"<p>{where}</p>",
            f"{paragraph(text('may', language))}<ul>{items}</ul>",
            paragraph(f"{text('until', language)} {text('may_not', language)}"),
            _signed_in(name, language),
        ]
    )


def _signed_in(name: str, language: Language) -> str:
    said = escape(text("signed_in_as", language)).format(name=f"<strong>{escape(name)}</strong>")
    return f"<p>{said}</p>"


def _answers(language: Language) -> str:
    return _buttons(language, "allow", "deny")


def _buttons(language: Language, *keys: TextKey) -> str:
    """Return buttons in a row, of which the first is what most people want."""
    made = (
        f'<button name="answer" value="{key}"{kind}>{escape(text(key, language))}</button>'
        for key, kind in zip(keys, (' class="main"', ""), strict=False)
    )
    return f"<p>{' '.join(made)}</p>"


def _sentence(key: TextKey, language: Language, *, shown: str) -> str:
    """Return a text with what comes from outside in it, emphasised, as HTML."""
    return escape(text(key, language)).format(shown=f"<strong>{escape(shown)}</strong>")
