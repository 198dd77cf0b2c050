"""The parts that `compose.yaml` puts together: it follows its schema, and the files in it fit together."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
import yaml

from server.cli.serving import one_process
from server.runtime.settings import Settings, unknown_variables
from tests.deploy.prometheus import DEPLOY, TARGETS

FILE: Final = DEPLOY / "compose.yaml"

CHOSEN: Final = {
    "POSTGRES_PASSWORD": "secret",
    "MOIRAI_PUBLIC_URL": "https://games.example",
    "GRAFANA_PASSWORD": "secret",
}
"""What its readers write into `.env`."""

SERVERS: Final = ("moirai-1", "moirai-2")


def test_it_follows_the_schema_of_compose_files() -> None:
    validator = jsonschema_rs.validator_for(_schema())

    assert [str(error) for error in validator.iter_errors(_compose())] == []
    wrong = {"services": {"server": {"imag": "moirai"}}}
    assert not validator.is_valid(wrong)


def test_each_file_that_it_mounts_is_there() -> None:
    mounted = [volume.split(":")[0] for service in _services().values() for volume in service.get("volumes", ())]
    files = [each for each in mounted if each.startswith("./")]

    missing = [each for each in files if not (DEPLOY / each).is_file()]

    assert missing == ["./moirai.pem"]  # The certificate is of who deploys it.
    assert {"./haproxy.cfg", "./prometheus.yml", "./alerts.yml", "./grafana.json"} <= set(files)
    assert {each for each in mounted if not each.startswith("./")} == set(_compose()["volumes"])


@pytest.mark.parametrize("name", [*SERVERS, "migrate"])
def test_the_servers_know_each_variable_and_take_its_value(name: str) -> None:
    variables = _services()[name]["environment"]

    settings = Settings(**{each.removeprefix("MOIRAI_").lower(): value for each, value in variables.items()})

    assert unknown_variables(variables) == []
    assert settings.metrics_host == "0.0.0.0"
    assert {f"{_address(each)}:{settings.metrics_port}" for each in SERVERS} == set(TARGETS)
    assert settings.drain_seconds + 2 * one_process._GRACE_SECONDS <= _seconds(_services()[name]["stop_grace_period"])


def test_the_proxy_leads_to_the_servers_which_believe_it() -> None:
    led_to = re.findall(r"^ *server \S+ ([\d.]+):8000\b", (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8"), re.M)

    assert set(led_to) == {_address(name) for name in SERVERS}
    for name in SERVERS:
        assert _services()[name]["environment"]["MOIRAI_TRUSTED_PROXIES"] == _address("proxy")


def test_nothing_but_the_proxy_can_be_reached_from_elsewhere() -> None:
    published = {name: service["ports"] for name, service in _services().items() if "ports" in service}
    here_only = {name for name, ports in published.items() if all(port.startswith("127.0.0.1:") for port in ports)}

    assert published.keys() - here_only == {"proxy"}


def test_grafana_is_given_the_prometheus_and_the_dashboard() -> None:
    compose = _compose()
    source, dashboards = [
        yaml.safe_load(compose["configs"][f"grafana-{each}"]["content"]) for each in ("source", "dashboards")
    ]
    mounted = [volume.split(":")[1] for volume in _services()["grafana"]["volumes"]]

    assert source["datasources"][0]["url"] == "http://prometheus:9090"
    assert dashboards["providers"][0]["options"]["path"] in mounted
    assert {each["source"] for each in _services()["grafana"]["configs"]} == set(compose["configs"])


def _schema() -> Any:  # noqa: ANN401  # JSON
    package = importlib.util.find_spec("check_jsonschema")
    if package is None or package.origin is None:
        pytest.skip("NO SCHEMA OF COMPOSE FILES: run make to install check-jsonschema, which contains it")
    schema = Path(package.origin).parent / "builtin_schemas" / "vendor" / "compose-spec.json"
    return json.loads(schema.read_text(encoding="utf-8"))


def _compose() -> Mapping[str, Any]:
    """Return the file as Compose reads it, with the variables of its readers."""
    text = re.sub(r"\$\{(\w+):?([?-])([^}]*)\}", _chosen, FILE.read_text(encoding="utf-8"))
    found: Mapping[str, Any] = yaml.safe_load(text)
    return found


def _chosen(variable: re.Match[str]) -> str:
    name, operator, rest = variable.groups()
    return CHOSEN[name] if operator == "?" else rest


def _services() -> Mapping[str, Mapping[str, Any]]:
    services: Mapping[str, Mapping[str, Any]] = _compose()["services"]
    return services


def _address(name: str) -> str:
    address: str = _services()[name]["networks"]["inside"]["ipv4_address"]
    return address


def _seconds(duration: str) -> float:
    return float(duration.removesuffix("s"))
