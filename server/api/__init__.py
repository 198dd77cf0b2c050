"""The HTTP edge: parse, authorise, call one function, render. Nothing is decided here."""
