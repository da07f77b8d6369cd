// The list of boards: who plays whom, how it stands, and the way to each.
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { listen } from "./live.js";

const words = JSON.parse(document.getElementById("words").textContent);
const language = new URLSearchParams(location.search).get("lang");

function addressOf(round, board) {
  const query = new URLSearchParams({ round, board });
  if (language) query.set("lang", language);
  return `?${query}`;
}

function Player({ game, side }) {
  const player = game[side];
  return html`<p class="player"><span class="dot ${side}"></span>
    <span class="name">${player.name || words[side]}${player.team && html` <small>${player.team}</small>`}</span>
    <strong>${game.kazan[side]}</strong></p>`;
}

function Game({ round, game }) {
  const stands = game.result === "*" ? words[game.standing] : game.result;
  return html`<li><a href=${addressOf(round, game.board)} class=${game.live ? "live" : ""}>
    <h3>${words.board} ${game.board}</h3><p class="stands">${stands}${game.plies > 0 && ` · ${words.at_move.replace("{n}", Math.ceil(game.plies / 2))}`}</p>
    <${Player} game=${game} side="white" /><${Player} game=${game} side="black" /></a></li>`;
}

function Round({ told }) {
  return html`<section><h2>${words.field_Round} ${told.round} <small>${told.date}</small></h2>
    <ul class="boards">${told.pairings.map((game) => html`<${Game} key=${game.board} round=${told.round} game=${game} />`)}</ul>
  </section>`;
}

function Hall() {
  const [{ state, isHeard }, set] = useState({ state: null, isHeard: true });
  useEffect(() => listen((told) => set({ state: told, isHeard: true }),
    (heard) => set((before) => ({ ...before, isHeard: heard })), "hall/events"), []);
  if (!state) return html`<p role="status">${words.connecting}</p>`;
  return html`<header><h1>${state.name || words.boards}</h1>
      <p role="status" class=${isHeard ? "" : "stale"}>${isHeard ? "" : words.unheard}</p></header>
    <main class="rounds">${state.rounds.map((told) => told.pairings && html`<${Round} key=${told.round} told=${told} />`)}</main>`;
}

render(html`<${Hall} />`, document.getElementById("page"));
