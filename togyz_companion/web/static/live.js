// Whole states as the recorder tells them, as long as the page is open, whatever becomes of the connection.

const RETRY_MS = 1000;
// A server that lives says so every 5 s.
const SILENCE_MS = 12000;

// Calls `onState` with every state told at an address and the time on the page's own clock at which it was told, and
// `onHeard` with whether the recorder can be heard, when that changes; gives back what ends it.
export function listen(onState, onHeard, address = `events${location.search}`) {
  let stream = null;
  let retry = null;
  let wasHeard = null;
  let heardAt = 0;
  let age = 0;
  const hear = (isHeard) => {
    heardAt = performance.now();
    if (isHeard !== wasHeard) onHeard(isHeard);
    wasHeard = isHeard;
  };
  const open = () => {
    stream = new EventSource(address);
    stream.onopen = () => hear(true);
    stream.addEventListener("age", (message) => { age = Number(message.data); });
    // "0": the server lives, but the recorder does not.
    stream.addEventListener("beat", (message) => hear(message.data !== "0"));
    stream.onmessage = (message) => {
      hear(true);
      onState(JSON.parse(message.data), performance.now() - 1000 * age);
      age = 0;
    };
    stream.onerror = () => {
      hear(false);
      // A browser tries again by itself, but not after an answer that was no stream.
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
  };
  open();
  // A connection that was cut on the way tells nothing of it.
  const watch = setInterval(() => {
    if (stream.readyState !== EventSource.OPEN || performance.now() - heardAt < SILENCE_MS) return;
    stream.close();
    hear(false);
    open();
  }, RETRY_MS);
  return () => {
    clearTimeout(retry);
    clearInterval(watch);
    stream.close();
  };
}
