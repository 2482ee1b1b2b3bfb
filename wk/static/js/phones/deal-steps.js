// Steps through the deals of a form: fill in a cell, go on to the next deal, go back to correct one.

import { marksIn, write } from "./form-lookup.js";
import { button } from "./page-parts.js";
import { say, word } from "./words.js";

/** The taps in this deal that are not complete yet. */
export const tapped = {
  cell: "", // the path of the cell that is to be changed
  mark: "", // the letter that was tapped: the page asks for the player
  barred: "", // the path of the cell for which the barred number was tapped
};

function forgetTapped() {
  Object.assign(tapped, { cell: "", mark: "", barred: "" });
}

/** Fill in a cell of a guided deal. */
export function put(store, row, path, value, render) {
  const { record } = store;
  const filled = new Set(record.filled);
  write(row, path, value, record.cells, filled);
  record.filled = [...filled];
  forgetTapped();
  store.wrote();
  render();
}

/** Go on after a deal: to the next one, or from a correction to where it came from. */
export function goOn(store, render) {
  const { record } = store;
  const { at, isBack, from } = record;
  Object.assign(record, isBack ? from : { at: at + 1 }, { isBack: false, filled: [] });
  forgetTapped();
  store.wrote();
  render();
  scrollTo({ top: 0 });
}

/** Go back to a deal that was noted. */
export function correct(store, index, render) {
  const { record } = store;
  const { at, isOver } = record;
  const before = marksIn(record.data.rows[index], record.cells);
  const from = record.isBack ? record.from : { at, isOver: Boolean(isOver) };
  Object.assign(record, { at: index, isOver: false, isBack: true, from, before });
  forgetTapped();
  store.keep();
  render();
}

/** Return the button that notes a deal. */
export const noteButton = (store, row, render) =>
  button(word("note", { deal: say(row.name) }), () => goOn(store, render), {
    class: "big",
    id: "note",
  });

/** Return the button that goes back to the deal before, or null. */
export function backButton(store, render) {
  const { at, data, isBack } = store.record;
  const last = data.rows[at - 1];
  if (!last || isBack) return null;
  const back = () => correct(store, at - 1, render);
  return button(word("correct", { deal: say(last.name) }), back, { class: "quiet" });
}
