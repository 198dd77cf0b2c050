"""Scripted matches: moves by seat, states set by hand, and short accessors for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pydantic import JsonValue

from engines.divine_intervention.boons import BOON_BY_NAME, BoonCard, BoonId, card_of
from engines.divine_intervention.data import ELEMENTS, ROOM_BY_NAME, Mana
from engines.divine_intervention.engine import DIVINE_INTERVENTION
from engines.divine_intervention.facts import BoonNotice, BoonNoticed, DivineResult, RitualsJudged
from engines.divine_intervention.options import DivineInterventionOptions
from engines.divine_intervention.truth import HeldBoon, Truth
from engines.divine_intervention.view import DivineInterventionView
from engines.kit import Fact, SeatId, Viewer
from tests.engines.table import Table, one, told

ENGINE = DIVINE_INTERVENTION

Moves: TypeAlias = Mapping[str, Mapping[str, JsonValue]]

OPEN_MAP: list[JsonValue] = ["A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.Q.R.S.T.U.V.W.X.Y"]
"""A map on which no two rooms touch, so that all are unlocked from the start."""

OFFERS: dict[str, JsonValue] = {
    "0": ["tithe", "covet", "wrath"],
    "2": ["harvest", "harmony", "eclipse"],
    "4": ["drought", "conversion", "prophecy"],
}
"""Boons for the auctions of a match whose last round is 5 or 6."""


def seat(name: str) -> SeatId:
    return SeatId(Viewer(name))


def mana(fire: int = 0, air: int = 0, earth: int = 0, water: int = 0) -> Mana:
    return Mana(fire, air, earth, water)


def ritual(room: str, **amounts: int) -> dict[str, JsonValue]:
    return {"room": room, **amounts}


class Temple(Table):
    """A match of Divine Intervention."""

    truth: Truth
    views: dict[Viewer, DivineInterventionView]

    def __init__(self, variant: str = "standard", /, **overrides: JsonValue) -> None:
        super().__init__(ENGINE, ENGINE.options(variant, overrides))

    @classmethod
    def of(cls, options: DivineInterventionOptions) -> Temple:
        """Start a match with these options."""
        temple = cls.__new__(cls)
        Table.__init__(temple, ENGINE, options)
        return temple

    def anoint(self, prophets: Mapping[str, str] | None = None) -> list[Fact]:
        """Close the anointing, with these prophets by deity."""
        return self.close({name: {"type": "anoint", "prophet": who} for name, who in (prophets or {}).items()})

    def play(self, moves: Moves | None = None) -> list[Fact]:
        """
        Close a round; `type` may be omitted, and seats that are not listed are absent.

        A decree without an element gets the first allowed one, if the round has one.
        """
        full: dict[str, JsonValue] = {}
        for name, move in (moves or {}).items():
            if name.startswith("hell"):
                full[name] = {"type": "devote", **move}
            else:
                allowed = self.view(name).elements_allowed or (None,)
                full[name] = {"type": "decree", "element": allowed[0], **move}
        return self.close(full)

    def idle(self, rounds: int = 1) -> None:
        """Close rounds in which every seat is absent."""
        for _ in range(rounds):
            self.play()

    def rites(self, offerings: Mapping[str, Mapping[str, int]], room: str) -> set[str]:
        """Close a round of rituals in one room; return who completed it."""
        self.play({name: {"rituals": [ritual(room, **amounts)]} for name, amounts in offerings.items()})
        return {name for name in offerings if room in self.truth.completed[seat(name)]}

    def arrange(
        self,
        *,
        round_: int | None = None,
        mana: Mapping[str, Mana] | None = None,
        completed: Mapping[str, str | Mapping[str, int]] | None = None,
        piety: Mapping[str, int] | None = None,
        zeal: Mapping[str, int] | None = None,
        prayers: Mapping[str, Mapping[int, str]] | None = None,
        prophets: Mapping[str, str] | None = None,
        holds: Mapping[str, str] | None = None,
        offer: Sequence[str] | None = None,
    ) -> None:
        """Change the state by hand, in the truth and, as far as their seat knows it, in its view."""
        if round_ is not None:
            phase = replace(self.phase, name="round", round=round_, must=tuple(self.seats))
            self.truth = replace(self.truth, phase=phase)
            for viewer in self.views:
                self._update(viewer, phase=phase, round=round_)
            for deity in self.truth.deities:
                named = dict.fromkeys(range(round_ + 1)) | self.truth.prophets[deity]
                self._set("prophets", deity, named)
                before = self.truth.elements[deity].get(round_ - 1)
                allowed = tuple(element for element in ELEMENTS if element != before)
                is_final = round_ == self.truth.options.last_round
                self._update(deity, elements_allowed=() if is_final else allowed)
            for shaman in self.truth.shamans:
                early = dict.fromkeys(range(min(round_, self.truth.options.last_round)))
                self._set("prayers", shaman, early | self.truth.prayers[shaman])
        now = self.phase.round
        for name, amount in (mana or {}).items():
            self._set("mana", name, amount)
        for name, rooms in (completed or {}).items():
            done = rooms if isinstance(rooms, Mapping) else dict.fromkeys(rooms, 1)
            self._set("completed", name, {ROOM_BY_NAME[room]: when for room, when in done.items()})
        for name, total in (piety or {}).items():
            self._set("piety", name, total)
        for name, total in (zeal or {}).items():
            self.truth = replace(self.truth, zeal={**self.truth.zeal, seat(name): total})
        for name, by_round in (prayers or {}).items():
            self._set("prayers", name, {**self.truth.prayers[seat(name)], **by_round})
        for name, prophet in (prophets or {}).items():
            self._set("prophets", name, {**self.truth.prophets[seat(name)], now: prophet})
        for name, boon in (holds or {}).items():
            self._set("held", name, HeldBoon(BOON_BY_NAME[boon], now, min(now + 1, self.truth.options.last_round)))
        if offer is not None:
            cards = tuple(self._card(BOON_BY_NAME[id_]) for id_ in offer)
            ids = tuple(card.id for card in cards)
            self.truth = replace(self.truth, offers={**self.truth.offers, now: ids})
            for deity in self.truth.deities:
                self._update(deity, offers={now: ids}, boons={card.id: card for card in cards})

    def view(self, viewer: str) -> DivineInterventionView:
        return self.views[Viewer(viewer)]

    def notices(self, viewer: str) -> list[BoonNotice]:
        """Return the notices that the viewer was told in the last resolution."""
        return [noticed.notice for noticed in told(self.told_to(viewer), BoonNoticed)]

    def noticed(self) -> dict[str, list[BoonNotice]]:
        """
        Return all notices of the last resolution to seats and spectators, by viewer; viewers without any are omitted.
        """
        viewers = [viewer for viewer in self.views if viewer != "host"]
        return {viewer: notices for viewer in viewers if (notices := self.notices(viewer))}

    def verdict(self, name: str, room: str) -> str:
        """Return the verdict on a ritual of the last round."""
        return one([addressed.fact for addressed in self.facts], RitualsJudged).verdicts[seat(name)][ROOM_BY_NAME[room]]

    def mana_of(self, name: str) -> tuple[int, int, int, int]:
        return self.truth.mana[seat(name)].amounts

    def result(self) -> DivineResult:
        result = self.truth.result
        assert result is not None
        return result

    def _card(self, boon: BoonId) -> BoonCard:
        (data,) = (data for data in self.truth.options.catalogue if data.id == boon)
        return card_of(data)

    def _set(self, field: str, name: str, value: object) -> None:
        """Set what a seat has; its fields have the same names in the truth and in the view."""
        changes: dict[str, Any] = {field: {**getattr(self.truth, field), seat(name): value}}
        self.truth = replace(self.truth, **changes)
        self._update(name, **{field: value})

    def _update(self, viewer: str, **changes: object) -> None:
        self.views[Viewer(viewer)] = self.view(viewer).model_copy(update=changes)


def in_round(number: int, /, **overrides: JsonValue) -> Temple:
    """Return a standard match in this round, in which nobody has moved yet."""
    temple = Temple(**overrides)
    temple.anoint()
    temple.idle(number)
    return temple
