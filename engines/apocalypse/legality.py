"""
The legality of moves, checked only against the seat's own view.

The checks of section 4 are ordered: the first row with a fault anywhere in the move determines the code.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from pydantic import BaseModel, ConfigDict, JsonValue

from engines.apocalypse import codes, data
from engines.apocalypse.choices import Mover, legal_targets, mover, of_kind
from engines.apocalypse.moves import CardPlay, PlayMove
from engines.apocalypse.view import ApocalypseView
from engines.kit import join_names, pointer_to, read_move, read_type, record, refuse, seat_id


class _RawPlay(BaseModel):
    """An entry of `plays` as it was sent."""

    model_config = ConfigDict(extra="forbid")

    card: str
    ability: str | None = None
    targets: list[str] | None = None
    guesses: dict[str, str] | None = None


class _RawMove(BaseModel):
    """A move as it was sent."""

    model_config = ConfigDict(extra="forbid")

    type: str
    plays: list[_RawPlay]
    ab: dict[str, str] | None = None


@record
class _Entry:
    """An entry of `plays` with its index in the move, after its card and ability were checked."""

    index: int
    part: data.Part
    targets: list[str]
    guesses: dict[str, str]

    def pointer(self, *path: str | int) -> str:
        return pointer_to("plays", self.index, *path)

    def targets_with_pointers(self) -> Iterator[tuple[str, str]]:
        """Return each target with a pointer to it."""
        for place, target in enumerate(self.targets):
            yield target, self.pointer("targets", place)


def check(view: ApocalypseView, move: JsonValue) -> PlayMove:
    """
    Check a move and return it in canonical form.

    Raises:
        IllegalMoveError: With the first check of section 4 that fails.
    """
    realms = view.options.realms
    # 1
    if view.viewer not in realms.rank:
        refuse(codes.UNKNOWN_SEAT, "Only a seat of this match can submit moves.")
    # 2
    asked = mover(view)
    if asked is None:
        refuse(codes.MATCH_OVER, "The match is over. It accepts no more moves.")
    # 3, 4
    kind, _ = read_type(move, codes.BAD_MOVE)
    if kind != "play":
        refuse(codes.UNKNOWN_MOVE_TYPE, "There is no such move. The only type is play.", "/type")
    # 5
    raw = read_move(_RawMove, move, codes.BAD_MOVE)
    entries = _entries(asked, raw.plays)
    _check_what_is_taken(entries)
    _check_targets(asked, entries)
    _check_guesses(asked, entries)
    ab = raw.ab or {}
    _check_ab(asked, ab)
    return _canonical(asked, entries, ab)


def _entries(asked: Mover, plays: list[_RawPlay]) -> tuple[_Entry, _Entry]:
    """Check rows 6 to 13: the two cards and their abilities."""
    # 6
    if len(plays) != 2:
        refuse(codes.WRONG_CARD_COUNT, f"A move plays exactly two cards, not {len(plays)}.", "/plays")
    # 7
    for index, play in enumerate(plays):
        if play.card not in data.CARDS:
            text = f"There is no such card. The cards are {join_names(data.CARDS)}."
            refuse(codes.UNKNOWN_CARD, text, pointer_to("plays", index, "card"))
    first, second = (cast("data.Card", play.card) for play in plays)
    # 8
    if first == second:
        refuse(codes.SAME_CARD_TWICE, f"The two cards must differ, but both are {first}.", "/plays")
    # 9
    pair = data.PAIR_OF[first, second]
    if pair not in asked.pairs_left:
        text = f"You have already played {pair}. Your remaining pairs are {join_names(asked.pairs_left)}."
        refuse(codes.PAIR_ALREADY_PLAYED, text, "/plays")
    one, two = data.parts((first, second), _abilities(asked, plays))
    return _entry(0, one, plays[0]), _entry(1, two, plays[1])


def _abilities(asked: Mover, plays: list[_RawPlay]) -> tuple[data.Ability, data.Ability]:
    """Check rows 10 to 13: the abilities of the two cards, given in the move or prescribed by the phase."""
    allowed = data.ALLOWED[asked.phase]
    prescribed = allowed[0] if len(allowed) == 1 else None
    named = [prescribed if play.ability is None else play.ability for play in plays]
    # 10
    for index, ability in enumerate(named):
        if ability is None:
            text = f"In the {asked.phase}, each card needs an `ability`: {join_names(allowed)}."
            refuse(codes.ABILITY_REQUIRED, text, pointer_to("plays", index, "ability"))
    # 11
    for index, ability in enumerate(named):
        if ability not in data.ABILITIES:
            text = f"There is no such ability. The abilities in the {asked.phase} are {join_names(allowed)}."
            refuse(codes.UNKNOWN_ABILITY, text, pointer_to("plays", index, "ability"))
    first, second = (cast("data.Ability", ability) for ability in named)
    # 12
    for index, ability in enumerate((first, second)):
        if ability not in allowed:
            text = f"In the {asked.phase}, no card can use {ability}, only {join_names(allowed)}."
            refuse(codes.ABILITY_NOT_ALLOWED, text, pointer_to("plays", index, "ability"))
    # 13
    if prescribed is None and first == second:
        refuse(codes.SAME_ABILITY_TWICE, f"The two cards must use different abilities, but both use {first}.", "/plays")
    return first, second


def _entry(index: int, part: data.Part, play: _RawPlay) -> _Entry:
    return _Entry(index, part, play.targets or [], play.guesses or {})


def _check_what_is_taken(entries: tuple[_Entry, _Entry]) -> None:
    """Check rows 14 to 16: targets and guesses only where the ability needs them, and the number of targets."""
    # 14
    for entry in entries:
        if entry.targets and entry.part.targets == 0:
            refuse(codes.TARGET_NOT_ALLOWED, f"The {entry.part} has no targets.", entry.pointer("targets"))
    # 15
    for entry in entries:
        if entry.guesses and entry.part.guesses == "none":
            refuse(codes.GUESS_NOT_ALLOWED, f"The {entry.part} has no guesses.", entry.pointer("guesses"))
    # 16
    for entry in entries:
        if len(entry.targets) != entry.part.targets:
            text = f"The {entry.part} needs {entry.part.targets} here, not {len(entry.targets)} targets."
            refuse(codes.WRONG_TARGET_COUNT, text, entry.pointer("targets"))


def _check_targets(asked: Mover, entries: tuple[_Entry, _Entry]) -> None:
    """Check rows 17 to 22: the targets."""
    # 17
    for entry in entries:
        known = _values_of_kind(asked, entry)
        for target, pointer in entry.targets_with_pointers():
            if target not in known:
                text = f"The {entry.part} can only target {join_names(_open(asked, entry))}."
                refuse(codes.UNKNOWN_TARGET, text, pointer)
    # 18
    for entry in entries:
        for target, pointer in entry.targets_with_pointers():
            if target == asked.seat:
                refuse(codes.TARGET_SELF, f"The {entry.part} cannot target yourself.", pointer)
    # 19
    for entry in entries:
        _check_realms(asked, entry)
    # 20
    seen: set[str] = set()
    for entry in entries:
        for target, pointer in entry.targets_with_pointers():
            if target in seen:
                refuse(
                    codes.SAME_TARGET_TWICE, f"All targets of a move must differ, but {target} occurs twice.", pointer
                )
            seen.add(target)
    # 21
    for entry in entries:
        for target, pointer in entry.targets_with_pointers():
            if entry.part.kind == "opponent" and target not in asked.targets_left:
                text = f"You have already used Communications on {target}. Left are {join_names(asked.targets_left)}."
                refuse(codes.ALREADY_TARGETED, text, pointer)
    # 22
    for entry in entries:
        for target, pointer in entry.targets_with_pointers():
            if entry.part.kind == "mate" and target not in asked.mates_left:
                text = f"You have already chosen {target} with Death's Active. Left are {join_names(asked.mates_left)}."
                refuse(codes.ALREADY_SELECTED, text, pointer)


def _check_realms(asked: Mover, entry: _Entry) -> None:
    """Check row 19."""
    realms = asked.realms
    if entry.part.kind == "each_realm":
        first, second = (realms.realm[seat_id(target)] for target in entry.targets)
        if first == second:
            text = f"The {entry.part} needs one seat of each realm, but both of these belong to {first}."
            refuse(codes.TARGET_WRONG_REALM, text, entry.pointer("targets"))
    elif entry.part.kind in ("opponent", "mate"):
        side = (realms.opponents if entry.part.kind == "opponent" else realms.mates)[asked.seat]
        for target, pointer in entry.targets_with_pointers():
            if target not in side:
                text = f"The {entry.part} can only target {join_names(side)}, not {target}."
                refuse(codes.TARGET_WRONG_REALM, text, pointer)


def _check_guesses(asked: Mover, entries: tuple[_Entry, _Entry]) -> None:
    """Check rows 23 to 26: the guesses."""
    others = asked.others()
    # 23
    for entry in entries:
        for seat in entry.guesses:
            if seat not in asked.realms.seats:
                text = f"You cannot guess about this seat. You can guess about {join_names(others)}."
                refuse(codes.UNKNOWN_GUESS_SEAT, text, entry.pointer("guesses", seat))
    # 24
    for entry in entries:
        if asked.seat in entry.guesses:
            text = f"You cannot guess about yourself, only about {join_names(others)}."
            refuse(codes.GUESS_SELF, text, entry.pointer("guesses", asked.seat))
    # 25
    for entry in entries:
        wanted = {"none": 0, "one": 1, "all": len(others)}[entry.part.guesses]
        if len(entry.guesses) != wanted:
            text = f"The {entry.part} needs {wanted} guesses, not {len(entry.guesses)}, about {join_names(others)}."
            refuse(codes.WRONG_GUESS_COUNT, text, entry.pointer("guesses"))
    # 26
    for entry in entries:
        for seat, pair in entry.guesses.items():
            if pair not in data.PAIRS:
                text = f"There is no such pair. The pairs are {join_names(data.PAIRS)}."
                refuse(codes.UNKNOWN_PAIR, text, entry.pointer("guesses", seat))


def _check_ab(asked: Mover, ab: dict[str, str]) -> None:
    """Check rows 27 and 28: the AB choices."""
    # 27
    for seat in ab:
        if seat not in asked.opened:
            text = f"You can only choose for seats whose chat is open in this round: {join_names(asked.opened)}."
            refuse(codes.CHAT_NOT_OPENED, text, pointer_to("ab", seat))
    # 28
    for seat, choice in ab.items():
        if choice not in data.CHOICES:
            text = f"There is no such choice. The choices are {join_names(data.CHOICES)}."
            refuse(codes.UNKNOWN_CHOICE, text, pointer_to("ab", seat))


def _canonical(asked: Mover, entries: tuple[_Entry, _Entry], ab: dict[str, str]) -> PlayMove:
    """Sort cards, targets and guesses, and add the default for each AB choice that is missing."""
    plays = [
        CardPlay(
            card=entry.part.card,
            ability=entry.part.ability,
            targets=tuple(target for target in _values_of_kind(asked, entry) if target in entry.targets),
            guesses={
                seat: cast("data.Pair", entry.guesses[seat]) for seat in asked.realms.seats if seat in entry.guesses
            },
        )
        for entry in sorted(entries, key=lambda entry: data.CARDS.index(entry.part.card))
    ]
    choices = {seat: cast("data.Choice", ab.get(seat, "ally")) for seat in asked.opened}
    return PlayMove(type="play", plays=(plays[0], plays[1]), ab=choices)


def _values_of_kind(asked: Mover, entry: _Entry) -> Sequence[str]:
    """Return all values of the entry's kind of target."""
    return of_kind(entry.part.kind, asked.realms) if entry.part.kind else ()


def _open(asked: Mover, entry: _Entry) -> Sequence[str]:
    """Return the legal targets of the entry."""
    return legal_targets(asked, entry.part.kind) if entry.part.kind else ()
