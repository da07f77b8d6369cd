"""What is said of files of boards and lenses (:class:`calibration.unusable.Unusable`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from calibration.unusable import Unusable

UNUSABLE: Final[Mapping[Unusable, tuple[str, str]]] = {
    Unusable.UNREADABLE: (
        "{path} оқылмайды ({cause}): бар екенін және рұқсатын тексеріңіз",
        "{path} не читается ({cause}): проверьте, есть ли он и каковы права доступа",
    ),
    Unusable.NO_CALIBRATION: ("{path} – togyz калибрлеуі емес: {fault}", "{path} – не калибровка togyz: {fault}"),
    Unusable.NO_LENS: ("{path} ішінде объектив өлшемі жоқ: {fault}", "в {path} нет данных объектива: {fault}"),
    Unusable.NO_LAYOUT_FILE: ("{path}: {fault}", "{path}: {fault}"),
    Unusable.OTHER_SCHEMA: (
        "{path} нұсқасы (schema) {schema}, бағдарлама {known} нұсқасын оқиды: қайта жасаңыз",
        "версия (schema) {path} – {schema}, а программа читает {known}: создайте заново",
    ),
    Unusable.NO_PICTURE: (
        "калибрлеуде тақтаның суреті жоқ: қайта калибрлеңіз",
        "в калибровке нет снимка доски: калибруйте заново",
    ),
    Unusable.NO_NETWORK: (
        "бұл OpenCV санайтын желіні іске қоса алмайды: бастапқы жағдайы көрінген тақта ғана жарайды, соны калибрлеңіз",
        "этот OpenCV не запускает сеть, которая считает: годится лишь доска, у которой видно начальное положение; "
        "калибруйте по ней",
    ),
    Unusable.NUMBERED_OTHERWISE: (
        "бұрын ақтың жартысы суретте мұнда болған: {before}, енді мұнда: {now}; "
        "ойын басталған калибрлеумен жалғастырыңыз",
        "раньше половина белых была на картинке здесь: {before}, теперь здесь: {now}; продолжайте с той калибровкой, "
        "с которой партия начата",
    ),
    Unusable.NO_LAYOUT_CALLED: (
        "{name!r} деген тақта түрі жоқ: auto, файл не мыналардың бірі керек: {known}",
        "нет вида доски {name!r}: укажите auto, файл или одно из {known}",
    ),
    Unusable.NO_LAYOUT: ("бұл тақта түрі емес: {fault}", "это не вид доски: {fault}"),
    Unusable.UNKNOWN_FIELD: (
        "бұл тақта түрі емес: белгісіз өріс {field!r}",
        "это не вид доски: неизвестное поле {field!r}",
    ),
    Unusable.NO_HOME: (
        "бұл пайдаланушының тақта түрлері сақталатын үй қалтасы жоқ",
        "у этого пользователя нет домашней папки, где могли бы храниться виды досок",
    ),
    Unusable.LAYOUT_NAME: (
        "тақта түрін {name!r} деп атауға болмайды: латын әрпі, сосын 39-ға дейін әріп, цифр не _, бірақ мыналар емес: "
        "{taken}, құрылғы аттары да (con, nul сияқты) емес",
        "вид доски нельзя назвать {name!r}: латинская буква, затем до 39 букв, цифр или _, но не {taken} и не имя "
        "устройства, как con или nul",
    ),
    Unusable.MISFIT: ("тақта түрі {name!r}: {fault}", "вид доски {name!r}: {fault}"),
    Unusable.LENGTHS: (
        "ұзындықтар мен ойықтар 0-ден үлкен және {most} мм-ден аспауы керек",
        "все длины и выемки должны быть больше 0 и не больше {most} мм",
    ),
    Unusable.ROW_TOO_LONG: (
        "арасы {pitch} мм тоғыз отау {length} мм-ге сыймайды",
        "девять отау с шагом {pitch} мм не помещаются в {length} мм",
    ),
    Unusable.OTAUS_OVERLAP: (
        "ені {width} мм, арасы {pitch} мм отаулар бірін-бірі жабады",
        "отау шириной {width} мм с шагом {pitch} мм перекрываются",
    ),
    Unusable.OTAUS_OUTSIDE: (
        "отаулар тақтаның өз жартысынан шығып тұр",
        "отау выходят за свою половину доски",
    ),
    Unusable.KAZANS_OUTSIDE: ("қазандар тақтадан шығып тұр", "казаны выходят за доску"),
    Unusable.KAZANS_OVERLAP: ("қазандар бірін-бірі жабады", "казаны перекрываются"),
    Unusable.KAZANS_IN_OTAUS: ("қазандар отауларды жабады", "казаны перекрывают отау"),
    Unusable.LENS_BENDS_BACK: (
        "тақта жатқан жерде объектив суретті кері бүгеді: қайта өлшеңіз",
        "там, где лежит доска, объектив заворачивает картинку: измерьте его заново",
    ),
    Unusable.LENS_OTHER_SHAPE: (
        "объектив {made} суреттерде өлшенген, бұлар – {given}: сондай пішінде өлшеңіз",
        "объектив измерен на картинках {made}, а эти {given}: измерьте на таких же",
    ),
    Unusable.COARSER: (
        "бұл OpenCV желіні іске қоса алмайды, санау дөрекірек: {fault}",
        "эта OpenCV не выполняет сеть, счёт грубее: {fault}",
    ),
}
