"""A real nginx in front of a server that it offers under a path of its own host, as docs/running.md says."""

from __future__ import annotations

import re
import shutil
import socket
from asyncio import create_subprocess_exec
from asyncio.subprocess import STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

import pytest

from tests.serving import Overheard
from tests.waiting import until

PAGE: Final = Path(__file__).parents[1] / "docs" / "running.md"

_AROUND: Final = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{published}
}}
"""


@asynccontextmanager
async def behind_nginx(url: str, folder: Path) -> AsyncIterator[str]:
    """Offer the server at `url` under `/moirai` with the lines of the page; yields the origin of nginx."""
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("NO NGINX: install nginx to test a server under a path")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    configuration = folder / "nginx.conf"
    published = _published().replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    published = published.replace("http://127.0.0.1:8000", url)
    configuration.write_text(_AROUND.format(folder=folder, published=published), encoding="utf-8")
    nginx = Overheard(
        await create_subprocess_exec(program, "-p", str(folder), "-c", str(configuration), stdout=-1, stderr=STDOUT)
    )
    try:
        await until(lambda: _answers(port) or nginx.process.returncode is not None)
        assert nginx.process.returncode is None, nginx.said
        yield f"http://127.0.0.1:{port}"
    finally:
        await nginx.end()


def _published() -> str:
    """Return the lines of the page for nginx."""
    (lines,) = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(lines)


def _answers(port: int) -> bool:
    with closing(socket.socket()) as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0
