// The browser's own printing, one button nearer.
"use strict";
const button = document.querySelector("#print");
button.addEventListener("click", () => window.print());
button.hidden = false;
