// Steps through a match without loading the page again; without this, every step is a link to a page.
"use strict";
const replay = document.querySelector("#replay");
const spoken = document.querySelector("#spoken");
// Positions that were asked for, by what stands behind the address. The next ones are there before they are wanted.
const positions = new Map();
const MOST_KEPT = 200;
const AHEAD = 6;
let wanted = "";

function position(query) {
  if (!positions.has(query)) {
    if (positions.size >= MOST_KEPT) positions.clear();
    const answer = fetch(`${replay.dataset.part}${query}`).then((response) => {
      if (!response.ok) throw new Error(response.status);
      return response.text();
    });
    answer.catch(() => positions.delete(query));
    positions.set(query, answer);
  }
  return positions.get(query);
}

const linkIn = (part, id) => part.querySelector(`#${id}`)?.getAttribute("href");
const linkTo = (id) => linkIn(replay, id);

function parsed(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  return fresh.content;
}

// One after the other, as long as nobody has gone elsewhere: steps forward then wait for no request, and neither does the one back.
async function fetchAhead() {
  const here = wanted;
  const back = linkTo("back");
  let query = linkTo("next");
  try {
    for (let left = AHEAD; query && left && wanted === here; left -= 1) {
      query = linkIn(parsed(await position(query)), "next");
    }
    if (back && wanted === here) await position(back);
  } catch {
    // Whoever goes there asks again.
  }
}

async function show(query) {
  wanted = query;
  try {
    const html = await position(query);
    if (wanted === query) put(html, query);
  } catch {
    // The page itself says what is wrong.
    location.assign(query);
  }
}

// Two quick presses are two steps, also where the first still waits for its position; a key that is
// held down goes no faster than the positions come.
let stepping = Promise.resolve();
let steps = 0;

function go(step, isHeld = false) {
  if (isHeld && steps) return;
  steps += 1;
  stepping = stepping.then(async () => {
    const query = linkTo(step);
    if (query) await show(query);
    steps -= 1;
  });
}

// Whoever has pressed a button stays on it, and the list of moves where it was.
function put(html, query) {
  const focused = replay.contains(document.activeElement) ? document.activeElement.id : "";
  const scrolled = replay.querySelector(".moves").scrollTop;
  replay.replaceChildren(parsed(html));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  replay.querySelector(".moves").scrollTop = scrolled;
  history.replaceState(null, "", query);
  spoken.textContent = replay.querySelector(".replay").dataset.spoken;
  prepare();
}

function bringMoveIntoView() {
  const list = replay.querySelector(".moves");
  const move = list.querySelector("[aria-current]");
  if (!move) return;
  const top = move.offsetTop;
  const bottom = top + move.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function prepare() {
  replay.querySelectorAll("[hidden]").forEach((part) => { part.hidden = false; });
  bringMoveIntoView();
  fetchAhead();
}

// Over plain HTTP there is no clipboard but the one of the selection.
async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copied;
  spoken.textContent = button.dataset.copied;
}

const isModified = (event) => event.ctrlKey || event.metaKey || event.altKey;

replay.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (button) copy(button);
  const link = event.target.closest('a[href^="?"]');
  if (!link || isModified(event) || event.shiftKey) return;
  event.preventDefault();
  if (["back", "next"].includes(link.id)) go(link.id);
  else show(link.getAttribute("href"));
});

document.addEventListener("keydown", (event) => {
  if (isModified(event) || event.target.closest("input, select, textarea")) return;
  const keys = event.shiftKey
    ? { ArrowLeft: "game-before", ArrowRight: "next-game" }
    : { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const step = keys[event.key];
  if (!step) return;
  event.preventDefault();
  go(step, event.repeat);
});

prepare();
