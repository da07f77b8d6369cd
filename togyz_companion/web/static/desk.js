// What the parts of the operator's page share: keys, and the camera's picture.
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { language, words } from "./orders.js";

const PICTURE_MS = 500;

// What a key does, but where somebody types. `keys` maps what the browser calls a key to what is done.
export function useKeys(keys) {
  useEffect(() => {
    const onKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
      event.preventDefault();
      keys[event.key]();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

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
