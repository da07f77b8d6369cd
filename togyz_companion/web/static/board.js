// The board as a picture: a component that draws a position, with what has just happened on it.
import { html } from "./vendor/htm-preact.js";

const OTAU = { width: 17, height: 34, pitch: 20 };
const LEFT = 6;
const KAZAN = { top: 47, height: 14, gap: 2 };
const other = (side) => (side === "white" ? "black" : "white");

// Up to ten kumalak lie two abreast; the more there are, the smaller they are drawn.
function Kumalak({ number, top }) {
  const abreast = number <= 10 ? 2 : number <= 21 ? 3 : 4;
  const across = (OTAU.width - 2) / abreast;
  const lines = Math.ceil(number / abreast);
  const diameter = Math.min(across, 6.2) * 0.88;
  const pitch = Math.min((OTAU.height - 3) / Math.max(lines, 1), diameter * 1.1);
  return Array.from({ length: number }, (_, nth) => html`<circle class="kumalak" r=${diameter / 2}
    cx=${1 + across * ((nth % abreast) + 0.5)}
    cy=${top + OTAU.height - 1.5 - diameter / 2 - pitch * Math.floor(nth / abreast)} />`);
}

function Otau({ position, side, no, at, isAbove, mark, isNamed, words }) {
  const number = position[side][no - 1];
  const isTuzdyk = position.tuzdyk[other(side)] === no;
  const top = isAbove ? 10 : 81;
  const label = isAbove ? 7.5 : 121.5;
  const told = isTuzdyk ? words.tuzdyk : number;
  return html`<g transform="translate(${LEFT + OTAU.pitch * at} 0)" role="listitem"
      aria-label="${words[side]} ${no}: ${told}">
    <rect class="otau ${mark || ""}" y=${top} width=${OTAU.width} height=${OTAU.height} rx="2.5" />
    ${isTuzdyk
      ? html`<circle class="tuzdyk ${other(side)}" r="5.5" cx=${OTAU.width / 2} cy=${top + OTAU.height / 2} />`
      : html`<${Kumalak} number=${number} top=${top} />`}
    <text class="number" x=${OTAU.width / 2 - 1} y=${label}>${isTuzdyk ? "x" : number}</text>
    <text class="no" x=${OTAU.width / 2 + 5.5} y=${label}>${no}</text>
    ${isNamed && html`<text class="called" x=${OTAU.width / 2} y=${isAbove ? 46.2 : 80}>${words[`otau_${no}`]}</text>`}
  </g>`;
}

function Kazan({ position, side, name, isAbove, words }) {
  const top = isAbove ? KAZAN.top : KAZAN.top + KAZAN.height + KAZAN.gap;
  return html`<g role="listitem" aria-label="${words[side]}, ${words.kazan}: ${position.kazan[side]}">
    <rect class="kazan ${position.to_move === side ? "moves" : ""}" x=${LEFT} y=${top} width="177" height=${KAZAN.height} rx="3" />
    <circle class="side ${side}" cx=${LEFT + 7} cy=${top + 7} r="2.6" />
    <text class="name" x=${LEFT + 12.5} y=${top + 9}>${name || words[side]}</text>
    <text class="held" x=${LEFT + 172} y=${top + 10.4}>${position.kazan[side]}</text>
  </g>`;
}

// `marks` names boxes that stand out: {"white 7": "from", "black 6": "to"}. `isNamed`: otaus bear their old names, too.
export function Board({ position, below = "white", names = {}, marks = {}, isNamed = false, words }) {
  const row = (side, isAbove) => Array.from({ length: 9 }, (_, at) => {
    const no = isAbove ? 9 - at : at + 1;
    return html`<${Otau} key=${side + no} position=${position} side=${side} no=${no} at=${at} isAbove=${isAbove}
      mark=${marks[`${side} ${no}`]} isNamed=${isNamed} words=${words} />`;
  });
  return html`<svg class="board" viewBox="0 0 189 125" role="list" aria-label=${words.board}>
    <rect class="wood" width="189" height="125" rx="4" />
    ${row(other(below), true)}
    <${Kazan} position=${position} side=${other(below)} name=${names[other(below)]} isAbove=${true} words=${words} />
    <${Kazan} position=${position} side=${below} name=${names[below]} isAbove=${false} words=${words} />
    ${row(below, false)}
  </svg>`;
}
