// No camera is open: what each of them sees, and a place for an address or a film.
import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Key } from "./desk.js";
import { useKeys } from "./keys.js";
import { language, order, words } from "./orders.js";

const AGAIN_MS = 2000;
// What was typed last: it is wanted again after its game, or after a mistake in it.
let typed = "";

// A camera's picture, taken anew as long as the page shows it; where it gives none, why.
function Thumbnail({ camera }) {
  const [nth, set] = useState(0);
  const [why, setWhy] = useState(null);
  const [isSeen, setSeen] = useState(false);
  const address = `thumbnail.jpg?source=${encodeURIComponent(camera.url)}&lang=${language}&nth=${nth}`;
  const again = () => {
    const timer = setTimeout(() => set(nth + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  };
  useEffect(() => (isSeen || why ? again() : undefined), [nth, isSeen, why]);
  const ask = async () => {
    setSeen(false);
    const answer = await fetch(address).catch(() => null);
    setWhy(answer ? await answer.text() : words.unheard);
  };
  return html`<span class="thumbnail">${why ? html`<span class="missing">${why}</span>` : !isSeen && words.looking_through}
    <img hidden=${!isSeen} src=${address} alt=${words.picture} onError=${ask}
      onLoad=${() => { setSeen(true); setWhy(null); }} /></span>`;
}

export function Choosing({ desk, tell }) {
  const [cameras, list] = useState(null);
  const [address, setAddress] = useState(typed);
  const [opening, setOpening] = useState(null);
  const look = async () => {
    const answer = await fetch("sources").catch(() => null);
    list(answer && answer.ok ? await answer.json() : []);
  };
  useEffect(() => { look(); }, []);
  const type = (text) => {
    typed = text;
    setAddress(text);
  };
  const choose = async (source) => {
    tell(null);
    setOpening(source);
    tell(await order("choose", { source }));
    setOpening(null);
  };
  const keys = { l: look };
  (cameras || []).forEach((camera, ix) => { keys[ix + 1] = () => choose(camera.url); });
  useKeys(keys);
  return html`<section class="choose">
      ${desk.failure && html`<p class="missing" role="alert">${desk.failure[language]}</p>`}
      ${opening !== null && html`<p role="status">${words.opening}</p>`}
      ${cameras && !cameras.length && html`<p class="missing" role="status">${words.no_camera}</p>`}
      <ul class="cameras">${(cameras || []).map((camera, ix) => html`<li key=${camera.url}>
        <button onClick=${() => choose(camera.url)} disabled=${opening !== null}>
          ${opening === null ? html`<${Thumbnail} camera=${camera} />` : html`<span class="thumbnail"></span>`}
          <span>${camera.name || words.camera} (${camera.url}) <${Key} name=${ix + 1} /></span></button></li>`)}</ul>
      <nav><button onClick=${look}>${words.list_again} <${Key} name="l" /></button></nav>
      <form onSubmit=${(event) => { event.preventDefault(); choose(address.trim()); }}>
        <label class="wide">${words.address}
          <input value=${address} maxlength="2000" autocomplete="off" spellcheck="false" placeholder="http://192.168.1.20:8080/video"
            onInput=${(event) => type(event.target.value)} /></label>
        <button disabled=${!address.trim() || opening !== null}>${words.open}</button></form>
    </section>`;
}
