// The score of a game of togyzkumalak on eight seven-segment digits: white's kazan, two marks, black's kazan. Or the
// buttons of its clock, or both.
//
// Wiring (any Arduino with hardware SPI): the MAX7219's DIN to MOSI (11 on an Uno), CLK to SCK (13), CS to 10, 5 V, GND.
// Buttons, where there are any: white's between 2 and GND, black's between 3 and GND.
// The protocol stands in docs/displays.md. Nothing is stored: after a restart the host's next line shows the score.

#include <SPI.h>

const uint8_t CS_PIN = 10;
const uint32_t BAUD = 9600;
const char IDENTITY[] = "togyz-display 1";

const uint8_t BUTTON_PINS[] = {2, 3};     // white's and black's
const char SIDES[] = "wb";
const uint8_t PRESSES_MAX = 8;
const uint32_t BOUNCE_MS = 50;            // so long a contact may chatter
const uint32_t REPEAT_MS = 200;           // a press that the host does not confirm is told again

const uint8_t DIGITS = 8;
const uint8_t LINE_MAX = 40;
const uint8_t FRAME_LENGTH = 12;          // NNSwwwbbbtLL
const uint32_t REWRITE_MS = 1000;         // registers get corrupted by disturbances on the wires, and cannot be read
const uint32_t SILENCE_MS = 10000;        // the host sends every second: then it is gone, and the score may be old

// Registers of the MAX7219; 1 to 8 are the digits, 8 the leftmost one.
const uint8_t DECODE_MODE = 0x9, INTENSITY = 0xA, SCAN_LIMIT = 0xB, SHUTDOWN = 0xC, DISPLAY_TEST = 0xF;

// Segments: the point is bit 7, A to G (clockwise from the top, then the middle) are bits 6 to 0.
const uint8_t NUMERALS[] = {0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B};
const uint8_t BLANK = 0x00, DASH = 0x01, THREE_BARS = 0x49, QUESTION = 0x65;

uint8_t digits[DIGITS];                   // from the left
uint8_t brightness = 7;
uint32_t writtenMs, heardMs;
bool isSilent = false;

struct Press {
  uint8_t number;
  char side;
  uint32_t ms;
};

Press presses[PRESSES_MAX];               // that the host has not confirmed, the oldest first
uint8_t pressCount, pressNumber;
uint32_t changedMs[2], toldMs;
bool isDown[2];
bool isTelling = false;                   // only to a host that asked for presses

char lineSoFar[LINE_MAX];
uint8_t lineLength;
bool isInLine = false;

void writeRegister(uint8_t address, uint8_t value) {
  digitalWrite(CS_PIN, LOW);
  SPI.transfer(address);
  SPI.transfer(value);
  digitalWrite(CS_PIN, HIGH);
}

void writeAll() {
  writeRegister(DISPLAY_TEST, 0);
  writeRegister(DECODE_MODE, 0);
  writeRegister(SCAN_LIMIT, DIGITS - 1);
  writeRegister(INTENSITY, brightness);
  for (uint8_t i = 0; i < DIGITS; i++) writeRegister(DIGITS - i, digits[i]);
  writeRegister(SHUTDOWN, 1);
  writtenMs = millis();
}

uint8_t crc8(const char* text, uint8_t length) {
  uint8_t crc = 0;
  while (length--) {
    crc ^= *text++;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1;
  }
  return crc;
}

void printHex(uint8_t value) {
  if (value < 0x10) Serial.print('0');
  Serial.print(value, HEX);
}

void answer(char tens, char ones, const char* text) {
  char body[LINE_MAX] = {tens, ones};
  strcpy(body + 2, text);
  Serial.print('<');
  Serial.print(body);
  Serial.print('*');
  printHex(crc8(body, strlen(body)));
  Serial.println();
}

// The value of one hexadecimal digit, or -1.
int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The value of two hexadecimal digits, or -1.
int hexByte(const char* text) {
  int high = hexDigit(text[0]), low = hexDigit(text[1]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool areNumerals(const char* text, uint8_t length) {
  while (length--) {
    if (*text < '0' || *text > '9') return false;
    text++;
  }
  return true;
}

// Three numerals, without the zeros in front.
void setKazan(uint8_t* where, const char* text) {
  bool isInFront = true;
  for (uint8_t i = 0; i < 3; i++) {
    isInFront = isInFront && text[i] == '0' && i < 2;
    where[i] = isInFront ? BLANK : NUMERALS[text[i] - '0'];
  }
}

// Shows what "SwwwbbbtLL" says; false where that means nothing.
bool showFrame(const char* text) {
  char toMove = text[7];
  int level = hexByte(text + 8);
  if (!areNumerals(text + 1, 6) || !strchr("wb-?", toMove) || level < 0 || level > 15) return false;
  setKazan(digits, text + 1);
  setKazan(digits + 5, text + 4);
  digits[3] = toMove == 'w' ? THREE_BARS : toMove == '?' ? QUESTION : BLANK;
  digits[4] = toMove == 'b' ? THREE_BARS : toMove == '?' ? QUESTION : BLANK;
  brightness = level;
  heardMs = millis();
  isSilent = false;
  writeAll();
  return true;
}

void takeButtons() {
  for (uint8_t i = 0; i < 2; i++) {
    bool down = digitalRead(BUTTON_PINS[i]) == LOW;
    if (down == isDown[i] || millis() - changedMs[i] < BOUNCE_MS) continue;
    isDown[i] = down;
    changedMs[i] = millis();
    if (!down || !isTelling || pressCount == PRESSES_MAX) continue;
    if (!pressCount) toldMs = millis() - REPEAT_MS;
    presses[pressCount++] = {++pressNumber, SIDES[i], millis()};
  }
}

// Tells the oldest press, and how many ms ago it was.
void tellPress() {
  if (!pressCount || millis() - toldMs < REPEAT_MS) return;
  uint32_t age = millis() - presses[0].ms;
  char body[LINE_MAX];
  sprintf(body, "%02XP%c%04X", presses[0].number, presses[0].side, age < 0xFFFF ? (unsigned)age : 0xFFFF);
  answer(body[0], body[1], body + 2);
  toldMs = millis();
}

void confirmPress(int number) {
  if (!pressCount || presses[0].number != number) return;
  pressCount--;
  memmove(presses, presses + 1, pressCount * sizeof(Press));
  toldMs = millis() - REPEAT_MS;
}

// Obeys a line without its first sign and its end.
void obey(const char* line, uint8_t length) {
  if (length < 6 || line[length - 3] != '*' || hexByte(line) < 0) return;
  uint8_t bodyLength = length - 3;
  if (hexByte(line + bodyLength + 1) != crc8(line, bodyLength)) return;
  if (bodyLength == 3 && line[2] == 'I') {
    char text[LINE_MAX] = "I";
    answer(line[0], line[1], strcat(text, IDENTITY));
  } else if (bodyLength == 3 && line[2] == 'B') {
    isTelling = true;
    answer(line[0], line[1], "B");
  } else if (bodyLength == 3 && line[2] == 'A') {
    confirmPress(hexByte(line));
  } else if (bodyLength == FRAME_LENGTH && line[2] == 'S' && showFrame(line + 2)) {
    answer(line[0], line[1], "");
  }
}

void take(char c) {
  if (c == '>') {
    isInLine = true;
    lineLength = 0;
  } else if (!isInLine || c == '\r') {
    return;
  } else if (c == '\n') {
    isInLine = false;
    obey(lineSoFar, lineLength);
  } else if (lineLength == LINE_MAX) {
    isInLine = false;
  } else {
    lineSoFar[lineLength++] = c;
  }
}

void showSilence() {
  memset(digits, BLANK, DIGITS);
  digits[2] = digits[7] = DASH;
  isSilent = true;
  writeAll();
}

void setup() {
  pinMode(CS_PIN, OUTPUT);
  digitalWrite(CS_PIN, HIGH);
  for (uint8_t i = 0; i < 2; i++) pinMode(BUTTON_PINS[i], INPUT_PULLUP);
  SPI.begin();
  SPI.beginTransaction(SPISettings(1000000, MSBFIRST, SPI_MODE0));
  Serial.begin(BAUD);
  showSilence();
  char text[LINE_MAX] = "I";
  answer('0', '0', strcat(text, IDENTITY));
}

void loop() {
  takeButtons();
  tellPress();
  while (Serial.available()) take(Serial.read());
  if (!isSilent && millis() - heardMs > SILENCE_MS) showSilence();
  if (millis() - writtenMs > REWRITE_MS) writeAll();
}
