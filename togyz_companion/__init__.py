"""The program: command line, recorder, messages."""
