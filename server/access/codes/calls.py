"""Codes of calls of every kind: how they are written, who makes them, and how the server is."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import TRY_AGAIN, new_code

_call: Final = partial(new_code, "Calls")

MALFORMED_JSON: Final = _call(
    "malformed_json",
    400,
    means="The body is not UTF-8 JSON.",
    do="Send JSON (RFC 8259) with `Content-Type: application/json`.",
)
TOO_DEEP: Final = _call("too_deep", 400, means="The body is nested too deeply.", do="Use at most 32 levels.")
UNHOLDABLE_TEXT: Final = _call(
    "unholdable_text",
    400,
    means="A text contains the character U+0000 or half of a surrogate pair.",
    do="Remove such characters.",
)
BAD_NAME: Final = _call(
    "bad_name",
    422,
    means="The name has no visible character, or contains invisible ones where no script needs them.",
    do="Use letters, digits, punctuation and symbols, with spaces between them.",
)
NOT_CONFIRMED: Final = _call(
    "not_confirmed",
    409,
    means="The name in the call is not the name of the player.",
    do="Send the `name` that `getMe` returns.",
)
MISSING_TOKEN: Final = _call(
    "missing_token", 401, means="The call has no token.", do="Send `Authorization: Bearer TOKEN`."
)
UNKNOWN_TOKEN: Final = _call(
    "unknown_token",
    401,
    means="Unknown token.",
    do="Send the complete token, or get a new one: it may have been withdrawn.",
)
EXPIRED_TOKEN: Final = _call(
    "expired_token", 401, means="The token has expired.", do="Get a new token, or let the player sign in again."
)
SUSPENDED: Final = _call(
    "suspended",
    403,
    means="An administrator has suspended the player: none of its tokens works.",
    do="Ask the operator of the server.",
)
NO_CONSENT: Final = _call(
    "no_consent",
    403,
    means="The player that `On-Behalf-Of` names has not agreed that the caller acts for them, or has withdrawn it.",
    do="Ask the player to agree, or leave the header out to act for yourself.",
)
SIGNS_IN_ALREADY: Final = _call(
    "signs_in_already",
    409,
    means="The guest has a way to sign in, so bridges make no links for it any more.",
    do="Tell the person to sign in at the server.",
)
NOT_ON_BEHALF: Final = _call(
    "not_on_behalf",
    403,
    means="A bridge cannot do this for another player.",
    do="Make the call without the header `On-Behalf-Of`.",
)
INSUFFICIENT_SCOPE: Final = _call(
    "insufficient_scope",
    403,
    means="The token does not have the scope that this operation needs.",
    do="Use a token with the scope that `WWW-Authenticate` names.",
)
TOO_MANY_TOKENS: Final = _call(
    "too_many_tokens", 409, means="The player has too many tokens.", do="Withdraw one that `listTokens` returns."
)
UNKNOWN_TOKEN_ID: Final = _call(
    "unknown_token_id", 404, means="The player has no token with this id.", do="Use an id that `listTokens` returns."
)
NOT_A_WAY_IN: Final = _call(
    "not_a_way_in",
    403,
    means="Only a token with every scope can sign in, or end other ways to sign in.",
    do="Use a token with every scope, such as the first one of the player.",
)
ADMINISTRATORS_ONLY: Final = _call(
    "administrators_only",
    403,
    means="Only an administrator of the server can do this.",
    do="Ask the operator of the server.",
)
IS_ADMINISTRATOR: Final = _call(
    "is_administrator",
    409,
    means="The player is an administrator.",
    do="Take the role away first.",
)
NOT_ADMINISTRATOR: Final = _call(
    "not_administrator", 409, means="The player is not an administrator.", do="Read the player with `getAccount`."
)
OWN_ACCOUNT: Final = _call(
    "own_account",
    409,
    means="Administrators cannot do this to themselves, so that the server always has one.",
    do="Ask another administrator, or the operator of the server.",
)
ALREADY_SUSPENDED: Final = _call(
    "already_suspended", 409, means="The player is suspended already.", do="Read the player with `getAccount`."
)
NOT_SUSPENDED: Final = _call(
    "not_suspended", 409, means="The player is not suspended.", do="Read the player with `getAccount`."
)
WRONG_ORGANISER_KEY: Final = _call(
    "wrong_organiser_key",
    403,
    means="The `administrator_key` (or `organiser_key`, its earlier name) is wrong, or the server has none.",
    do="Ask the operator of the server, or create a player without it.",
)
BAD_PUSH_ENDPOINT: Final = _call(
    "bad_push_endpoint",
    422,
    means="The address of the push subscription is not that of a push service that this server calls.",
    do="Send the `endpoint` that the browser returns, unchanged; the operator of the server decides about others.",
)
PUSH_OFF: Final = _call(
    "push_off",
    409,
    means="The server sends no push messages, because its operator has named no contact for push services.",
    do="Ask the operator of the server to set `MOIRAI_PUSH_CONTACT`.",
)
TOO_MANY_PUSH_SUBSCRIPTIONS: Final = _call(
    "too_many_push_subscriptions",
    409,
    means="The player has too many push subscriptions.",
    do="Delete one that `listPushSubscriptions` returns.",
)
TARGET_REFUSED: Final = _call(
    "target_refused",
    422,
    means="The server does not send to this target: it must be an `https:` URL at public addresses and port 443.",
    do="Use a host that leads to public addresses only; the operator of the server can allow others.",
)
TOO_MANY_WEBHOOKS: Final = _call(
    "too_many_webhooks",
    409,
    means="The player has too many webhooks.",
    do="Delete one that `listWebhooks` returns.",
)
WRONG_WEBHOOK_TYPES: Final = _call(
    "wrong_webhook_types",
    422,
    means="A webhook on an event has types that begin with `event.`; another one has none of these.",
    do="Choose types of the right kind, or `*`.",
)
UNKNOWN_WEBHOOK: Final = _call(
    "unknown_webhook", 404, means="You have no webhook with this id.", do="Take an id that `listWebhooks` returns."
)
UNKNOWN_DELIVERY: Final = _call(
    "unknown_delivery",
    404,
    means="The webhook has no message with this number, or no longer.",
    do="Take a number that `listWebhookDeliveries` returns.",
)
WEBHOOK_DISABLED: Final = _call(
    "webhook_disabled",
    409,
    means="The server no longer sends to this webhook.",
    do="Fix its target, then enable it with `pingWebhook`.",
)
UNKNOWN_CALENDAR: Final = _call(
    "unknown_calendar",
    404,
    means="There is no calendar at this address: it was replaced or deleted, or never existed.",
    do="Create a new address with `createCalendar`, and give it to the calendar program.",
)
UNKNOWN_FRIEND_LINK: Final = _call(
    "unknown_friend_link",
    404,
    means="The link of a player does not work: it was replaced, or never existed, or does not work for the caller.",
    do="Send the complete token of the link, or ask the player for a new one.",
)
OWN_FRIEND_LINK: Final = _call(
    "own_friend_link",
    409,
    means="The link is the caller's own.",
    do="Send it to somebody else.",
)
PLAYER_BLOCKED: Final = _call(
    "player_blocked",
    409,
    means="The caller has blocked the player whose link it is.",
    do="Unblock the player with `deleteBlock` first.",
)
TOO_MANY_FRIENDS: Final = _call(
    "too_many_friends",
    409,
    means="The caller has too many friends.",
    do="End a friendship with `endFriendship` first.",
)
OWN_BLOCK: Final = _call("own_block", 409, means="Nobody can block themselves.", do="Send the id of another player.")
TOO_MANY_BLOCKS: Final = _call(
    "too_many_blocks",
    409,
    means="The caller has blocked too many players.",
    do="Unblock one that `listBlocks` returns.",
)
UNKNOWN_PATH: Final = _call(
    "unknown_path", 404, means="This path does not exist.", do="Compare it with the OpenAPI document."
)
METHOD_NOT_ALLOWED: Final = _call(
    "method_not_allowed",
    405,
    means="The path does not support this method.",
    do="Use a method that the header `Allow` lists.",
)
IDEMPOTENCY_KEY_REUSED: Final = _call(
    "idempotency_key_reused",
    409,
    means="The `Idempotency-Key` was already used for a different request.",
    do="Use a new key for each new request.",
)
BODY_TOO_LARGE: Final = _call(
    "body_too_large", 413, means="The body is too large.", do="Send at most as many bytes as the `detail` allows."
)
HEAD_TOO_LARGE: Final = _call(
    "head_too_large", 431, means="The URL and headers are too large.", do="Send a shorter URL and fewer headers."
)
TOO_SLOW: Final = _call(
    "too_slow",
    408,
    means="The headers or the body arrived too slowly.",
    do="Send the call again on a new connection, without pauses.",
)
MALFORMED_REQUEST: Final = _call(
    "malformed_request",
    422,
    means="A field or a parameter is unknown, missing or out of range.",
    do="Fix what `errors` lists, using the schema of the call.",
)
TOO_MANY_REQUESTS: Final = _call(
    "too_many_requests",
    429,
    means="This token or this address has made too many calls.",
    do="Try again after `Retry-After` seconds, and make fewer calls per second.",
)
TOO_MANY_STREAMS: Final = _call(
    "too_many_streams", 429, means="The player has too many open streams and long polls.", do="Close one first."
)
INTERNAL_ERROR: Final = _call(
    "internal_error",
    500,
    means="An unexpected error occurred in the server.",
    do="Try again, and send the `X-Request-Id` to the operator of the server.",
)
DATABASE_UNAVAILABLE: Final = _call(
    "database_unavailable", 503, means="The database does not respond, or can only be read.", do=TRY_AGAIN
)
MATCH_UNREADABLE: Final = _call(
    "match_unreadable",
    503,
    means="The stored data of the match cannot be read, or some was lost and the match is being read again.",
    do="Try again in some seconds, and inform the operator of the server if the error persists.",
)
OTHER_RULES: Final = _call(
    "other_rules",
    503,
    means="The match or event waits: this process does not have its rules, or does not know a fact in its log.",
    do="Try again later, or use another process of the server, which may have it.",
)
TOO_BUSY: Final = _call("too_busy", 503, means="The match is changing too fast.", do=TRY_AGAIN)
STOPPING: Final = _call("stopping", 503, means="The process is stopping.", do="Use another process.")
UNHEARD: Final = _call(
    "unheard",
    503,
    means="The process does not receive notices from other processes.",
    do="Use another process until this one receives them again.",
)
CLOCK_DIFFERS: Final = _call(
    "clock_differs",
    503,
    means="The clock of the process and that of the database differ by more than a second.",
    do="Use another process; synchronise the clocks (NTP).",
)
OUTDATED: Final = _call(
    "outdated",
    503,
    means="The database has a schema with which this version of the server cannot work.",
    do="Use a process of the version that has migrated it.",
)
HTTP_ERROR: Final = _call(
    "http_error",
    means="The call failed for a reason that has no separate code.",
    do="Compare it with the OpenAPI document.",
)
