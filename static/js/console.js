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

// The match's page with its ending open: walkover is the commonest, and any other can be chosen there.
function openEnding() {
  const link = (current() || rows()[0])?.querySelector(".who");
  if (!link) return;
  const address = new URL(link.href);
  address.searchParams.set("ended_by", "walkover");
  location.assign(address);
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  r: () => (current() || night).querySelector(".points")?.focus(),
  c: () => (current()?.querySelector(".call button") || night.querySelector(".call button"))?.focus(),
  w: openEnding,
  u: () => night.querySelector("#undo")?.focus(),
  a: () => document.querySelector('a[href$="/desk/"]')?.click(),
  "/": () => night.querySelector("#find").focus(),
  "?": () => { document.querySelector("#keys").open = true; document.querySelector("#keys summary").focus(); },
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") return typing ? leave(event.target) : forget();
  if (event.key === "Enter" && event.target.id === "find") return found()?.focus();
  const action = KEYS[event.key];
  if (typing || !action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
night.addEventListener("input", (event) => { if (event.target.id === "find") find(); });
night.addEventListener("updating", () => {
  night.querySelectorAll(".row").forEach((row) => row.classList.remove("unfound"));
  night.querySelector("#nobody").textContent = "";
});
night.addEventListener("updated", find);
