// The entry desk without waiting: the field is empty at once, and names go to the server in the
// background, one after the other, in the order in which they were typed. What is not there yet is kept
// in this browser, through a lost network and a page that is loaded again. Each name has a key of its
// own, so that one sent twice is entered once.
"use strict";
const desk = document.querySelector("#desk");
const field = desk.querySelector("[name=who]");
const offered = document.querySelector("#offered");
const lines = document.querySelector("#desk-queue");
const list = document.querySelector("#desk-list");
const strip = document.querySelector("#desk-strip");
const words = desk.dataset;
const STORE = `desk:${words.event}`;

const queue = () => JSON.parse(localStorage.getItem(STORE) || "[]");
const keep = (names) => localStorage.setItem(STORE, JSON.stringify(names));
const change = (key, changes) =>
  keep(queue().map((name) => (name.key === key ? { ...name, ...changes } : name)));
const drop = (key) => keep(queue().filter((name) => name.key !== key));

// Clubs often serve without HTTPS, where randomUUID() is not offered.
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function add(name, more = {}) {
  if (!name.trim()) return;
  keep([...queue(), { key: newKey(), name: name.trim(), state: "waiting", ...more }]);
  show();
  send();
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function button(text, label, act, more = {}) {
  const made = element("button", { type: "button", onclick: act, ...more }, ...text);
  if (label) made.setAttribute("aria-label", label);
  return made;
}

// What may be meant, and somebody new; an answer goes to the end of the line with a key of its own.
function question(name) {
  const answer = (more) => {
    drop(name.key);
    add(name.name, { paid: name.paid, ...more });
    field.focus();
  };
  const choices = name.offered.map((player) => {
    const quiet = element("span", { className: "quiet" }, player.club || player.country);
    return button([element("bdi", {}, player.name), " ", quiet], "", () =>
      answer({ player: player.player, shown: player.name }));
  });
  const isNew = button([words.new.replace("%s", name.name)], "", () => answer({ new: true }));
  return element("span", { className: "offers" }, ...choices, isNew);
}

function line(name) {
  const made = element("li", { className: `line queue-${name.state}` });
  made.dataset.key = name.key;
  made.append(element("bdi", { className: "name" }, name.shown || name.name));
  if (name.state === "asked") made.append(element("span", {}, words.asked), question(name));
  else made.append(element("span", { className: "quiet" }, name.why || words[name.state]));
  if (name.state === "asked" || name.state === "refused") {
    const act = () => { drop(name.key); show(); field.focus(); };
    made.append(button(["×"], words.leave.replace("%s", name.name), act, { className: "plain quiet" }));
  }
  return made;
}

function show() {
  const focused = document.activeElement?.closest("#desk-queue li")?.dataset.key;
  lines.replaceChildren(...queue().map(line));
  lines.hidden = !queue().length;
  if (focused) lines.querySelector(`[data-key="${focused}"] button`)?.focus();
}

async function post(name) {
  const body = name.player
    ? { player: name.player, paid: Boolean(name.paid) }
    : { name: name.name, new: Boolean(name.new), paid: Boolean(name.paid) };
  return fetch(name.player ? words.byPlayer : words.byName, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": name.key,
      "X-CSRFToken": desk.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify(body),
  });
}

// In the language of this page; the answer itself is in English.
function refusal(error) {
  const known = JSON.parse(document.querySelector("#refusals").textContent)[error.code];
  return (known || error.detail).replace(/%\((\w+)\)s/g, (_, fact) => error.facts?.[fact] ?? "…");
}

async function settle(name, answer) {
  const said = await answer.json();
  if (!answer.ok) change(name.key, { state: "refused", why: refusal(said.errors[0]) });
  else if (said.offered?.length) change(name.key, { state: "asked", offered: said.offered });
  else {
    // Shown as in until the list has it.
    change(name.key, { state: "in", shown: said.entry?.name ?? said.name });
    return true;
  }
  return false;
}

let sending = false;

async function send() {
  if (sending) return;
  sending = true;
  let isChanged = queue().some((name) => name.state === "in");
  try {
    for (let name; (name = queue().find((one) => one.state === "waiting")); ) {
      const answer = await post(name);
      // The server has trouble of its own, or we were too quick: again later.
      if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
      isChanged = (await settle(name, answer)) || isChanged;
      show();
    }
    if (isChanged) await refresh();
    desk.classList.remove("is-offline");
  } catch {
    desk.classList.add("is-offline");
  } finally {
    sending = false;
    document.querySelector("#offline").hidden = !desk.classList.contains("is-offline");
    show();
  }
}

const PARTS = ["#desk-strip", "#desk-aside", "#desk-list"];

// The list as the server has it; what is in it need not wait in the line any more.
async function refresh() {
  const shown = queue().filter((name) => name.state === "in").map((name) => name.key);
  const answer = await fetch(words.list);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of PARTS) {
    const shown = document.querySelector(part);
    shown.replaceChildren(...page.querySelector(part).childNodes);
    window.htmx?.process(shown);
  }
  keep(queue().filter((name) => !shown.includes(name.key)));
}

function clearField() {
  field.value = "";
  offered.replaceChildren();
  const paid = desk.querySelector("[name=paid]");
  if (paid) paid.checked = false;
}

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = event.submitter;
  const paid = desk.querySelector("[name=paid]")?.checked;
  const chosen = pressed?.name === "player" ? Number(pressed.value) : null;
  const shown = chosen ? pressed.querySelector("bdi")?.textContent : undefined;
  add(chosen ? shown : field.value, { paid, player: chosen, shown, new: pressed?.name === "new" });
  clearField();
  field.focus();
});

// Lines from anywhere: all are looked at before anything is made.
field.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (text.trim().split(/\r?\n/).length < 2) return;
  event.preventDefault();
  const many = document.querySelector("#many");
  many.querySelector("[name=lines]").value = text;
  many.requestSubmit();
});

// What was entered last goes again: from the line of those on their way, or from the list.
async function takeBack() {
  const last = queue().at(-1);
  if (last && last.state !== "in" && !(sending && last.state === "waiting")) {
    drop(last.key);
    return show();
  }
  if (sending || !document.querySelector("#undo")) return;
  sending = true;
  const form = document.querySelector("#undo").form;
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form) });
    await refresh();
  } catch {
    desk.classList.add("is-offline");
  } finally {
    sending = false;
    document.querySelector("#offline").hidden = !desk.classList.contains("is-offline");
    field.focus();
  }
}

strip.addEventListener("submit", (event) => {
  if (!event.target.querySelector("#undo")) return;
  event.preventDefault();
  takeBack();
});

function move(event, step) {
  const stops = [
    field,
    ...offered.querySelectorAll("button"),
    ...lines.querySelectorAll("button"),
    ...list.querySelectorAll(".deskline"),
  ];
  const here = document.activeElement.closest(".deskline") || document.activeElement;
  const next = stops[stops.indexOf(here) + step];
  if (!next || !stops.includes(here)) return;
  event.preventDefault();
  next.focus();
}

// Keys on a line of the list, where nothing is typed.
const SWITCHES = { h: ".here-switch", p: ".paid-switch" };

document.addEventListener("keydown", (event) => {
  const types = event.target.matches("input:not([type=checkbox]), textarea, select");
  if (event.key === "ArrowDown") move(event, 1);
  else if (event.key === "ArrowUp") move(event, -1);
  else if (event.key === "Escape") field.focus();
  else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
    // In a field with letters in it the browser takes back the typing.
    if (types && event.target.value) return;
    event.preventDefault();
    takeBack();
  } else if (event.key in SWITCHES && !types && !event.ctrlKey) {
    event.target.closest(".deskline")?.querySelector(SWITCHES[event.key])?.click();
  } else if (event.key === "Enter" && event.ctrlKey && event.target === field) {
    event.preventDefault();
    add(field.value, { new: true, paid: desk.querySelector("[name=paid]")?.checked });
    clearField();
  }
});

// What is offered for a name that has gone on already.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === offered && !field.value.trim()) event.detail.shouldSwap = false;
});
// A line that comes back from the server keeps the keyboard where it was: on the line if its button had
// it, and in the field if somebody types there by now.
let lineWithFocus = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const line = event.detail.target.closest(".deskline");
  lineWithFocus = line?.contains(document.activeElement) ? line.id : null;
});
document.addEventListener("htmx:afterSwap", () => {
  if (lineWithFocus) document.getElementById(lineWithFocus)?.focus();
  lineWithFocus = null;
});
window.addEventListener("online", send);
setInterval(() => { if (queue().some((name) => name.state === "waiting")) send(); }, 3000);
// The browser heeds “autofocus” with its first picture of the page; on a busy machine somebody types before that.
if (field.autofocus && !location.hash && document.activeElement === document.body) field.focus();
show();
if (queue().some((name) => ["waiting", "in"].includes(name.state))) send();
