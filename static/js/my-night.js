// Tells whoever has this page open that they are called: in the title, and with a sound and a shake if
// they have said yes once.
"use strict";
const night = document.querySelector("#live");
const wish = document.querySelector("#tell-me");
const call = document.querySelector("#called");
const TITLE = document.title;
const WISH = "night:tell-me";
let audio = null;

const now = () => night.querySelector("#panel-now").dataset;
let told = now().status === "called" ? now().now : "";

// A sound may be made only after a touch: the tick is that touch.
function allowSound() {
  const Audio = window.AudioContext || window.webkitAudioContext;
  if (Audio && !audio) audio = new Audio();
  audio?.resume();
}

function ring() {
  if (!audio) return;
  [0, 0.35, 0.7].forEach((after) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.4, audio.currentTime + after);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + after + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.3);
  });
}

function tellOfCall() {
  const { now: match, table } = now();
  const words = `${call.dataset.called}${table ? ` · ${call.dataset.table} ${table}` : ""}`;
  document.title = `▸ ${words}`;
  call.textContent = words;
  call.hidden = false;
  if (match === told) return;
  told = match;
  if (!wish.checked) return;
  ring();
  navigator.vibrate?.([300, 150, 300]);
}

function look() {
  if (now().status === "called") {
    tellOfCall();
  } else {
    document.title = TITLE;
    call.hidden = true;
    told = "";
  }
  // The pad belongs to one match. What waits on this phone for the last one is sent before it goes.
  const held = localStorage.getItem(`pad:${night.dataset.match}`);
  const shown = night.querySelector(".pad") ? now().now : "";
  if (shown && shown !== night.dataset.match && (!held || held === "[]")) location.reload();
}

// From now on this page can be opened without a network too, where the browser allows that: over HTTPS.
async function keepForLater() {
  await navigator.serviceWorker.register(night.dataset.worker, { scope: "/me/" });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = files.filter((name) => name.startsWith(`${location.origin}/static/`));
  active.postMessage({ page: location.href.split("#")[0], files: [...new Set(own)] });
}

if ("serviceWorker" in navigator) window.addEventListener("load", () => keepForLater().catch(() => {}));
document.querySelector(".tell-me").hidden = false;
wish.checked = localStorage.getItem(WISH) === "yes";
wish.addEventListener("change", () => {
  localStorage.setItem(WISH, wish.checked ? "yes" : "no");
  if (wish.checked) allowSound();
});
document.addEventListener("pointerdown", () => { if (wish.checked) allowSound(); }, { passive: true });
night.addEventListener("updated", look);
look();
