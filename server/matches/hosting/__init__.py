"""What hosts do: creating matches, actions, roles, packs, bulk calls."""
