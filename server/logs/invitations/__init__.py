"""Invitations: links with which whoever has them can join what a log is about, a match or an event."""
