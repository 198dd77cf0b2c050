"""What watches servers names metrics that they have, and alerts say when and what to do."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import yaml

from server.api.pages.markdown import sections
from tests.databases import execute
from tests.deploy.prometheus import DEPLOY, Prometheus, program, prometheus, rules
from tests.serving import overheard
from tests.waiting import PATIENCE_SECONDS, until

ROOT: Final = DEPLOY.parent

INTERVAL: Final = "$__rate_interval"
"""Grafana puts a time here, of several looks of Prometheus."""

OWN: Final = r"\b(?:moirai|process)_\w+"

OF_THE_PROCESS: Final = {
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
}
"""What is shown of the metrics of any process; the others are its virtual memory, and when it was started."""

QUIET: Final = "0x60"
"""A series that stays at 0 for an hour."""

RISES: Final = "0x20 1x40"

FIRES: Final[Mapping[str, Mapping[str, str]]] = {
    "MoiraiDown": {'up{job="moirai"}': "1x20 0x40"},
    "MoiraiUnready": {'moirai_unready{because="database_unavailable"}': RISES},
    "MoiraiUnheard": {'moirai_unready{because="unheard"}': RISES},
    "MoiraiLostEntries": {"moirai_lost_tails_total": RISES},
    "MoiraiOwnStreamsOfAnotherMoment": {'moirai_own_streams_of_another_moment{what="of_lost_entries"}': RISES},
    "MoiraiUnreadableLogs": {"moirai_unreadable_total": RISES},
    "MoiraiSuspendedMatches": {'moirai_suspended_matches_total{game="g",because="rules_failed"}': "_x20 1x40"},
    "MoiraiMatchesOfOtherRules": {'moirai_matches_of_other_rules{game="g",rules_version="2"}': "_x10 3x50"},
    "MoiraiUnreadLogs": {'moirai_unread_logs{fact="f",version="2"}': "_x10 1x50"},
    "MoiraiLoopBlocked": {
        'moirai_loop_lag_seconds_bucket{le="0.05"}': "0x60",
        'moirai_loop_lag_seconds_bucket{le="0.1"}': "0+2x60",
        'moirai_loop_lag_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiPhasesLate": {
        'moirai_phase_lag_seconds_bucket{le="2.5"}': "0x60",
        'moirai_phase_lag_seconds_bucket{le="5.0"}': "0+2x60",
        'moirai_phase_lag_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiCommitsSlow": {
        'moirai_commit_seconds_bucket{le="1.0"}': "0x60",
        'moirai_commit_seconds_bucket{le="2.5"}': "0+2x60",
        'moirai_commit_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiAppendsWaiting": {"moirai_appends_waiting": "0x20 2000x40"},
    "MoiraiErrors": {
        'moirai_reply_seconds_count{operation="submit",status="5xx"}': "0+3x60",
        'moirai_reply_seconds_count{operation="submit",status="2xx"}': "0+97x60",
    },
    "MoiraiTextsWaiting": {"moirai_texts_waiting": "0x20 20000x40"},
    "MoiraiConnectionsRefused": {"moirai_refused_connections_total": "0+90x60"},
    "MoiraiFilesShort": {'process_open_fds{job="moirai"}': "900x60", 'process_max_fds{job="moirai"}': "1000x60"},
    "MoiraiArchiveFails": {"moirai_archive_failures_total": RISES},
    "MoiraiReplicaUnused": {"moirai_replica_failures_total": "0+1x60"},
    "MoiraiPushRefused": {'moirai_push_refusals_total{service="s",status="403"}': "0+1x60"},
}
"""What each alert is about, as series with a value each minute: it fires in the 30th."""

STAYS_QUIET: Final[Mapping[str, Mapping[str, str]]] = {
    "MoiraiDown": {'up{job="moirai"}': "1x60"},
    "MoiraiUnready": {'moirai_unready{because="stopping"}': "1x60", 'moirai_unready{because="outdated"}': QUIET},
    "MoiraiUnheard": {'moirai_unready{because="unheard"}': "0x29 1x31"},
    "MoiraiLostEntries": {"moirai_lost_tails_total": "0x5 1x55"},
    "MoiraiOwnStreamsOfAnotherMoment": {'moirai_own_streams_of_another_moment{what="told_again"}': "5x60"},
    "MoiraiUnreadableLogs": {"moirai_unreadable_total": QUIET},
    "MoiraiSuspendedMatches": {'moirai_suspended_matches_total{game="g",because="rules_failed"}': "_x5 1x55"},
    "MoiraiMatchesOfOtherRules": {'moirai_matches_of_other_rules{game="g",rules_version="2"}': "_x20 3x40"},
    "MoiraiUnreadLogs": {'moirai_unread_logs{fact="f",version="2"}': "_x20 1x40"},
    "MoiraiLoopBlocked": {
        'moirai_loop_lag_seconds_bucket{le="0.05"}': "0+2x60",
        'moirai_loop_lag_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiPhasesLate": {
        'moirai_phase_lag_seconds_bucket{le="0.25"}': "0+2x60",
        'moirai_phase_lag_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiCommitsSlow": {
        'moirai_commit_seconds_bucket{le="0.01"}': "0+2x60",
        'moirai_commit_seconds_bucket{le="+Inf"}': "0+2x60",
    },
    "MoiraiAppendsWaiting": {"moirai_appends_waiting": "500x60"},
    "MoiraiErrors": {
        'moirai_reply_seconds_count{operation="getReadiness",status="5xx"}': "0+50x60",
        'moirai_reply_seconds_count{operation="submit",status="2xx"}': "0+50x60",
    },
    "MoiraiTextsWaiting": {"moirai_texts_waiting": "0x27 20000x1 0x30"},
    "MoiraiConnectionsRefused": {"moirai_refused_connections_total": "0+30x60"},
    "MoiraiFilesShort": {'process_open_fds{job="moirai"}': "700x60", 'process_max_fds{job="moirai"}': "1000x60"},
    "MoiraiArchiveFails": {"moirai_archive_failures_total": QUIET},
    "MoiraiReplicaUnused": {"moirai_replica_failures_total": "0x28 1x30"},
    "MoiraiPushRefused": {'moirai_push_refusals_total{service="s",status="410"}': "0x20 5x40"},
}
"""What an alert is not about, though it looks alike: it does not fire in the 30th minute."""


def test_prometheus_takes_the_files_as_they_are() -> None:
    for check in (("config", "prometheus.yml"), ("rules", "alerts.yml")):
        _require(subprocess.run([program("promtool"), "check", check[0], DEPLOY / check[1]], capture_output=True))


def test_each_alert_fires_when_it_should_and_not_when_something_looks_alike(tmp_path: Path) -> None:
    named = [rule["alert"] for rule in rules()]
    assert len(named) == len(set(named))
    assert set(named) == FIRES.keys() == STAYS_QUIET.keys()
    tests = [_alert_test(name, series, 1) for name, series in FIRES.items()]
    tests += [_alert_test(name, series, 0) for name, series in STAYS_QUIET.items()]
    file = tmp_path / "tests.yml"
    file.write_text(yaml.safe_dump({"rule_files": [str(DEPLOY / "alerts.yml")], "tests": tests}), encoding="utf-8")

    _require(subprocess.run([program("promtool"), "test", "rules", file], capture_output=True))


def test_each_alert_says_what_to_do_and_where_it_is_explained() -> None:
    for rule in rules():
        said, page = rule["annotations"]["summary"], rule["annotations"]["page"]
        name, _, anchor = page.removeprefix("/docs/").partition("#")
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")

        assert said.endswith("."), said
        assert len(re.findall(r"[.:?;] ", said)) >= 1, f"What is to be done about it? {said}"
        assert not anchor or anchor in [part.anchor for part in sections(text)], page
        assert rule["labels"]["severity"] in ("critical", "warning")


def test_the_dashboard_has_a_place_for_each_panel() -> None:
    panels = _dashboard()["panels"]
    taken = [cell for panel in panels for cell in _cells(panel["gridPos"])]

    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len(set(taken)) == len(taken)
    assert max(x for x, _ in taken) < 24
    for panel in panels:
        sources = [panel["datasource"], *(each["datasource"] for each in panel["targets"])] if _shows(panel) else []
        assert all(source == {"type": "prometheus", "uid": "${source}"} for source in sources)
        assert not _shows(panel) or panel["description"].endswith(".")


async def test_a_prometheus_finds_all_that_the_dashboard_and_the_alerts_ask_for(
    sqlite_url: str, tmp_path: Path
) -> None:
    """
    What has no series yet, because nothing of the kind has happened, is at least declared by the server.
    """
    async with overheard(sqlite_url, metrics_port="0") as server:
        (where,) = await server.metrics()
        await _play(server.url)
        async with prometheus(tmp_path, httpx.URL(where).netloc.decode()) as watching:
            await until(lambda: _has_looked_twice(watching))
            declared = await watching.names()
            panels = [each.replace(INTERVAL, "1m") for each in _asked_by_panels()]
            shown = {name for each in panels for name in re.findall(OWN, each)}
            used = shown.union(name for rule in rules() for name in re.findall(OWN, rule["expr"]))
            found = {each: await watching.query(each) for each in (*panels, *used)}
            health = await watching.active_rules()

    assert used <= declared, "They ask for what no server has."
    silent = {name for each, series in found.items() if not series for name in re.findall(OWN, each)}
    assert silent <= ONLY_AFTER_AN_EVENT, "They find nothing."
    own = {name for name in declared if name.startswith("moirai_")} | OF_THE_PROCESS
    assert _families(own) == _families(shown), "Each metric of a server is in the dashboard."
    assert health == dict.fromkeys(FIRES, "ok")


ONLY_AFTER_AN_EVENT: Final = {
    "moirai_matches_of_other_rules",
    "moirai_pruned_total",
    "moirai_push_refusals_total",
    "moirai_suspended_matches_total",
    "moirai_throttled_calls_total",
    "moirai_unread_logs",
}
"""They have labels, of which none is known before."""


async def test_a_server_that_cannot_serve_says_why_in_its_metrics(postgres_url: str) -> None:
    async with overheard(postgres_url, metrics_port="0") as server:
        (where,) = await server.metrics()
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False) as http:
            await until(lambda: _unready(http, where, {}))

            await execute(postgres_url, "UPDATE alembic_version SET version_num = '9999'")

            await until(lambda: _unready(http, where, {"outdated": 1}))


async def _unready(http: httpx.AsyncClient, where: str, expected: Mapping[str, float]) -> bool:
    found = re.findall(r'^moirai_unready\{because="(\w+)"\} (\S+)$', (await http.get(where)).text, re.M)
    assert len(found) == 5
    return {because: float(value) for because, value in found if float(value)} == expected


def _require(finished: subprocess.CompletedProcess[bytes]) -> None:
    assert finished.returncode == 0, (finished.stdout + finished.stderr).decode()


def _alert_test(name: str, series: Mapping[str, str], firing: int) -> Mapping[str, Any]:
    return {
        "interval": "1m",
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "promql_expr_test": [
            {
                "expr": f'count(ALERTS{{alertname="{name}",alertstate="firing"}})',
                "eval_time": "30m",
                "exp_samples": [{"labels": "{}", "value": 1}] if firing else [],
            }
        ],
    }


def _dashboard() -> Any:  # noqa: ANN401  # JSON
    return json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))


def _shows(panel: Mapping[str, Any]) -> bool:
    return bool(panel["type"] != "row")


def _cells(place: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for x in range(place["x"], place["x"] + place["w"]):
        for y in range(place["y"], place["y"] + place["h"]):
            yield x, y


def _asked_by_panels() -> Sequence[str]:
    return [each["expr"] for panel in _dashboard()["panels"] if _shows(panel) for each in panel["targets"]]


def _families(names: set[str]) -> set[str]:
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in names}


async def _has_looked_twice(watching: Prometheus) -> bool:
    (count,) = await watching.query('count_over_time(up{job="moirai"}[5m])') or [{"value": (0, "0")}]
    return float(count["value"][1]) >= 3


async def _play(url: str) -> None:
    """Let a match between two bots, and a player, move all that moves in a match."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as http:
        token = (await http.post("/v1/players", json={"name": "Ada"})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        seats = {"a": {}, "b": {"bot": True}}
        body = {"game": "wizards_duel", "options": {"cast_seconds": 10}, "seats": seats, "autostart": True}
        made = (await http.post("/v1/matches", json=body)).json()["match_id"]
        move = {"phase": 1, "move": {"type": "cast", "spell": "5"}}
        assert (await http.put(f"/v1/matches/{made}/submission", json=move)).status_code == 200
