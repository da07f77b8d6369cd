"""Where the board lies in the image: layouts, lens, homographies, refinement, drift."""
