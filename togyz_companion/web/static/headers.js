// Who plays, where, when: fields that are filled in before a game, and mended during it and after it.
import { html, useState } from "./vendor/htm-preact.js";
import { useFirstField } from "./keys.js";
import { named, order, words } from "./orders.js";

const FIELDS = named("field_");

export const filled = (headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => String(value).trim()));

export function Headers({ headers, set }) {
  return FIELDS.map((name) => html`<label key=${name}>${words[`field_${name}`]}
    <input name=${name} value=${headers[name] || ""} maxlength="200" autocomplete="off"
      onInput=${(event) => set({ ...headers, [name]: event.target.value })} /></label>`);
}

// The same for a game that is recorded; only what was changed is said.
export function HeadersEditor({ headers, tell, close }) {
  const [edited, edit] = useState(Object.fromEntries(FIELDS.map((name) => [name, headers[name] || ""])));
  const form = useFirstField();
  const save = async (event) => {
    event.preventDefault();
    const changed = FIELDS.filter((name) => edited[name].trim() !== (headers[name] || ""));
    const refused = changed.length
      ? await order("headers", { headers: Object.fromEntries(changed.map((name) => [name, edited[name].trim()])) }) : null;
    tell(refused);
    if (!refused) close();
  };
  return html`<form class="names editor" ref=${form} role="dialog" aria-label=${words.headers} onSubmit=${save}>
    <${Headers} headers=${edited} set=${edit} />
    <nav><button class="primary">${words.save}</button>
      <button type="button" onClick=${close}>${words.cancel}</button></nav></form>`;
}
