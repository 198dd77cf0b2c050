"""
What has a name is declared once, as a class or a row; whatever else names it by hand is compared with that here.

To add one, declare it, and this test says in sentences what is missing where. Documents, and the types of both
packages, are made from the declaration (`make openapi`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

import pytest

from server.access.rights import RIGHTS
from server.access.rights import SCOPES as SCOPE_OF
from server.access.scopes import SCOPES
from server.api.documents.frame_schemas import type_of
from server.logs.aggregates.kind import KindName
from server.logs.store.personal import WRITTEN
from server.matches.facts import ServerFact
from server.matches.hosting.host_actions import HOST_ACTIONS
from server.notifications.news.facts import NEWS
from server.notifications.webhooks.types import PING, TYPES
from server.organising.series.actions import SERIES_ACTIONS
from server.organising.tournaments.actions import DIRECTOR_ACTIONS
from server.organising.tournaments.rounds import System
from server.organising.tournaments.standings.tie_breaks import ORDERING, TIE_BREAKS, BadTieBreakError, check
from server.runtime.settings import Settings
from tests.secrecy.rights import access_page
from tests.secrecy.rights.asks import ASKS
from tests.secrecy.twins.audiences import tag_of
from tests.server.notifications.push.test_messages import KINDS_SAID

ORIGINS: Final = ("matches", "organising")
"""The rooms in which news comes about."""


@dataclass
class Thing:
    """A kind of thing: what `file` declares, and the other places that name it by hand: which names, by place."""

    file: str
    declared: Collection[str]
    places: dict[tuple[str, str], Collection[str]] = field(default_factory=dict)

    def written(self, files: str, as_: str) -> Thing:
        """Add a place, or several of which one is enough: there stands `as_`, with NAME for the name."""
        texts = [path.read_text(encoding="utf-8") for path in sorted(Path().glob(files))]
        assert texts, files
        found = [name for name in self.declared if any(as_.replace("NAME", name) in text for text in texts)]
        self.places[files, as_] = found
        return self

    def named(self, file: str, as_: str, names: Collection[str]) -> Thing:
        """Add a place that names these."""
        self.places[file, as_] = names
        return self

    def with_words(self, key: str) -> Thing:
        """Add the catalogues of words for people."""
        return self.written("server/runtime/words/en.json", f'"{key}":').written(
            "server/runtime/words/de.json", f'"{key}":'
        )

    def with_rights(self, operation: str) -> Thing:
        """Add the table of rights, the page that shows it, and the proof that asks for each."""
        tables: Mapping[str, Collection[str]] = {
            "server/access/rights.py": RIGHTS,
            "docs/access.md": access_page.rights(),
            "tests/secrecy/rights/asks.py": ASKS,
        }
        for file, rows in tables.items():
            of_it = [row.partition(".")[2] for row in rows if row.startswith(f"{operation}.")]
            self.named(file, f"{operation}.NAME", of_it)
        return self


def _host_actions() -> Thing:
    thing = Thing("server/matches/hosting/host_actions.py", [type_of(action) for action in HOST_ACTIONS])
    return thing.with_rights("actAsHost").with_words("type.NAME").written("docs/*.md", "`NAME`")


def _facts_of_matches() -> Thing:
    thing = Thing("server/matches/facts.py", [tag_of(kind) for kind in get_args(ServerFact)])
    return thing.written("docs/log.md", "`NAME`").written("docs/streams.md", "`NAME`")


def _director_actions() -> Thing:
    thing = Thing("server/organising/tournaments/actions.py", [type_of(action) for action in DIRECTOR_ACTIONS])
    return thing.with_rights("actAsDirector").with_words("tournament_type.NAME").written("docs/*.md", "`NAME`")


def _series_actions() -> Thing:
    thing = Thing("server/organising/series/actions.py", [type_of(action) for action in SERIES_ACTIONS])
    return thing.with_rights("actOnSeries").with_words("series_type.NAME").written("docs/*.md", "`NAME`")


def _news() -> Thing:
    code = [path.read_text(encoding="utf-8") for path in Path("server").rglob("*.py") if path.parts[1] in ORIGINS]
    caused = [name for name, news in NEWS.items() if any(f"{news.__name__}(" in text for text in code)]
    pushed = {fact.type for fact in KINDS_SAID} | {name for name, news in NEWS.items() if news.kind is None}
    thing = Thing("server/notifications/news/facts.py", list(NEWS)).with_words("type.NAME")
    thing.written("docs/*.md", "| `NAME` |")
    thing.named("tests/server/notifications/push/test_messages.py", "what a push message about NAME says", pushed)
    return thing.named("server/matches/causes.py, or that of another kind of log", "what causes NAME", caused)


def _webhook_types() -> Thing:
    return Thing("server/notifications/news/facts.py", [*TYPES, PING]).written("docs/*.md", "`NAME`")


def _scopes() -> Thing:
    used = {scope for scope in SCOPE_OF.values() if scope is not None}
    thing = Thing("server/access/scopes.py", SCOPES).with_words("scope.NAME").written("docs/access.md", "| `NAME` |")
    return thing.named("server/access/rights.py", "operations of NAME", used)


def _tie_breaks() -> Thing:
    file = "server/organising/tournaments/standings/tie_breaks.py"
    thing = Thing(file, list(TIE_BREAKS)).with_words("tie_break.NAME").written("docs/tournaments.md", "`NAME`")
    web = "".join(path.read_text(encoding="utf-8") for path in Path("clients/web/source").rglob("*.ts"))
    said = [code for code in TIE_BREAKS if len(re.findall(rf'^ +("?){code}\1: "', web, re.M)) == 2]
    asks = Path("clients/web/source/tournament/asks.tsx").read_text(encoding="utf-8")
    chosen = re.findall(r'"([\w/]+)"', "".join(re.findall(r"^const (?:BUCHHOLZ|BY_OPPONENTS|CODES) = .*$", asks, re.M)))
    thing.named("clients/web/source/ (English and German)", 'NAME: "…"', said)
    return thing.named("clients/web/source/tournament/asks.tsx", "NAME in CODES", [*chosen, "LOT"])  # always the last


def _kinds_of_events() -> Thing:
    events = [kind for kind in get_args(KindName) if kind != "match"]
    thing = Thing("server/logs/aggregates/kind.py", events).with_words("NAME_type.NAME_created")
    thing.with_words("NAME_status.over").with_words("type.NAME_ended")
    places = {
        "server/runtime/sentences/en.json": '"NAME.NAME_created',
        "server/runtime/sentences/de.json": '"NAME.NAME_created',
        "server/matches/facts.py": "    NAME: Absent[",
        "server/matches/lists/directory.py": '"NAME": _matches.c.NAME_id,',
        "server/notifications/calendars/agenda.py": '.NAME_id, "NAME",',
        "server/people/forgetting/places.py": '"NAME_people":',
        "server/api/server.py": '"NAME_id": partial(',
        "server/api/models/invitations.py": 'Literal["NAME"]',
        "server/api/routes/invitations.py": 'row.kind == "NAME"',
        "server/api/routes/web.py": '"/NAME"',
        "server/cli/logs/seals.py": '"NAME_event"',
        "server/cli/logs/verify.py": "logs.NAME_steps",
        "clients/verifier/report.mjs": "/NAME/verdict.mjs",
        "clients/verifier/seals/findings.mjs": '"NAME_created"',
        "clients/verifier/seals/seals.mjs": '"NAME_event"',
        "docs/log.md": "`NAME_created`",
    }
    for file, as_ in places.items():
        thing.written(file, as_)
    return thing


def _texts_of_players() -> Thing:
    """Both clients keep events of matches only."""
    thing = Thing("server/logs/store/personal.py", WRITTEN).written("clients/verifier/log/redactions.mjs", "NAME: ")
    for_events = {"director_acted", "table_noted", "match_noted"}
    for file in ("clients/python/moirai_client/kept.py", "clients/typescript/source/kept.ts"):
        text = Path(file).read_text(encoding="utf-8")
        thing.named(file, "NAME, in WRITTEN", for_events.union(name for name in WRITTEN if name in text))
    return thing


def _settings() -> Thing:
    names = [name.upper() for name in Settings.model_fields]
    return Thing("server/runtime/settings.py", names).written("docs/running.md", "`MOIRAI_NAME`")


def _metrics() -> Thing:
    file = "server/cli/serving/prometheus.py"
    names = re.findall(r'"(moirai_\w+)"', Path(file).read_text(encoding="utf-8"))
    return Thing(file, names).written("docs/running.md", "`NAME")


THINGS: Final[Mapping[str, tuple[Callable[[], Thing], int]]] = {
    "host action": (_host_actions, 10),
    "fact of matches": (_facts_of_matches, 3),
    "action of directors of tournaments": (_director_actions, 10),
    "action of directors of series": (_series_actions, 10),
    "news": (_news, 8),
    "type of webhooks": (_webhook_types, 3),
    "scope": (_scopes, 6),
    "tie-break": (_tie_breaks, 8),
    "kind of event": (_kinds_of_events, 23),
    "fact with a text of a player": (_texts_of_players, 4),
    "setting": (_settings, 2),
    "metric": (_metrics, 2),
}
"""What has names, and in how many places it may be named by hand, with its declaration."""


@pytest.mark.parametrize("kind", THINGS)
def test_what_is_declared_is_named_wherever_people_read_of_it(kind: str) -> None:
    read, most = THINGS[kind]
    thing = read()

    missing = [
        f"The {kind} `{name}` of {thing.file} is missing in {file}: write {as_.replace('NAME', name)}"
        for (file, as_), names in thing.places.items()
        for name in thing.declared
        if name not in names
    ]
    unknown = [
        f"There is no {kind} `{name}` in {thing.file}, but in {file}: take it out, or declare it"
        for (file, _), names in thing.places.items()
        for name in names
        if name not in thing.declared
    ]

    assert not missing + unknown, "\n".join(["", *missing, *unknown])
    assert 1 + len(thing.places) <= most


def _is_possible(code: str, system: System) -> bool:
    try:
        check([code], system)
    except BadTieBreakError:
        return False
    return True


@pytest.mark.parametrize("system", get_args(System))
def test_the_web_client_offers_the_tie_breaks_that_say_something_in_a_system(system: System) -> None:
    asks = Path("clients/web/source/tournament/asks.tsx").read_text(encoding="utf-8")
    lists: dict[str, list[str]] = {}
    for name, items in re.findall(r"^const (BUCHHOLZ|BY_OPPONENTS|BUT_WINS|CODES) = \[(.*)\];$", asks, re.M):
        lists[name] = [code for item in items.split(", ") for code in lists.get(item.strip("."), [item.strip('"')])]
    meaningless = dict(re.findall(r"(\w+): ([A-Z_]+)", re.findall(r"^const MEANINGLESS: .* = (.*)$", asks, re.M)[0]))

    offered = set(lists["CODES"]) - set(lists.get(meaningless.get(system, ""), []))

    possible = {code for code in TIE_BREAKS if _is_possible(code, system)}
    assert offered == (possible - {"LOT"} if possible - ORDERING else set())  # lots are always the last
