// The draw made again by the visitor's own browser, so that nobody needs to take our word for it.
// The method is that of docs/algorithms/draw.md; it is written down here a second time on purpose.
"use strict";
const button = document.querySelector("#own-check");
const proof = JSON.parse(document.querySelector("#proof").textContent);

async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What comes before the lot: nothing, the rating (strongest first), or the seed given by hand.
function precedence(line) {
  const seeding = proof.settings.seeding || "random";
  if (seeding === "rating") return line.rating === null ? Infinity : -line.rating;
  if (seeding === "manual") return line.given_seed || Infinity;
  return 0;
}

function compare(one, other) {
  const [first, second] = [precedence(one), precedence(other)];
  if (first !== second) return first < second ? -1 : 1;
  return one.lot < other.lot ? -1 : 1;
}

async function drawnAgain() {
  const lots = proof.entrants.map((line, index) => sha256(`${proof.seed}:${index + 1}`));
  const lines = await Promise.all(lots.map(async (lot, index) => ({...proof.entrants[index], lot: await lot})));
  return lines.sort(compare);
}

async function verdict() {
  if (await sha256(proof.seed) !== proof.commitment) return ["error", button.dataset.seed];
  const wrong = (await drawnAgain()).filter((line, index) => line.seed !== index + 1);
  if (wrong.length === 0) return ["", button.dataset.same];
  const first = Math.min(...wrong.map((line) => line.id));
  return ["error", button.dataset.other.replace("…", first)];
}

async function tell() {
  const [kind, text] = await verdict();
  const notice = document.createElement("p");
  notice.className = `notice ${kind}`;
  notice.textContent = text;
  document.querySelector("#found").replaceChildren(notice);
}

// Browsers lend their hash functions to pages that came over https or from this machine only.
if (globalThis.crypto && crypto.subtle) {
  button.hidden = false;
  button.addEventListener("click", tell);
}
