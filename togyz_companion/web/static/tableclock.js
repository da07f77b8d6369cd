// The clock on the table as the operator has it beside the record: what it shows, and giving a side another time.
import { html, useState } from "./vendor/htm-preact.js";
import { Times } from "./clock.js";
import { language, order, words } from "./orders.js";

const CONTROLS = ["60", "20+5", "25+10", "5", "3+2"];

export function ClockChoice({ value, change }) {
  return html`<label>${words.time_control}
    <input name="clock" value=${value} maxlength="12" list="controls" autocomplete="off" placeholder="25+10"
      onInput=${(event) => change(event.target.value)} />
    <datalist id="controls">${CONTROLS.map((one) => html`<option value=${one} />`)}</datalist></label>`;
}

// "12:34" or "1:02:03" in seconds; NaN where that is no time.
const secondsOf = (text) => (/^\d+(:[0-5]?\d){1,2}$/.test(text) ? text.split(":").reduce((sum, one) => 60 * sum + Number(one), 0) : NaN);

// The way for a phone to the clock, where the program was told to open one.
export function PhoneLink({ url }) {
  if (!url) return html`<p class="hint">${words.clock_no_phone}</p>`;
  return html`<div class="phone hint"><img src="clock.svg" alt=${words.clock_code} />
    <p>${words.clock_phone} <strong class="link">${url}</strong></p></div>`;
}

// `isPlaying`: plies come, so that a clock which stands was never started, unless a flag has fallen.
export function TableClock({ clock, since, url, isPlaying, tell }) {
  const [side, setSide] = useState("white");
  const [text, setText] = useState("");
  const save = async (event) => {
    event.preventDefault();
    tell(await order("set_clock", { side, remaining_s: secondsOf(text) }));
    setText("");
  };
  return html`<div class="tableclock"><p class="clocks"><${Times} clock=${clock} since=${since} />
      <a href="clock/?lang=${language}" target="_blank">${words.clock_page}</a></p>
    ${isPlaying && !clock.running && clock.white > 0 && clock.black > 0 && html`<p role="status"><strong>${words.clock_stands}</strong></p>`}
    ${url && html`<details open=${!clock.running && !isPlaying}><summary>${words.clock_code}</summary><${PhoneLink} url=${url} /></details>`}
    <form onSubmit=${save}><label>${words.whose_clock}
        <select onChange=${(event) => setSide(event.target.value)}>
          ${["white", "black"].map((one) => html`<option value=${one}>${words[one]}</option>`)}</select></label>
      <label>${words.minutes_seconds} <input value=${text} size="7" maxlength="8" placeholder="12:34"
        onInput=${(event) => setText(event.target.value)} /></label>
      <button disabled=${!(secondsOf(text) > 0)}>${words.set_clock}</button></form></div>`;
}
