"""The live page: the board of a recording in a browser, from this machine alone."""
