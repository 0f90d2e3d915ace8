// The desk without a mouse. Keys do what the buttons do; nothing here is needed to work.
"use strict";
const night = document.querySelector("#live");

const rows = () => [...night.querySelectorAll(".row")].filter((row) => !row.closest("details:not([open])"));
const current = () => document.activeElement.closest?.(".row") || null;

function step(by) {
  const all = rows();
  if (!all.length) return;
  const at = all.indexOf(current());
  all[(at + by + all.length + (at < 0 && by < 0 ? 1 : 0)) % all.length].focus();
}

function find() {
  const said = night.querySelector("#find").value.trim().toLocaleLowerCase();
  const words = said.split(/\s+/);
  const later = night.querySelector("#later");
  // Whoever is looked for may be among those who have to wait.
  if (later && said) later.open = true;
  for (const row of night.querySelectorAll(".row")) {
    const name = row.dataset.names.toLocaleLowerCase();
    row.classList.toggle("unfound", !words.every((word) => name.includes(word)));
  }
  const nobody = night.querySelector("#nobody");
  nobody.textContent = said && !found() ? nobody.dataset.said : "";
}

const found = () => rows().find((row) => !row.classList.contains("unfound"));

function forget() {
  night.querySelector("#find").value = "";
  find();
}

// Only what is looked for is emptied: a proposed table, or half a score, goes back to what it was.
function leave(field) {
  if (field.id === "find") forget();
  else field.value = field.defaultValue ?? field.value;
  field.blur();
}

// A walkover takes two keys: w on a line, then 1 or 2 for whoever goes on.
function askForWalkover() {
  const row = current() || rows()[0];
  const form = row?.querySelector(".walkover");
  if (!form) return;
  closeWalkovers();
  form.hidden = false;
  form.querySelector("button").focus();
}

const askedForWalkover = () => night.querySelector(".walkover:not([hidden])");

function leaveWalkover() {
  const row = askedForWalkover().closest(".row");
  closeWalkovers();
  row.focus();
}

function closeWalkovers() {
  night.querySelectorAll(".walkover:not([hidden])").forEach((form) => { form.hidden = true; });
}

// The first thing that can be done about what needs the director.
function need(number) {
  const card = night.querySelectorAll(".needs .need")[number - 1];
  card?.querySelector("button, .button, a")?.focus();
}

function digit(number) {
  const asked = askedForWalkover();
  if (asked) asked.querySelectorAll("button")[number - 1]?.click();
  else need(number);
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  r: () => (current() || night).querySelector(".points")?.focus(),
  c: () => (current()?.querySelector(".call button") || night.querySelector(".call button"))?.focus(),
  C: () => night.querySelector("#call-all")?.focus(),
  b: () => (current()?.querySelector(".start button") || night.querySelector(".start button"))?.focus(),
  w: askForWalkover,
  u: () => night.querySelector("#undo")?.focus(),
  a: () => document.querySelector('a[href$="/desk/"]')?.click(),
  "/": () => night.querySelector("#find").focus(),
  "?": () => document.querySelector("#keys").focus(),
};
for (let number = 1; number < 10; number += 1) KEYS[number] = () => digit(number);

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape" && askedForWalkover()) return leaveWalkover();
  if (event.key === "Escape") return typing ? leave(event.target) : forget();
  if (event.key === "Enter" && event.target.id === "find") return found()?.focus();
  const action = KEYS[event.key];
  if (typing || !action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
night.addEventListener("input", (event) => { if (event.target.id === "find") find(); });
night.addEventListener("updating", () => {
  closeWalkovers();
  night.querySelectorAll(".row").forEach((row) => row.classList.remove("unfound"));
  night.querySelector("#nobody").textContent = "";
});
night.addEventListener("updated", find);
// What was done is said long enough to be read, and longer while somebody is about to press Undo.
const SAID_FOR = 12000;
const toasts = document.querySelector(".toasts");
function fade() {
  if (!toasts) return;
  if (toasts.matches(":hover, :focus-within")) setTimeout(fade, SAID_FOR);
  else toasts.remove();
}
setTimeout(fade, SAID_FOR);
