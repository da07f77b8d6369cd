"""All sentences: for each key Kazakh in Cyrillic letters, Russian, English. Latin Kazakh follows from the first.

Numbers stand behind nouns or colons, so that no language needs its plural forms. What stands in braces is filled in as
``str.format`` does.
"""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.commands import COMMANDS
from togyz_companion.messages.displays import DISPLAYS
from togyz_companion.messages.languages import Texts
from togyz_companion.messages.machine import MACHINE
from togyz_companion.messages.sayings import SAYINGS
from togyz_companion.messages.seeing import SEEING
from togyz_companion.messages.troubles import TROUBLES
from togyz_companion.messages.unusable import UNUSABLE

_WORDS: Final[Texts] = {
    "side.white": ("ақ", "белые", "white"),
    "side.black": ("қара", "чёрные", "black"),
    "status.waiting": ("бастапқы орналасу күтілуде", "ожидается начальная позиция", "waiting for the start position"),
    "status.playing": ("ойын жүріп жатыр", "идёт партия", "playing"),
    "status.paused": ("үзіліс", "перерыв", "paused"),
    "status.desync": (
        "тақтадағы жағдай анықталуда",
        "положение на доске выясняется",
        "the position on the board is being cleared up",
    ),
    "status.unfinished": ("ойын аяқталмаған", "партия не окончена", "not finished"),
    "status.over": ("ойын аяқталды", "партия окончена", "the game is over"),
    "reason.kazan_82": ("қазанда 82 құмалақ", "82 кумалака в казане", "82 kumalak in the kazan"),
    "reason.atsyrau": ("атсырау", "атсырау", "atsyrau"),
    "reason.draw_81": ("81:81", "81:81", "81 to 81"),
    "reason.agreement": ("келісім бойынша", "по соглашению", "agreed"),
    "reason.flag": ("уақыты бітті", "время истекло", "the flag fell"),
    "reason.resigned": ("берілді", "сдача", "resigned"),
    "reason.forfeit": ("келмегені үшін", "неявка", "by absence"),
    "reason.rules": ("ереже бойынша", "по правилам", "by the rules"),
    "reason.arbiter": ("төрешінің шешімімен", "решением судьи", "by the arbiter"),
    "how.put_right": ("тақтада түзетілді", "исправлено на доске", "put right"),
    "how.accepted": ("ойналғандай қабылданды", "принято как сыграно", "accepted as played"),
    "how.set": ("төреші шешті", "решено судьёй", "settled by hand"),
    "how.resync": ("кейінгі жүрістер түсіндірді", "объяснено следующими ходами", "later plies explain it"),
    "why.source": ("камера немесе фильм үзілді", "камера или фильм оборвались", "the camera or the film broke off"),
    "why.program": ("бағдарламаның қатесі", "ошибка программы", "a fault of the program"),
    "why.gone": (
        "камера ажырап қалды: сымын, қуатын, желісін тексеріңіз",
        "камера пропала: проверьте кабель, питание и сеть",
        "the camera is gone: check its plug, its power and the network",
    ),
    "why.silent": (
        "камерадан сурет келмейді: сымын, қуатын, желісін тексеріңіз",
        "камера молчит: проверьте кабель, питание и сеть",
        "the camera gives no pictures: check its cable, its power and the network",
    ),
    "why.frozen": (
        "камераның суреті қатып қалды: өшіріп, қайта қосыңыз",
        "картинка камеры застыла: выключите и включите её",
        "the camera gives the same picture all the time: turn it off and on again",
    ),
    "why.black": (
        "камераның суреті қап-қара: қақпағын алыңыз, жарық қосыңыз",
        "камера даёт чёрную картинку: снимите крышку, включите свет",
        "the camera gives black pictures: take off its cap, turn on the light",
    ),
    "why.cut": (
        "камераның суреті толық келмейді: қысқа сым не басқа USB ұясын алыңыз",
        "картинка приходит не целиком: возьмите кабель короче или другое гнездо USB",
        "the camera's pictures lack their lower part: use a shorter cable, or another USB socket",
    ),
    "why.resized": (
        "камера суретінің өлшемі өзгерді: бұрынғы өлшемін қойыңыз",
        "камера даёт картинку другого размера: верните прежний",
        "the camera gives pictures of another size: set the one that it had",
    ),
    "why.blurred": (
        "камераның суреті бұлыңғыр: шынысын сүртіңіз, айқындығын реттеңіз",
        "картинка камеры размыта: протрите объектив, наведите резкость",
        "the camera gives pictures without any detail: wipe its lens, focus it",
    ),
}

_CODES: Final[Texts] = {
    "code.sown_short": (
        "бір отауға екі құмалақ түсті немесе соңғысы қолда қалды",
        "в одно отау легло два кумалака, или последний остался в руке",
        "two kumalak in one otau, or the last one kept",
    ),
    "code.partial_take": (
        "отаудың бір бөлігі ғана алынды",
        "взята только часть отау",
        "only a part of an otau was taken",
    ),
    "code.skipped_otau": ("бір отау аттап өтілді", "отау пропущено", "an otau was skipped"),
    "code.source_left_empty": (
        "алғашқы құмалақ өз отауына салынбады",
        "первый кумалак не положен обратно",
        "the first kumalak was not put back",
    ),
    "code.wrong_direction": ("теріс бағытта таратылды", "разложено в обратную сторону", "sown in the wrong direction"),
    "code.captured_odd": ("тақ сан алынды", "взято нечётное число", "an odd number was captured"),
    "code.captured_own": ("өз жағынан алынды", "взято на своей стороне", "captured on the own side"),
    "code.missed_capture": ("ұтылған құмалақ алынбады", "выигранные кумалаки не взяты", "a capture was not taken"),
    "code.tuzdyk_illegal": (
        "ережеге қайшы тұздық",
        "туздык, которого правила не дают",
        "a tuzdyk that the rules do not allow",
    ),
    "code.tuzdyk_second": ("екінші тұздық", "второй туздык", "a second tuzdyk"),
    "code.tuzdyk_not_emptied": (
        "тұздыққа түскен құмалақ қазанға салынбады",
        "туздык не опустошён",
        "a tuzdyk was not emptied",
    ),
    "code.tuzdyk_not_marked": ("тұздық белгіленбеген", "туздык не отмечен", "a tuzdyk is not marked"),
    "code.moved_twice": ("бір жақ қатарынан екі рет жүрді", "одна сторона пошла дважды", "the same side moved twice"),
    "code.moved_opponents": (
        "қарсыластың отауымен жүрілді",
        "сыграно отау соперника",
        "an otau of the opponent was played",
    ),
    "code.wrong_kazan": ("басқа қазанға салынды", "положено не в тот казан", "put into the wrong kazan"),
    "code.ball_missing": ("құмалақ жетпейді", "не хватает кумалака", "a kumalak is missing"),
    "code.ball_extra": ("артық құмалақ бар", "есть лишний кумалак", "there is a kumalak too many"),
    "code.unexplained": (
        "тақтадағы жағдай түсініксіз",
        "положение на доске не объяснено",
        "what lies on the board is not explained",
    ),
    "code.camera_lost": ("камера тақтаны көрмейді", "камера не видит доску", "the camera does not see the board"),
    "code.otau_covered": ("отау жабық тұр", "отау закрыто", "an otau is covered"),
    "code.no_press": ("сағат басылмады", "часы не нажаты", "the clock was not pressed"),
    "code.press_without_move": (
        "жүріссіз сағат басылды",
        "часы нажаты без хода",
        "the clock was pressed without a move",
    ),
    "code.flag_fell": ("жалау құлады", "флаг упал", "a flag fell"),
}

_EVENTS: Final[Texts] = {
    "event.calibrated": (
        "тақта табылды ({layout}, еңкіштігі {tilt_deg:.0f}°)",
        "доска найдена ({layout}, наклон {tilt_deg:.0f}°)",
        "the board was found ({layout}, tilted by {tilt_deg:.0f}°)",
    ),
    "event.started": ("ойын басталды", "партия началась", "the game begins"),
    "event.side_settled.kept": (
        "     ақ тақтаның бұрыштары көрсеткен жақта отыр",
        "     белые сидят там, где указали углы доски",
        "     white sits as the board's corners say",
    ),
    "event.side_settled.turned": (
        "     ақ тақтаның бұрыштары қараға берген жақта отыр",
        "     белые сидят там, где углы доски указали чёрных",
        "     white sits on the side that the board's corners give to black",
    ),
    "event.ply": ("{n:3}. {side} {move:4} {confidence:.1%}",) * 3,
    "event.retract": (
        "     олай емес: {n}-жүрістен бастап басқаша ойналды",
        "     не так: начиная с полухода {n} сыграно иначе",
        "     not so: from ply {n} on it was played otherwise",
    ),
    "event.lapsed": (
        "     {n}-жүріс туралы айтылған ({by}) енді сәйкес емес",
        "     сказанное о полуходе {n} ({by}) больше не подходит",
        "     what was said of ply {n} ({by}) no longer fits",
    ),
    "event.takeback": (
        "     жүріс қайтарылды, қалған жүріс: {n}",
        "     ход взят назад, осталось полуходов: {n}",
        "     taken back, plies that remain: {n}",
    ),
    "event.alert": ("     ескерту {id}: {alert}", "     предупреждение {id}: {alert}", "     alert {id}: {alert}"),
    "event.resolved": (
        "     ескерту {id} жабылды: {how}",
        "     предупреждение {id} снято: {how}",
        "     alert {id} is settled: {how}",
    ),
    "event.desync": (
        "     {n}-жүрістен кейінгі тақта түсініксіз",
        "     после полухода {n} положение на доске не объяснено",
        "     the board cannot be explained after ply {n}",
    ),
    "event.resync": (
        "     {n}-жүрістен кейінгі тақта қайта түсінікті",
        "     после полухода {n} положение снова объяснено",
        "     the board is explained again after ply {n}",
    ),
    "event.position_set.adopted": (
        "     {n}-жүрістен кейін ойын тақтада тұрғаннан жалғасады",
        "     после полухода {n} игра идёт от того, что лежит на доске",
        "     after ply {n} the game goes on from what lies on the board",
    ),
    "event.position_set.said": (
        "     {n}-жүрістен кейінгі жағдайды {by} қойды",
        "     положение после полухода {n} установлено: {by}",
        "     the position after ply {n} was set by {by}",
    ),
    "event.corrected": (
        "     {n}-жүрісті {by} түзетті",
        "     полуход {n} исправлен: {by}",
        "     ply {n} was corrected by {by}",
    ),
    "event.headers": (
        "     ойыншылар мен жарысты {by} өзгертті",
        "     имена и соревнование изменены: {by}",
        "     names and competition were changed by {by}",
    ),
    "event.accepted": (
        "     ескерту {id}: ойналғандай қабылдаған {by}",
        "     предупреждение {id}: принято как сыграно: {by}",
        "     alert {id}: accepted as played by {by}",
    ),
    "event.time_low": (
        "     {side}: бес минуттан аз уақыт қалды",
        "     {side}: осталось меньше пяти минут",
        "     {side}: less than five minutes are left",
    ),
    "event.decided": (
        "     шешілді: {result} ({reason})",
        "     решено: {result} ({reason})",
        "     decided: {result} ({reason})",
    ),
    "event.over": (
        "     {result} ({reason}), қазандар {white}-{black}",
        "     {result} ({reason}), казаны {white}-{black}",
        "     {result} ({reason}), kazans {white}-{black}",
    ),
    "event.drift": (
        "     тақта немесе камера {px:.0f} px жылжыды",
        "     доска или камера сдвинулась на {px:.0f} px",
        "     the board or the camera moved by {px:.0f} px",
    ),
    "trembles": (
        "     тақта немесе камера орнында тұрмайды: бекітіңіз",
        "     доска или камера не стоит на месте: закрепите её",
        "     the board or the camera does not stand still: fix it",
    ),
    "event.lost.meanwhile": ("     {why}",) * 3,
    "event.back": (
        "     камера қайта көріп тұр, суретсіз өткен уақыт: {gap_s:.1f} с",
        "     камера снова видит, без картинки прошло: {gap_s:.1f} с",
        "     the camera sees again, without pictures: {gap_s:.1f} s",
    ),
    "event.lost": (
        "     жазу үзілді: {why} ({detail})",
        "     запись прервана: {why} ({detail})",
        "     lost: {why} ({detail})",
    ),
    "event.finished": ("жазба мұнда: {path}", "запись в {path}", "the record is in {path}"),
}

_BOXES: Final[Texts] = {
    "otau": ("{side}, {otau}-отау", "{side}, отау {otau}", "{side} {otau}"),
    "kazan": ("{side}, қазан", "{side}, казан", "{side}'s kazan"),
    "instead": (
        "{box}: {expected} орнына {seen}",
        "{box}: {seen} вместо {expected}",
        "{box}: {seen} instead of {expected}",
    ),
    "more": ("тағы {boxes}", "и ещё {boxes}", "and {boxes} more"),
}

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
        "{n}-жүріс ({place}): {before} -> {after}",
        "полуход {n} ({place}): {before} -> {after}",
        "ply {n} ({place}): {before} -> {after}",
    ),
    "desk.no_fit": (
        "{n}-жүріс ({place}): {before} енді сәйкес емес",
        "полуход {n} ({place}): {before} больше не подходит",
        "ply {n} ({place}): {before} no longer fits",
    ),
    "desk.lapsed": (
        "{n}-жүріс туралы айтылған {move} ({by}) енді сәйкес емес: қайта айтыңыз",
        "сказанное о полуходе {n}, {move} ({by}), больше не подходит: скажите заново",
        "what was said of ply {n}, {move} ({by}), no longer fits: say it anew",
    ),
    "desk.lapsed_position": (
        "{n}-жүрістен кейінгі жағдай туралы айтылған ({by}) енді сәйкес емес: қайта айтыңыз",
        "сказанное о положении после полухода {n} ({by}) больше не подходит: скажите заново",
        "the position that was set after ply {n} ({by}) no longer fits: set it anew",
    ),
    "desk.as_it_was": (
        "жазбада онсыз да солай: ештеңе өзгерген жоқ",
        "в записи уже так: ничего не изменено",
        "the record has it so already: nothing is changed",
    ),
    "desk.which": (
        "{n}-жүріс бланкіде {place}; бланкідегі нөмірмен 12w (ақ) не 12b (қара) деп жазыңыз",
        "полуход {n} на бланке: {place}; по номеру на бланке пишите 12w (белые) или 12b (чёрные)",
        "ply {n} is {place} on the scoresheet; by the scoresheet's numbers write 12w (white) or 12b (black)",
    ),
    "desk.turned": (
        "ақ енді тақтаның басқа жағында: барлық жүріс екінші ойыншынікі",
        "белые теперь на другой стороне доски: все ходы принадлежат другому игроку",
        "white now sits on the other side of the board: every ply is the other player's",
    ),
    "desk.unchanged": ("басқа жүріс өзгерген жоқ", "другие ходы не изменились", "no other ply has changed"),
    "desk.stands": (
        "жазбадағы жүріс: {plies}; {status}",
        "полуходов в записи: {plies}; {status}",
        "plies: {plies}; {status}",
    ),
}

_DOUBT: Final[Texts] = {
    "doubt.seen": (
        "тақта түсініксіз; анық жүріс: {n}, сонда {position}; көрінгені: ақ {white}; қара {black}",
        "положение не объяснено; верных полуходов: {n}, тогда {position}; видно: белые {white}; чёрные {black}",
        "the board is not explained; sure plies: {n}, then {position}; seen: white {white}; black {black}",
    ),
    "doubt.may_be": (
        "  {p}  {board} (жазбадағы жүріс: {n})",
        "  {p}  {board} (полуходов в записи: {n})",
        "  {p}  {board} (plies on record: {n})",
    ),
    "board.at_rest": ("жазбадағы жағдай тұр", "стоит положение из записи", "the position on record"),
    "board.ply_under_way": ("жүріс жасалып жатыр", "идёт ход", "a ply is under way"),
    "board.capture_not_lifted": (
        "ұтылған құмалақ әлі алынған жоқ",
        "выигранные кумалаки ещё не взяты",
        "a capture is not lifted yet",
    ),
    "board.error": ("қате", "ошибка", "an error"),
    "board.unexplained": ("белгісіз", "неизвестно что", "something else"),
    "board.cleared": ("тақта жиналып жатыр", "доску убирают", "the board is being cleared"),
}

_GAMES: Final[Texts] = {
    "game.alternatives": (
        "{n}-жүріс ({place}) {move} {p}; әйтпесе {others}",
        "полуход {n} ({place}) {move} {p}; иначе {others}",
        "ply {n} ({place}) {move} {p}; else {others}",
    ),
    "game.alone": (
        "{n}-жүріс ({place}) {move} {p}",
        "полуход {n} ({place}) {move} {p}",
        "ply {n} ({place}) {move} {p}",
    ),
    "game.kazan": ("қазан", "казан", "kazan"),
    "game.unfinished": (
        "аяқталмады, жүріс кезегі: {side}",
        "не окончена, ход: {side}",
        "not finished, {side} to move",
    ),
    "game.head": ("мөрі {head}", "печать {head}", "head {head}"),
    "game.replays": (
        "жазылғанның бәрі дұрыс (жүріс: {plies})",
        "всё записанное верно (полуходов: {plies})",
        "everything written replays ({plies} plies)",
    ),
    "game.differs": (
        "{name} қоймадағымен бірдей емес: togyz export оны қайта жазады",
        "{name} не то, что в хранилище: togyz export запишет заново",
        "{name} is not what the store tells: togyz export writes it anew",
    ),
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
    "find.at": (", {n}-жүрістен кейін", ", после полухода {n}", ", after ply {n}"),
    "find.faults": (
        "оқылмаған файл: {files}, біріншісі {path}: {fault}",
        "не прочитано файлов: {files}, первый {path}: {fault}",
        "files that could not be read: {files}, the first is {path}: {fault}",
    ),
}

_SAYINGS: Final[Texts] = {
    said.key: (*texts, said.value)
    for kind in (SAYINGS, SEEING, TROUBLES, UNUSABLE, DISPLAYS)
    for said, texts in kind.items()
}

_REPAIR: Final[Texts] = {
    "repair.none": (
        "жазылған күйінде параққа келетін ойын табылмады",
        "ни одна партия не подходит к бланку, как он написан",
        "no game was found that fits the sheet as it is written",
    ),
    "repair.unknown": (
        "параққа келетін ойын бар-жоғы белгісіз: бәрін тексеру мүмкін болмады",
        "подходит ли к бланку какая-нибудь партия, неизвестно: перебрать удалось не все",
        "whether a game fits the sheet is not known: not all could be tried",
    ),
    "repair.games": (
        "параққа келетін ойын: {games}",
        "партий, подходящих к бланку: {games}",
        "games that fit the sheet: {games}",
    ),
    "repair.at_least": (
        "параққа келетін ойын: кемінде {games}",
        "партий, подходящих к бланку: не меньше {games}",
        "games that fit the sheet: at least {games}",
    ),
    "repair.no_mend": (
        "парақты түзететін шағын өзгеріс табылмады",
        "малого изменения, которое исправило бы бланк, не найдено",
        "no small change of the sheet was found that would mend it",
    ),
    "repair.one_mend": ("мынау түзетер еді:", "исправило бы:", "this would mend it:"),
    "repair.mends": ("мыналардың бірі түзетер еді:", "исправило бы одно из:", "any of these would mend it:"),
    "repair.and": ("{one}, және {other}", "{one}, и {other}", "{one}, and {other}"),
    "repair.mend": ("{changes} (ойын: {games})", "{changes} (партий: {games})", "{changes} (games: {games})"),
    "repair.more": ("тағы {n}", "и ещё {n}", "and {n} more"),
    "repair.certain": (
        "парақтың соңындағы жағдай мынау",
        "положение в конце бланка таково",
        "at the end of the sheet the position is this",
    ),
    "repair.mended": (
        "түзетілгеннен кейін парақтың соңындағы жағдай мынау",
        "положение в конце исправленного бланка таково",
        "at the end of the sheet once it is mended the position is this",
    ),
    "repair.uncertain": (
        "парақтың соңындағы жағдай белгісіз",
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

TEXTS: Final[Texts] = {
    **_WORDS,
    **_CODES,
    **_EVENTS,
    **_BOXES,
    **_LACKS,
    **_DESK,
    **_DOUBT,
    **_GAMES,
    **_FIND,
    **_SAYINGS,
    **_REPAIR,
    **MACHINE,
    **COMMANDS,
}
