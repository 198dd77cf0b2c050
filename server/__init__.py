"""
The server: nine rooms in three storeys, and `app.py`, which makes an application of them (docs/architecture.md).

Each room's docstring says what it is, what may import it, and how the changes are made that people make most. It names
files from the room, from `server/`, or from the top of the repository. After a change that clients can see, `make
openapi` writes `openapi/`, the tables of `docs/` and the clients' types; `CHANGELOG.md` gets a line.
"""
