"""A game that an operator watches over in a browser, from the aiming of the camera to the printed sheet."""
