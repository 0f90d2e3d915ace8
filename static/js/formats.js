// Shows only what can be set for the chosen format; without this script all of it is shown.
"use strict";
const format = document.querySelector("#id_format");
const settings = [...document.querySelectorAll("[data-formats]")];

function isOfFormat(setting) {
  return setting.dataset.formats.split(" ").includes(format.value);
}

function isChosen(setting) {
  return setting.type === "checkbox" ? setting.checked : !["", "none"].includes(setting.value);
}

// Some say nothing until another one is chosen, if the format has that other one at all.
function saysSomething(setting) {
  const other = setting.dataset.with && document.querySelector(`#id_${setting.dataset.with}`);
  if (!isOfFormat(setting) || !other || !isOfFormat(other)) return isOfFormat(setting);
  return saysSomething(other) && isChosen(other);
}

function showSettings() {
  for (const setting of settings) setting.closest(".field").hidden = !saysSomething(setting);
}

format.form.addEventListener("change", showSettings);
showSettings();
