"""What is said of games and sheets that are written down: see the catalogue."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Texts

_LACKS: Final[Texts] = {
    "lack.no_game": (
        "ойын жазылмады: тақтада бастапқы жағдай тыныш тұрмады",
        "партия не записана: начальное положение ни разу не лежало на доске в покое",
        "no game was recorded: the board never lay at rest in the position in which the game should begin",
    ),
    "lack.another_game": (
        "{n}-жүрістен кейін басқа ойын жазылған: оны бөлек жазыңыз",
        "после полухода {n} записано то, что относится к другой партии: запишите её отдельно",
        "the record holds after ply {n} what belongs to another game: record that by itself",
    ),
    "lack.desync": (
        "жазба толық емес: {n}-жүрістен кейінгі тақта түсініксіз",
        "запись неполна: положение после полухода {n} не объяснено",
        "the record is incomplete: what lay on the board after ply {n} is not explained",
    ),
    "lack.joined": (
        "жазба толық емес: көрінген жағдайдан {n}-жүрістен кейін не ойналғаны анықталмайды; "
        "ойын неден басталғанын беріңіз: --start POSITION",
        "запись неполна: по увиденному положению нельзя сказать, что играно после полухода {n}; "
        "задайте, с чего партия началась: --start POSITION",
        "the record is incomplete: the position as it was seen does not tell what was played after ply {n}; "
        "say what the game began with: --start POSITION",
    ),
    "lack.alerts": (
        "жабылмаған ескертулер: {alerts}, біріншісі {id}: {alert}",
        "неснятые предупреждения: {alerts}, первое под номером {id}: {alert}",
        "alerts that are not settled: {alerts}, the first is number {id}: {alert}",
    ),
}

_DESK: Final[Texts] = {
    "desk.no_answer": (
        "жазушы жауап бермейді: сәл күтіп, қайталап көріңіз",
        "запись не отвечает: подождите и попробуйте ещё раз",
        "the recorder does not answer: wait a little and try again",
    ),
    "desk.none": ("ескерту жоқ", "предупреждений нет", "no alerts"),
    "desk.open": ("ашық", "открыто", "open"),
    "desk.alert": (
        "{id:3}  {t:8.1f} с  {alert}; {settled}",
        "{id:3}  {t:8.1f} с  {alert}; {settled}",
        "{id:3}  {t:8.1f} s  {alert}; {settled}",
    ),
    "desk.changed": (
        "{n}-жүріс ({label}): {before} -> {after}",
        "полуход {n} ({label}): {before} -> {after}",
        "ply {n} ({label}): {before} -> {after}",
    ),
    "desk.no_fit": (
        "{n}-жүріс ({label}): {before} енді сәйкес емес",
        "полуход {n} ({label}): {before} больше не подходит",
        "ply {n} ({label}): {before} no longer fits",
    ),
    "desk.lapsed": (
        "{n}-жүріс ({label}) туралы айтылған {move} ({by}) енді сәйкес емес: қайта айтыңыз",
        "сказанное о полуходе {n} ({label}), {move} ({by}), больше не подходит: скажите заново",
        "what was said of ply {n} ({label}), {move} ({by}), no longer fits: say it anew",
    ),
    "desk.lapsed_position": (
        "{n}-жүрістен ({label}) кейінгі жағдай туралы айтылған ({by}) енді сәйкес емес: қайта айтыңыз",
        "сказанное о положении после полухода {n} ({label}, {by}) больше не подходит: скажите заново",
        "the position that was set after ply {n} ({label}, {by}) no longer fits: set it anew",
    ),
    "desk.as_it_was": (
        "жазбада онсыз да солай: ештеңе өзгерген жоқ",
        "в записи уже так: ничего не изменено",
        "the record has it so already: nothing is changed",
    ),
    "desk.which": (
        "{n}-жүріс бланкіде {label}; бланкідегі нөмірмен {n}w (ақ) не {n}b (қара) деп жазыңыз",
        "полуход {n} на бланке: {label}; по номеру на бланке пишите {n}w (белые) или {n}b (чёрные)",
        "ply {n} is {label} on the scoresheet; by the scoresheet's numbers write {n}w (white) or {n}b (black)",
    ),
    "desk.turned": (
        "ақ енді тақтаның басқа жағында: барлық жүріс екінші ойыншынікі",
        "белые теперь на другой стороне доски: все ходы принадлежат другому игроку",
        "white now sits on the other side of the board: every ply is the other player's",
    ),
    "desk.result": (
        "нәтиже: {before} -> {after}",
        "результат: {before} -> {after}",
        "result: {before} -> {after}",
    ),
    "desk.unchanged": ("басқа жүріс өзгерген жоқ", "другие ходы не изменились", "no other ply has changed"),
    "desk.stands": (
        "жазбадағы жүріс: {plies}; {status}",
        "полуходов в записи: {plies}; {status}",
        "plies: {plies}; {status}",
    ),
}

_GAMES: Final[Texts] = {
    "game.alternatives": (
        "{n}-жүріс ({label}) {move} {p}; әйтпесе {others}",
        "полуход {n} ({label}) {move} {p}; иначе {others}",
        "ply {n} ({label}) {move} {p}; else {others}",
    ),
    "game.alone": (
        "{n}-жүріс ({label}) {move} {p}",
        "полуход {n} ({label}) {move} {p}",
        "ply {n} ({label}) {move} {p}",
    ),
    "game.kazan": ("қазан", "казан", "kazan"),
    "game.unfinished": (
        "аяқталмады, жүріс кезегі: {side}",
        "не окончена, ход: {side}",
        "not finished, {side} to move",
    ),
    "header.White": ("Ақ", "Белые", "White"),
    "header.Black": ("Қара", "Чёрные", "Black"),
    "header.WhiteTeam": ("Ақтың командасы", "Команда белых", "White's team"),
    "header.BlackTeam": ("Қараның командасы", "Команда чёрных", "Black's team"),
    "header.Event": ("Жарыс", "Соревнование", "Competition"),
    "header.Round": ("Айналым", "Тур", "Round"),
    "header.Board": ("Тақта нөмірі", "Номер доски", "Board number"),
    "header.Site": ("Қала, ел", "Город, страна", "City, country"),
    "header.Date": ("Күні", "Дата", "Date"),
    "header.TimeControl": ("Уақыт бақылауы", "Контроль времени", "Time control"),
    "game.head": ("мөрі {head}", "печать {head}", "seal {head}"),
    "game.replays": (
        "ойын қайта жүргізілді: {plies} жүріс; жүріс, тұздық, қазан мен нәтиже ережеге қайшы емес",
        "партия разыграна заново, полуходов: {plies}; ходы, туздыки, казаны и результат правилам не противоречат",
        "the game was replayed, {plies} plies: moves, tuzdyks, kazans and the result do not contradict the rules",
    ),
    "game.untouched": (
        "қойма жазылған күйінде: бірде-бір жолы өзгертілмеген",
        "хранилище такое, каким было записано: ни одна строка не изменена",
        "the store is as it was written: no row of it was changed",
    ),
    "game.files_agree": (
        "қоймадан жасалған файлдар онымен бірдей: {names}",
        "файлы, сделанные из хранилища, с ним совпадают: {names}",
        "the files made from the store say the same: {names}",
    ),
    "game.found_again": (
        "көрінгені бойынша ойын қайта табылды: дәл сол ойын шықты",
        "по увиденному партия найдена заново: вышла та же самая",
        "the game was found once more from what was seen, and came out the same",
    ),
    "game.differs": (
        "{name} қоймадағымен бірдей емес: togyz export оны қайта жазады",
        "{name} не то, что в хранилище: togyz export запишет заново",
        "{name} is not what the store tells: togyz export writes it anew",
    ),
    "game.position": ("жағдай: {position}", "положение: {position}", "position: {position}"),
    "game.shown_by": ("көрсететін файл: {file}", "показывает {file}", "shown by {file}"),
    "game.not_shown": (
        "көрсететін файл жоқ (орын болмаған не өшірілген): {file}",
        "файла нет (не было места или удалён): {file}",
        "shown by {file}, which is not there: no room, or removed",
    ),
    "game.otherwise": (
        "осы бағдарлама көргені бойынша {n}-жолдан бастап басқаша жазар еді",
        "по увиденному эта программа записала бы иначе, начиная со строки {n}",
        "of what was seen this program would write otherwise from row {n} on",
    ),
}

_FIND: Final[Texts] = {
    "find.found": ("табылған ойын: {games}", "найдено партий: {games}", "games found: {games}"),
    "find.none_yet": ("әзірге ойын жоқ", "партий пока нет", "no games yet"),
    "find.at": (", {n}-жүрістен кейін", ", после полухода {n}", ", after ply {n}"),
    "find.faults": (
        "оқылмаған файл: {files}, біріншісі {path}: {fault}",
        "не прочитано файлов: {files}, первый {path}: {fault}",
        "files that could not be read: {files}, the first is {path}: {fault}",
    ),
}

_REPAIR: Final[Texts] = {
    "repair.none": (
        "жазылған күйінде бланкіге келетін ойын табылмады",
        "ни одна партия не подходит к бланку, как он написан",
        "no game was found that fits the sheet as it is written",
    ),
    "repair.unknown": (
        "бланкіге келетін ойын бар-жоғы белгісіз: бәрін тексеру мүмкін болмады",
        "подходит ли к бланку какая-нибудь партия, неизвестно: перебрать удалось не все",
        "whether a game fits the sheet is not known: not all could be tried",
    ),
    "repair.games": (
        "бланкіге келетін ойын: {games}",
        "партий, подходящих к бланку: {games}",
        "games that fit the sheet: {games}",
    ),
    "repair.at_least": (
        "бланкіге келетін ойын: кемінде {games}",
        "партий, подходящих к бланку: не меньше {games}",
        "games that fit the sheet: at least {games}",
    ),
    "repair.no_mend": (
        "бланкіні түзететін шағын өзгеріс табылмады",
        "малого изменения, которое исправило бы бланк, не найдено",
        "no small change of the sheet was found that would mend it",
    ),
    "repair.one_mend": ("мынау түзетер еді:", "исправило бы:", "this would mend it:"),
    "repair.mends": ("мыналардың бірі түзетер еді:", "исправило бы одно из:", "any of these would mend it:"),
    "repair.and": ("{one}, және {other}", "{one}, и {other}", "{one}, and {other}"),
    "repair.mend": ("{changes} (ойын: {games})", "{changes} (партий: {games})", "{changes} (games: {games})"),
    "repair.more": ("тағы {n}", "и ещё {n}", "and {n} more"),
    "repair.certain": (
        "бланкінің соңындағы жағдай мынау",
        "положение в конце бланка таково",
        "at the end of the sheet the position is this",
    ),
    "repair.mended": (
        "түзетілгеннен кейін бланкінің соңындағы жағдай мынау",
        "положение в конце исправленного бланка таково",
        "at the end of the sheet once it is mended the position is this",
    ),
    "repair.uncertain": (
        "бланкінің соңындағы жағдай белгісіз",
        "положение в конце бланка неясно",
        "at the end of the sheet the position is not certain",
    ),
    "repair.no_result": ("нәтиже жазылмаған", "результат не написан", "no result is written"),
    "repair.result": ("нәтиже {result}", "результат {result}", "the result is {result}"),
    "repair.written": ("ойын {path} файлына жазылды", "партия записана в {path}", "the game is written to {path}"),
    "repair.written_mended": (
        "түзетілген ойын {path} файлына жазылды",
        "исправленная партия записана в {path}",
        "the mended game is written to {path}",
    ),
    "repair.unwritten": (
        "{path} жазылмады: қандай ойын болғаны белгісіз",
        "{path} не записан: какая партия сыграна, неясно",
        "{path} is not written: which game was played is not certain",
    ),
    "note.forgiven": (
        "кешірілді, {line}-жол: {text}: {what}",
        "прощено, строка {line}: {text}: {what}",
        "forgiven, line {line}: {text}: {what}",
    ),
    "note.wrong": ("{line}-жол: {text}: {what}", "строка {line}: {text}: {what}", "line {line}: {text}: {what}"),
    "game.contradiction": ("{n}-жүріс: {what}", "полуход {n}: {what}", "ply {n}: {what}"),
}

RECORDS: Final[Texts] = {
    **_LACKS,
    **_DESK,
    **_GAMES,
    **_FIND,
    **_REPAIR,
}
