"""What is said of cameras and of the machine: see the catalogue."""

from __future__ import annotations

from typing import Final

from togyz_companion.messages.languages import Texts

MACHINE: Final[Texts] = {
    "cameras.number": ("нөмірі", "номер", "number"),
    "cameras.name": ("аты", "имя", "name"),
    "cameras.sees": ("не көреді", "что видит", "what it sees"),
    "cameras.path": ("өзгермейтін жолы", "неизменный путь", "lasting path"),
    "displays.port": ("порт", "порт", "port"),
    "displays.what": ("бұл не", "что это", "what it is"),
    "displays.adapter": ("адаптері бойынша", "по его адаптеру", "by its adapter"),
    "displays.no_port": (
        "Бірде-бір тізбекті порт қосылмаған.",
        "Последовательных портов не подключено.",
        "No serial port is plugged in.",
    ),
    "displays.display": ("табло", "табло", "display"),
    "displays.options": ("бұл не, параметрлері", "что это и его параметры", "what it is, and its options"),
    "displays.examples": (
        "Мекенжай мысалы: {examples}",
        "Адреса бывают такие: {examples}",
        "Addresses are such as {examples}",
    ),
    "displays.shows.start": (
        "ақ 0, қара 0, ақ жүреді",
        "белые 0, чёрные 0, ход белых",
        "white 0, black 0, white to move",
    ),
    "displays.shows.ten": (
        "ақ 10, қара 0, қара жүреді",
        "белые 10, чёрные 0, ход чёрных",
        "white 10, black 0, black to move",
    ),
    "displays.shows.middle": (
        "ақ 38, қара 47, ақ жүреді",
        "белые 38, чёрные 47, ход белых",
        "white 38, black 47, white to move",
    ),
    "displays.shows.over": (
        "ақ 82, қара 69, ойын аяқталды",
        "белые 82, чёрные 69, партия окончена",
        "white 82, black 69, over",
    ),
    "displays.shows.doubt": (
        "ақ 112, қара 50, бағдарлама сенімді емес",
        "белые 112, чёрные 50, программа не уверена",
        "white 112, black 50, the program is not sure",
    ),
    "displays.confirmed": (
        "Табло бәрін растады.",
        "Табло подтвердило всё.",
        "The display confirmed all of them.",
    ),
    "displays.mute": (
        "Бұл табло жауап бере алмайды: көрсеткенін тек өзіңіз көре аласыз (көрсетпесе, docs/displays.md).",
        "Это табло не отвечает: показало ли оно всё, видно только вам (если нет, см. docs/displays.md).",
        "This display cannot answer: only you can see whether it showed them (else see docs/displays.md).",
    ),
    "doctor.versions": ("{versions}; {system}",) * 3,
    "doctor.clash": (
        "{package} бумасын басқалар да орнатқан: {others}; бағдарламаға бөлек орта ашыңыз (python3 -m venv)",
        "пакет {package} ставят и другие: {others}; дайте программе отдельное окружение (python3 -m venv)",
        "others install the package {package}, too: {others}; give the program an environment of its own "
        "(python3 -m venv)",
    ),
    "doctor.no_camera": (
        "камера табылмады: қосыңыз немесе телефонның мекенжайын беріңіз",
        "камер не найдено: подключите камеру или укажите адрес телефона",
        "no camera was found: plug one in, or give a phone's address",
    ),
    "doctor.camera": ("камера {camera}: {sees}", "камера {camera}: {sees}", "camera {camera}: {sees}"),
    "doctor.camera_in_use": (
        "камера {camera} бос емес, оны ұстап тұрған: {program}; оны жабыңыз",
        "камера {camera} занята программой {program}: закройте её",
        "camera {camera} is in use by {program}: close that",
    ),
    "doctor.camera_fails": (
        "камера {camera} сурет бермейді: {detail}",
        "камера {camera} не даёт картинки: {detail}",
        "camera {camera} gives no picture: {detail}",
    ),
    "doctor.port": ("порт {port}", "порт {port}", "port {port}"),
    "doctor.port_refused": (
        "{port} портын ашуға рұқсат жоқ: sudo usermod -aG dialout $USER, сосын жүйеге қайта кіріңіз",
        "порт {port} открывать нельзя: sudo usermod -aG dialout $USER, затем войдите заново",
        "you may not open port {port}: sudo usermod -aG dialout $USER, then log in again",
    ),
    "doctor.port_in_use": (
        "{port} порты бос емес, оны ұстап тұрған: {program}; оны жабыңыз",
        "порт {port} занят программой {program}: закройте её",
        "port {port} is in use by {program}: close that",
    ),
    "doctor.grabber": (
        "{program} жұмыс істеп тұр, ол порттарды тартып алады: табло не сағат табылмаса, sudo apt remove {program}",
        "работает {program}, он забирает порты: если табло или часы не находятся, sudo apt remove {program}",
        "{program} runs, which takes serial ports away: if a display or clock is not found, sudo apt remove {program}",
    ),
    "doctor.clock_lost": (
        "сағат естілмейді: {detail}",
        "часов не слышно: {detail}",
        "the clock cannot be heard: {detail}",
    ),
    "doctor.disk": (
        "{folder} ішінде бос орын: {gigabytes:.0f} ГБ",
        "свободно в {folder}: {gigabytes:.0f} ГБ",
        "room in {folder}: {gigabytes:.0f} GB",
    ),
    "doctor.disk_full": (
        "{folder} ішінде орын аз: {gigabytes:.1f} ГБ; ескі ойындарды басқа жерге көшіріңіз",
        "в {folder} мало места: {gigabytes:.1f} ГБ; перенесите старые партии",
        "little room in {folder}: {gigabytes:.1f} GB; move old games elsewhere",
    ),
    "doctor.pace": (
        "камера: секундына {fps} сурет",
        "камера: кадров в секунду {fps}",
        "camera: {fps} pictures a second",
    ),
    "doctor.battery": (
        "батареямен жұмыс істеп тұр: қуат көзіне қосыңыз",
        "работает от батареи: подключите питание",
        "runs on its battery: plug it in",
    ),
    "doctor.self_test": (
        "сынақ фильмі дұрыс жазылды, жүріс: {plies}, нақты уақыттан {speed:.0f} есе жылдам",
        "пробный фильм записан верно, полуходов: {plies}, в {speed:.0f} раз быстрее, чем играли",
        "the test film was recorded rightly, plies: {plies}, at {speed:.0f} times real time",
    ),
    "doctor.self_test_slow": (
        "сынақ фильмі дұрыс жазылды, бірақ баяу ({speed:.1f} есе): басқа бағдарламаларды жабыңыз",
        "пробный фильм записан верно, но медленно (в {speed:.1f} раза): закройте другие программы",
        "the test film was recorded rightly, but slowly ({speed:.1f} times real time): close other programs",
    ),
    "doctor.self_test_failed": (
        "сынақ фильмі жазылмады: {detail}",
        "пробный фильм не записан: {detail}",
        "the test film could not be recorded: {detail}",
    ),
    "doctor.self_test_wrong": (
        "сынақ фильмі қате жазылды, дұрыс жүріс: {agreeing}, жазылғаны: {plies}; бағдарламаны қайта орнатыңыз",
        "пробный фильм записан неверно, верных полуходов: {agreeing}, всего: {plies}; установите программу заново",
        "the test film was recorded wrongly, plies that agree: {agreeing}, in all: {plies}; install the program anew",
    ),
    "doctor.verdict.ok": ("Бәрі дайын.", "Всё готово.", "All is ready."),
    "doctor.verdict.warning": (
        "Жазуға болады; жоғарыдағы ! белгілерін қараңыз.",
        "Записывать можно; посмотрите на строки с !.",
        "Ready to record; see the lines with ! above.",
    ),
    "doctor.verdict.fault": (
        "Дайын емес: алдымен X белгілерін түзетіңіз.",
        "Не готово: сначала исправьте строки с X.",
        "Not ready: mend the lines with X first.",
    ),
}
