// The audience's page: a live board, or, where the page holds a game of its own, a replay of that.
import { html, render, useEffect, useLayoutEffect, useReducer, useRef, useState } from "./vendor/htm-preact.js";
import { Board } from "./board.js";
import { Times } from "./clock.js";
import { useKeys } from "./keys.js";
import { listen } from "./live.js";
import { Lines, linesOf, placeOf, useInSight } from "./moves.js";
import { positionsOf, sowingOf } from "./replay.js";
import { canSpeak, say } from "./speech.js";

const STEP_MS = 140;
const DOUBLE_MOVES_A_DIAGRAM = 10;
const embedded = document.getElementById("state");
const words = JSON.parse(document.getElementById("words").textContent);
const language = document.documentElement.lang;
const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

// The newest whole state and whether the recorder can be heard.
function useLive() {
  const [live, set] = useState({ state: embedded && JSON.parse(embedded.textContent), isHeard: true, since: 0 });
  useEffect(() => {
    if (embedded) return undefined;
    return listen((state, since) => set({ state, since, isHeard: true }), (isHeard) => set((before) => ({ ...before, isHeard })));
  }, []);
  return live;
}

// Sows ply `n` kumalak by kumalak when it is reached while the page `isTold` of a game; null where nothing moves.
function useSowing(positions, plies, n, isTold) {
  const [frame, set] = useState(null);
  const wasTold = useRef(false);
  const ply = plies[n - 1];
  useLayoutEffect(() => {  // before anybody sees where it leads
    set(null);
    const isNews = wasTold.current;
    wasTold.current = isTold;
    if (!isNews || !ply || ply.after || isStill.matches) return undefined;
    const { path, boards } = sowingOf(positions[n - 1], ply.side, ply.otau);
    let at = 0;
    const step = () => {
      set(at < boards.length ? { position: boards[at], box: path[at - 1] } : null);
      if (at >= boards.length) clearInterval(timer);
      at += 1;
    };
    const timer = setInterval(step, Math.min(STEP_MS, 2400 / boards.length));
    step();
    return () => clearInterval(timer);
  }, [n, ply && ply.move, isTold]);
  return frame;
}

// Says ply `n` when it is reached, by a player or by who steps on, while the page `isTold` of a game; what it finds when it
// opens is not news.
function useSpeech(plies, n, isOn, isTold) {
  const before = useRef(null);
  const ply = plies[n - 1];
  useEffect(() => {
    if (isOn && ply && before.current !== null && n >= before.current) {
      say(`${words[ply.side]} ${ply.otau} ${ply.landing}${ply.tuzdyk ? ` ${words.tuzdyk}` : ""}`, language);
    }
    before.current = isTold ? n : null;
  }, [n, ply && ply.move, isOn, isTold]);
}

const other = (side) => (side === "white" ? "black" : "white");
const named = (state) => ({ white: state.headers.White || words.white, black: state.headers.Black || words.black });

function eventOf(headers) {
  const numbered = ["Round", "Board"].map((name) => headers[name] && `${words[`field_${name}`]}: ${headers[name]}`);
  return [headers.Event, ...numbered, headers.Date].filter(Boolean).join(" · ");
}

function marksOf(positions, plies, n, frame) {
  const ply = plies[n - 1];
  if (!ply) return {};
  const from = { [`${ply.side} ${ply.otau}`]: "from" };
  if (frame) return frame.box ? { ...from, [`${frame.box.side} ${frame.box.no}`]: "to" } : from;
  if (ply.after) return from;
  const { path } = sowingOf(positions[n - 1], ply.side, ply.otau);
  const last = path[path.length - 1];
  return { ...from, [`${last.side} ${last.no}`]: ply.captured ? "to captured" : "to" };
}

function Moves({ state, positions, at, below, go }) {
  const cell = (ply) => {
    const doubt = ply.confidence !== null && ply.confidence < 0.995 ? ` ${Math.floor(ply.confidence * 100)} %` : "";
    return html`<button class="${ply.status} ${ply.n === at ? "here" : ""}" aria-current=${ply.n === at ? "step" : null}
      onClick=${() => go(ply.n)}>${ply.move}${ply.status === "accepted_illegal" ? "!" : ""}<small>${doubt}</small></button>`;
  };
  const diagram = (no, last) => no % DOUBLE_MOVES_A_DIAGRAM === 0
    && html`<figure><${Board} position=${positions[last.n]} below=${below} words=${words} /></figure>`;
  return html`<${Lines} plies=${state.plies} cell=${cell} below=${diagram} />`;
}

function Switch({ label, sign, isOn, set }) {
  return html`<button title=${label} aria-label=${label} aria-pressed=${isOn} onClick=${() => set(!isOn)}>${sign}</button>`;
}

// The way back to the list, where this board is one of several.
function AllBoards() {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("board")) return null;
  return html`<a href=${asked.has("lang") ? `?lang=${encodeURIComponent(asked.get("lang"))}` : "./"}>${words.boards}</a> · `;
}

function Steps({ plies, at, go, flip, isLive, children }) {
  const n = plies.length;
  const place = placeOf(plies, at);
  const step = (label, sign, to, isOff) => html`<button title=${label} aria-label=${label} disabled=${isOff}
    onClick=${() => go(to)}>${sign}</button>`;
  return html`<nav aria-label=${words.steps}>
    ${step(words.first, "|◀", 0, at === 0)}${step(words.back, "◀", at - 1, at === 0)}
    <output>${place ? `${place.no} ${words[place.side]}` : 0} / ${linesOf(plies).length}</output>
    ${step(words.forth, "▶", at + 1, at === n)}${step(isLive ? words.newest : words.last, "▶|", null, at === n)}
    <button title=${words.flip} aria-label=${words.flip} onClick=${flip}>⇅</button>
    ${children}
  </nav>`;
}

function Status({ state, isHeard }) {
  const ended = state.result ? `: ${state.result}${state.reason ? ` (${words[state.reason]})` : ""}` : "";
  return html`<p role="status" class=${isHeard ? state.status : "stale"}>
    ${isHeard ? words[state.standing] + ended : words.unheard}</p>`;
}

// Nothing is told yet; where the server answers, it knows no such board.
function Waiting({ isHeard }) {
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    if (!isHeard) fetch(`state.json${location.search}`).then((answer) => setUnknown(answer.status === 404), () => setUnknown(false));
  }, [isHeard]);
  return html`<p role="status" class="waiting"><${AllBoards} />${isUnknown ? words.no_board : words.connecting}</p>`;
}

function Page() {
  const { state, isHeard, since } = useLive();
  const [chosen, go] = useState(null);
  const [below, flip] = useReducer(other, new URLSearchParams(location.search).get("below") === "black" ? "black" : "white");
  const [isNamed, setNamed] = useState(false);
  const [isSpoken, setSpoken] = useState(false);
  const plies = state ? state.plies : [];
  const n = plies.length;
  const at = chosen === null ? n : Math.min(chosen, n);
  const positions = state ? positionsOf(state) : [];
  const frame = useSowing(positions, plies, at, state !== null);
  useSpeech(plies, at, isSpoken, state !== null);
  const record = useInSight([at, n]);
  useKeys({ ArrowLeft: () => go(Math.max(0, at - 1)), ArrowRight: () => go(at + 1 >= n ? null : at + 1),
    Home: () => go(0), End: () => go(null), f: () => flip(below) });
  if (!state) return html`<${Waiting} isHeard=${isHeard} />`;
  const names = named(state);
  return html`
    <header><h1>${names.white} – ${names.black}</h1>
      <p class="event"><${AllBoards} />${eventOf(state.headers)}</p>
      <${Status} state=${state} isHeard=${isHeard} /></header>
    <main>
      <section class="play">
        <${Board} position=${frame ? frame.position : positions[at]} below=${below} names=${names}
          marks=${marksOf(positions, plies, at, frame)} isNamed=${isNamed} words=${words} />
        ${state.clock && html`<p class="clocks"><${Times} clock=${state.clock} since=${since} /></p>`}
        <${Steps} plies=${plies} at=${at} go=${(to) => go(to === null || to >= n ? null : to)} flip=${() => flip(below)}
          isLive=${!embedded}>
          <${Switch} label=${words.otau_names} sign="Aa" isOn=${isNamed} set=${setNamed} />
          ${canSpeak && html`<${Switch} label=${words.speak} sign="♪" isOn=${isSpoken} set=${setSpoken} />`}
        </${Steps}>
      </section>
      <section class="record" aria-label=${words.moves} ref=${record}>
        <${Moves} state=${state} positions=${positions} at=${at} below=${below} go=${(to) => go(to >= n ? null : to)} />
      </section>
    </main>`;
}

render(html`<${Page} />`, document.getElementById("page"));
