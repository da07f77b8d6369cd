// Moves said aloud by the browser's own voices.

const VOICES = { kk: "kk-KZ", "kk-Latn": "kk-KZ", ru: "ru-RU", en: "en-GB" };

export const canSpeak = "speechSynthesis" in window;

// Says a text in place of what is still being said.
export function say(text, language) {
  const said = new SpeechSynthesisUtterance(text);
  said.lang = VOICES[language] || language;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
