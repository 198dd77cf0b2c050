"""What a game lacks for the catalogue, in sentences that say what to write, and where."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from engines.kit import ENGLISH, AnyEngine
from server.api.documents.descriptions import describe_fields
from tests.docs.printed import moves
from tests.golden.files import goldens_of
from tests.information.tables import UnlistedError, table_of
from tests.published import document
from tests.secrecy.outputs.games import PACKS
from tests.secrecy.twins.audiences import tag_of, wrong_fields
from tests.secrecy.twins.secret_options import others_of
from tests.secrecy.verifiers.test_second_verifier import WRONG_RULES
from tests.words import needed_by_schemas

ROOT: Final = Path(__file__).parents[1]

_VERIFIED: Final = ROOT / "clients" / "verifier" / "games"


def lacking(engine: AnyEngine) -> list[str]:
    """Return everything that is missing, part by part (docs/engines.md)."""
    return [*_pages(engine), *_words(engine), *_titles(engine), *_tables(engine), *_tests(engine), *_verifier(engine)]


def _pages(engine: AnyEngine) -> Iterator[str]:
    rules = ROOT / engine.package.replace(".", "/") / "rules.md"
    if not rules.exists():
        yield f"{_place(rules)} is missing: the rules for players."
    page = ROOT / "docs" / "games" / f"{engine.name}.md"
    if not page.exists():
        yield f"{_place(page)} is missing: the page for authors of clients, with an example of each move."
        return
    shown = {move.move["type"] for move in moves(page)}
    for kind in engine.move_types:
        type_ = _type_of(kind)
        if type_ not in shown:
            yield f"{_place(page)} has no example of the move `{type_}`."


def _type_of(kind: Any) -> str:  # noqa: ANN401  # a model of moves
    type_: str = kind.model_fields["type"].annotation.__args__[0]
    return type_


def _words(engine: AnyEngine) -> Iterator[str]:
    """Return fields of the game's schemas without a description, neither in the game nor in what all games share."""
    kinds = (engine.options_type, engine.view_type, *engine.move_types, *engine.fact_types)
    schemas: dict[str, Any] = {name: {} for name in document()["components"]["schemas"]}
    for kind in kinds:
        schema = TypeAdapter(kind).json_schema(ref_template="#/components/schemas/{model}")
        schemas |= schema.pop("$defs", {})
        schemas[kind.__name__] = schema
    describe_fields(schemas)
    for name, schema in schemas.items():
        fields = schema.get("properties", {}).items()
        silent = [f"`{field}`" for field, said in fields if not said.keys() & {"description", "$ref", "const"}]
        if silent:
            yield f"{name} has no text under {', '.join(silent)} that says what the field means."


def _titles(engine: AnyEngine) -> Iterator[str]:
    words = engine.words.languages[ENGLISH]
    missing = {keys[-1] for keys in needed_by_schemas(engine) if not any(key in words for key in keys)}
    if missing:
        folder = ROOT / engine.package.replace(".", "/") / "words"
        yield f"{_place(folder)}/ lacks words for people: {', '.join(sorted(missing))}."


def _tables(engine: AnyEngine) -> Iterator[str]:
    try:
        table = table_of(engine.name)
        others_of(engine)
    except UnlistedError as error:
        yield str(error)
        return
    yield from wrong_fields(engine)
    for name in table.facts.keys() - {tag_of(kind).partition(".")[2] for kind in engine.fact_types}:
        yield f"The table of {engine.name} lists `{name}`, a fact that the game does not have."
    for kind in engine.move_types:
        if _type_of(kind) not in table.moves:
            yield f"The table of {engine.name} does not say, in `moves`, in which facts `{_type_of(kind)}` may show."


def _tests(engine: AnyEngine) -> Iterator[str]:
    tests = ROOT / "tests" / "engines" / engine.name
    if not list(tests.glob("test_*.py")):
        yield f"{_place(tests)}/ has no tests: the worked examples of the rules, and every error code."
    for golden in goldens_of(engine):
        if not golden.path.exists():
            yield f"{_place(golden.path)} is missing: `python -m tests.golden` records it, once the rules are final."
    if engine.pack_type and engine.name not in PACKS:
        yield f"tests/secrecy/outputs/games.py has no pack of {engine.name} whose texts can be told from any others."


def _verifier(engine: AnyEngine) -> Iterator[str]:
    rules = _VERIFIED / engine.name
    if not rules.is_dir() and not rules.with_suffix(".mjs").exists():
        yield f"{_place(rules)}.mjs is missing: the rules of the game for the second verifier."
    elif engine.name not in WRONG_RULES:
        page = "tests/secrecy/verifiers/test_second_verifier.py"
        yield f"{page} has no wrong rule of {engine.name} for both verifiers to find."


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
