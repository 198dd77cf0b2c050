"""What goes around every call: admission, its body, refusals, headers, and what routes are handed."""
