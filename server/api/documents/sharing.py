"""Parameters that several calls have stand once in the OpenAPI document, and are referred to."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


def share_parameters(document: dict[str, Any]) -> None:
    """
    Move parameters that are the same in several operations to the components, under their names.

    Of different ones with the same name, only the most frequent are shared.
    """
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    uses = Counter(json.dumps(one) for operation in operations for one in operation.get("parameters", ()))
    shared: dict[str, dict[str, Any]] = {}
    for text, count in uses.most_common():
        parameter = json.loads(text)
        if count > 1:
            shared.setdefault(parameter["name"], parameter)
    for operation in operations:
        for place, parameter in enumerate(operation.get("parameters", ())):
            if shared.get(parameter["name"]) == parameter:
                operation["parameters"][place] = {"$ref": f"#/components/parameters/{parameter['name']}"}
    document["components"]["parameters"] = dict(sorted(shared.items()))
