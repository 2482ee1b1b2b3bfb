// The keys for the cell that is next: its numbers, with what is barred, and the letters.

import { make } from "../core/elements.js";
import { backButton, put, tapped } from "./deal-steps.js";
import { otherDealerButton } from "./first-dealer.js";
import { barredAt, fieldAt, leftAt, wrongSum } from "./form-lookup.js";
import { button, para } from "./page-parts.js";
import { capital, say, word } from "./words.js";

const foot = (...inside) => make("div", { class: "phone-foot" }, inside);
const quiet = (name, onclick, about = {}) =>
  button(word(name), onclick, { class: "quiet", ...about });

/** Return the keys for the cell with this path; "" is for no cell. */
export function keypad(store, row, path, render) {
  const { cells } = store.record;
  if (tapped.mark) return markOwners(store, row, render);
  const wrong = wrongSum(row, cells);
  const warning = wrong && para(word("sumWrong", wrong), "phone-warning");
  if (!path) return foot(warning);
  const isUntouched = !row.sides.flat().some((each) => cells[each.path]);
  return foot(
    turn(store, row, path),
    numbersAndMarks(store, row, path, render),
    barredParts(store, row, path, render),
    warning,
    isUntouched && (backButton(store, render) ?? otherDealerButton(store, render)),
    tapped.cell && besideKeys(store, row, path, render),
  );
}

function turn(store, row, path) {
  const { data, cells } = store.record;
  const { seat, label } = fieldAt(row, path);
  const left = leftAt(row, path, cells);
  const hint = left !== null && left >= 0 ? word("left", { number: left }) : "";
  const what = word("of", { what: capital(say(label)), name: data.seats[seat - 1].name });
  const shown = make("b", {}, what);
  return make("p", { class: "phone-turn" }, shown, " ", make("span", { class: "soft" }, hint));
}

function numbersAndMarks(store, row, path, render) {
  const here = fieldAt(row, path);
  const barred = barredAt(row, path, store.record.cells);
  const number = (value) => numberKey(store, row, path, value, barred?.number === value, render);
  const numbers = Array.from({ length: here.most + 1 }, (_none, value) => number(value));
  return make("div", { class: "phone-keys" }, numbers, markKeys(store, row, here, render));
}

function numberKey(store, row, path, value, isBarred, render) {
  const askFirst = () => {
    tapped.barred = path;
    render();
  };
  const write = () => put(store, row, path, String(value), render);
  return button(String(value), isBarred ? askFirst : write, {
    id: `key-${value}`,
    class: isBarred ? "barred" : "",
    "aria-pressed": store.record.cells[path] === String(value) ? "true" : false,
    "aria-describedby": isBarred ? "barred" : false,
  });
}

function barredParts(store, row, path, render) {
  const barred = barredAt(row, path, store.record.cells);
  if (!barred) return null;
  const letStand = () => put(store, row, path, String(barred.number), render);
  return [
    make("p", { id: "barred", class: "phone-barred" }, word("barred", barred)),
    tapped.barred === path && quiet("letStand", letStand, { id: "let-stand" }),
  ];
}

// The buttons to erase and to cancel, for a cell that was tapped to be changed.
function besideKeys(store, row, path, render) {
  const cancel = () => {
    tapped.cell = "";
    render();
  };
  const erase = () => put(store, row, path, "", render);
  const isWritten = store.record.cells[path];
  return make(
    "div",
    { class: "phone-beside" },
    isWritten && quiet("erase", erase),
    quiet("cancel", cancel),
  );
}

// Letters stop a deal. A deal that was noted before can only have the letters that it had.
function markKeys(store, row, here, render) {
  const { data, isBack, before } = store.record;
  const isOffered = ({ letter }) =>
    here.marks.includes(letter) && (!isBack || before.includes(letter));
  const tap = (letter) => {
    if (tapped.cell) {
      put(store, row, here.path, letter, render);
      return;
    }
    tapped.mark = letter;
    render();
  };
  return data.marks.filter(isOffered).map(({ letter, meaning }) =>
    button([make("b", {}, letter), say(meaning)], () => tap(letter), {
      class: "mark",
      id: `mark-${letter}`,
    }),
  );
}

// The buttons that ask for the player of the letter that was tapped.
function markOwners(store, row, render) {
  const { data } = store.record;
  const { mark } = tapped;
  const { meaning } = data.marks.find(({ letter }) => letter === mark);
  const owners = row.sides.flat().filter(({ marks }) => marks.includes(mark));
  const owner = ({ path, seat }) =>
    button(data.seats[seat - 1].name, () => put(store, row, path, mark, render), {
      class: "secondary",
    });
  const cancel = () => {
    tapped.mark = "";
    render();
  };
  return foot(
    make("p", { class: "phone-turn" }, make("b", {}, word("whose")), ` ${mark} ${say(meaning)}`),
    make("div", { class: "phone-names" }, owners.map(owner)),
    quiet("cancel", cancel),
  );
}
