"""The pages at `/account`: plain HTML, usable without a build step, in several languages (docs/people.md)."""
