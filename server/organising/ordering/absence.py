"""What directors can ask of ordered matches when players are absent."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from server.access.fields import Request
from server.matches.facts import AbsenceInPlay, InPlay


class InPlayRequest(Request):
    """What happens in matches when a seat that should submit is silent at a deadline."""

    then: Literal["default"] | InPlay = Field(
        default="default",
        description="`default`: only what the rules of the game say; the other fields then have no meaning. "
        "Otherwise it happens after the grace. `bot`: a bot takes the seat. `waiting`: the first entrant who waits "
        "for a place takes it, or else a bot. `forfeit`: the entrant loses the table, which must be of two. All but "
        "`default` need `show_submitted`.",
    )
    grace_seconds: int = Field(
        default=60, ge=1, le=86_400, description="How much longer a phase lasts, once, when a seat is silent."
    )
    excused_phases: int = Field(
        default=1, ge=0, le=100, description="How many phases of a match each seat can miss before that."
    )

    @property
    def terms(self) -> AbsenceInPlay | None:
        """What matches are to do; None if their rules alone decide."""
        if self.then == "default":
            return None
        return AbsenceInPlay(self.then, self.grace_seconds, self.excused_phases)
