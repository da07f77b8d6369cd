// A game clock as people read it.
import { html } from "./vendor/htm-preact.js";

export function Time({ clock, side }) {
  const seconds = Math.max(0, Math.floor(clock[side] ?? 0));
  const told = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span class="time ${clock.running === side ? "running" : ""}">${told}</span>`;
}
