"""Channels and messages."""
