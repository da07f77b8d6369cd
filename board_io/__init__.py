"""Every device and file: cameras, films, displays, game folders, feeds."""
