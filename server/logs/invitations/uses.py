"""How often invitations were accepted: counted from the entries of a log, so exact whatever happens at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from server.access import codes
from server.access.errors import RefusedError


def require_uses(accepted: Mapping[str, int], invitation: str, uses: int) -> int:
    """
    Return how often an invitation that is valid for this many `uses` can still be accepted.

    Raises:
        RefusedError: It was accepted as often as it can be.
    """
    left = uses - accepted.get(invitation, 0)
    if left <= 0:
        raise RefusedError(
            codes.INVITATION_USED_UP, "This invitation was accepted the maximum number of times. Ask for another one."
        )
    return left


def count_uses(accepted: Mapping[str, int], invitations: Iterable[str]) -> Mapping[str, int]:
    """Return the counts after these were accepted once more."""
    after = dict(accepted)
    for invitation in invitations:
        after[invitation] = after.get(invitation, 0) + 1
    return after
