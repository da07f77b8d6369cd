"""The words of the pages, by language."""

from __future__ import annotations

from typing import Final, get_args

from togyz.codes import OF_CLOCK, OF_SURROUNDINGS
from togyz.outcome import Reason
from togyz.record import Status
from togyz_companion.messages.catalogue import TEXTS
from togyz_companion.messages.languages import Language, Texts, text_in

PAGE_WORDS: Final[Texts] = {
    "white": ("Ақ", "Белые", "White"),
    "black": ("Қара", "Чёрные", "Black"),
    "kazan": ("қазан", "казан", "kazan"),
    "tuzdyk": ("тұздық", "туздык", "tuzdyk"),
    "board": ("Тақта", "Доска", "Board"),
    "moves": ("Жүрістер", "Ходы", "Moves"),
    "steps": ("Ойынды қарап шығу", "Просмотр партии", "Step through the game"),
    "first": ("Басы", "В начало", "To the start"),
    "back": ("Артқа", "Назад", "Back"),
    "forth": ("Алға", "Вперёд", "Forward"),
    "last": ("Соңы", "В конец", "To the end"),
    "newest": ("Соңғы жүріс", "К последнему ходу", "To the newest move"),
    "flip": ("Тақтаны бұру", "Повернуть доску", "Turn the board"),
    "boards": ("Тақталар", "Доски", "Boards"),
    "speak": ("Жүрістерді дауыстап айту", "Озвучивать ходы", "Say the moves"),
    "otau_names": ("Отаулардың атаулары", "Названия отау", "Names of the otaus"),
    "otau_1": ("арт", "арт", "art"),
    "otau_2": ("тектұрмас", "тектурмас", "tekturmas"),
    "otau_3": ("ат өтпес", "ат отпес", "at otpes"),
    "otau_4": ("атсыратар", "атсыратар", "atsyratar"),
    "otau_5": ("бел", "бел", "bel"),
    "otau_6": ("белбасар", "белбасар", "belbasar"),
    "otau_7": ("қандықақпан", "кандыкакпан", "kandykakpan"),
    "otau_8": ("көкмойын", "кокмойын", "kokmoiyn"),
    "otau_9": ("маңдай", "мандай", "mandai"),
    "connecting": ("Қосылуда…", "Подключение…", "Connecting…"),
    "no_board": (
        "Бұл тақта туралы әзірге ештеңе айтылмаған: басталған соң осы жерде көрінеді",
        "Об этой доске пока ничего не сообщалось: она появится здесь, когда начнётся",
        "Nothing has been told of this board yet: it appears here once it has begun",
    ),
    "unheard": (
        "Жазушымен байланыс жоқ: көрсетілгені ескі болуы мүмкін",
        "Нет связи с записью: показанное может быть устаревшим",
        "No connection to the recorder: what is shown may be old",
    ),
    "picture": ("Камера суреті", "Изображение камеры", "The camera's picture"),
    "stage_choosing": ("Камераны таңдау", "Выбор камеры", "Choose the camera"),
    "stage_aiming": ("Камераны дайындау", "Наводка камеры", "Aim the camera"),
    "stage_playing": ("Ойын жазылуда", "Идёт запись партии", "A game is being recorded"),
    "stage_ended": ("Ойын жазылды", "Партия записана", "The game is recorded"),
    "found": ("Тақта табылды", "Доска найдена", "The board is found"),
    "kumalak": ("құмалақ: {n}", "кумалаков: {n}", "{n} kumalak"),
    "kumalak_of": ("құмалақ: {n} / {of}", "кумалаков: {n} из {of}", "{n} of {of} kumalak"),
    "tilt": ("еңкіштігі", "наклон", "tilt"),
    "accuracy": ("Дәлдігі", "Точность", "Accuracy"),
    "looking": ("Тақта ізделуде", "Поиск доски", "Looking for the board"),
    "look_again": ("Қайта іздеу", "Искать снова", "Look again"),
    "show_corners": ("Бұрыштарды көрсету", "Указать углы", "Show the corners myself"),
    "use_corners": ("Осы бұрыштар", "Взять эти углы", "Take these corners"),
    "find_itself": ("Өзі тапсын", "Пусть найдёт сама", "Let the program find them"),
    "corner": ("Бұрыш", "Угол", "Corner"),
    "halves": ("Екі жартысын бөлек", "Половины отдельно", "The halves by themselves"),
    "halves_order": (
        "1, 2 – ақ жақ, 3 және 6 – топсаның ұштары, 4, 5 – қарсы жақ",
        "1, 2 – сторона белых, 3 и 6 – концы петли, 4, 5 – напротив",
        "1 and 2 are white's side, 3 and 6 the ends of the hinge, 4 and 5 are opposite",
    ),
    "layout_box": ("қорап-тақта", "доска-коробка", "folding box"),
    "layout_box_deep": ("терең қорап-тақта", "глубокая доска-коробка", "deep folding box"),
    "layout_v_troughs": ("ағаш тақта, ұзын науалар", "деревянная доска, желоба", "wooden board, V-troughs"),
    "layout_slots": ("ағаш тақта, ойық ұялар", "деревянная доска, пазы", "wooden board, slots"),
    "layout_bowls": ("ойма тостағандар", "резные чаши", "carved bowls"),
    "layout": ("Тақтаның түрі", "Вид доски", "Kind of board"),
    "white_side": ("Ақ жағы суретте", "Белые на картинке", "White in the picture"),
    "automatic": ("өзі анықтайды", "определит программа", "let the program decide"),
    "by_corners": ("бұрыштар бойынша", "по углам", "as the corners say"),
    "in_play": ("ойын барысында анықталады", "выяснится в игре", "known once the game is played"),
    "side_bottom": ("төменде", "внизу", "at the bottom"),
    "side_top": ("жоғарыда", "вверху", "at the top"),
    "side_left": ("сол жақта", "слева", "at the left"),
    "side_right": ("оң жақта", "справа", "at the right"),
    "rules": ("Ереже", "Правила", "Rules"),
    "rules_usual": ("әдеттегі", "обычные", "the usual ones"),
    "rules_stop": ("82-де ойын тоқтайды", "игра кончается на 82", "82 ends the game"),
    "rules_play_on": ("82-ден кейін де ойналады", "и после 82 играют до конца", "82 decides nothing before the end"),
    "looking_through": ("Қаралуда…", "Смотрю…", "Looking…"),
    "opening": ("Камера ашылуда…", "Камера открывается…", "The camera is being opened…"),
    "no_camera": (
        "Камера табылмады: жалғап, тізімді жаңартыңыз",
        "Камер не найдено: подключите и обновите список",
        "No camera was found: plug one in and list them again",
    ),
    "camera": ("Камера", "Камера", "Camera"),
    "list_again": ("Тізімді жаңарту", "Обновить список", "List them again"),
    "address": (
        "Телефонның не желілік камераның мекенжайы, не фильм",
        "Адрес телефона или сетевой камеры, или фильм",
        "Address of a phone or network camera, or a film",
    ),
    "open": ("Ашу", "Открыть", "Open"),
    "leave": ("Басқа камера", "Другая камера", "Another camera"),
    "headers": ("Аттар, жарыс", "Имена, соревнование", "Names, competition"),
    "save": ("Сақтау", "Сохранить", "Save"),
    "at_move": ("{n}-жүріс", "ход {n}", "move {n}"),
    "after_ply": ("Мына жүрістен кейін:", "После хода", "After move"),
    "on_command_line": ("Пәрмен жолында:", "В командной строке:", "On the command line:"),
    "begins": ("Ойын неден басталады", "С чего начинается партия", "The game begins"),
    "begins_start": ("бастапқы жағдайдан", "с начального положения", "in the start position"),
    "begins_seen": ("тақтада жатқаннан", "с того, что лежит на доске", "as the board lies now"),
    "begins_auto": (
        "бастапқы жағдай тұрса содан, әйтпесе жатқаннан",
        "с начального положения, если оно на доске, иначе с того, что лежит",
        "in the start position if the board shows it, else as it lies",
    ),
    "begins_given": ("берілген жағдайдан", "с заданного положения", "in a position that I give"),
    "begins_seen_hint": (
        "Отаулар суреттен саналады; қазандар белгісіз, тек қосындысы белгілі. Тақтаның үстінде қол болмасын.",
        "Отау считаются по картинке; казаны неизвестны, известна лишь их сумма. Рук над доской быть не должно.",
        "The otaus are counted in the picture; of the kazans only the sum is known. Keep hands off the board.",
    ),
    "position": ("Жағдай бір жолмен", "Положение одной строкой", "Position in one line"),
    "take_position": ("Осы жағдай", "Взять это положение", "Take this position"),
    "position_how": ("Жағдай қалай жазылады", "Как записывается положение", "How a position is written"),
    "position_help": (
        "Қараның отаулары 9-дан 1-ге дейін, «/», ақтың отаулары 1-ден 9-ға дейін, үтірмен бөлінеді: 9S – тоғыз "
        "құмалақ, жай сан (1) – сонша бос отау, t – тұздық. Сосын ақтың қазаны, қараның қазаны, жүріс кезегі: "
        "S – ақ, N – қара.",
        "Отау чёрных с 9 по 1, «/», отау белых с 1 по 9, через запятую: 9S – девять кумалаков, просто число (1) – "
        "столько пустых отау, t – туздык. Затем казан белых, казан чёрных и очередь хода: S – белые, N – чёрные.",
        "Black's otaus 9 to 1, “/”, white's otaus 1 to 9, with commas between: 9S is nine kumalak, a bare number (1) "
        "so many empty otaus, t a tuzdyk. Then white's kazan, black's kazan, and who is to move: S is white, N black.",
    ),
    "position_example": (
        "Мысал, ақтың бірінші жүрісі 76-дан кейін:",
        "Пример, после первого хода белых 76:",
        "An example, after white's first move 76:",
    ),
    "turn": ("Ақ – қарсы жақта", "Белые – с другой стороны", "White sits on the other side"),
    "language": ("Тіл", "Язык", "Language"),
    "health": ("Камера мен компьютер", "Камера и компьютер", "Camera and computer"),
    "corners_order": (
        "1 – ақтың 1-отауы жағындағы бұрыш, 2 – ақтың оң жағы, 3 және 4 – қарсы жақ",
        "1 – угол у отау 1 белых, 2 – правый угол белых, 3 и 4 – напротив",
        "1 is the corner beside white's otau 1, 2 white's right, 3 and 4 are opposite",
    ),
    "begin": ("Ойынды бастау", "Начать партию", "Begin the game"),
    "time_control": (
        "Уақыт бақылауы (бос: сағатсыз)",
        "Контроль времени (пусто: без часов)",
        "Time control (empty: no clock)",
    ),
    "clock_page": ("Сағат беті", "Страница часов", "The clock's page"),
    "clock_stands": (
        "Сағат тұр: ол іске қосылмаған",
        "Часы стоят: их не пустили",
        "The clock stands: it has not been started",
    ),
    "whose_clock": ("Кімнің сағаты", "Чьи часы", "Whose clock"),
    "set_clock": ("Уақытты қою", "Задать время", "Set the time"),
    "minutes_seconds": ("мин:сек", "мин:сек", "min:s"),
    "no_clock": ("Сағатпен ойналатын ойын күтілуде", "Ожидается партия с часами", "Waiting for a game with a clock"),
    "clock_keys": (
        "Сол жақ: сол Shift, A, Q; оң жақ: оң Shift, L, P; бос орын – үзіліс",
        "Слева: левый Shift, A, Q; справа: правый Shift, L, P; пробел – пауза",
        "Left: left Shift, A, Q; right: right Shift, L, P; space: pause",
    ),
    "clock_press": (
        "Жүріп болған соң өз жартыңызды басыңыз",
        "После хода нажмите свою половину",
        "Press your half when you have moved",
    ),
    "clock_start": (
        "{side} басса, сағат жүреді",
        "{side} нажимают, и часы идут",
        "{side} presses to start the clock",
    ),
    "swap_halves": ("Жартыларын ауыстыру", "Поменять половины", "Swap the halves"),
    "clock_phone": (
        "Үстелдегі телефонның камерасын осы кодқа бағыттаңыз не сілтемені ашыңыз (бір желіде):",
        "Наведите на код камеру телефона на столе или откройте ссылку (в той же сети):",
        "Point the camera of a phone on the table at the code, or open the link (in the same network):",
    ),
    "clock_code": ("Сағат бетінің QR-коды", "QR-код страницы часов", "QR code of the clock's page"),
    "clock_no_phone": (
        "Сағатты телефонда көрсету үшін: togyz live --clock-page 0.0.0.0:8164",
        "Чтобы показать часы на телефоне: togyz live --clock-page 0.0.0.0:8164",
        "To have the clock on a phone: togyz live --clock-page 0.0.0.0:8164",
    ),
    "put_right": ("Тақтада түзетіңіз, не:", "Исправьте на доске, или:", "Put it right on the board, or:"),
    "accept": ("Осылай қалсын", "Принять как сыграно", "Accept as played"),
    "noted": ("Назарға алынды", "Принято к сведению", "Noted"),
    "set_position": ("Жағдайды енгізу", "Задать положение", "Set the position"),
    "to_move": ("Жүріс кезегі", "Очередь хода", "To move"),
    "other_ply": (
        "Осы жүріс сіз жазып жатқанда өзгерді не алынды: сақтамас бұрын тақтаға қараңыз",
        "Этот ход изменился или взят назад, пока вы печатали: взгляните на доску, прежде чем сохранить",
        "This move was changed or taken back while you typed: look at the board before you save",
    ),
    "cancel": ("Болдырмау", "Отмена", "Cancel"),
    "instead": ("Немесе:", "Или:", "Or was it:"),
    "correct_to": ("Дұрысы", "Верный ход", "The right move"),
    "correct": ("Түзету", "Исправить", "Correct"),
    "undo": ("Соңғы жүрісті алу", "Убрать последний ход", "Undo the last move"),
    "pause": ("Үзіліс", "Пауза", "Pause"),
    "go_on": ("Жалғастыру", "Продолжить", "Go on"),
    "end": ("Ойынды аяқтау", "Завершить партию", "End the game"),
    "end_resigned": ("{name} берілді", "{name}: сдача", "{name} resigned"),
    "end_flag": ("{name}: уақыты бітті", "{name}: время истекло", "{name}: the flag fell"),
    "end_forfeit": ("{name} келмеді", "{name}: неявка", "{name} did not come"),
    "end_arbiter": ("{name} жеңді, төрешінің шешімімен", "Выигрыш присуждён: {name}", "{name} wins by the arbiter"),
    "say_result": ("Нәтижесін айту", "Указать результат", "Say the result"),
    "no_result": ("нәтижесіз", "без результата", "no result"),
    "before": ("Дейін", "До", "Before"),
    "after": ("Кейін", "После", "After"),
    "working": ("Орындалуда…", "Выполняется…", "Working…"),
    "black_begins": (
        "Бірінші жүріс қараныкі: ақ шынымен қарсы жақта ма?",
        "Первый ход за чёрными: белые точно с этой стороны?",
        "Black makes the first move: is white's side the right one?",
    ),
    "ply_total": ("Жүріс саны: {n}", "Ходов: {n}", "Moves: {n}"),
    "clip": ("Бейне", "Видео", "Clip"),
    "another": (
        "Осы тақтадағы келесі ойын",
        "Следующая партия на этой доске",
        "Next game on this board",
    ),
    "set_up": (
        "Тақта келесі ойынға құрылды: N оны сол ойыншылармен, сол уақытпен бастайды",
        "Доска расставлена для следующей партии: N начнёт её с теми же игроками и тем же контролем времени",
        "The board is set up for the next game: N begins it with the same players and time control",
    ),
    "as_pdf": ("Ойын жазбасы (PDF)", "Бланк записи (PDF)", "Scoresheet (PDF)"),
    "as_tgk": ("TGK", "TGK", "TGK"),
    "as_pgn": ("PGN", "PGN", "PGN"),
    "as_html": ("Қарап шығу беті (HTML)", "Страница просмотра (HTML)", "Replay page (HTML)"),
    "as_json": ("Жазба (JSON)", "Запись (JSON)", "Record (JSON)"),
    "as_csv": ("Кесте (CSV)", "Таблица (CSV)", "Table (CSV)"),
    "as_png": ("Тақта суреті (PNG)", "Рисунок доски (PNG)", "Picture of the board (PNG)"),
    "as_svg": ("Тақта суреті (SVG)", "Рисунок доски (SVG)", "Picture of the board (SVG)"),
    "as_gif": ("Қозғалмалы сурет (GIF)", "Анимация (GIF)", "Moving picture (GIF)"),
    "as_mp4": ("Фильм (MP4)", "Фильм (MP4)", "Film (MP4)"),
    "provisional": ("алдын ала", "предварительно", "provisional"),
    "unseen": (
        "тақтада тыныш тұрғаны көрінбеді: кейінгі жүрістерден анықталды",
        "в покое не увиден: определён по следующим ходам",
        "nobody saw it at rest: later moves told it",
    ),
    "confirmed": ("расталды", "подтверждено", "confirmed"),
    "corrected": ("түзетілді", "исправлено", "corrected"),
    "accepted_illegal": ("ережеден тыс, қабылданды", "против правил, принято", "against the rules, accepted"),
}

_FIELDS: Final = ("White", "Black", "WhiteTeam", "BlackTeam", "Event", "Round", "Board", "Site", "Date")
"""The headers that a page asks for, in this order."""


def page_words(language: Language) -> dict[str, str]:
    """The words in one language; how a game stands and why it ended is said as everywhere else."""
    reasons = {reason.value: text_in(language, TEXTS, f"reason.{reason.value}") for reason in Reason}
    statuses = {status: text_in(language, TEXTS, f"status.{status}") for status in get_args(Status)}
    begun = {status: text[0].upper() + text[1:] for status, text in statuses.items()}
    desk = {
        "turned": text_in(language, TEXTS, "desk.turned"),
        "unfinished": text_in(language, TEXTS, "status.unfinished").capitalize(),
    }
    fields = {f"field_{name}": text_in(language, TEXTS, f"header.{name}") for name in _FIELDS}
    noted = {f"noted_{code}": text_in(language, PAGE_WORDS, "noted") for code in OF_SURROUNDINGS | OF_CLOCK}
    return reasons | begun | desk | fields | noted | {name: text_in(language, PAGE_WORDS, name) for name in PAGE_WORDS}
