"""
The command line of a server whose processes hear of each other only once, and tolerate that for a short time only.
"""

from __future__ import annotations

from server.cli.cli import main
from server.cli.serving import one_process
from server.logs.store.contract import Hear, Held
from server.logs.store.notices import NoticeListener

one_process._DEAF_SECONDS = 1

_listen = NoticeListener._listen
_listened = False


async def _listen_once(self: NoticeListener, hear: Hear, held: Held) -> None:
    global _listened
    if _listened:
        raise OSError
    _listened = True
    await _listen(self, hear, held)


NoticeListener._listen = _listen_once  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
