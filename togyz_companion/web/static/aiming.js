// The board is looked for: where it lies, what is wrong, whose game it will be.
import { html, useRef, useState } from "./vendor/htm-preact.js";
import { Key, Picture } from "./desk.js";
import { useKeys } from "./keys.js";
import { Headers, filled } from "./headers.js";
import { language, order, words } from "./orders.js";
import { Board } from "./board.js";
import { PositionHelp } from "./positions.js";
import { ClockChoice, PhoneLink } from "./tableclock.js";

const SIDES = ["bottom", "top", "left", "right"];
const STEP_PX = { plain: 1, shift: 10 };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const between = ([x, y], [u, v]) => [Math.round((x + u) / 2), Math.round((y + v) / 2)];

// Four corners in the order of the command line: those that were found, or a frame to begin with.
function cornersOf(desk) {
  if (desk.aim.corners) return desk.aim.corners.map((one) => one.map(Math.round));
  const [width, height] = desk.image_wh;
  const inset = [[0.15, 0.85], [0.85, 0.85], [0.85, 0.15], [0.15, 0.15]];
  return inset.map(([x, y]) => [Math.round(x * width), Math.round(y * height)]);
}

// With the ends of the hinge between, so that the halves of a box can be told apart.
function withHinge([nearLeft, nearRight, farRight, farLeft]) {
  return [nearLeft, nearRight, between(nearRight, farRight), farRight, farLeft, between(farLeft, nearLeft)];
}

const withoutHinge = (six) => [six[0], six[1], six[3], six[4]];

// The numbered corners over the picture; each is dragged, or moved by the arrow keys.
function Handles({ desk, corners, move }) {
  const [width, height] = desk.image_wh;
  const [held, hold] = useState(null);
  const inside = ([x, y]) => [Math.min(width - 1, Math.max(0, Math.round(x))), Math.min(height - 1, Math.max(0, Math.round(y)))];
  const at = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    return inside([((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height]);
  };
  const nudge = (event, ix) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? STEP_PX.shift : STEP_PX.plain;
    move(ix, inside([corners[ix][0] + arrow[0] * step, corners[ix][1] + arrow[1] * step]));
  };
  const hinge = corners.length === 6 && [corners[2], corners[5]];
  return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${words.show_corners}
      onPointerMove=${(event) => held !== null && move(held, at(event))}
      onPointerUp=${() => hold(null)} onPointerLeave=${() => hold(null)}>
    <polygon points=${corners.map((one) => one.join(",")).join(" ")} />
    ${hinge && html`<line x1=${hinge[0][0]} y1=${hinge[0][1]} x2=${hinge[1][0]} y2=${hinge[1][1]} />`}
    ${corners.map(([x, y], ix) => html`<g class="corner" tabindex="0" role="button" aria-label="${words.corner} ${ix + 1}: ${x}, ${y}"
        onPointerDown=${() => hold(ix)} onKeyDown=${(event) => nudge(event, ix)}>
      <circle cx=${x} cy=${y} r=${width / 45} /><text x=${x} y=${y + width / 120} font-size=${width / 40}>${ix + 1}</text></g>`)}
  </svg>`;
}

// One of several; what was said on the command line may be none of those that are offered. Who chooses by mouse or finger
// has the page's keys at once; by keyboard one goes on to choose.
function Choice({ label, value, options, choose }) {
  const all = options.some(([one]) => one === value) ? options : [...options, [value, value]];
  const isPointed = useRef(false);
  const change = ({ target }) => {
    choose(target.value);
    if (isPointed.current) target.blur();
  };
  return html`<label>${label}<select onPointerDown=${() => { isPointed.current = true; }}
      onKeyDown=${() => { isPointed.current = false; }} onChange=${change}>
    ${all.map(([one, told]) => html`<option value=${one} selected=${one === value}>${told}</option>`)}</select></label>`;
}

function Found({ aim }) {
  const total = (aim.expected === null ? words.kumalak : words.kumalak_of).replace("{n}", aim.total).replace("{of}", aim.expected);
  return html`<div role="status">
    ${aim.found
      ? html`<p class="found" title="${words.accuracy}: ${aim.residual_px} px">${words.found}: ${total}, ${words.tilt} ${aim.tilt_deg}°</p>`
      : html`<p class="missing">${words.looking}</p>`}
    ${aim.hint && html`<p class=${aim.is_advice ? "advice" : "missing"}><strong>${aim.hint[language]}</strong></p>`}</div>`;
}

// Where the game begins: the start position, a board in mid-game as it is seen, or a position that somebody types.
function Beginning({ said, look }) {
  const [kind, setKind] = useState(["start", "seen", "auto"].includes(said.start) ? said.start : "given");
  const [text, type] = useState(kind === "given" ? said.start : "");
  const isSeen = kind === "seen" || kind === "auto";
  const choose = (to) => {
    setKind(to);
    if (to !== "given") look({ start: to, to_move: "auto" });
  };
  const give = (event) => { event.preventDefault(); look({ start: text.trim() }); };
  return html`<form onSubmit=${give}>
      <${Choice} label=${words.begins} value=${kind} choose=${choose}
        options=${[["start", words.begins_start], ["seen", words.begins_seen], ["auto", words.begins_auto], ["given", words.begins_given]]} />
      ${isSeen && html`<${Choice} label=${words.to_move} value=${said.to_move || "auto"} choose=${(side) => look({ to_move: side })}
        options=${[["auto", words.in_play], ["white", words.white], ["black", words.black]]} />`}
      ${kind === "given" && html`<label class="wide">${words.position}
          <input name="position" value=${text} maxlength="200" autocomplete="off" spellcheck="false"
            onInput=${(event) => type(event.target.value)} /></label>
        <button disabled=${!text.trim()}>${words.take_position}</button>`}</form>
    ${kind === "seen" && html`<p class="hint">${words.begins_seen_hint}</p>`}
    ${kind === "given" && html`<${PositionHelp} isOpen=${true} />`}
    ${kind === "given" && said.start !== "start" && said.position && html`<${Board} position=${said.position} words=${words} />`}`;
}

export function Aiming({ desk, tell }) {
  const [corners, setCorners] = useState(desk.said.corners);
  const [said, say] = useState({});
  const [headers, setHeaders] = useState({ Date: new Date().toISOString().slice(0, 10).replaceAll("-", "."), ...desk.headers });
  const [rules, setRules] = useState(desk.rules);
  const [clock, setClock] = useState(desk.control || "");
  const { aim } = desk;
  const move = (ix, to) => setCorners((all) => all.map((one, at) => (at === ix ? to : one)));
  const look = async (more = {}) => {
    const all = { ...said, corners, ...more };
    say(all);
    const refused = await order("look", all);
    if (refused) say(said);
    tell(refused);
  };
  const show = () => setCorners(cornersOf(desk));
  const forget = () => { setCorners(null); look({ corners: null }); };
  const begin = async (event) => {
    if (event) event.preventDefault();
    tell(await order("begin", { headers: filled(headers), rules, clock }));
  };
  const leave = async () => tell(await order("leave"));
  useKeys({ c: corners ? forget : show, l: () => look(), b: () => !desk.begun && begin(), v: leave });
  return html`<section class="play">
      <${Picture} desk=${desk}>${corners && html`<${Handles} desk=${desk} corners=${corners} move=${move} />`}<//>
      <${Found} aim=${aim} />
      <nav>
        ${corners
          ? html`<button onClick=${() => look()}>${words.use_corners} <${Key} name="l" /></button>
              <button aria-pressed=${corners.length === 6}
                onClick=${() => setCorners(corners.length === 6 ? withoutHinge(corners) : withHinge(corners))}>${words.halves}</button>
              <button onClick=${forget}>${words.find_itself} <${Key} name="c" /></button>`
          : html`<button onClick=${show}>${words.show_corners} <${Key} name="c" /></button>
              <button onClick=${() => look()}>${words.look_again} <${Key} name="l" /></button>`}
        <button onClick=${leave}>${words.leave} <${Key} name="v" /></button>
      </nav>
      ${corners && html`<p class="hint">${corners.length === 6 ? words.halves_order : words.corners_order}</p>`}
      <form>
        <${Choice} label=${words.layout} value=${said.layout || desk.said.layout} choose=${(layout) => look({ layout })}
          options=${[["auto", words.automatic], ...desk.layouts.map((one) => [one, words[`layout_${one}`] || one])]} />
        <${Choice} label=${words.white_side} value=${said.white_side || desk.said.white_side || ""}
          choose=${(side) => look({ white_side: side || null })}
          options=${[["", corners ? words.by_corners : words.automatic], ["auto", words.in_play], ...SIDES.map((one) => [one, words[`side_${one}`]])]} />
      </form>
      <${Beginning} said=${{ ...desk.said, to_move: said.to_move || desk.said.to_move }} look=${look} />
    </section>
    <form class="names" onSubmit=${begin}>
      <${Headers} headers=${headers} set=${setHeaders} />
      <${Choice} label=${words.rules} value=${rules} choose=${setRules}
        options=${[["", words.rules_usual], ["at_82=stop", words.rules_stop], ["at_82=play_on", words.rules_play_on]]} />
      <${ClockChoice} value=${clock} change=${setClock} />
      ${clock.trim() && html`<${PhoneLink} url=${desk.clock_url} />`}
      <button class="primary" disabled=${!aim.found || desk.begun}>${words.begin} <${Key} name="b" /></button>
    </form>`;
}
