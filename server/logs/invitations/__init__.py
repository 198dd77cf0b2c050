"""Invitations: links with which people can join what a log is about, a match or an event."""
