// Draws whatever whole state the server sends last. Names are text, never markup.

const statusWords = {
  waiting: "waiting for the start position",
  playing: "playing",
  paused: "paused",
  desync: "the board cannot be explained just now",
  over: "the game is over",
};

let before = null;

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function otau(side, number, kumalak, state) {
  const owner = side === "white" ? "black" : "white";
  const isTuzdyk = state.position.tuzdyk[owner] === number;
  const balls = element("div", kumalak > 16 ? "balls heap" : "balls");
  for (let drawn = 0; drawn < kumalak; drawn += 1) balls.append(document.createElement("i"));
  const was = before ? before.position[side][number - 1] : kumalak;
  const names = ["otau", side === "black" ? "far" : "", isTuzdyk ? "tuzdyk" : "", was === kumalak ? "" : "changed"];
  const count = element("b", "", isTuzdyk ? "x" : String(kumalak));
  const box = element("div", names.filter(Boolean).join(" "), balls, count, element("small", "", String(number)));
  box.setAttribute("aria-label", `${side} ${number}: ${isTuzdyk ? "tuzdyk" : kumalak}`);
  return box;
}

function row(side, state) {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  if (side === "black") numbers.reverse();
  return element("div", "row", ...numbers.map((number) => otau(side, number, state.position[side][number - 1], state)));
}

function kazan(side, state) {
  const moves = state.position.to_move === side && state.status !== "over";
  return element("div", moves ? "kazan moves" : "kazan", element("span", "", side),
    element("strong", "", String(state.position.kazan[side])));
}

function draw(state) {
  const line = document.getElementById("status");
  line.className = "";
  line.textContent = state.result ? `${statusWords[state.status]}: ${state.result}` : statusWords[state.status];
  const { White: white, Black: black } = state.headers;
  document.getElementById("names").textContent = white || black ? `${white || "?"} – ${black || "?"}` : "Togyzkumalak";
  document.getElementById("board").replaceChildren(
    row("black", state), kazan("black", state), kazan("white", state), row("white", state));
  document.getElementById("plies").replaceChildren(...state.plies.map((ply) => {
    const item = element("li", ply.status, `${ply.move} (${Math.floor(ply.confidence * 1000) / 10} %)`);
    item.title = `${ply.side}, ${ply.status}`;
    return item;
  }));
  before = state;
}

const stream = new EventSource("/events");
stream.onmessage = (message) => draw(JSON.parse(message.data));
stream.onerror = () => {
  const line = document.getElementById("status");
  line.className = "stale";
  line.textContent = "no connection to the recorder: what is shown may be old";
};
