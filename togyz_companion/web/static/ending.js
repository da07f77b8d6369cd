// How a game ended where the board does not say it: during the game and after it.
import { html, useEffect, useRef } from "./vendor/htm-preact.js";
import { Key } from "./desk.js";
import { useKeys } from "./keys.js";
import { order, words } from "./orders.js";

const ENDINGS = [["1-0", "resigned"], ["0-1", "resigned"], ["1/2-1/2", "agreement"], ["1-0", "flag"], ["0-1", "flag"],
  ["1-0", "forfeit"], ["0-1", "forfeit"], ["1-0", "arbiter"], ["0-1", "arbiter"], ["1/2-1/2", "arbiter"]];

// Why a game ended, and who did what ended it: of a decision whom it is for, of all else the one who lost by it.
export function wayOf({ White, Black }, result, reason) {
  if (!words[`end_${reason}`] || result === "1/2-1/2") return words[reason];
  const name = (result === "1-0") === (reason === "arbiter") ? White || words.white : Black || words.black;
  return words[`end_${reason}`].replace("{name}", () => name);
}

// A digit chooses.
export function Ending({ game, tell, close, isOver = false }) {
  const ask = async (...what) => {
    const refused = await order(...what);
    tell(refused);
    if (!refused) close();
  };
  const end = (ix) => ask("declare", { result: ENDINGS[ix][0], reason: ENDINGS[ix][1] });
  const withdraw = () => ask("withdraw");
  const dialog = useRef(null);
  useEffect(() => dialog.current.scrollIntoView({ block: "nearest" }), []);
  const keys = Object.fromEntries(ENDINGS.map((_, ix) => [(ix + 1) % 10, () => end(ix)]));
  useKeys(isOver ? { ...keys, "*": withdraw } : keys);
  return html`<div class="editor" ref=${dialog} role="dialog" aria-label=${words.end}><ul class="endings">
    ${ENDINGS.map(([result, reason], ix) => html`<li><button onClick=${() => end(ix)}>
      <${Key} name=${(ix + 1) % 10} /> ${wayOf(game.headers, result, reason)}: <strong>${result}</strong></button></li>`)}
    ${isOver && html`<li><button onClick=${withdraw}><${Key} name="*" /> ${words.no_result}</button></li>`}
    </ul><nav><button onClick=${close}>${words.cancel} <${Key} name="Esc" /></button></nav></div>`;
}
