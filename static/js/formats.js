// Shows only what can be set for the chosen format; without this script all of it is shown.
"use strict";
const format = document.querySelector("#id_format");
const settings = [...document.querySelectorAll("[data-formats]")];

function showSettings() {
  for (const setting of settings) {
    setting.closest(".field").hidden = !setting.dataset.formats.split(" ").includes(format.value);
  }
}

format.addEventListener("change", showSettings);
showSettings();
