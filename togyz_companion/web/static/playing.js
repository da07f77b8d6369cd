// A game is recorded: what the program knows, how sure it is, and everything that an operator says of it.
import { html, useState } from "./vendor/htm-preact.js";
import { Key, Picture } from "./desk.js";
import { useEditing } from "./editing.js";
import { Ending } from "./ending.js";
import { useKeys } from "./keys.js";
import { language, order, words } from "./orders.js";
import { Record } from "./record.js";
import { TableClock } from "./tableclock.js";

const noted = (alert) => words[`noted_${alert.code}`];

// The three answers to an error: put it right on the board, let it stand, or set the position. What is wrong with the
// surroundings, and what the clock says, is no error on the board: it is noted.
function Alert({ alert, text, accept, set, isFirst }) {
  return html`<li><p>${text || alert.code}</p>
    ${noted(alert) ? html`<nav><button onClick=${() => accept(alert.id)}>${noted(alert)}</button></nav>` : html`<nav><span>${words.put_right}</span>
      <button onClick=${() => accept(alert.id)}>${words.accept} ${isFirst && html`<${Key} name="a" />`}</button>
      <button onClick=${set}>${words.set_position} ${isFirst && html`<${Key} name="s" />`}</button></nav>`}</li>`;
}

export function Playing({ desk, game, since, tell }) {
  const [isEnding, setEnding] = useState(false);
  const editing = useEditing(game.plies);
  const alerts = game.alerts.filter((alert) => alert.resolved === null);
  const first = alerts.find((alert) => !noted(alert));
  const accept = async (id) => tell(await order("accept", { id }));
  const pause = async () => tell(await order("pause", { is_paused: !desk.paused }));
  useKeys({ a: () => first && accept(first.id), p: pause, e: () => setEnding(true), Escape: () => setEnding(false) });
  return html`<section class="play">
      <${Picture} desk=${desk} />
      ${alerts.length > 0 && html`<div class="alerts" role="alert"><ol>${alerts.map((alert) => html`<${Alert} key=${alert.id}
        alert=${alert} text=${desk.alerts[alert.id] && desk.alerts[alert.id][language]} accept=${accept}
        set=${() => editing.setPosition(game.plies.length)} isFirst=${alert === first} />`)}</ol></div>`}
      <nav><button onClick=${pause} aria-pressed=${desk.paused}>${desk.paused ? words.go_on : words.pause} <${Key} name="p" /></button>
        <button onClick=${() => setEnding(true)}>${words.end} <${Key} name="e" /></button></nav>
      ${isEnding && html`<${Ending} game=${game} tell=${tell} close=${() => setEnding(false)} />`}
      ${game.clock && html`<${TableClock} clock=${game.clock} since=${since} url=${desk.clock_url}
        isPlaying=${game.status === "playing" && !desk.paused && game.plies.length > 0} tell=${tell} />`}
    </section>
    <${Record} desk=${desk} game=${game} tell=${tell} editing=${editing} hasDigits=${!isEnding} />`;
}
