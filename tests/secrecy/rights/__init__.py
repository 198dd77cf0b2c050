"""
Which role may do what, against the table of docs/access.md.

`access_page` is the table, `asks` holds one request for each of its rows, `roles` the callers and their matches.
"""
