"""What ``--help`` tells of each option, in Kazakh and Russian, by its English text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OPTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "Show the version and exit.": (
        "Нұсқасын көрсету.",
        "Показать версию.",
    ),
    "The language of what is said.": (
        "Хабарламалардың тілі.",
        "Язык сообщений.",
    ),
    "Log everything to stderr, with tracebacks.": (
        "Барлығын stderr-ге жазу, қателердің ізімен.",
        "Записывать всё в stderr, с трассировками.",
    ),
    "Where the game's folder is made, instead of a new folder for temporary files.": (
        "Ойын қалтасы ашылатын жер; берілмесе, уақытша жаңа қалта.",
        "Где создать папку партии; иначе новая временная папка.",
    ),
    "Take the film no faster than it was made.": (
        "Фильмді түсірілгенінен тез жүргізбеу.",
        "Вести фильм не быстрее, чем он снят.",
    ),
    "Show the board on a page of this machine meanwhile, or do not.": (
        "Тақтаны осы компьютердің бетінде қатар көрсету не көрсетпеу.",
        "Показывать доску на странице этого компьютера или нет.",
    ),
    "The language in which people are told; else the one of the environment (LANG).": (
        "Хабарламалардың тілі; берілмесе, жүйенікі (LANG).",
        "Язык сообщений; иначе язык системы (LANG).",
    ),
    "Print one event a line as JSON, and nothing else, to stdout.": (
        "stdout-қа тек оқиғаларды, әрқайсысын JSON жолымен шығару.",
        "Печатать в stdout только события, каждое строкой JSON.",
    ),
    (
        "The board's outer corners in px, \"x,y x,y x,y x,y\": beside white's otau 1, then white's near right, "
        "far right and far left; six or eight points with the hinge's ends."
    ): (
        (
            'Тақтаның сыртқы бұрыштары, px, "x,y x,y x,y x,y": ақтың 1-отауы жағындағы, сосын ақтың оң жағындағы, '
            "қарсы оң және қарсы сол; топса ұштарымен алты не сегіз нүкте."
        ),
        (
            'Внешние углы доски в px, "x,y x,y x,y x,y": у отау 1 белых, затем справа от белых, дальний правый и '
            "дальний левый; с концами петли шесть или восемь точек."
        ),
    ),
    "How the camera's lens bends the picture, where that was measured: a JSON file, or another calibration.": (
        "Объектив суретті қалай бүгеді, егер өлшенсе: JSON файлы не басқа калибрлеу.",
        "Как объектив искривляет картинку, если это измерено: файл JSON или другая калибровка.",
    ),
    "The kind of board: auto (learned from the picture), a name (shipped, or from --save-layout), or a file.": (
        "Тақтаның түрі: auto (суреттен үйреніледі), аты (дайын не --save-layout сақтаған) не файл.",
        "Вид доски: auto (узнаётся по картинке), имя (готовое или из --save-layout) или файл.",
    ),
    "Where white sits in the picture, as the corners must say too; auto: found out in play.": (
        "Ақ суреттің қай жағында отыр (бұрыштар да соны айтуы керек); auto: ойын барысында анықталады.",
        "Где на картинке сидят белые (так же должны говорить углы); auto: выясняется в игре.",
    ),
    "Where the game's folder is made.": (
        "Ойын қалтасы ашылатын жер.",
        "Где создать папку партии.",
    ),
    "Who plays, when, where: White=..., or a file of such lines. May be given again.": (
        "Кім, қашан, қайда ойнайды: White=... не сондай жолдары бар файл. Бірнеше рет беруге болады.",
        "Кто, когда и где играет: White=... или файл с такими строками. Можно повторять.",
    ),
    "What differs from the usual rules: at_82=stop, extra_move=on, flag=loss.": (
        "Әдеттегі ережеден айырмасы: at_82=stop, extra_move=on, flag=loss.",
        "Отличия от обычных правил: at_82=stop, extra_move=on, flag=loss.",
    ),
    (
        "What shows each ply and alert: pictures before and after, and short clips. [default: clips before a camera, "
        "pictures of a film]"
    ): (
        (
            "Әр жүріс пен ескертуді не көрсетеді: дейінгі, кейінгі суреттер, қысқа бейнелер. [әдепкі: камерада "
            "clips, фильмде pictures]"
        ),
        (
            "Что показывает каждый ход и предупреждение: снимки до и после, короткие ролики. [по умолчанию: с камеры "
            "clips, с фильма pictures]"
        ),
    ),
    "How much of it is kept of a game; the oldest goes, clips first.": (
        "Бір ойыннан қанша сақталады; ескісі кетеді, алдымен бейнелер.",
        "Сколько этого хранится с партии; старое уходит, сначала ролики.",
    ),
    "Keep whole pictures, not only the board and its surroundings.": (
        "Тек тақта мен айналасын емес, суретті толық сақтау.",
        "Хранить картинки целиком, а не только доску и то, что рядом.",
    ),
    "Keep a camera's whole film, too: it can be recorded from once more.": (
        "Камераның бүкіл фильмін де сақтау: одан қайта жазуға болады.",
        "Хранить и весь фильм камеры: с него можно записать ещё раз.",
    ),
    "How much of it is kept of a session; the oldest goes.": (
        "Бір отырыстан қанша сақталады; ескісі кетеді.",
        "Сколько этого хранится с одного сеанса; старое уходит.",
    ),
    "The time control that the page offers: classic, rapid, blitz, or minutes with seconds, as 25+10.": (
        "Бет ұсынатын уақыт бақылауы: classic, rapid, blitz не минут пен секунд, 25+10 сияқты.",
        "Контроль времени, который предложит страница: classic, rapid, blitz или минуты с секундами, как 25+10.",
    ),
    "What the players press, such as buttons:PORT (docs/clocks.md).": (
        "Ойыншылар басатын нәрсе, buttons:PORT сияқты (docs/clocks.md).",
        "Что нажимают игроки, например buttons:PORT (docs/clocks.md).",
    ),
    "Also serve the clock's page at this address, for a phone on the table; the operator's page shows its link.": (
        "Үстелдегі телефон үшін сағат бетін осы мекенжайдан да көрсету; сілтемесі оператор бетінде.",
        "Показывать страницу часов и по этому адресу, для телефона на столе; ссылка на странице оператора.",
    ),
    "A folder that gets states and moves for others to poll (docs/feeds.md); several boards may share it.": (
        "Басқалар оқитын жағдайлар мен жүрістер қалтасы (docs/feeds.md); бірнеше тақтаға ортақ бола алады.",
        "Папка с положениями и ходами, которую читают другие (docs/feeds.md); общая для нескольких досок.",
    ),
    "Show what the feed tells at this address, to whoever can reach it; nobody can change it there.": (
        "Трансляцияны осы мекенжайдан көрсету, кіре алатынның бәріне; онда ештеңені өзгертуге болмайды.",
        "Показывать трансляцию по этому адресу всем, кто до него дойдёт; изменить там ничего нельзя.",
    ),
    "How far feed and public pages stay behind the board, as 15m; this machine's own page shows it at once.": (
        "Трансляция мен көпшілік беттері қанша кешігеді, 15m сияқты; осы компьютердің өз беті бірден көрсетеді.",
        "На сколько отстают трансляция и страницы для всех, как 15m; своя страница показывает сразу.",
    ),
    "0: any that is free.": (
        "0: бос тұрған кез келгені.",
        "0: любой свободный.",
    ),
    "Only tell the page's address.": (
        "Тек беттің мекенжайын айту.",
        "Только назвать адрес страницы.",
    ),
    "The page's language; else the one that the browser asks for.": (
        "Беттің тілі; берілмесе, браузердікі.",
        "Язык страницы; иначе тот, который просит браузер.",
    ),
    "A file that togyz calibrate wrote.": (
        "togyz calibrate жазған файл.",
        "Файл, записанный togyz calibrate.",
    ),
    (
        "Where the game begins: a position string, as togyz show --ply prints it; seen: as the board is seen at first; "
        "auto: start, or else as seen."
    ): (
        (
            "Ойын неден басталады: togyz show --ply шығаратын жағдай жолы; seen: тақтада алғаш көрінгеннен; auto: "
            "бастапқы жағдай, болмаса seen."
        ),
        (
            "С чего начинается партия: строка положения, какую печатает togyz show --ply; seen: как видно вначале; "
            "auto: начальное положение, иначе seen."
        ),
    ),
    "Who is to move where the position is seen; auto: found out in play.": (
        "Жағдай көрінгеннен алынса, кім жүреді; auto: ойын барысында анықталады.",
        "Чей ход, если положение берётся с доски; auto: выясняется в игре.",
    ),
    "Whether each player's kazan lies in the own half of the board; auto: found out by the first captures.": (
        "Әр ойыншының қазаны тақтаның өз жартысында ма; auto: алғашқы ұтыстан анықталады.",
        "Лежит ли казан игрока на его половине доски; auto: выясняется по первым взятиям.",
    ),
    (
        "Run a clock: classic, rapid, blitz, or minutes with seconds, as 25+10; it is pressed when the board rests, or "
        "by the players with --clock-source."
    ): (
        (
            "Сағат жүргізу: classic, rapid, blitz не минут пен секунд, 25+10 сияқты; тақта тынышталғанда басылады, "
            "--clock-source болса, ойыншылар басады."
        ),
        (
            "Вести часы: classic, rapid, blitz или минуты с секундами, как 25+10; нажимаются, когда доска "
            "успокоилась, а с --clock-source игроками."
        ),
    ),
    "Go on with a game that was broken off: a film's own, or the last one in --out that a camera showed.": (
        "Үзілген ойынды жалғастыру: фильмнің өз ойынын не --out ішіндегі камерадан жазылған соңғысын.",
        "Продолжить прерванную партию: партию этого фильма или последнюю снятую камерой в --out.",
    ),
    "Take a film no faster than it was made.": (
        "Фильм болса, түсірілгенінен тез жүргізбеу.",
        "Фильм вести не быстрее, чем он снят.",
    ),
    "A score display, such as s7s:PORT or virtual:FILE; togyz displays lists what there is. May be given again.": (
        "Есеп таблосы, s7s:PORT не virtual:FILE сияқты; барын togyz displays тізеді. Бірнеше рет беруге болады.",
        "Табло со счётом, как s7s:PORT или virtual:FILE; что есть, покажет togyz displays. Можно повторять.",
    ),
    "Show the board on a page of this machine; its address is told on stderr.": (
        "Тақтаны осы компьютердің бетінде көрсету; мекенжайы stderr-де айтылады.",
        "Показывать доску на странице этого компьютера; её адрес пишется в stderr.",
    ),
    "Where; 0.0.0.0:8080 for all who can reach this machine.": (
        "Қайда; осы компьютерге кіре алатынның бәріне 0.0.0.0:8080.",
        "Где; 0.0.0.0:8080 для всех, кто доходит до этого компьютера.",
    ),
    "Print one line of JSON for each picture, failures too.": (
        "Әр сурет үшін, оқылмағанына да, бір JSON жолын шығару.",
        "Печатать по строке JSON на каждую картинку, и на непрочитанную.",
    ),
    "A picture (.png or .jpg) to write in which everything counted is marked; for one IMAGE only.": (
        "Саналғанның бәрі белгіленген сурет (.png не .jpg) жазу; бір IMAGE үшін ғана.",
        "Записать картинку (.png или .jpg), где отмечено всё сосчитанное; только для одной IMAGE.",
    ),
    "The calibration file.": (
        "Калибрлеу файлы.",
        "Файл калибровки.",
    ),
    "Keep the kind of board, as it was learned from the picture, for --layout NAME.": (
        "Суреттен үйренілген тақта түрін --layout NAME үшін сақтау.",
        "Сохранить вид доски, узнанный по картинке, для --layout NAME.",
    ),
    "Print the result as a line of JSON.": (
        "Нәтижені JSON жолымен шығару.",
        "Напечатать результат строкой JSON.",
    ),
    "Show only the position after this ply (12, or 6b as on the scoresheet), and name the files that show it.": (
        "Тек осы жүрістен кейінгі жағдайды (12 не бланкідегідей 6b) және оны көрсететін файлдарды шығару.",
        "Показать только положение после этого хода (12 или 6b, как на бланке) и назвать файлы, где он виден.",
    ),
    "Tell of each ply how sure it is, and what else it may have been.": (
        "Әр жүріс қаншалықты сенімді, тағы қандай болуы мүмкін екенін айту.",
        "Сказать о каждом ходе, насколько он надёжен и чем ещё мог быть.",
    ),
    "Also infer a stored game again from what was seen, and compare.": (
        "Сақталған ойынды көрінгеннен қайта тауып, салыстыру.",
        "Найти сохранённую партию заново по увиденному и сравнить.",
    ),
    "A part of either player's name.": (
        "Ойыншылардың бірінің аты, бөлігі де болады.",
        "Часть имени одного из игроков.",
    ),
    "A part of the competition's name.": (
        "Жарыс атының бөлігі.",
        "Часть названия соревнования.",
    ),
    "How the date begins: 2026, 2026.11 or 2026.11.30.": (
        "Күннің басы: 2026, 2026.11 не 2026.11.30.",
        "Начало даты: 2026, 2026.11 или 2026.11.30.",
    ),
    "The result; * is none.": (
        "Нәтиже; * – жоқ.",
        "Результат; * – никакого.",
    ),
    'The first moves, as "76 76 99".': (
        'Алғашқы жүрістер, "76 76 99" сияқты.',
        'Первые ходы, как "76 76 99".',
    ),
    "A position that came up: a position string.": (
        "Ойында болған жағдай: жағдай жолы.",
        "Возникшее положение: строка положения.",
    ),
    "Where to remember what was read; it can be deleted at any time.": (
        "Оқылғаны сақталатын жер; кез келген уақытта өшіруге болады.",
        "Где помнить прочитанное; можно удалить в любое время.",
    ),
    "Print one game a line as JSON, and nothing else, to stdout.": (
        "stdout-қа тек ойындарды, әрқайсысын JSON жолымен шығару.",
        "Печатать в stdout только партии, каждую строкой JSON.",
    ),
    "Who says so; it is stored. Without it, who is logged in.": (
        "Мұны кім айтады; сақталады. Берілмесе, жүйеге кірген адам.",
        "Кто это говорит; сохраняется. Без этого – кто вошёл в систему.",
    ),
    "Why; without it the arbiter has decided so.": (
        "Себебі; берілмесе, төреші солай шешкен.",
        "Почему; иначе так решил судья.",
    ),
    "The form to write.": (
        "Жазылатын пішім.",
        "В каком виде записать.",
    ),
    "A file; else, or for -, stdout.": (
        "Файл; берілмесе не - болса, stdout.",
        "Файл; иначе или при - в stdout.",
    ),
    "Who sits below in diagrams; whose copy of a scoresheet is printed.": (
        "Диаграммада кім төменде; бланкінің кімнің данасы басылады.",
        "Кто на диаграммах внизу; чей экземпляр бланка печатать.",
    ),
    "svg, png: the position after so many plies.": (
        "svg, png: осынша жүрістен кейінгі жағдай.",
        "svg, png: положение после стольких полуходов.",
    ),
    "Print one line of JSON, and nothing else, to stdout.": (
        "stdout-қа тек бір JSON жолын шығару.",
        "Напечатать в stdout только одну строку JSON.",
    ),
    "Write the game, where it is certain, to a file in the form that its name's end says, as in togyz export.": (
        "Ойын анық болса, оны файлға жазу; пішімін аттың соңы айтады, togyz export сияқты.",
        "Записать партию, если она достоверна, в файл; вид говорит конец имени, как в togyz export.",
    ),
    "The PDF file to write.": (
        "Жазылатын PDF файлы.",
        "Файл PDF, который записать.",
    ),
    "Length of a marker's side.": (
        "Белгі қабырғасының ұзындығы.",
        "Длина стороны метки.",
    ),
    "Store a small picture of what each camera sees.": (
        "Әр камера көргеннің шағын суретін сақтау.",
        "Сохранить маленькую картинку того, что видит каждая камера.",
    ),
    "The folder in which games are to be recorded.": (
        "Ойындар жазылатын қалта.",
        "Папка, в которую будут записываться партии.",
    ),
    "How long each stands.": (
        "Әрқайсысы қанша тұрады.",
        "Сколько держать каждый.",
    ),
    "Where to begin: a position string.": (
        "Неден бастау: жағдай жолы.",
        "С чего начать: строка положения.",
    ),
    "Whether a kazan of 82 ends a game.": (
        "Қазандағы 82 құмалақ ойынды аяқтай ма.",
        "Кончает ли партию 82 в казане.",
    ),
}
