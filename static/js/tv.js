// One panel after another, each long enough to be read from across the room.
"use strict";
const screen_ = document.querySelector("#live");
const EACH = 12000;
const SMALLEST = 50;
let shown = 0;

function turn(by) {
  const panels = [...screen_.children];
  shown = (shown + by) % panels.length;
  panels.forEach((panel, at) => panel.classList.toggle("on", at === shown));
  fit();
}

// All lines share the height; where long names take more, all becomes smaller rather than that one is cut.
function fit() {
  const panel = screen_.children[shown];
  for (let size = 100; size >= SMALLEST; size -= 5) {
    screen_.style.fontSize = `${size}%`;
    if (!panel || !overflows(panel)) return;
  }
}

const overflows = (panel) => [...panel.querySelectorAll("ol, li, .tv-rounds")].some(
  (part) => part.scrollHeight > part.clientHeight + 2,
);

// The clock of the machine in the hall: nobody asks a server for the time.
function tick() {
  const time = new Date().toLocaleTimeString("de-CH", { hour: "2-digit", minute: "2-digit" });
  document.querySelector("#clock").textContent = time;
}

document.body.classList.add("turning");
screen_.addEventListener("updating", () => screen_.children[shown]?.classList.remove("on"));
screen_.addEventListener("updated", () => turn(0));
window.addEventListener("resize", fit);
setInterval(() => turn(1), EACH);
setInterval(tick, 5000);
turn(0);
tick();
