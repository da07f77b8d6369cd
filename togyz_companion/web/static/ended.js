// The game is recorded: its result, all forms in which it can be taken along, and what is put right afterwards.
import { html, useState } from "./vendor/htm-preact.js";
import { Key } from "./desk.js";
import { useEditing } from "./editing.js";
import { Ending, wayOf } from "./ending.js";
import { useKeys } from "./keys.js";
import { language, named, order, words } from "./orders.js";
import { linesOf } from "./moves.js";
import { Record } from "./record.js";

const FORMS = named("as_");

function Taking() {
  return html`<ul class="files">${FORMS.map((form) => html`
    <li><a href="export/${form}?lang=${language}" download>${words[`as_${form}`]}</a></li>`)}</ul>`;
}

export function Ended({ desk, game, tell }) {
  const editing = useEditing(game.plies);
  const another = async () => tell(await order("another"));
  const leave = async () => tell(await order("leave"));
  const [isEnding, setEnding] = useState(false);
  useKeys({ n: another, v: leave, e: () => setEnding(Boolean(desk.folder)), Escape: () => setEnding(false) });
  return html`<section class="play">
      ${desk.folder && html`<h2>${game.headers.White || words.white} – ${game.headers.Black || words.black}</h2>
        <p>${words.ply_total.replace("{n}", linesOf(game.plies).length)}</p>`}
      ${game.result && html`<p class="result" role="status">${game.result}${game.reason && html` <small>${wayOf(game.headers, game.result, game.reason)}</small>`}</p>`}
      ${desk.failure && html`<p class="missing" role="alert">${desk.failure[language]}</p>`}
      ${desk.shortcoming && html`<p class="missing" role="status">${desk.shortcoming[language]}</p>`}
      ${desk.set_up && html`<p role="status">${words.set_up}</p>`}
      ${desk.folder && html`<${Taking} />`}
      <nav><button class="primary" onClick=${another}>${words.another} <${Key} name="n" /></button>
        ${desk.folder && html`<button onClick=${() => setEnding(true)}>${words.say_result} <${Key} name="e" /></button>`}
        <button onClick=${leave}>${words.leave} <${Key} name="v" /></button></nav>
      ${isEnding && html`<${Ending} game=${game} tell=${tell} close=${() => setEnding(false)} isOver=${true} />`}
    </section>
    ${desk.folder && html`<${Record} desk=${desk} game=${game} tell=${tell} editing=${editing} hasDigits=${!isEnding} />`}`;
}
