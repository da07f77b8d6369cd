// What a person types of a ply belongs to that ply, whatever is played meanwhile.
import { useState } from "./vendor/htm-preact.js";

const NOTHING = { open: null, held: null };
const unlessOfPosition = (change) => (before) => (before.open === "position" ? before : { ...before, ...change });

// `open`: the editor that is open, "position" or "headers". `held`: the number of the ply of which something is typed, until
// `close`. `isOther`: that ply is no longer the one it was.
export function useEditing(plies) {
  const [{ open, held }, set] = useState(NOTHING);
  const moveOf = (n) => plies[n - 1]?.move;
  const holding = (n) => ({ n, move: moveOf(n) });
  return {
    open,
    held: held && held.n,
    isOther: held !== null && moveOf(held.n) !== held.move,
    setPosition: (n) => set({ open: "position", held: holding(n) }),
    setHeaders: () => set((before) => ({ ...before, open: "headers" })),
    hold: (n) => set(unlessOfPosition({ held: holding(n) })),
    release: () => set(unlessOfPosition({ held: null })),
    close: () => set(NOTHING),
  };
}
