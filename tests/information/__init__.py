"""The tables of information from the rulebooks, independent of the code: who may know what (`tables`)."""
