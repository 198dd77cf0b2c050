"""Seats: who takes, reserves and leaves them, invitations and rematches."""
