"""What people are told, in Kazakh (Cyrillic and Latin), Russian and English."""
