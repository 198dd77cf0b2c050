"""Garbage collections of a process that serves: none while it loads, few afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading_for_good() -> Iterator[None]:
    """
    Load what stays: collections leave it out, both meanwhile and afterwards.

    They would scan it again and again while it grows, which is a fifth of the processor time of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def spare_the_garbage_collector() -> None:
    """
    Make full garbage collections rare, and the others short.

    The logs of matches in memory are many small objects without cycles. By default they would be scanned again and
    again: a third of the processor time under load, in pauses of 100 ms. A collection of the second generation scans
    what is left of 5,000 objects, which takes 1 to 2 ms.
    """
    gc.set_threshold(1_000, 5, 10_000)
