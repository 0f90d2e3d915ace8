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

// Eight lines fit; where long names take two each, all becomes smaller rather than that one is cut.
function fit() {
  for (let size = 100; size >= SMALLEST; size -= 5) {
    screen_.style.fontSize = `${size}%`;
    if (document.documentElement.scrollHeight <= window.innerHeight) return;
  }
}

document.body.classList.add("turning");
screen_.addEventListener("updating", () => screen_.children[shown]?.classList.remove("on"));
screen_.addEventListener("updated", () => turn(0));
window.addEventListener("resize", fit);
setInterval(() => turn(1), EACH);
turn(0);
