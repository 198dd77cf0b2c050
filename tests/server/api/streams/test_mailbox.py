"""Texts for a reader are sent at once where possible, in order, and with a bound on what waits."""

from __future__ import annotations

from server.api.streams.close_codes import CloseCode
from server.api.streams.mailbox import MAX_BYTES, Mailbox


class _Reader:
    """Accepts texts while it is `ready`."""

    def __init__(self) -> None:
        self.ready = True
        self.got: list[str] = []

    def write_now(self, text: str) -> bool:
        if self.ready:
            self.got.append(text)
        return self.ready


def _mailbox(reader: _Reader, limit: int = 10) -> Mailbox:
    mailbox = Mailbox(limit)
    mailbox.write_now = reader.write_now
    return mailbox


def _take_all(mailbox: Mailbox) -> list[str]:
    return list(iter(mailbox.take, None))


def test_a_text_is_sent_at_once_to_a_reader_that_takes_it() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader)

    mailbox.deliver("one")

    assert (reader.got, _take_all(mailbox)) == (["one"], [])


def test_nothing_overtakes_a_text_that_waits() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader)
    reader.ready = False
    mailbox.deliver("one")
    reader.ready = True

    mailbox.deliver("two")

    assert (reader.got, _take_all(mailbox)) == ([], ["one", "two"])


def test_a_reader_that_takes_nothing_is_cut_off_at_the_limit() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader, limit=2)
    reader.ready = False

    for text in ("one", "two", "three"):
        mailbox.deliver(text)

    assert (mailbox.closed, _take_all(mailbox)) == (CloseCode.SLOW_CONSUMER, ["one", "two"])


def test_a_closed_mailbox_sends_nothing() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader)
    mailbox.cut(CloseCode.RESTART)

    mailbox.deliver("one")

    assert (reader.got, _take_all(mailbox)) == ([], [])


def test_texts_that_wait_are_bounded_in_bytes_until_they_are_sent() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader, limit=1000)
    reader.ready = False
    large = "x" * (MAX_BYTES // 4)

    for _ in range(3):
        mailbox.deliver(large)
    mailbox.take()
    mailbox.deliver(large)
    assert mailbox.waiting == 3
    mailbox.deliver("\U0001f9f5" + large)

    assert (mailbox.closed, len(_take_all(mailbox))) == (CloseCode.SLOW_CONSUMER, 3)


def test_one_text_may_wait_however_large_it_is() -> None:
    reader = _Reader()
    mailbox = _mailbox(reader)
    reader.ready = False

    mailbox.deliver("x" * 2 * MAX_BYTES)

    assert (mailbox.closed, mailbox.waiting) == (None, 1)
