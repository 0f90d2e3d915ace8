// Find somebody in the bracket, and follow them: marked now, after each update and next time. Whoever is followed has
// their whole way marked, and on a phone their next match stands on top.
"use strict";
const tools = document.querySelector("#tools");
const sheet = document.querySelector("#live");
const field = tools.querySelector("#find");
const followButton = tools.querySelector("#follow");
const following = tools.querySelector("#following");
const pinned = document.querySelector("#pinned");
const key = `follow:${tools.dataset.event}`;
let found = "";

function people() {
  const names = new Map();
  for (const link of sheet.querySelectorAll("a[data-player]")) {
    names.set(link.dataset.player, link.textContent.trim());
  }
  return names;
}

function places(player) {
  return player ? [...sheet.querySelectorAll(`.side a[data-player="${player}"]`)] : [];
}

function followed() {
  return localStorage.getItem(key) || "";
}

function unmark() {
  for (const part of sheet.querySelectorAll(".found, .followed, .path, .me")) {
    part.classList.remove("found", "followed", "path", "me");
  }
}

// Where the winner of a box goes on: across, or two boxes into one.
function nextBox(box) {
  const round = box.closest(".round");
  const boxes = [...box.parentElement.children];
  const next = round.nextElementSibling?.querySelectorAll(".pairing") || [];
  const at = boxes.indexOf(box);
  if (round.matches(".straight")) return next[at];
  return round.matches(".pairwise") ? next[Math.floor(at / 2)] : undefined;
}

// The boxes of the player, and those that winning would lead to.
function markWay(player) {
  const boxes = places(player).map((link) => link.closest(".pairing"));
  boxes.forEach((box) => box.classList.add("path"));
  const last = boxes.at(-1);
  if (!last?.closest(".tree") || last.querySelector(".side.lost.followed")) return;
  for (let box = nextBox(last); box; box = nextBox(box)) box.classList.add("path");
}

function pin(player) {
  const boxes = places(player).map((link) => link.closest(".pairing"));
  const open = boxes.find((box) => !box.matches(".is-finished, .is-walkover, .is-bye, .is-void"));
  const box = open || boxes.at(-1);
  pinned.hidden = !box;
  if (!box) return;
  const words = pinned.querySelector("[data-next]");
  const round = box.closest(".round").querySelector("h3").firstChild.textContent.trim();
  pinned.querySelector("h2").textContent = people().get(player);
  words.textContent = `${open ? words.dataset.next : words.dataset.last} · ${round}`;
  const copy = box.cloneNode(true);
  copy.removeAttribute("id");
  pinned.querySelector("ol").replaceChildren(copy);
}

function mark() {
  unmark();
  const player = followed();
  places(found).forEach((link) => link.closest(".side").classList.add("found"));
  places(player).forEach((link) => link.closest(".side").classList.add("followed"));
  sheet.querySelectorAll(`tr a[data-player="${player}"]`).forEach((link) => link.closest("tr").classList.add("me"));
  markWay(player);
  pin(player);
  following.hidden = !people().has(player);
  following.textContent = `${following.dataset.word} ${people().get(player) || ""}`;
  followButton.disabled = !(found || player);
  followButton.setAttribute("aria-pressed", String(Boolean(player) && (!found || found === player)));
}

function look() {
  const words = field.value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const hit = [...people()].find(([, name]) => words.every((word) => name.toLocaleLowerCase().includes(word)));
  found = words.length && hit ? hit[0] : "";
  mark();
  places(found).at(-1)?.scrollIntoView({ block: "center", inline: "center" });
}

function toggleFollow() {
  const player = found || followed();
  if (followed() === player) localStorage.removeItem(key);
  else localStorage.setItem(key, player);
  mark();
}

const list = tools.querySelector("datalist");
for (const name of people().values()) list.append(new Option(name));
field.addEventListener("input", look);
followButton.addEventListener("click", toggleFollow);
tools.querySelector("#print").addEventListener("click", () => window.print());
sheet.addEventListener("updating", unmark);
sheet.addEventListener("updated", mark);
mark();
