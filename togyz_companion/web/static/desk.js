// What the parts of the operator's page share: names of keys, and the camera's picture.
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { language, words } from "./orders.js";

const PICTURE_MS = 500;

export function Key({ name }) {
  return html`<kbd aria-hidden="true">${name}</kbd>`;
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
      <img src=${`picture.jpg?${nth}`} alt=${words.picture} />${children}</div>`;
}
