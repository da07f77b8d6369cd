// Keys: for the audience's page and the operator's.
import { useLayoutEffect, useRef } from "./vendor/htm-preact.js";

// What a key does, but where somebody types. `keys` maps what the browser calls a key to what is done.
export function useKeys(keys) {
  useLayoutEffect(() => {  // before anybody sees what the keys belong to
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

// Of a form that a key opens: what is typed next goes into its first field.
export function useFirstField() {
  const form = useRef(null);
  useLayoutEffect(() => form.current.querySelector("input").focus(), []);
  return form;
}
