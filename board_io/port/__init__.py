"""Serial ports, and how what hangs at them is named, found and spoken to."""
