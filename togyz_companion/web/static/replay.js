// What the plies of a state do to its board, as the rules have it; nothing here draws.

export const KUMALAK = 162;
export const TUZDYK_MAX = 8;
const OTAUS = 9;
const other = (side) => (side === "white" ? "black" : "white");

function copyOf(position) {
  return {
    white: [...position.white],
    black: [...position.black],
    kazan: { ...position.kazan },
    tuzdyk: { ...position.tuzdyk },
    to_move: position.to_move,
  };
}

// The boxes {side, no} in which the kumalak of an otau fall, one after another.
export function pathOf(position, side, no) {
  const held = position[side][no - 1];
  const first = held > 1 ? 0 : 1;
  return Array.from({ length: held }, (_, nth) => {
    const step = no - 1 + first + nth;
    return { side: Math.floor(step / OTAUS) % 2 ? other(side) : side, no: (step % OTAUS) + 1 };
  });
}

// The board as each kumalak leaves it: with the otau empty, then after every one of them. Captures come last, apart.
export function sowingOf(position, side, no) {
  const path = pathOf(position, side, no);
  const lifted = copyOf(position);
  lifted[side][no - 1] = 0;
  const boards = [lifted];
  for (const box of path) {
    const next = copyOf(boards[boards.length - 1]);
    const owner = other(box.side);
    if (next.tuzdyk[owner] === box.no) next.kazan[owner] += 1;
    else next[box.side][box.no - 1] += 1;
    boards.push(next);
  }
  return { path, boards };
}

function after(position, ply) {
  const { path, boards } = sowingOf(position, ply.side, ply.otau);
  const board = boards[boards.length - 1];
  const last = path[path.length - 1];
  if (ply.captured) {
    board.kazan[ply.side] += ply.captured;
    board[last.side][last.no - 1] = 0;
    if (ply.tuzdyk) board.tuzdyk[ply.side] = last.no;
  }
  board.to_move = other(ply.side);
  return board;
}

// The positions of a whole game: before the first ply and after each. The newest is the one that the recorder tells.
export function positionsOf(state) {
  const set = new Map((state.sets || []).map((one) => [one.after_n, one.position]));
  const positions = [set.get(0) || state.start];
  for (const ply of state.plies) {
    positions.push(set.get(ply.n) || ply.after || after(positions[positions.length - 1], ply));
  }
  positions[positions.length - 1] = state.position;
  return positions;
}
