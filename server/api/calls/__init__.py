"""What happens around every call: admission, body, errors, headers, and the dependencies of routes."""
