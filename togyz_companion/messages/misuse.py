"""What is said of options and arguments that cannot be as they are: see the catalogue."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Texts

MISUSE: Final[Texts] = {
    "misuse.pipe": (
        "{value} – түтік не құрылғы: файл беріңіз",
        "{value} – канал или устройство: укажите файл",
        "{value} is a pipe or a device: give a file",
    ),
    "misuse.no_ply_name": (
        "{value!r} – жүріс нөмірі емес: 12 – он екінші жүріс, 12w мен 12b – 12-қос жүрістегі ақ пен қараның жүрісі",
        "{value!r} – не номер хода: 12 – двенадцатый полуход, 12w и 12b – ход белых и чёрных под номером 12 на бланке",
        "{value!r} is no ply: 12 is the twelfth, 12w and 12b are white's and black's of double move 12",
    ),
    "misuse.no_such_ply": (
        "ойында {ply} деген жүріс жоқ: қос жүріс саны {double_moves}",
        "в партии нет хода {ply}: ходов на бланке {double_moves}",
        "the game has no ply {ply}: it has {double_moves} double moves",
    ),
    "misuse.plies": (
        "ойындағы жүріс саны {plies}",
        "полуходов в партии: {plies}",
        "the game has {plies} plies",
    ),
    "misuse.no_game_folder": (
        "{path} – ойын қалтасы емес: ішінде {files} жоқ",
        "{path} – не папка партии: в ней нет {files}",
        "{path} is no game folder: it lacks {files}",
    ),
    "misuse.no_game": (
        "{path} – қалта да, файл да емес",
        "{path} – не папка и не файл",
        "{path} is neither a folder nor a file",
    ),
    "misuse.no_header": (
        "{line!r} – АТЫ=МӘНІ түрінде емес",
        "{line!r} – не вида ИМЯ=ЗНАЧЕНИЕ",
        "{line!r} is not NAME=VALUE",
    ),
    "misuse.no_text": (
        "{line!r} – осы жүйенің кодтауындағы мәтін емес",
        "{line!r} – не текст в кодировке этой системы",
        "{line!r} is not text in this system's encoding",
    ),
    "misuse.no_file": (
        "{path} – қалта, түтік не құрылғы: файл беріңіз",
        "{path} – папка, канал или устройство: укажите файл",
        "{path} is a folder, a pipe or a device: give a file",
    ),
    "misuse.no_headers": (
        "{path} – АТЫ=МӘНІ де, сондай жолдары бар файл да емес",
        "{path} – не ИМЯ=ЗНАЧЕНИЕ и не файл с такими строками",
        "{path} is neither NAME=VALUE nor a file of such lines",
    ),
    "misuse.store": (
        "{output} – ойын қоймасының аты: басқасын таңдаңыз",
        "{output} – имя хранилища партии: выберите другое",
        "{output} has the name of a game's store: choose another one",
    ),
    "misuse.no_points": (
        "{value!r} – нүктелер емес: x,y x,y x,y x,y түрінде беріңіз",
        "{value!r} – не точки: укажите x,y x,y x,y x,y",
        "{value!r} are no points: give x,y x,y x,y x,y",
    ),
    "misuse.points": (
        "{value!r} – төрт, алты не сегіз x,y нүктесі емес",
        "{value!r} – не четыре, шесть или восемь точек x,y",
        "{value!r} are not four, six or eight points x,y",
    ),
    "misuse.calibrated": (
        "тақтаның орнын --calibration айтады: --corners, --lens, --layout, --white-side бермеңіз",
        "где лежит доска, говорит --calibration: не указывайте --corners, --lens, --layout и --white-side",
        "--calibration tells where the board lies: give no --corners, --lens, --layout or --white-side",
    ),
    "misuse.kept_film": (
        "--keep-film камера мен ағынға арналған: {source} онсыз да сақталған",
        "--keep-film – для камер и потоков: {source} и так сохранён",
        "--keep-film is for cameras and streams: {source} is there to be kept already",
    ),
    "misuse.games": (
        "ойын саны {games}, бірнешеуін мыналар ғана сыйғызады: {many}",
        "партий {games}, а несколько вмещают лишь {many}",
        "there are {games} games, of which only {many} can hold several",
    ),
    "misuse.one_side": (
        "екі данасы бланкіде ғана бар: white не black деңіз",
        "два экземпляра есть лишь у бланка: укажите white или black",
        "only a scoresheet has two copies: say white or black",
    ),
    "misuse.no_terminal": (
        "мұны терминал көрсете алмайды: -o арқылы файл атаңыз",
        "терминал этого не покажет: укажите файл после -o",
        "a terminal cannot show this form: name a file by -o",
    ),
    "misuse.no_delay": (
        "{value!r} – 6h-тен аспайтын уақыт емес, 90s не 15m сияқты беріңіз",
        "{value!r} – не время до 6h, такое как 90s или 15m",
        "{value!r} is not a time up to 6h, such as 90s or 15m",
    ),
    "misuse.delay_of_what": (
        "--delay осы екеуі беретінді кешіктіреді: --feed не --public де беріңіз",
        "--delay задерживает то, что передают --feed и --public: укажите что-то из них",
        "--delay holds back what --feed or --public tells: give one of them, too",
    ),
    "misuse.no_address": (
        "{value!r} – HOST:PORT емес, мысалы 0.0.0.0:8080",
        "{value!r} – не HOST:PORT, такое как 0.0.0.0:8080",
        "{value!r} is not HOST:PORT, such as 0.0.0.0:8080",
    ),
    "misuse.ending": (
        "{value} соңы мыналардың бірі болуы керек: {endings}",
        "{value} должно кончаться на одно из {endings}",
        "{value} ends with none of {endings}",
    ),
    "misuse.one_picture": (
        "--overlay бір суретті ғана салады: бір IMAGE беріңіз",
        "--overlay рисует одну картинку: укажите одну IMAGE",
        "--overlay draws one picture: give one IMAGE with it",
    ),
    "misuse.no_control": (
        "--clock-source үшін уақыт бақылауы керек: --clock та беріңіз",
        "для --clock-source нужен контроль времени: укажите и --clock",
        "--clock-source needs the time control: give --clock, too",
    ),
    "misuse.no_reason": (
        "қайтарып алынған нәтижеде --reason болмайды",
        "у результата, который взят назад, нет --reason",
        "a result that is taken back has no --reason",
    ),
}
