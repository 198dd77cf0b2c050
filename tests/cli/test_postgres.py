"""The PostgreSQL of the tests and the benchmarks starts where its port is taken, and says why it does not start."""

from __future__ import annotations

import socket
from itertools import chain

import pytest

from tests.postgres import running_postgres, some_ports


def test_a_postgresql_whose_port_somebody_took_starts_on_another_one() -> None:
    """Nobody can keep a port free that is not in use yet, so only binding it tells."""
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = somebody.getsockname()[1]

        with running_postgres(durable=False, ports=chain([taken, taken], some_ports())) as postgres:
            created = postgres.create_database()

    assert created == "moirai_1"
    assert postgres.port != taken


def test_a_postgresql_that_does_not_start_says_what_it_logged() -> None:
    with running_postgres(durable=False) as postgres:
        postgres.stop()
        (postgres.folder / "data" / "postgresql.auto.conf").write_text("shared_buffers = 'a lot'\n")

        with pytest.raises(RuntimeError, match='invalid value for parameter "shared_buffers": "a lot"'):
            postgres.start()
