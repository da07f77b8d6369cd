// The record as the program knows it: the board, the plies, what shows each, and what is put right in it.
import { html, useState } from "./vendor/htm-preact.js";
import { Board } from "./board.js";
import { Key } from "./desk.js";
import { useFirstField, useKeys } from "./keys.js";
import { HeadersEditor } from "./headers.js";
import { Lines, nameOf, placeOf, useInSight } from "./moves.js";
import { language, order, words } from "./orders.js";
import { PositionHelp } from "./positions.js";
import { KUMALAK, TUZDYK_MAX, positionsOf } from "./replay.js";


const told = (place) => (place ? `${place.no}, ${words[place.side].toLowerCase()}` : "–");

function PositionEditor({ position, n, place, tell, close }) {
  const [edited, edit] = useState(structuredClone(position));
  const form = useFirstField();
  const change = (path, value) => {
    const next = structuredClone(edited);
    if (path.length === 1) next[path[0]] = value;
    else next[path[0]][path[1]] = value;
    edit(next);
  };
  const total = [...edited.white, ...edited.black, edited.kazan.white, edited.kazan.black].reduce((sum, one) => sum + one, 0);
  const number = (path, value, label) => html`<input type="number" min="0" max=${KUMALAK} value=${value} aria-label=${label}
    onInput=${(event) => change(path, Number(event.target.value))} />`;
  const row = (side) => {
    const boxes = edited[side].map((value, ix) => html`<label>${ix + 1}${number([side, ix], value, `${words[side]} ${ix + 1}`)}</label>`);
    return html`<fieldset><legend>${words[side]}</legend><div class="boxes">${side === "black" ? boxes.reverse() : boxes}</div>
      <label>${words.kazan}${number(["kazan", side], edited.kazan[side], `${words[side]}, ${words.kazan}`)}</label>
      <label>${words.tuzdyk}<select aria-label="${words[side]}, ${words.tuzdyk}" onChange=${(event) =>
        change(["tuzdyk", side], event.target.value ? Number(event.target.value) : null)}>
        <option value="">–</option>${Array.from({ length: TUZDYK_MAX }, (_, ix) => html`
          <option value=${ix + 1} selected=${edited.tuzdyk[side] === ix + 1}>${ix + 1}</option>`)}</select></label></fieldset>`;
  };
  const save = async (event) => {
    event.preventDefault();
    const refused = await order("set", { n, position: edited });
    tell(refused);
    if (!refused) close();
  };
  return html`<form class="editor position" ref=${form} role="dialog" aria-label=${words.set_position} onSubmit=${save}>
    <p>${words.after_ply} ${told(place)}</p>${row("black")}${row("white")}
    <label>${words.to_move} <select onChange=${(event) => change(["to_move"], event.target.value)}>
      ${["white", "black"].map((side) => html`<option value=${side} selected=${edited.to_move === side}>${words[side]}</option>`)}
    </select></label>
    <p class=${total === KUMALAK ? "" : "missing"}>${total} / ${KUMALAK}</p>
    <nav><button class="primary" disabled=${total !== KUMALAK}>${words.set_position}</button>
      <button type="button" onClick=${close}>${words.cancel} <${Key} name="Esc" /></button></nav></form>`;
}

const AGAIN_MS = 1000;
const TRIES_MAX = 5;

// A picture may not be written yet when the page hears of it.
function Evidence({ name, label }) {
  const [nth, setNth] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const again = () => {
    setMissing(true);
    if (nth < TRIES_MAX) setTimeout(setNth, AGAIN_MS, nth + 1);
  };
  return html`<figure hidden=${isMissing}><a href=${name} target="_blank">
    <img src=${nth ? `${name}?${nth}` : name} alt=${label} onError=${again} onLoad=${() => setMissing(false)} /></a>
    <figcaption>${label}</figcaption></figure>`;
}

// One ply: how sure the program is of it, what else it might have been, and what shows it.
function Ply({ ply, place, folder, alternatives, correct, editing }) {
  const [move, setMove] = useState("");
  // A browser tells it, too, of a field that it takes away with its ply.
  const leave = ({ target }) => setTimeout(() => target.isConnected && !target.value.trim() && editing.release());
  const pictures = ply.evidence.filter((name) => name.endsWith(".jpg"));
  const sure = ply.confidence === null ? "" : `${Math.floor(1000 * ply.confidence) / 10} % · `;
  return html`<div class="ply"><h2>${place.no}. ${words[ply.side]}: ${ply.move}${" "}<small>${sure}${words[ply.status]}</small></h2>
    ${alternatives.length > 0 && html`<nav><span>${words.instead}</span> ${alternatives.map(([other, p], ix) => html`
      <button onClick=${() => correct(other)}>${other} <small>${Math.round(100 * p)} %</small> <${Key} name=${ix + 1} /></button>`)}</nav>`}
    <form onSubmit=${(event) => { event.preventDefault(); correct(move.trim()); }}>
      <label>${words.correct_to} <input id="move" value=${move} maxlength="4" size="4" autocomplete="off"
        onFocus=${() => editing.hold(ply.n)} onBlur=${leave}
        onInput=${(event) => setMove(event.target.value)} /></label>
      <button disabled=${!move.trim()}>${words.correct} <${Key} name="c" /></button></form>
    <p class="hint">${words.on_command_line} <code>togyz correct ${folder} ${nameOf(place)}${" "}${move.trim() || ply.move}</code></p>
    <div class="evidence">${pictures.map((name, ix) => html`
      <${Evidence} key=${name} name=${name} label=${ix < pictures.length - 1 ? words.before : words.after} />`)}
      ${ply.evidence.filter((name) => name.endsWith(".mp4")).map((name) => html`<a href=${name} target="_blank">${words.clip}</a>`)}</div>
  </div>`;
}

function Plies({ plies, n, choose }) {
  const cell = (one) => html`<button class="${one.status} ${one.n === n ? "here" : ""}" aria-current=${one.n === n ? "step" : null}
    title=${one.seen ? words[one.status] : `${words[one.status]}; ${words.unseen}`} onClick=${() => choose(one.n)}>${one.move}${one.seen ? "" : "?"}${
      one.status === "accepted_illegal" ? "!" : ""}</button>`;
  const list = useInSight([n, plies.length]);
  return html`<div class="written" aria-label=${words.moves} role="region" ref=${list}><${Lines} plies=${plies} cell=${cell} kind="plies" /></div>`;
}

// Digits may mean something else meanwhile.
export function Record({ desk, game, tell, editing, hasDigits = true }) {
  const [chosen, choose] = useState(null);
  const [isTurned, setTurned] = useState(false);
  const { plies } = game;
  const last = plies.length;
  const { open, held } = editing;
  const n = Math.min(chosen ?? held ?? last, last);
  const ply = plies[n - 1];
  const alternatives = (ply && ply.alternatives) || [];
  const go = (to) => { editing.release(); choose(to >= last ? null : Math.max(0, to)); };
  const correct = async (move) => {
    setTurned(false);
    const refused = await order("correct", { n: ply.n, move });
    tell(refused);
    if (!refused) editing.release();
  };
  const undo = async () => { setTurned(false); tell(await order("undo")); };
  const turn = async () => {
    const refused = await order("turn");
    setTurned(!refused);
    tell(refused);
  };
  const isAsked = game.alerts.some((alert) => alert.resolved === null);
  const keys = { s: () => open !== "position" && editing.setPosition(isAsked ? last : n), h: editing.setHeaders, u: undo, t: turn, ArrowLeft: () => go(n - 1),
    ArrowRight: () => go(n + 1), Home: () => go(0), End: () => go(last), c: () => document.getElementById("move")?.focus(),
    Escape: () => { editing.close(); document.activeElement?.blur(); } };
  if (hasDigits && !open && held === null) alternatives.forEach(([move], ix) => { keys[ix + 1] = () => correct(move); });
  useKeys(keys);
  const names = { white: game.headers.White, black: game.headers.Black };
  return html`<section class="record">
      <${Board} position=${positionsOf(game)[n]} words=${words} names=${names} />
      <nav><button onClick=${undo} disabled=${!last}>${words.undo} <${Key} name="u" /></button>
        <button onClick=${() => editing.setPosition(n)}>${words.set_position} <${Key} name="s" /></button>
        <button onClick=${editing.setHeaders}>${words.headers} <${Key} name="h" /></button>
        <button onClick=${turn}>${words.turn} <${Key} name="t" /></button></nav>
      ${isTurned && html`<p class="told" role="status">${words.turned}</p>`}
      ${last > 0 && plies[0].side === "black" && html`<p class="told missing" role="status">${words.black_begins}</p>`}
      ${desk.doubt[language] && html`<div class="told missing" role="status">${desk.doubt[language]}</div><${PositionHelp} />`}
      ${desk.lapsed[language] && html`<p class="told missing" role="status">${desk.lapsed[language]}</p>`}
      ${editing.isOther && html`<p class="told missing" role="alert">${words.other_ply}${" "}
        <button onClick=${editing.close}>${words.cancel} <${Key} name="Esc" /></button></p>`}
      ${open === "position" && html`<${PositionEditor} key=${held} n=${held}
        position=${positionsOf(game)[held]} place=${placeOf(plies, held)} tell=${tell} close=${editing.close} />`}
      ${open === "headers" && html`<${HeadersEditor} headers=${game.headers} tell=${tell} close=${editing.close} />`}
      ${ply && html`<${Ply} key=${`${ply.n} ${ply.move}`} ply=${ply} place=${placeOf(plies, n)} folder=${desk.folder}
        alternatives=${alternatives} correct=${correct} editing=${editing} />`}
      <${Plies} plies=${plies} n=${n} choose=${go} />
    </section>`;
}
