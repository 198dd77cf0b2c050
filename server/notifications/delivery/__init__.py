"""Delivery of news outside of the server: one deliverer, with a channel for each way."""
