"""Perfect matchings of greatest weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int, int]
"""Two vertices, the lower first, and what it costs to match them."""


def max_bits(vertices: int) -> int:
    """
    Return how many bits a cost may have.

    The matching computes with 127 bits and a sign, and overflows silently. Its dual variables may exceed the greatest
    weight by a factor of half the number of vertices, and it adds two of them.
    """
    return 126 - (vertices + 4).bit_length()


def heaviest_matching(
    vertices: int, edges: Iterable[Edge], is_likely: Callable[[Edge], bool]
) -> set[tuple[int, int]] | None:
    """
    Return a perfect matching of least cost, each pair with the lower vertex first; None if there is no perfect one.

    Which one of several it is, is not defined. It holds the interpreter's lock.

    Args:
        vertices: How many, numbered from 0.
        edges: There may be a million, which are kept no longer than needed.
        is_likely: Chooses some of them, which should have a good perfect matching. No edge that costs more than all of
            that one is in the best one, so only the others are tried: this saves half of the time for 1,000 vertices.
    """
    edges = list(edges)
    likely = list(filter(is_likely, edges))
    good = _matching(vertices, likely)
    if good is not None:
        costs = {(one, other): cost for one, other, cost in likely}
        most = sum(costs[pair] for pair in good)
        edges = [edge for edge in edges if edge[2] <= most]
    return _matching(vertices, edges)


def _matching(vertices: int, edges: list[Edge]) -> set[tuple[int, int]] | None:
    greatest = max((cost for _, _, cost in edges), default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(one, other, greatest - cost) for one, other, cost in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < vertices:
        return None
    return {(min(pair), max(pair)) for pair in matching}
