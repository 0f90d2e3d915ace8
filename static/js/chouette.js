// A chouette night on a phone: what is tapped is saved here and sent in order. While there is no network the
// game that is played goes on; who sits where afterwards, and the accounts, come from the server.
"use strict";
const place = document.querySelector("#live");

const panel = (name) => place.querySelector(`#panel-${name}`);
const version = () => Number(panel("table").dataset.version);

// ---- What is shown while entries wait ----

let names = {};
const nameOf = (id) => names[id];

// A copy of a pattern with only those of its words that are true; each is filled in.
function copyOf(name, words) {
  const copy = panel("now").querySelector(`template[data-part="${name}"]`).content.firstElementChild.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-word]")) {
    const said = words[part.dataset.word];
    if (said) said.forEach((text, at) => { (part.matches("bdi") ? [part] : part.querySelectorAll("bdi"))[at].textContent = text; });
    else part.remove();
  }
  return copy;
}

const whoWords = (game, stake) => (isExtra(game, stake)
  ? { extra: [nameOf(stake.with_box), nameOf(stake.with_team)] } : { member: [nameOf(stake.with_team)] });

function cubeLine(game, stake) {
  const owner = stake.owner && nameOf(stake[`with_${stake.owner}`]);
  const line = copyOf("line", {
    ...whoWords(game, stake),
    captain: !isExtra(game, stake) && stake.with_team === game.captain && [],
    out: stake.out && [],
    owner: !stake.out && owner && [owner],
    centred: !stake.out && !owner && [],
  });
  line.classList.toggle("out", stake.out);
  line.dataset.cube = pairOf(stake);
  line.querySelector(".cube").textContent = stake.value;
  return line;
}

function tick(game, stake, by) {
  const shared = game.one_cube && !isExtra(game, stake);
  const line = copyOf(shared ? "shared-tick" : "tick", whoWords(game, stake));
  const field = line.querySelector("input");
  field.name = `cube-${pairOf(stake)}`;
  if (!shared) field.checked = by === "box" && !isExtra(game, stake);
  return line;
}

function answerFields(game, stake, field = `cube-${pairOf(stake)}`) {
  const asked = nameOf(stake[`with_${OTHER[stake.by]}`]);
  const pair = [nameOf(stake.with_box), nameOf(stake.with_team)];
  const fields = copyOf("answer", { asked: [asked], pair: field !== "all" && pair, beaver: mayBeaver(game, stake) && [] });
  fields.querySelector("[data-part=offered]").textContent = stake.offered;
  for (const radio of fields.querySelectorAll("input")) radio.name = field;
  return fields;
}

// The one cube of a team, turned on the box, is answered once for all.
function answersAsked(game) {
  const asked = game.stakes.filter((stake) => stake.by);
  const shared = asked.filter((stake) => game.one_cube && stake.by === "team" && !isExtra(game, stake));
  const single = asked.filter((stake) => !shared.includes(stake)).map((stake) => answerFields(game, stake));
  const pairs = shared.map((stake) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "shared", value: pairOf(stake) });
    return field;
  });
  return shared.length ? [...pairs, answerFields(game, shared[0], "all"), ...single] : single;
}

function extraForm([dropper, taker]) {
  const form = copyOf("extra", { dropper: [nameOf(dropper)], taker: [nameOf(taker)] });
  form.querySelector("[name=dropper]").value = dropper;
  form.querySelector("[name=taker]").value = taker;
  return form;
}

function drawGame(game) {
  const of = (name) => panel("now").querySelector(`[data-part="${name}"]`);
  of("cubes").replaceChildren(...game.stakes.map((stake) => cubeLine(game, stake)));
  of("answers").replaceChildren(...answersAsked(game));
  of("extras").replaceChildren(...extrasOnOffer(game).map(extraForm));
  of("equal-dice").hidden = !mayThrowEqual(game);
  for (const by of ["box", "team"]) {
    const may = game.stakes.filter((stake) => mayTurn(game, by, stake));
    of(`double-${by}`).hidden = !may.length;
    of(`double-${by}`).open = false;
    of(`cubes-${by}`).replaceChildren(...may.map((stake) => tick(game, stake, by)));
  }
  panel("table").querySelector("[data-part=captain]").textContent = nameOf(game.captain);
}

function draw({ step, game }, said) {
  for (const part of place.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(step);
  if (game) drawGame(game);
  const undo = panel("now").querySelector(".undo");
  undo.hidden = false;
  undo.querySelector("[data-part=what]").textContent = said;
}

// The server's panels, while entries are drawn over copies of them.
let covered = [];
let drawn = "";

// Whoever is in there stays there.
function swap(old, fresh) {
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (hadFocus) fresh.focus({ preventScroll: true });
}

function uncover() {
  for (const part of covered) swap(panel(part.id.replace("panel-", "")), part);
  covered = [];
  drawn = "";
}

const ahead = () => saved.unseen().filter((entry) => entry.version >= version());

function showTable() {
  const entries = ahead();
  const wanted = entries.map((entry) => entry.key).join();
  // Whoever is choosing keeps the choice.
  if (wanted === drawn) return;
  uncover();
  if (!entries.length) return;
  drawn = wanted;
  covered = ["table", "now", "more"].map(panel);
  for (const part of covered) swap(part, part.cloneNode(true));
  names = JSON.parse(panel("now").dataset.names);
  const { step, game } = JSON.parse(panel("now").dataset.table);
  draw(entries.reduce(after, { step, game }), entries.at(-1).said);
}

// ---- What is tapped ----

const cubeOf = (pair, how) => {
  const [with_box, with_team] = pair.split("-").map(Number);
  return { with_box, with_team, ...(how === "turn" ? {} : { answer: how }) };
};

function bodyOf(data) {
  const { csrfmiddlewaretoken, version: _seen, all, shared, ...said } = Object.fromEntries(data);
  const fields = Object.entries(said).filter(([, value]) => value);
  const isCube = ([name]) => name.startsWith("cube-");
  const cubes = fields.filter(isCube).map(([name, how]) => cubeOf(name.slice("cube-".length), how));
  if (all) cubes.push(...data.getAll("shared").map((pair) => cubeOf(pair, all)));
  const body = Object.fromEntries(fields.filter((field) => !isCube(field)));
  return cubes.length ? { ...body, cubes } : body;
}

const saved = savedEntries({
  store: `chouette:${place.dataset.night}`,
  requestOf: ({ entry, body, version: seen }) => ({
    address: `${place.dataset.entries}${entry}/`,
    scheme: "Table",
    secret: place.dataset.secret,
    body,
    // What was tapped goes after what was seen, or nowhere.
    headers: { "If-Match": `"${seen}"` },
  }),
  seen: version,
  show: showTable,
});

// The line to undo is the newest: each entry makes one, which the page may not show yet.
function lineToUndo(body) {
  const last = ahead().at(-1);
  return { number: last ? last.version + 1 : body.number };
}

// A part of a name means the only one on the club's list that has it; of several, one has to be chosen.
function whoIsMeant(body) {
  const part = body.name.trim().toLocaleLowerCase();
  const known = [...document.querySelectorAll("#known-players option")].map((option) => option.value);
  const found = known.filter((name) => name.toLocaleLowerCase().includes(part));
  if (found.some((name) => name.toLocaleLowerCase() === part) || !found.length) return [body.name];
  return found;
}

function whatIsMissing(entry, body) {
  const words = document.querySelector("#told").dataset;
  if (entry === "double" && !body.cubes) return words.choose;
  if (entry !== "join") return "";
  const found = whoIsMeant(body);
  [body.name] = found;
  return found.length > 1 ? `${words.who} ${found.join(", ")}` : "";
}

place.addEventListener("submit", (event) => {
  const { entry } = event.target.dataset;
  if (!entry) return;
  event.preventDefault();
  if (entry === "undo" && saved.takeBack()) return;
  const body = bodyOf(new FormData(event.target, event.submitter));
  const missing = whatIsMissing(entry, body);
  if (missing) {
    tell(missing);
    return;
  }
  // What was unfolded for it is done with.
  event.target.closest("details")?.removeAttribute("open");
  saved.add({
    entry,
    body: entry === "undo" ? lineToUndo(body) : body,
    version: version() + ahead().length,
    said: event.submitter?.getAttribute("aria-label") || event.submitter?.textContent.trim() || "",
  });
  // What comes next is shown from its beginning, to eyes and to screen readers.
  const now = panel("now");
  now.focus({ preventScroll: true });
  if (now.getBoundingClientRect().top < 0) now.scrollIntoView({ block: "start" });
});
// The second tap of a double one would hit what has just come there.
place.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("button")) event.preventDefault();
});
live.addEventListener("updating", uncover);
showTable();
