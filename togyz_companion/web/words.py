"""The words of the pages, by language."""

from __future__ import annotations

from typing import Final

from togyz.outcome import Reason
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
    "connecting": ("Қосылуда…", "Подключение…", "Connecting…"),
    "unheard": (
        "Жазушымен байланыс жоқ: көрсетілгені ескі болуы мүмкін",
        "Нет связи с записью: показанное может быть устаревшим",
        "No connection to the recorder: what is shown may be old",
    ),
    "waiting": ("Бастапқы орналасу күтілуде", "Ожидается начальная позиция", "Waiting for the start position"),
    "playing": ("Ойын жүріп жатыр", "Идёт партия", "Playing"),
    "paused": ("Үзіліс", "Перерыв", "Paused"),
    "desync": (
        "Тақтадағы жағдай анықталуда",
        "Положение на доске выясняется",
        "The position on the board is being cleared up",
    ),
    "over": ("Ойын аяқталды", "Партия окончена", "The game is over"),
    "picture": ("Камера суреті", "Изображение камеры", "The camera's picture"),
    "stage_aiming": ("Камераны дайындау", "Наводка камеры", "Aim the camera"),
    "stage_playing": ("Ойын жазылуда", "Идёт запись партии", "A game is being recorded"),
    "stage_ended": ("Ойын жазылды", "Партия записана", "The game is recorded"),
    "found": ("Тақта табылды", "Доска найдена", "The board is found"),
    "looking": ("Тақта ізделуде", "Поиск доски", "Looking for the board"),
    "look_again": ("Қайта іздеу", "Искать снова", "Look again"),
    "show_corners": ("Бұрыштарды көрсету", "Указать углы", "Show the corners myself"),
    "use_corners": ("Осы бұрыштар", "Взять эти углы", "Take these corners"),
    "find_itself": ("Өзі тапсын", "Пусть найдёт сама", "Let the program find them"),
    "corners_order": (
        "1 – ақтың 1-отауы жағындағы бұрыш, 2 – ақтың оң жағы, 3 және 4 – қарсы жақ",
        "1 – угол у отау 1 белых, 2 – правый угол белых, 3 и 4 – напротив",
        "1 is the corner beside white's otau 1, 2 white's right, 3 and 4 are opposite",
    ),
    "begin": ("Ойынды бастау", "Начать партию", "Begin the game"),
    "field_White": ("Ақ", "Белые", "White"),
    "field_Black": ("Қара", "Чёрные", "Black"),
    "field_WhiteTeam": ("Ақтың командасы", "Команда белых", "White's team"),
    "field_BlackTeam": ("Қараның командасы", "Команда чёрных", "Black's team"),
    "field_Event": ("Жарыс", "Соревнование", "Competition"),
    "field_Round": ("Айналым", "Тур", "Round"),
    "field_Board": ("Тақта нөмірі", "Номер доски", "Board number"),
    "field_Site": ("Қала, ел", "Город, страна", "City, country"),
    "field_Date": ("Күні", "Дата", "Date"),
    "time_control": (
        "Уақыт бақылауы (бос: сағатсыз)",
        "Контроль времени (пусто: без часов)",
        "Time control (empty: no clock)",
    ),
    "clock_page": ("Сағат беті", "Страница часов", "The clock's page"),
    "set_clock": ("Уақытты қою", "Задать время", "Set the time"),
    "minutes_seconds": ("мин:сек", "мин:сек", "min:s"),
    "no_clock": ("Сағатпен ойналатын ойын күтілуде", "Ожидается партия с часами", "Waiting for a game with a clock"),
    "clock_keys": (
        "Сол жақ: сол Shift, A, Q; оң жақ: оң Shift, L, P; бос орын – үзіліс",
        "Слева: левый Shift, A, Q; справа: правый Shift, L, P; пробел – пауза",
        "Left: left Shift, A, Q; right: right Shift, L, P; space: pause",
    ),
    "put_right": ("Тақтада түзетіңіз, не:", "Исправьте на доске, или:", "Put it right on the board, or:"),
    "accept": ("Осылай қалсын", "Принять как сыграно", "Accept as played"),
    "set_position": ("Орналасуды енгізу", "Задать позицию", "Set the position"),
    "to_move": ("Жүріс кезегі", "Очередь хода", "To move"),
    "cancel": ("Болдырмау", "Отмена", "Cancel"),
    "instead": ("Немесе:", "Или:", "Or was it:"),
    "correct_to": ("Дұрысы", "Верный ход", "The right move"),
    "correct": ("Түзету", "Исправить", "Correct"),
    "undo": ("Соңғы жүрісті алу", "Убрать последний ход", "Undo the last move"),
    "pause": ("Үзіліс", "Пауза", "Pause"),
    "go_on": ("Жалғастыру", "Продолжить", "Go on"),
    "result": ("Нәтиже", "Результат", "Result"),
    "end": ("Ойынды аяқтау", "Завершить партию", "End the game"),
    "clip": ("Бейне", "Видео", "Clip"),
    "another": ("Келесі ойын", "Следующая партия", "Another game"),
    "as_pdf": ("Ойын жазбасы (PDF)", "Бланк записи (PDF)", "Scoresheet (PDF)"),
    "as_tgk": ("TGK", "TGK", "TGK"),
    "as_pgn": ("PGN", "PGN", "PGN"),
    "as_json": ("Жазба (JSON)", "Запись (JSON)", "Record (JSON)"),
    "as_csv": ("Кесте (CSV)", "Таблица (CSV)", "Table (CSV)"),
    "as_html": ("Қарап шығу беті (HTML)", "Страница просмотра (HTML)", "Replay page (HTML)"),
    "provisional": ("алдын ала", "предварительно", "provisional"),
    "confirmed": ("расталды", "подтверждено", "confirmed"),
    "corrected": ("түзетілді", "исправлено", "corrected"),
    "accepted_illegal": ("ережеден тыс, қабылданды", "против правил, принято", "against the rules, accepted"),
}


def page_words(language: Language) -> dict[str, str]:
    """The words in one language."""
    reasons = {reason.value: text_in(language, TEXTS, f"reason.{reason.value}") for reason in Reason}
    return reasons | {name: text_in(language, PAGE_WORDS, name) for name in PAGE_WORDS}
