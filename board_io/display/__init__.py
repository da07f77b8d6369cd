"""Score displays."""
