"""Codes of the pages at `/account`, and of changes of one's account."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import new_code

_account: Final = partial(new_code, "Accounts")

NO_PUBLIC_URL: Final = _account(
    "no_public_url",
    421,
    means="The server does not know the address under which you reach it.",
    do="Use the public address of the server, or set `MOIRAI_PUBLIC_URL` if you operate it.",
)
FOREIGN_FORM: Final = _account(
    "foreign_form",
    403,
    means="The form was not sent by a page of this server in this browser.",
    do="Open the page again and send its form.",
)
CEREMONY_OVER: Final = _account(
    "ceremony_over",
    409,
    means="The sign-in or change took too long, began in another browser, or is finished already.",
    do="Begin again.",
)
NO_PASSKEYS_HERE: Final = _account(
    "no_passkeys_here",
    409,
    means="Browsers offer passkeys for names only, and the server is reached by an IP address.",
    do="Open the page at `http://localhost`.",
)
PASSKEY_REFUSED: Final = _account(
    "passkey_refused",
    403,
    means="The passkey is unknown or was removed, or it answers another request than this browser's.",
    do="Try another passkey, or sign in in another way.",
)
PASSKEY_COPIED: Final = _account(
    "passkey_copied",
    403,
    means="The passkey was used with two authenticators, so it no longer works.",
    do="Sign in in another way, remove the passkey, and add a new one.",
)
TOO_MANY_PASSKEYS: Final = _account(
    "too_many_passkeys", 409, means="The player has too many passkeys.", do="Remove one first."
)
CAME_BY_LINK: Final = _account(
    "came_by_link",
    403,
    means="Somebody whom a link of a bridge has signed in can do this only with a way to sign in of their own.",
    do="Add a passkey first, and sign in with it.",
)
UNKNOWN_LINK: Final = _account(
    "unknown_link",
    404,
    means="The link for signing in is unknown, was used, is older than ten minutes, or has ended with what made it.",
    do="Ask for a new one where you got it.",
)
WRONG_RECOVERY_CODE: Final = _account(
    "wrong_recovery_code",
    403,
    means="There is no such recovery code, or it was used.",
    do="Try another one of your list, or sign in in another way.",
)
TOO_MANY_GUESSES: Final = _account(
    "too_many_guesses",
    429,
    means="Too many recovery codes were wrong.",
    do="Wait before you try again: up to an hour.",
)
UNKNOWN_PROVIDER: Final = _account(
    "unknown_provider", 404, means="The server has no such provider.", do="Choose one that the page shows."
)
PROVIDER_UNREACHABLE: Final = _account(
    "provider_unreachable",
    502,
    means="The provider does not respond, or does not follow OpenID Connect.",
    do="Try again later, or sign in in another way; the operator finds the reason in the log.",
)
PROVIDER_REFUSED: Final = _account(
    "provider_refused",
    403,
    means="The provider did not confirm who you are, or another one answered.",
    do="Try again, or sign in in another way.",
)
PROVIDER_ACCOUNT_TAKEN: Final = _account(
    "provider_account_taken",
    409,
    means="Another player signs in with this account of the provider.",
    do="Sign in with it, or add another account.",
)
SIGNED_OUT: Final = _account("signed_out", 403, means="Nobody is signed in in this browser.", do="Sign in first.")
WRONG_TOKEN: Final = _account(
    "wrong_token",
    403,
    means="The token does not work, or lacks a scope.",
    do="Use a token with every scope, such as the first one of the player.",
)
LAST_WAY_IN: Final = _account(
    "last_way_in",
    409,
    means="It is your only way to sign in.",
    do="Add another passkey or provider first.",
)
PROOF_NEEDED: Final = _account(
    "proof_needed",
    403,
    means="Your last sign-in in this browser was more than ten minutes ago.",
    do="Sign in once more, then try again.",
)
YOUNGER_WAY_IN: Final = _account(
    "younger_way_in",
    403,
    means="You have signed in with something added within the last week, after what you want to remove or replace.",
    do="Sign in with the older one.",
)
NOTHING_CHOSEN: Final = _account(
    "nothing_chosen", 422, means="The form does not say what the token may do.", do="Tick at least one box."
)
