// The operator's page: choose a camera, aim it, begin, watch over the record, answer for it, end the game, print it.
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Aiming } from "./aiming.js";
import { Choosing } from "./choosing.js";
import { Ended } from "./ended.js";
import { listen } from "./live.js";
import { language, watchOrders, words } from "./orders.js";
import { Playing } from "./playing.js";

const STAGES = { choosing: Choosing, aiming: Aiming, playing: Playing, ended: Ended };
const LANGUAGES = { kk: "Қазақша", "kk-Latn": "Qazaqşa", ru: "Русский", en: "English" };

function useStates() {
  const [states, set] = useState({ desk: null, game: null, isHeard: false });
  useEffect(() => {
    const ends = [
      listen((desk) => set((all) => ({ ...all, desk, isHeard: true })), (isHeard) => set((all) => ({ ...all, isHeard }))),
      listen((game, since) => set((all) => ({ ...all, game, since })), () => {}, "/events"),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  return states;
}

function Languages() {
  return html`<nav class="languages" aria-label=${words.language}>${Object.entries(LANGUAGES).map(([code, name]) => html`
    <a href="?lang=${code}" lang=${code} aria-current=${code === language ? "true" : null}>${name}</a>`)}</nav>`;
}

// How the camera and the machine are.
function Health({ findings }) {
  return html`<footer><ul class="health" aria-label=${words.health}>${findings.map((one) => html`
    <li class=${one.level}>${one.text[language]}</li>`)}</ul><${Languages} /></footer>`;
}

function Page() {
  const { desk, game, since, isHeard } = useStates();
  const [refused, tell] = useState(null);
  const [isWorking, setWorking] = useState(false);
  useEffect(() => watchOrders(setWorking), []);
  useEffect(() => tell(null), [desk && desk.stage]);
  if (!desk || !game) return html`<p role="status">${words.connecting}</p>`;
  const Stage = STAGES[desk.stage];
  const isOfGame = desk.stage === "playing" || desk.stage === "ended";
  return html`<header><h1>${words[`stage_${desk.stage}`]}</h1><p>${desk.source}</p>
      <p role="status" class=${isHeard ? "" : "stale"}>${!isHeard ? words.unheard : isOfGame ? words[game.standing] : ""}</p></header>
    ${refused && html`<p class="refused" role="alert">${refused}
      <button aria-label=${words.cancel} onClick=${() => tell(null)}>×</button></p>`}
    ${(isWorking || desk.begun) && html`<p class="working" role="status">${words.working}</p>`}
    <main class=${desk.stage} aria-busy=${isWorking || Boolean(desk.begun)}><${Stage} key=${desk.stage} desk=${desk} game=${game} since=${since} tell=${tell} /></main>
    <${Health} findings=${desk.health} />`;
}

render(html`<${Page} />`, document.getElementById("page"));
