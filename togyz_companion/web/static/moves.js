// The plies as scoresheets have them: two in a line, the one of white and the one of black.
import { html, useEffect, useRef } from "./vendor/htm-preact.js";

// Lines of the scoresheet: a side that moves twice running, or begins as black, leaves a gap.
export function linesOf(plies) {
  const lines = [];
  for (const ply of plies) {
    const last = lines[lines.length - 1];
    if (ply.side === "black" && last && !last.black) last.black = ply;
    else lines.push({ [ply.side]: ply });
  }
  return lines;
}

// Where ply `n` stands on the scoresheet: {no, side}; null before the first one.
export function placeOf(plies, n) {
  const ply = plies[n - 1];
  return ply ? { no: linesOf(plies.slice(0, n)).length, side: ply.side } : null;
}

// What commands call it: "12w", "12b".
export const nameOf = (place) => `${place.no}${place.side[0]}`;

// `cell` draws a ply, `below` what stands under a line.
export function Lines({ plies, cell, below = () => null, kind = "" }) {
  return html`<ol class="moves ${kind}">${linesOf(plies).map((line, ix) => html`<li key=${ix}>
    <table><tr><th>${ix + 1}</th>${["white", "black"].map((side) => html`<td>${line[side] && cell(line[side])}</td>`)}</tr></table>
    ${below(ix + 1, line.black || line.white)}</li>`)}</ol>`;
}

// A list that is scrolled, whenever one of these changes, to where its `.here` stands in the middle.
export function useInSight(changing) {
  const list = useRef(null);
  useEffect(() => {
    const here = list.current && list.current.querySelector(".here");
    if (!here) return;
    const [inside, around] = [here, list.current].map((one) => one.getBoundingClientRect());
    list.current.scrollTop += inside.top - around.top - around.height / 2;
  }, changing);
  return list;
}
