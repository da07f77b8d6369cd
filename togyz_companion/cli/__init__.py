"""The command ``togyz``."""
