// What the parts of the operator's page share: names of keys, and the camera's picture.
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { language, words } from "./orders.js";

const PICTURE_MS = 500;

export function Key({ name }) {
  return html`<kbd aria-hidden="true">${name}</kbd>`;
}

// Whose row lies where in the picture, where that is known.
function Edges({ desk }) {
  const [width, height] = desk.image_wh;
  const size = width / 42;
  return html`<svg class="edges" viewBox="0 0 ${width} ${height}">${["white", "black"].map((side) => {
    const [x, y] = desk.edges[side];
    const half = size * (0.35 * words[side].length + 1.3);
    return html`<g transform="translate(${x} ${y})"><rect x=${-half} y=${-0.8 * size} width=${2 * half} height=${1.6 * size} rx=${0.3 * size} />
      <circle class="side ${side}" cx=${size - half} r=${0.45 * size} />
      <text x=${0.7 * size} y=${0.35 * size} font-size=${size}>${words[side]}</text></g>`;
  })}</svg>`;
}

// The camera's picture, drawn anew twice a second; `children` are drawn over it.
export function Picture({ desk, children }) {
  const [nth, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => set((before) => before + 1), PICTURE_MS);
    return () => clearInterval(timer);
  }, []);
  return html`${desk.outage && html`<p class="missing" role="alert">${desk.outage[language]}</p>`}
    <div class="picture" style="aspect-ratio: ${desk.image_wh.join(" / ")}">
      <img src=${`picture.jpg?${nth}`} alt=${words.picture} />${desk.edges && html`<${Edges} desk=${desk} />`}${children}</div>`;
}
