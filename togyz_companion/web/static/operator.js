// The operator's page: aim the camera, begin, watch over the record, answer for it, end the game, print it.
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Board } from "./board.js";
import { ClockChoice, TableClock } from "./tableclock.js";
import { listen } from "./live.js";
import { language, order, words } from "./orders.js";
import { positionsOf } from "./replay.js";

const PICTURE_MS = 500;
const FIELDS = ["White", "Black", "WhiteTeam", "BlackTeam", "Event", "Round", "Board", "Site", "Date"];
const ENDINGS = [["1-0", "resigned"], ["0-1", "resigned"], ["1/2-1/2", "agreement"], ["1-0", "flag"], ["0-1", "flag"],
  ["1-0", "forfeit"], ["0-1", "forfeit"], ["1-0", "arbiter"], ["0-1", "arbiter"], ["1/2-1/2", "arbiter"]];

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

// The camera's picture, drawn anew twice a second.
function usePicture() {
  const [nth, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => set((before) => before + 1), PICTURE_MS);
    return () => clearInterval(timer);
  }, []);
  return `picture.jpg?${nth}`;
}

function Picture({ desk, corners, move }) {
  const [width, height] = desk.image_wh;
  const [held, hold] = useState(null);
  const at = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
  };
  const points = corners.map((one) => one.join(",")).join(" ");
  return html`${desk.outage && html`<p class="missing" role="alert">${desk.outage[language]}</p>`}<div class="picture">
    <img src=${usePicture()} alt=${words.picture} />
    ${move && html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"
        onPointerMove=${(event) => held !== null && move(held, at(event))}
        onPointerUp=${() => hold(null)} onPointerLeave=${() => hold(null)}>
      <polygon points=${points} />
      ${corners.map(([x, y], ix) => html`<g class="corner" onPointerDown=${() => hold(ix)}>
        <circle cx=${x} cy=${y} r=${width / 45} /><text x=${x} y=${y + width / 120}>${ix + 1}</text></g>`)}
    </svg>`}
  </div>`;
}

function cornersOf(desk) {
  const [width, height] = desk.image_wh;
  const inset = [[0.15, 0.85], [0.85, 0.85], [0.85, 0.15], [0.15, 0.15]];
  return inset.map(([x, y]) => [Math.round(x * width), Math.round(y * height)]);
}

function Aiming({ desk, tell }) {
  const [corners, setCorners] = useState(null);
  const [headers, setHeaders] = useState({ Date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") });
  const [clock, setClock] = useState(desk.control || "");
  const { aim } = desk;
  const move = (ix, to) => setCorners((all) => all.map((one, at) => (at === ix ? to.map(Math.round) : one)));
  const look = async (details) => tell(await order("look", details));
  const begin = async (event) => {
    event.preventDefault();
    const filled = Object.entries(headers).filter(([, value]) => value.trim());
    tell(await order("begin", { headers: Object.fromEntries(filled), clock }));
  };
  return html`<section class="play">
      <${Picture} desk=${desk} corners=${corners || []} move=${corners && move} />
      <p class=${aim.found ? "found" : "missing"} role="status">
        ${aim.found ? `${words.found} (${aim.total} / 162, ${aim.tilt_deg}°, ${aim.residual_px} px)` : words.looking}
        ${aim.hint && html` – <strong>${aim.hint}</strong>`}</p>
      <nav>
        ${corners
          ? html`<button onClick=${() => look({ corners })}>${words.use_corners}</button>
              <button onClick=${() => { setCorners(null); look({}); }}>${words.find_itself}</button>`
          : html`<button onClick=${() => setCorners(cornersOf(desk))}>${words.show_corners}</button>
              <button onClick=${() => look({})}>${words.look_again}</button>`}
      </nav>
      ${corners && html`<p class="hint">${words.corners_order}</p>`}
    </section>
    <form class="names" onSubmit=${begin}>
      ${FIELDS.map((name) => html`<label>${words[`field_${name}`]}
        <input name=${name} value=${headers[name] || ""} maxlength="200" autocomplete="off"
          onInput=${(event) => setHeaders({ ...headers, [name]: event.target.value })} /></label>`)}
      <${ClockChoice} value=${clock} change=${setClock} />
      <button class="primary" disabled=${!aim.found}>${words.begin}</button>
    </form>`;
}

// The three answers to an open alert: put it right on the board, let it stand, or set the position.
function Alert({ alert, text, tell, set }) {
  return html`<li><p>${text || alert.code}</p>
    <nav><span>${words.put_right}</span>
      <button onClick=${async () => tell(await order("accept", { id: alert.id }))}>${words.accept} <kbd>a</kbd></button>
      <button onClick=${set}>${words.set_position} <kbd>s</kbd></button></nav></li>`;
}

function Editor({ position, n, tell, close }) {
  const [edited, edit] = useState(JSON.parse(JSON.stringify(position)));
  const change = (path, value) => {
    const next = JSON.parse(JSON.stringify(edited));
    if (path.length === 1) next[path[0]] = value;
    else next[path[0]][path[1]] = value;
    edit(next);
  };
  const total = [...edited.white, ...edited.black, edited.kazan.white, edited.kazan.black].reduce((sum, one) => sum + one, 0);
  const number = (path, value, label) => html`<input type="number" min="0" max="162" value=${value} aria-label=${label}
    onInput=${(event) => change(path, Number(event.target.value))} />`;
  const row = (side) => {
    const boxes = edited[side].map((value, ix) => html`<td>${number([side, ix], value, `${words[side]} ${ix + 1}`)}</td>`);
    return html`<tr><th>${words[side]}</th>${side === "black" ? boxes.reverse() : boxes}
      <td>${number(["kazan", side], edited.kazan[side], `${words[side]}, ${words.kazan}`)}</td>
      <td><select aria-label="${words[side]}, ${words.tuzdyk}" onChange=${(event) =>
        change(["tuzdyk", side], event.target.value ? Number(event.target.value) : null)}>
        <option value="">–</option>${[1, 2, 3, 4, 5, 6, 7, 8].map((no) => html`
          <option value=${no} selected=${edited.tuzdyk[side] === no}>${no}</option>`)}</select></td></tr>`;
  };
  const save = async () => {
    const refused = await order("set", { n, position: edited });
    tell(refused);
    if (!refused) close();
  };
  return html`<div class="editor" role="dialog" aria-label=${words.set_position}>
    <table><tr><th></th>${[...Array(9).keys()].map(() => html`<th></th>`)}<th>${words.kazan}</th><th>${words.tuzdyk}</th></tr>
      ${row("black")}${row("white")}</table>
    <label>${words.to_move} <select onChange=${(event) => change(["to_move"], event.target.value)}>
      ${["white", "black"].map((side) => html`<option value=${side} selected=${edited.to_move === side}>${words[side]}</option>`)}
    </select></label>
    <p class=${total === 162 ? "" : "missing"}>${total} / 162</p>
    <nav><button class="primary" disabled=${total !== 162} onClick=${save}>${words.set_position}</button>
      <button onClick=${close}>${words.cancel}</button></nav></div>`;
}

// A picture that is not written yet.
const hide = (event) => { event.target.hidden = true; };

function Ply({ ply, alternatives, tell }) {
  const [move, setMove] = useState("");
  const correct = async (to) => tell(await order("correct", { n: ply.n, move: to }));
  return html`<div class="ply"><h2>${ply.n}. ${words[ply.side]}: ${ply.move}${" "}
      <small>${ply.confidence !== null && `${Math.floor(1000 * ply.confidence) / 10} % · `}${words[ply.status]}</small></h2>
    ${alternatives.length > 0 && html`<p>${words.instead} ${alternatives.map(([other_move, p], ix) => html`
      <button onClick=${() => correct(other_move)}>${other_move} <small>${Math.round(100 * p)} %</small> <kbd>${ix + 1}</kbd></button>`)}</p>`}
    <form onSubmit=${(event) => { event.preventDefault(); correct(move); }}>
      <label>${words.correct_to} <input value=${move} maxlength="4" size="4" onInput=${(event) => setMove(event.target.value)} /></label>
      <button>${words.correct}</button></form>
    <div class="evidence">${ply.evidence.filter((name) => name.endsWith(".jpg")).map((name) => html`
      <a href=${name} target="_blank"><img src=${name} alt=${name} onError=${hide} /></a>`)}
      ${ply.evidence.filter((name) => name.endsWith(".mp4")).map((name) => html`<a href=${name} target="_blank">${words.clip}</a>`)}</div>
  </div>`;
}

function Ending({ tell }) {
  const [ending, set] = useState(null);
  return html`<form onSubmit=${async (event) => {
    event.preventDefault();
    const [result, reason] = ENDINGS[ending];
    tell(await order("declare", { result, reason }));
  }}><label>${words.result} <select onChange=${(event) => set(event.target.value === "" ? null : Number(event.target.value))}>
    <option value="">–</option>${ENDINGS.map(([result, reason], ix) => html`<option value=${ix}>${result} ${words[reason]}</option>`)}</select></label>
    <button disabled=${ending === null}>${words.end}</button></form>`;
}

function Playing({ desk, game, since, tell }) {
  const [chosen, choose] = useState(null);
  const [isEditing, setEditing] = useState(false);
  const { plies } = game;
  const n = chosen === null ? plies.length : Math.min(chosen, plies.length);
  const ply = plies[n - 1];
  const alternatives = (ply && desk.alternatives[ply.n]) || [];
  const open = game.alerts.filter((alert) => alert.resolved === null);
  const pause = async () => tell(await order("pause", { is_paused: !desk.paused }));
  const undo = async () => tell(await order("undo"));
  useEffect(() => {
    const keys = { a: async () => open.length && tell(await order("accept", { id: open[0].id })), s: () => setEditing(true),
      u: undo, p: pause, ArrowLeft: () => choose(Math.max(1, n - 1)), ArrowRight: () => choose(n + 1 >= plies.length ? null : n + 1),
      Escape: () => { setEditing(false); choose(null); } };
    alternatives.forEach(([move], ix) => { keys[ix + 1] = async () => tell(await order("correct", { n: ply.n, move })); });
    const onKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
      event.preventDefault();
      keys[event.key]();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return html`<section class="play">
      <${Picture} desk=${desk} corners=${[]} />
      ${open.length > 0 && html`<ol class="alerts" role="alert">${open.map((alert) => html`<${Alert} key=${alert.id} alert=${alert}
        text=${desk.alerts[alert.id] && desk.alerts[alert.id][language]} tell=${tell} set=${() => setEditing(true)} />`)}</ol>`}
      ${isEditing && html`<${Editor} position=${game.position} n=${plies.length} tell=${tell} close=${() => setEditing(false)} />`}
      <nav><button onClick=${undo} disabled=${!plies.length}>${words.undo} <kbd>u</kbd></button>
        <button onClick=${() => setEditing(true)}>${words.set_position} <kbd>s</kbd></button>
        <button onClick=${pause} aria-pressed=${desk.paused}>${desk.paused ? words.go_on : words.pause} <kbd>p</kbd></button></nav>
      ${game.clock && html`<${TableClock} clock=${game.clock} since=${since} tell=${tell} />`}
      <${Ending} tell=${tell} />
    </section>
    <section class="record">
      <${Board} position=${positionsOf(game)[n]} words=${words}
        names=${{ white: game.headers.White, black: game.headers.Black }} />
      ${ply && html`<${Ply} key=${`${ply.n} ${ply.move}`} ply=${ply} alternatives=${alternatives} tell=${tell} />`}
      <ol class="plies">${plies.map((one) => html`<li><button class="${one.status} ${one.n === n ? "here" : ""}"
        onClick=${() => choose(one.n === plies.length ? null : one.n)}>${one.move}${one.seen ? "" : "?"}</button></li>`)}</ol>
    </section>`;
}

function Ended({ desk, game, tell }) {
  return html`<section class="play">
      ${game && html`<${Board} position=${game.position} words=${words} names=${{ white: game.headers.White, black: game.headers.Black }} />`}
      ${game && game.result && html`<p role="status">${game.result} ${game.reason ? words[game.reason] : ""}</p>`}
      ${desk.failure && html`<p class="missing" role="alert">${desk.failure}</p>`}
      ${desk.shortcoming && html`<p class="missing" role="status">${desk.shortcoming[language]}</p>`}
    </section>
    <section class="record"><h2>${desk.folder}</h2>
      ${desk.folder && html`<ul class="files">${["pdf", "tgk", "pgn", "json", "csv", "html"].map((form) => html`
        <li><a href="export/${form}" download>${words[`as_${form}`]}</a></li>`)}</ul>`}
      <button class="primary" onClick=${async () => tell(await order("another"))}>${words.another}</button></section>`;
}

const STAGES = { aiming: Aiming, playing: Playing, ended: Ended };

function Page() {
  const { desk, game, since, isHeard } = useStates();
  const [refused, tell] = useState(null);
  if (!desk) return html`<p role="status">${words.connecting}</p>`;
  const Stage = STAGES[desk.stage];
  return html`<header><h1>${words[`stage_${desk.stage}`]}</h1><p>${desk.source}</p>
      <p role="status" class=${isHeard ? "" : "stale"}>${isHeard ? game && words[game.status] : words.unheard}</p></header>
    ${refused && html`<p class="refused" role="alert">${refused} <button onClick=${() => tell(null)}>×</button></p>`}
    <main><${Stage} desk=${desk} game=${game} since=${since} tell=${tell} /></main>`;
}

render(html`<${Page} />`, document.getElementById("page"));
