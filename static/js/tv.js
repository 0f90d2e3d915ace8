// One panel after another, each long enough to be read from across the room.
"use strict";
const screen_ = document.querySelector("#live");
const EACH = 12000;
let shown = 0;

function turn(by) {
  const panels = [...screen_.children];
  shown = (shown + by) % panels.length;
  panels.forEach((panel, at) => panel.classList.toggle("on", at === shown));
}

document.body.classList.add("turning");
screen_.addEventListener("updating", () => screen_.children[shown]?.classList.remove("on"));
screen_.addEventListener("updated", () => turn(0));
setInterval(() => turn(1), EACH);
turn(0);
