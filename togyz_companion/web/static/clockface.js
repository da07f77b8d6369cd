// The clock on the table: a half of the page for each side, to be pressed by finger or by a key at that end of the keyboard.
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { HOUR_S, Time } from "./clock.js";
import { listen } from "./live.js";
import { order, words } from "./orders.js";

const KEYS = { ShiftLeft: 0, KeyA: 0, KeyQ: 0, ShiftRight: 1, KeyL: 1, KeyP: 1 };

// Elsewhere than beside the operator's page it is the players' alone, who stop no game.
const isArbiters = location.pathname.startsWith("/operator");

function Half({ side, game, since, press }) {
  const { clock } = game;
  const state = clock.running === side ? "running" : clock[side] <= 0 ? "fallen" : "";
  const length = clock[side] < HOUR_S ? "" : "long";
  return html`<button class="half ${side} ${state} ${length}" onPointerDown=${() => press(side)}
      onKeyDown=${(event) => event.key === "Enter" && !event.repeat && press(side)}>
    <${Time} clock=${clock} side=${side} since=${since} />
    <span>${game.headers[side === "white" ? "White" : "Black"] || words[side]}</span>
    ${state === "fallen" && html`<strong>${words.flag}</strong>`}</button>`;
}

function Page() {
  const [game, setGame] = useState(null);
  const [since, setSince] = useState(0);
  const [isHeard, setHeard] = useState(false);
  const [refused, tell] = useState(null);
  const [sides, turn] = useState(["white", "black"]);
  useEffect(() => listen((state, at) => { setGame(state); setSince(at); }, setHeard, "events"), []);
  const isPaused = Boolean(game && game.status === "paused");
  const press = async (side) => tell(await order("press", { side }));
  const pause = async () => tell(await order("pause", { is_paused: !isPaused }));
  useEffect(() => {
    const onKey = (event) => {
      if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.code === "Space" && isArbiters) pause();
      else if (event.code in KEYS) press(sides[KEYS[event.code]]);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const stands = game && game.clock && game.status === "playing" && game.clock.running === null && game.to_move;
  const hint = isArbiters ? words.clock_keys : words.clock_press;
  const start = stands ? `${words.clock_start.replace("{side}", words[game.to_move === "white" ? "black" : "white"])}. ` : "";
  const word = !isHeard ? words.unheard : !game || !game.clock ? words.no_clock : refused
    || ((isPaused || game.ended || game.status === "over") && words[game.standing]);
  return html`<div class="face">
    ${game && game.clock && sides.map((side) => html`<${Half} key=${side} side=${side} game=${game} since=${since} press=${press} />`)}
    <footer>${word ? html`<p role="alert">${word}</p>` : html`<p>${start}${hint}</p>`}
      ${isArbiters && html`<button onClick=${pause} aria-pressed=${isPaused}>${isPaused ? words.go_on : words.pause}</button>`}
      <button onClick=${() => turn([...sides].reverse())}><span class="turn" aria-hidden="true" /> ${words.swap_halves}</button></footer></div>`;
}

render(html`<${Page} />`, document.getElementById("page"));
