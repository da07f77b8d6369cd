"""Where the board lies in the image: layouts, homographies, refinement, drift."""
