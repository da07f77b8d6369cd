"""What is said of pictures that should show a board, so that it can be told in any language."""

from __future__ import annotations

from togyz.saying import Phrase


class Seen(Phrase):
    """What is wrong with a picture, or with what was said of the board in it; the values say it in English."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"
    AND = "{one}, {other}"
    DARK = "the picture is too dark: no board is seen"
    NO_BOARD = "no board is seen: neither ArUco markers 0 to 3 nor two rows of nine otaus within a rim"
    STRIP = "the picture is only {width} x {height}: no board is looked for where a side is shorter than {least} px"
    CUT_OFF = "the board is cut off at the edge of the picture ({edges}): move the camera"
    SHORT = "the board is only {length_px:.0f} px long in the picture: bring the camera nearer"
    NOT_NINE = "what may be a board does not show nine kumalak in each of 18 otaus within a rim"
    NO_RIM = "two rows of kumalak are seen, but no edge of a board around them"
    PATTERN = "what repeats itself nine times there is a pattern, and no board with kumalak in its otaus"
    HARDLY = "what lies there hardly looks like a board at the start position"
    UNMEASURED = "what may be a board cannot be measured: {fault}"
    SHOW_WHOLE = "{fault}; show the whole board, hands off, or show its corners"
    NO_KUMALAK = "within these corners there is hardly anything that could be a kumalak"
    NOT_START = (
        "within these corners there is no board that shows the start position: {misplaced} of {total} kumalak are not "
        "where they should be"
    )
    NOT_GIVEN = (
        "within these corners there is no board that shows the position given: {misplaced} of {total} kumalak are not "
        "where they should be"
    )
    NOT_LAYOUT = "{fault} (on a board like {layout!r})"
    OTHER_LAYOUT = "the board that is seen is not like {layout!r}: its otaus lie otherwise; what fits is {fits}"
    OUTSIDE = "the corner {x:g},{y:g} lies outside the picture, which is {width} x {height}"
    CROSS = "the corners cross: give them once round the board, beginning beside white's otau 1"
    WRONG_WAY = "the corners run the wrong way round: go from white's left to white's right, then along the far side"
    NOT_CORNERS = "corners are four, six or eight points x,y"
    FEW_OTAUS = "a position with kumalak in less than {otaus} otaus of a side does not show where the board lies"
    SMALL = "the corners span too small an area to count kumalak in"
    SIDE_OF_CORNERS = (
        "by the corners white sits at the {found}, but it was said to sit at the {wanted}: the first corner is "
        "the one beside white's otau 1"
    )
    OTHER_CORNERS = (
        "these corners lie up to {off_px:.0f} px beside those of the board that is seen there: give {corners}, or give "
        "none, and it is looked for"
    )
    NO_SUCH_SIDE = (
        "the board lies so that its rows run along the {found} of the picture and opposite: white cannot sit at the "
        "{wanted}"
    )
    OTHER_SIZE = "the calibration was made for pictures of {made}, these are {given}: calibrate again"
    MOVED = "the picture does not show the board where the calibration has it; calibrate again if the camera was moved"
    OTHER_POSITION = (
        "the board does not show the position in which the game is to begin: otaus of it hold another number of "
        "kumalak; set it up, say that the game begins with what lies there, or calibrate again if the camera was moved"
    )
    MORE_THAN_ALL = (
        "{total} kumalak are counted in the otaus, but a game has only {all}: the board is not set up as in a game, or "
        "lies otherwise than it was taken to; calibrate on the start position, or show its corners"
    )
    ONE_MISSING = "one kumalak is missing, or hidden: {where}"
    MISSING = "{number} kumalak are missing, or hidden: {where}"
    ONE_TOO_MANY = "one kumalak is too many: {where}"
    TOO_MANY = "{number} kumalak are too many: {where}"
    MISPLACED = "kumalak lie in the wrong otaus: {where}"
    SHOWS = "{otau} shows {number}"
    IN_ROW = "otau {otau} in the row at the {edge}"
    FAR = "a kumalak is only {ball_px:.0f} px wide: bring the camera nearer"
    TILTED = "tilt {tilt_deg:.0f} degrees: the lane of each otau behind its divider is hidden; raise the camera"
    FOLDED = (
        "the box stands half open: its halves meet at an angle of about {fold_deg:.0f} degrees; open it until both lie "
        "flat on the table"
    )
    NO_COLOURS = "the camera shows no colours: switch its night mode off"
    ENDED = "it ended before the board was found"
