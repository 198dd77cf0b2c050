"""
HTTP and sockets: parse, authorise, call one function, render. Nothing is decided here.

Only `cli` and `app.py` may import this room. Inside, pages and documents stand above routes, and these above models and
calls.

To add an operation:
    1. the `LateRoute`, about ten lines with `operation_id` and `errors(…)`, in the file of its tag in `routes/`;
    2. its `Request` and `Reply` in `models/`, or with the service that takes or returns them;
    3. its right and its scope: recipe in `access/__init__.py`; what it costs: `call.pay` with `access/costs.py`;
    4. its chapter in `documents/chapters.py`, an example in `documents/examples.json`; a new router also in `app.py`;
    5. a request for its rights in `tests/secrecy/rights/asks.py`, as a viewer in `tests/secrecy/wire/requests.py`,
       and for its example in `tests/server/api/story.py`.

To add a frame:
    1. its model in `streams/frames.py`, in the union of its direction;
    2. what it does in `streams/socket.py`, subscriptions in `streams/following.py`, moves in `streams/submissions.py`;
    3. where it may come in `documents/asyncapi.py`, an example in `documents/frame_examples.py`;
    4. its words in `runtime/words/`; what twins may see of it in `tests/secrecy/wire/wire.py`;
    5. its row in `docs/streams.md`.

To add a page of documentation:
    1. the page in `docs/`, with a row in `docs/README.md`: `pages/library.py` serves every page of the folder;
    2. an address that was served before leads to the new one: `MOVED` in `pages/library.py`;
    3. commands that the page prints run in `tests/docs/test_commands.py`, if it is listed there.

To add a page of the account:
    1. what it shows in `account/templates/`, its route in `account/routes.py`;
    2. its texts, `pages.…`, in `runtime/sentences/en.json` and `runtime/sentences/de.json`;
    3. a test in `tests/server/people/accounts/test_pages.py`.
"""
