"""Replies to requests that can be repeated, kept for a while."""
