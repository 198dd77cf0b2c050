"""The archive: logs that have long been over, each in a compressed file outside of the database (docs/archive.md)."""
