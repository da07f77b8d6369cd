"""Clocks and buttons on the table."""
