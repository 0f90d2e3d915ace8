// A word that was refused is typed over: it is selected as soon as the cursor is in its field.
"use strict";
for (const field of document.querySelectorAll("input[autofocus]")) {
  field.addEventListener("focus", () => field.select());
  if (field === document.activeElement) field.select();
}
