// What the operator's pages share: their words, and asking the recorder for something.

export const words = JSON.parse(document.getElementById("words").textContent);
export const language = document.documentElement.lang;

// What follows a prefix in the names of words, in their order: the server alone lists forms and fields.
export const named = (prefix) => Object.keys(words).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

const SLOW_MS = 1000;
let tellSlow = null;
let isSlow = false;

// Calls `told` with whether an order is waited for so long that a person should know; no other one is given meanwhile.
export function watchOrders(told) {
  tellSlow = (is) => { isSlow = is; told(is); };
}

// Gives back why the recorder refused, or null.
export async function order(name, details = {}) {
  if (isSlow) return words.working;
  const slow = tellSlow && setTimeout(tellSlow, SLOW_MS, true);
  try {
    const body = JSON.stringify({ order: name, ...details });
    const answer = await fetch(`orders?lang=${language}`, { method: "POST", body });
    return answer.ok ? null : (await answer.json()).error;
  } catch {
    return words.unheard;
  } finally {
    clearTimeout(slow);
    if (isSlow) tellSlow(false);
  }
}
