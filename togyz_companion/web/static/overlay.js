// The broadcast's overlay: transparent but for what it tells, and never blank: before it is told anything it shows a
// board nobody has sat down at.
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Board } from "./board.js";
import { Time } from "./clock.js";
import { listen } from "./live.js";
import { placeOf } from "./moves.js";

const words = JSON.parse(document.getElementById("words").textContent);
const asked = new URLSearchParams(location.search);
const layout = ["bar", "full", "clock"].find((one) => one === asked.get("layout")) || "bar";
document.documentElement.dataset.theme = asked.get("theme") === "light" ? "light" : "dark";

const nameOf = (state, side) => state.headers[side === "white" ? "White" : "Black"] || words[side];

const row = Array(9).fill(9);
const EMPTY = { status: "connecting", headers: {}, plies: [], clock: null, result: null,
  position: { white: row, black: row, kazan: { white: 0, black: 0 }, tuzdyk: { white: null, black: null }, to_move: "white" } };

function Player({ state, side, since }) {
  const moves = state.position.to_move === side && state.status === "playing";
  return html`<div class="player ${moves ? "moves" : ""}">
    <span class="side ${side}"></span><span class="name">${nameOf(state, side)}</span>
    ${state.clock && html`<${Time} clock=${state.clock} side=${side} since=${since} />`}
    <span class="held"><small>${words.kazan}</small>${state.position.kazan[side]}</span>
  </div>`;
}

function Middle({ state }) {
  const last = placeOf(state.plies, state.plies.length);
  if (state.result || state.ended || state.status !== "playing" || !last) {
    return html`<div class="middle">${state.result || words[state.standing]}</div>`;
  }
  return html`<div class="middle"><small>${last.no}.</small><span class="side ${last.side}"></span>${state.plies.at(-1).move}</div>`;
}

function Bar({ state, since }) {
  return html`<div class="bar"><${Player} state=${state} side="white" since=${since} /><${Middle} state=${state} />
    <${Player} state=${state} side="black" since=${since} /></div>`;
}

function Clock({ state, since }) {
  return html`<div class="clocks">${["white", "black"].map((side) => html`<div>
    <span class="side ${side}"></span><span class="name">${nameOf(state, side)}</span>
    ${state.clock ? html`<${Time} clock=${state.clock} side=${side} since=${since} />` : html`<span class="time">–:––</span>`}</div>`)}</div>`;
}

function Full({ state, since }) {
  const names = { white: nameOf(state, "white"), black: nameOf(state, "black") };
  return html`<div class="full"><${Board} position=${state.position} names=${names} words=${words} /><${Bar} state=${state} since=${since} /></div>`;
}

function Overlay() {
  const [live, set] = useState({ state: EMPTY, isHeard: false, since: 0 });
  useEffect(() => listen((state, since) => set({ state, since, isHeard: true }), (isHeard) => set((before) => ({ ...before, isHeard }))), []);
  const { state, isHeard, since } = live;
  const Layout = { bar: Bar, full: Full, clock: Clock }[layout];
  return html`<div class="stage ${isHeard ? "" : "stale"}" title=${isHeard ? "" : words.unheard}><${Layout} state=${state} since=${since} /></div>`;
}

render(html`<${Overlay} />`, document.getElementById("page"));
