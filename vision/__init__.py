"""From frames to likelihoods: rectification, gate, counting, change evidence, drawing."""
