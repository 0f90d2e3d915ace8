// Keeps #live up to date: asks for what is newer than the part's version. Where the server can, it lets the
// question wait until there is something new; elsewhere it says 304, and the question is asked again and again.
// Only what differs is put in, so nothing flickers, the focus stays and so does the scroll.
"use strict";
const live = document.querySelector("#live");
// Soon enough for everybody to see a result within two seconds. If the server is busy, its answers
// take longer, and so do we before we ask again.
const EVERY = 1500;
const TIMES_AS_LONG = 10;
const SLOWER = 30000;
const LONGEST = Number(live.dataset.longestWait) || SLOWER;
// Where the question waits: how long, in seconds, and the pause until the next one. A frame in another page
// does not wait: a browser has few connections to one site, and a page may have many frames.
const WAIT = window.top === window ? 20 : 0;
const PAUSE = 1000;
const GIVE_UP = 1000 * (WAIT + 15);
let etag = live.dataset.etag;
let failures = 0;
let underWay = null;
let hurry = false;

// The smallest things that change as a whole: a pairing, a line of a table, a panel.
const WHOLE = "li[id]:not(.later), tr[id], section[id^=panel]";
// Lines of these are known by their id.
const LIST = "ul, ol, tbody";

// The token against forged forms is masked anew in each answer: the one we have is as good.
function keepToken(fresh) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  fresh.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((field) => field.setAttribute("value", token));
}

// Nobody's half-typed score is taken out of their hands.
function filledIn(part) {
  return [...part.querySelectorAll("input:not([type=hidden], [type=radio])")].filter(
    (field) => field === document.activeElement || field.value !== field.defaultValue,
  );
}

const isBeingFilledIn = (part) => filledIn(part).length > 0;

// Where everything around such a field is put in again, the field itself moves over.
function keepFilledIn(old, fresh) {
  for (const field of filledIn(old)) {
    const same = field.id && fresh.querySelector(`#${CSS.escape(field.id)}`);
    if (same) same.replaceWith(field);
  }
}

function bringUpToDate(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (fresh.matches(WHOLE)) {
    if (!isBeingFilledIn(old)) putInPlaceOf(old, fresh);
  } else if (old.matches(LIST) && fresh.matches(LIST) && [...fresh.children].every((line) => line.id)) {
    bringListUpToDate(old, fresh);
  } else if (old.tagName === fresh.tagName && fresh.children.length && old.children.length === fresh.children.length) {
    bringChildrenUpToDate(old, fresh);
  } else {
    putInPlaceOf(old, fresh);
  }
}

// Whoever is about to press Enter on a button, or walks from line to line, stays there.
function putInPlaceOf(old, fresh) {
  const parts = [old, ...old.querySelectorAll("*")];
  const at = parts.indexOf(document.activeElement);
  fresh.classList.add("changed");
  keepFilledIn(old, fresh);
  old.replaceWith(fresh);
  if (at >= 0) [fresh, ...fresh.querySelectorAll("*")][at]?.focus({ preventScroll: true });
}

function bringChildrenUpToDate(old, fresh) {
  // A copy of the list: each child that moves over leaves the one it came from.
  const parts = [...fresh.children];
  [...old.children].forEach((child, at) => bringUpToDate(child, parts[at]));
}

// Lines come, go and change places; those that stay are not touched, or whoever types would lose the word.
function bringListUpToDate(old, fresh) {
  const lines = [...fresh.children];
  const staying = new Set(lines.map((line) => line.id));
  [...old.children].filter((line) => !line.id || !staying.has(line.id)).forEach((line) => line.remove());
  lines.forEach((line, at) => {
    const known = line.id && [...old.children].find((child) => child.id === line.id);
    if (!known) {
      line.classList.add("changed");
      old.insertBefore(line, old.children[at] || null);
      return;
    }
    if (old.children[at] !== known) old.insertBefore(known, old.children[at]);
    bringUpToDate(known, line);
  });
}

// What somebody has unfolded stays so.
function keepUnfolded(fresh) {
  for (const unfolded of live.querySelectorAll("details[id][open]")) {
    const same = fresh.querySelector(`#${unfolded.id}`);
    if (same) same.open = true;
  }
}

// A line that changes places takes the cursor out of its field: it is put back where it was.
function withCursorKept(update) {
  const field = document.activeElement;
  const [from, to] = [field.selectionStart, field.selectionEnd];
  update();
  if (!field.isConnected || field === document.activeElement) return;
  field.focus({ preventScroll: true });
  if (Number.isInteger(from)) field.setSelectionRange(from, to);
}

function show(html) {
  // What scripts have marked is no news, nor is what glowed before.
  live.dispatchEvent(new CustomEvent("updating"));
  live.querySelectorAll(".changed").forEach((part) => part.classList.remove("changed"));
  const fresh = document.createElement(live.tagName);
  fresh.innerHTML = html;
  keepToken(fresh);
  keepUnfolded(fresh);
  withCursorKept(() => {
    if (fresh.children.length === live.children.length) {
      bringChildrenUpToDate(live, fresh);
    } else {
      keepFilledIn(live, fresh);
      live.replaceChildren(...fresh.childNodes);
    }
  });
  live.dispatchEvent(new CustomEvent("updated"));
}

let asked = 0;
let answered = 0;

// Whether the question could wait, where it may. An answer that a later one has overtaken is old: it is not shown.
async function ask(asking = new AbortController(), wait = 0) {
  const turn = ++asked;
  const givenUp = setTimeout(() => asking.abort(), GIVE_UP);
  try {
    const answer = await fetch(live.dataset.source, {
      headers: { "If-None-Match": etag, ...(wait && { Prefer: `wait=${wait}` }) },
      cache: "no-store",
      signal: asking.signal,
    });
    const html = answer.status === 200 ? await answer.text() : "";
    const waited = answer.headers.has("Preference-Applied");
    if (turn < answered) return waited;
    answered = turn;
    if (answer.status === 200) {
      etag = answer.headers.get("ETag") || "";
      show(html);
    }
    return waited;
  } finally {
    clearTimeout(givenUp);
  }
}

// The part is asked for as a whole the next time, be it new or not.
function forgetPart() {
  etag = "";
}

let next = 0;

async function keepUp() {
  next = 0;
  const since = performance.now();
  let waited = false;
  if (!isHidden()) {
    underWay = new AbortController();
    try {
      waited = await ask(underWay, WAIT);
      failures = 0;
    } catch {
      // No network: ask more and more seldom, the page stays as it is.
      if (!isHidden()) failures += 1;
    }
    underWay = null;
  }
  const busy = Math.min((performance.now() - since) * TIMES_AS_LONG, LONGEST);
  const pause = waited ? PAUSE : Math.min(Math.max(EVERY * 2 ** failures, busy), SLOWER);
  next = setTimeout(keepUp, hurry ? 0 : pause * (0.9 + Math.random() / 5));
  hurry = false;
}

const isHidden = () => document.hidden && !live.dataset.awake;

// Who picks the phone up again, or has a network again, is not left waiting. Who puts it away waits no more.
function askNow() {
  if (isHidden()) {
    underWay?.abort();
    return;
  }
  failures = 0;
  if (!next) return;
  clearTimeout(next);
  keepUp();
}

// A question that went out by a network that is gone would never be answered.
function askAgain() {
  hurry = Boolean(underWay);
  underWay?.abort();
  askNow();
}

next = setTimeout(keepUp, EVERY);
document.addEventListener("visibilitychange", askNow);
window.addEventListener("online", askAgain);
