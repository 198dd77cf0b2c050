"""Delivery of news to players who are not connected: one deliverer, with a channel for each way."""
