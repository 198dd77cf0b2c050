"""What players are told outside of a match: their own streams, push messages, webhooks and calendars."""
