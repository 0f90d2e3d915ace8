// Find somebody in the bracket, and follow them: marked now, after each update and next time.
"use strict";
const tools = document.querySelector(".tools");
const sheet = document.querySelector("#live");
const field = tools.querySelector("#find");
const followButton = tools.querySelector("#follow");
const key = `follow:${tools.dataset.event}`;
let found = "";

function people() {
  const names = new Map();
  for (const link of sheet.querySelectorAll("a[data-player]")) {
    names.set(link.dataset.player, link.textContent);
  }
  return names;
}

function places(player) {
  return player ? [...sheet.querySelectorAll(`a[data-player="${player}"]`)] : [];
}

function followed() {
  return localStorage.getItem(key) || "";
}

function unmark() {
  for (const side of sheet.querySelectorAll(".found, .followed")) {
    side.classList.remove("found", "followed");
  }
}

function mark() {
  unmark();
  places(found).forEach((link) => link.closest(".side").classList.add("found"));
  places(followed()).forEach((link) => link.closest(".side").classList.add("followed"));
  followButton.disabled = !(found || followed());
  followButton.setAttribute("aria-pressed", String(Boolean(followed()) && (!found || found === followed())));
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
