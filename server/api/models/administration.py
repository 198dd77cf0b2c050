"""What administrators see of players, and do about them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from server.access.fields import Moment, Reply, Request
from server.access.texts import LINE
from server.api.models.tokens import TokenReply
from server.people.administration.audit import Audited
from server.people.administration.reports import Reported
from server.people.identity.tokens import MAX_TOKENS
from server.people.identity.ways_in import MOST_WAYS_IN, WayIn
from server.runtime.ids import ID_PATTERN


class _Step(Request):
    reason: Annotated[str, Field(min_length=1, max_length=200, pattern=LINE)] | None = Field(
        default=None, description="Why, in one line; only administrators can read it."
    )


class SuspendAction(_Step):
    """Stop all tokens of the player from working. Its seats stay, and their absence policy applies."""

    type: Literal["suspend"]


class ReinstateAction(_Step):
    """Let the tokens of a suspended player work again."""

    type: Literal["reinstate"]


class WithdrawNameAction(_Step):
    """Give the player a plain name: in everything that begins from now on."""

    type: Literal["withdraw_name"]


class WithdrawTokenAction(_Step):
    """Withdraw one token of the player."""

    type: Literal["withdraw_token"]
    token_id: str = Field(pattern=ID_PATTERN, description="The token.")


class WithdrawTokensAction(_Step):
    """Withdraw all tokens of the player."""

    type: Literal["withdraw_tokens"]


class EndAccessAction(_Step):
    """Sign the player out everywhere, withdraw all tokens and programs, and remove ways in."""

    type: Literal["end_access"]
    added_after: Annotated[Moment, Field(strict=False)] | None = Field(
        default=None,
        description="Remove only the ways in that were added after this time, as `ways_in` shows them; null: all.",
    )


class RemoveAdministratorAction(_Step):
    """Take the role of an administrator away. The roles of the player on matches and events stay."""

    type: Literal["remove_administrator"]


class ForgetPlayerRequest(_Step):
    """Why a player is to be forgotten."""


AdministratorAction: TypeAlias = Annotated[
    SuspendAction
    | ReinstateAction
    | WithdrawNameAction
    | WithdrawTokenAction
    | WithdrawTokensAction
    | EndAccessAction
    | RemoveAdministratorAction,
    Field(discriminator="type"),
]


class AccountReply(Reply):
    """A player, for administrators."""

    player_id: str
    """The player."""
    name: str
    """The name, for people."""
    administrator: bool
    """Whether the player is an administrator."""
    created_at: str
    """Since when the player is here."""
    suspended_at: str | None
    """Since when the player is suspended; null if the player is not."""
    tokens: Annotated[list[TokenReply], Field(max_length=MAX_TOKENS)]
    """The player's tokens that have not expired."""
    ways_in: Annotated[list[WayIn], Field(max_length=MOST_WAYS_IN)]
    """The other ways in which the player signs in, oldest first."""


class ReportPage(Reply):
    """Reports of players about players, the newest first."""

    reports: list[Reported]
    """The reports."""
    next: str | None
    """Pass it as `before` to get the next page; null on the last page."""


class AuditPage(Reply):
    """Steps of administrators, the newest first."""

    steps: list[Audited]
    """The steps."""
    next: str | None
    """Pass it as `before` to get the next page; null on the last page."""
