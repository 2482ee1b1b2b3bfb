// Choosing between two typings of a form. In a row, the letter of a column chooses that column, and
// goes to the next row; after the last one to the reason, where one has to be given, else to the
// button. Columns have letters and not numbers because the cells hold numbers: a clerk who types a
// number from the paper would choose a column by mistake.

import { byId, findAll } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ROW = ".settle tbody tr";

const form = byId("settle-form");
const rows = findAll(ROW, form);
const boxIn = (row) => row.querySelector("[name^='other.']");
const otherIn = (row) => row.querySelector("input[value=other]");

function choose(row, letter) {
  const columns = findAll("input[type=radio]:not([value=other])", row);
  const radio = columns[LETTERS.indexOf(letter)];
  if (!radio) return;
  radio.click();
  const next = rows[rows.indexOf(row) + 1]?.querySelector("input[type=radio]");
  const reason = form.querySelector("[name=reason]");
  (next ?? (reason?.value === "" ? reason : form.querySelector("button"))).focus();
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const row = target.closest?.(ROW);
  if (event.repeat || hasModifier(event) || !row || target.type !== "radio") return;
  if (!/^[a-z]$/i.test(key)) return;
  event.preventDefault();
  choose(row, key.toLowerCase());
});

// The cell for a third answer. Tab goes to it only if that answer is chosen, so that no letter meant
// for the next row is typed there.
function leadTab(row) {
  if (boxIn(row)) boxIn(row).tabIndex = otherIn(row).checked ? 0 : -1;
}

rows.forEach(leadTab);
form.addEventListener("input", ({ target }) => {
  const row = target.closest(ROW);
  if (!row) return;
  if (target === boxIn(row)) otherIn(row).checked = target.value !== "";
  leadTab(row);
});
form.querySelector("input[type=radio]")?.focus();
