"""Bulk calls: many matches in one call."""

from __future__ import annotations

from typing import Annotated, Any, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from server.access.fields import Reply, Request
from server.api.calls.pieces import of_model
from server.api.calls.problems import Problem
from server.matches.hosting.bulk import MOST_ITEMS
from server.matches.hosting.host_actions import HostAction
from server.matches.lists.listings import MatchReply
from server.matches.requests import MatchRequest

_Id: TypeAlias = Annotated[str, Field(max_length=64)]
_Ids: TypeAlias = Annotated[
    list[_Id], Field(min_length=1, max_length=MOST_ITEMS, json_schema_extra={"uniqueItems": True})
]
_Round: TypeAlias = Annotated[int, Field(ge=1, le=1_000)]


class BulkRequest(Request):
    """New matches; the caller is their host."""

    # Each is a `Piece`.
    matches: list[Annotated[Any, of_model(MatchRequest)]] = Field(min_length=1, max_length=MOST_ITEMS)
    """The matches, each as for `createMatch`."""


class BulkActionRequest(Request):
    """An action of a host on many matches: those in `match_ids`, or those of a round of a tournament."""

    model_config = ConfigDict(
        json_schema_extra={
            "minProperties": 2,
            "dependentRequired": {"tournament": ["round"], "round": ["tournament"]},
            "not": {
                "required": ["match_ids", "tournament"],
                "properties": {"match_ids": {"type": "array"}, "tournament": {"type": "string"}},
            },
        }
    )

    match_ids: _Ids | SkipJsonSchema[None] = Field(default=None, description="The matches.")
    tournament: _Id | SkipJsonSchema[None] = Field(default=None, description="The tournament, with `round`.")
    round: _Round | SkipJsonSchema[None] = Field(
        default=None, description="The round, of which the match of each table is meant."
    )
    action: HostAction = Field(description="The action, the same on each match.")

    @model_validator(mode="after")
    def _named_in_one_way(self) -> Self:
        named = {name: getattr(self, name) for name in self.model_fields_set - {"action"}}
        if named.keys() not in ({"match_ids"}, {"tournament", "round"}) or None in named.values():
            raise ValueError("name the matches by `match_ids`, or by `tournament` and `round`")
        if self.match_ids is not None and len(set(self.match_ids)) < len(self.match_ids):
            raise ValueError("a match can be named only once")
        return self


class BulkResult(Reply):
    """The result of an item: its reply or its problem."""

    status: int
    """The HTTP status that a call for this item alone would have."""
    reply: MatchReply | SkipJsonSchema[None] = Field(default=None, description="The match, if it was done.")
    problem: Problem | SkipJsonSchema[None] = Field(
        default=None, description="Why it was not done; a `pointer` in it points into the item."
    )


class BulkActionResult(BulkResult):
    """The result of the action on a match: its reply or its problem."""

    match_id: str


class BulkReply(Reply):
    """The results of the items, in their order."""

    results: list[BulkResult]
    """The results."""


class BulkActionReply(Reply):
    """The results of the action, in the order of the matches in the request."""

    results: list[BulkActionResult]
