// A game clock as people read it: it runs on between two states.
import { html, useEffect, useState } from "./vendor/htm-preact.js";

export const HOUR_S = 3600;
const TICK_MS = 200;

function written(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / HOUR_S), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// `since`: when the page's own clock (performance.now) stood where the state was told.
export function Time({ clock, side, since }) {
  const [now, set] = useState(performance.now());
  const runs = clock.running === side;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => set(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  const passed = runs ? Math.max(0, now - since) / 1000 : 0;
  return html`<span class="time ${runs ? "running" : ""}">${written((clock[side] ?? 0) - passed)}</span>`;
}

// Both sides' times in the order in which players are named everywhere.
export function Times({ clock, since }) {
  return ["white", "black"].map((side) => html`<span><span class="side ${side}"></span><${Time} clock=${clock} side=${side} since=${since} /></span>`);
}
