// How a position is written in one line: told wherever one is shown or asked for.
import { html } from "./vendor/htm-preact.js";
import { words } from "./orders.js";

const EXAMPLE = "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N";

export function PositionHelp({ isOpen = false }) {
  return html`<details open=${isOpen}><summary>${words.position_how}</summary>
    <p>${words.position_help}</p><p>${words.position_example} <code>${EXAMPLE}</code></p></details>`;
}
