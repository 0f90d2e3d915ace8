// Keeps the score pad going without a network: it counts with the games that still wait on this phone.
"use strict";
const place = document.querySelector("#live");
const TIMES = { single: 1, gammon: 2, backgammon: 3, drop: 1 };

// On somebody's night the pad of the next match may stand there before its page is loaded.
const ownPad = () => {
  const pad = place.querySelector(".pad");
  return pad?.dataset.match === place.dataset.match ? pad : null;
};
const part = (name) => place.querySelector(`[data-part="${name}"]`);

// Where the match stands by what the server said, and by the games that still wait here.
function standing() {
  const said = place.querySelector(".pad").dataset;
  const now = {
    a: Number(said.a), b: Number(said.b), number: Number(said.number), length: Number(said.length) || Infinity,
    crawford: Boolean(said.crawfordNow), played: Boolean(said.crawfordPlayed),
    withCrawford: Boolean(said.crawford), jacoby: Boolean(said.jacoby), holland: Boolean(said.holland),
    beavers: Number(said.beavers), maxCube: Number(said.maxCube),
  };
  // One that the server counts already, though its answer has not come, is not counted twice.
  for (const game of ownPad() ? saved.unseen() : []) if (game.number === now.number) play(now, game);
  return now;
}

function pointsOf(now, game) {
  // Under Jacoby a cube that only the opening dice turned counts as not turned.
  const gammonsCount = !now.jacoby || now.crawford || game.cube > 2 ** (game.automatic || 0);
  return game.cube * (gammonsCount ? TIMES[game.how] : 1);
}

function play(now, game) {
  now[game.winner] = Math.min(now.length, now[game.winner] + pointsOf(now, game));
  now.played ||= now.crawford;
  now.number += 1;
  const away = [now.length - now.a, now.length - now.b].sort((x, y) => x - y);
  now.crawford = now.withCrawford && !now.played && now.length > 1 && away[0] === 1 && away[1] > 1;
}

const other = (side) => (side === "a" ? "b" : "a");

// At which faces the game can end, and what each side can win by a drop (rules_core/live_cube.py):
// whoever wins the match at the present stake has no use for a higher one.
function liveFaces(now, automatic) {
  const played = new Set();
  const dropped = { a: new Set(), b: new Set() };
  const stood = new Set();
  const turn = (value, by, keeper, animals) => {
    if (now.crawford || 2 * value > now.maxCube || (now.length && now.length - now[by] <= value)) return;
    dropped[by].add(value);
    stand(2 * value, keeper);
    if (animals < now.beavers) turn(2 * value, other(by), keeper, animals + 1);
  };
  const stand = (value, owner) => {
    if (stood.has(`${value}${owner}`)) return;
    stood.add(`${value}${owner}`);
    played.add(value);
    for (const side of owner ? [owner] : ["a", "b"]) turn(value, side, other(side), 0);
  };
  stand(now.crawford ? 1 : Math.min(2 ** automatic, now.maxCube), "");
  return { played, dropped };
}

// Offer the cube only where it is alive, and a drop only to whoever can have doubled.
function offerCube(now) {
  const form = place.querySelector("#game");
  const picked = (name) => form.querySelector(`[name=${name}]:checked`)?.value;
  const faces = liveFaces(now, Number(picked("automatic_doubles") || 0));
  const winners = picked("winner") ? [picked("winner")] : ["a", "b"];
  const drops = new Set(winners.flatMap((side) => [...faces.dropped[side]]));
  const drop = part("drop");
  drop.hidden = !drops.size;
  if (drop.hidden) drop.querySelector("input").checked = false;
  const alive = picked("how") === "drop" ? drops : faces.played;
  for (const label of form.querySelectorAll("[data-face]")) {
    label.hidden = !alive.has(Number(label.dataset.face));
    if (label.hidden) label.querySelector("input").checked = false;
  }
  const lowest = form.querySelector("[data-face]:not([hidden]) input");
  if (!picked("cube") && lowest) lowest.checked = true;
  part("cube").hidden = now.crawford || alive.size < 2;
}

function chosen() {
  const form = place.querySelector("#game");
  if (!form) return null;
  const data = new FormData(form);
  if (!data.get("winner") || !data.get("how")) return null;
  const automatic = Number(data.get("automatic_doubles") || 0);
  return {
    winner: data.get("winner"), how: data.get("how"), automatic, started: data.get("started_by"),
    cube: Math.max(Number(data.get("cube") || 1), 2 ** automatic),
  };
}

// The Crawford game is played without the cube.
function withoutCube(game) {
  game.cube = 1;
  game.automatic = 0;
  return game;
}

// What the choice would make of the score, before one confirms it.
function foretell() {
  const line = part("outcome");
  if (!line) return;
  offerCube(standing());
  const game = chosen();
  part("face").textContent = place.querySelector("[name=cube]:checked")?.value || 1;
  if (!game) { line.textContent = ""; return; }
  const now = standing();
  if (now.crawford) withoutCube(game);
  play(now, game);
  const over = Math.max(now.a, now.b) >= now.length;
  const who = game.winner === "a" ? line.dataset.winsA : line.dataset.winsB;
  line.textContent = `→ ${now.a} : ${now.b}${over ? `, ${who}` : ""}`;
}

function showStanding() {
  if (!place.querySelector("#game")) return;
  const now = standing();
  part("a").textContent = now.a;
  part("b").textContent = now.b;
  part("number").textContent = now.number;
  part("banner").hidden = !now.crawford;
  part("face").classList.toggle("off", now.crawford);
  part("holland").hidden = !(now.holland && now.played);
  if (part("automatic")) part("automatic").hidden = now.crawford;
  const over = Math.max(now.a, now.b) >= now.length;
  place.querySelector("#game button").disabled = over;
  foretell();
}

function bodyOf(game) {
  const dropped = game.how === "drop";
  return {
    number: game.number, winner: game.winner, cube: game.cube,
    kind: dropped ? "single" : game.how, ended_by: dropped ? "drop" : "play",
    automatic_doubles: game.automatic || 0,
    ...(game.started ? { started_by: game.started } : {}),
  };
}

const saved = savedEntries({
  store: `pad:${place.dataset.match}`,
  requestOf: (game) => ({
    address: place.dataset.games,
    scheme: place.dataset.scheme || "Table",
    secret: place.dataset.secret,
    body: bodyOf(game),
  }),
  seen: () => Number(ownPad()?.dataset.version || Infinity),
  show: showStanding,
});

place.addEventListener("submit", (event) => {
  // What has not been sent is taken back on this phone alone.
  if (event.target.matches(".pad-undo") && saved.takeBack()) event.preventDefault();
  if (event.target.id !== "game") return;
  event.preventDefault();
  const game = chosen();
  if (!game) return;
  const now = standing();
  event.target.reset();
  saved.add({ ...(now.crawford ? withoutCube(game) : game), number: now.number });
});
place.addEventListener("change", foretell);
showStanding();
