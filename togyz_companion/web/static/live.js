// Whole states as the recorder tells them, as long as the page is open, whatever becomes of the connection.

const RETRY_MS = 1000;

// Calls `onState` with every state told at an address and the time on the page's own clock at which it was told, and
// `onHeard` with whether the recorder can be heard; gives back what ends it.
export function listen(onState, onHeard, address = "events") {
  let stream = null;
  let retry = null;
  const open = () => {
    stream = new EventSource(address);
    stream.onopen = () => onHeard(true);
    let age = 0;
    stream.addEventListener("age", (message) => { age = Number(message.data); });
    stream.onmessage = (message) => {
      onState(JSON.parse(message.data), performance.now() - 1000 * age);
      age = 0;
    };
    stream.onerror = () => {
      onHeard(false);
      // A browser tries again by itself, but not after an answer that was no stream.
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    stream.close();
  };
}
