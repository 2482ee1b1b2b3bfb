// The keys that move through a form: in a cell, in the notes, in the totals on the paper and at the
// button. Digits and letters are typed.

import { hasModifier } from "../core/keys.js";
import {
  goBack,
  goFromHead,
  goOn,
  goToEnd,
  goToLastTyped,
  goVertically,
  isAbove,
  rowAfterNotes,
  step,
  takeReached,
} from "./cell-moves.js";
import {
  cells,
  cellsIn,
  firstOf,
  form,
  go,
  grid,
  handInButton,
  head,
  headBoxAt,
  isBox,
  isEmpty,
  notesOf,
  paperTotals,
} from "./form-cells.js";
import { answersTo, choose, chooseNext } from "./option-keys.js";

const isChoice = (cell) => cell.tagName === "SELECT";

function movesAtButton() {
  const back = () => go(paperTotals.findLast((cell) => !isEmpty(cell)) ?? cells().at(-1));
  const moves = { ArrowUp: back, ArrowLeft: back, Backspace: back };
  if (paperTotals.length) moves.End = () => go(paperTotals[0]);
  return moves;
}

// An Enter in an empty cell above the rows stays: the Enter that opened the page may come twice.
function movesInHead(cell) {
  const goOnInHead = () => isEmpty(cell) || goFromHead(cell);
  if (isChoice(cell)) return { Enter: goOnInHead };
  const back = () => step(cell, -1, head);
  return {
    Enter: goOnInHead,
    ArrowDown: () => goFromHead(cell),
    ArrowRight: () => goFromHead(cell),
    ArrowLeft: back,
    Home: goToLastTyped,
    End: () => goToEnd(cell),
    ...(isEmpty(cell) && { Backspace: back }),
  };
}

function movesInNotes(cell, notes) {
  const list = cellsIn(notes);
  const goOnInNotes = () => {
    const next = rowAfterNotes(notes);
    if (cell !== list.at(-1)) step(cell, 1, list);
    else go(next ? firstOf(cellsIn(next)) : handInButton);
  };
  return { Enter: goOnInNotes };
}

function movesInPaperTotals(cell) {
  const moves = {
    Enter: () => go(paperTotals[paperTotals.indexOf(cell) + 1] ?? handInButton),
    ArrowRight: () => step(cell, 1, paperTotals),
    ArrowLeft: () => step(cell, -1, paperTotals),
    ArrowUp: () =>
      go(
        grid()
          .at(-1)
          ?.find((other) => isAbove(other, cell)),
      ),
    End: () => go(handInButton),
  };
  if (isEmpty(cell)) moves.Backspace = moves.ArrowLeft;
  return moves;
}

function movesInCell(cell, key) {
  const box = isBox(cell) ? cell : headBoxAt(cell);
  const back = () => goBack(cell);
  return {
    Enter: () => goOn(cell),
    ArrowRight: () => step(cell, 1),
    ArrowLeft: back,
    Home: goToLastTyped,
    End: () => goToEnd(cell),
    ...(box && { x: () => cross(box), X: () => cross(box) }),
    ...(isChoice(cell) ? movesInChoice(cell, key) : movesInColumn(cell)),
    ...((isBox(cell) || isEmpty(cell)) && { Backspace: back }),
    ...notesMoves(cell.closest("tr")),
  };
}

const movesInColumn = (cell) => ({
  ArrowDown: () => goVertically(cell, 1),
  ArrowUp: () => goVertically(cell, -1),
});

// The arrows up and down stay those of the choice: they choose an answer.
function movesInChoice(cell, key) {
  const answers = answersTo(cell, key);
  const moves = { Backspace: () => choose(cell, "") };
  if (answers.length) moves[key] = () => chooseNext(cell, answers);
  return moves;
}

function cross(box) {
  box.click();
  go(box);
}

// A plus opens the notes of a row, or goes to the notes if they are open already.
function notesMoves(row) {
  const opener = row?.querySelector("button[data-notes]");
  const notes = notesOf(row?.dataset.path);
  if (opener) return { "+": () => openNotes(opener) };
  if (notes?.matches(":not(.unneeded)")) return { "+": () => go(cellsIn(notes)[0]) };
  return {};
}

function openNotes(opener) {
  if (opener.getAttribute("aria-expanded") !== "true") opener.click();
  go(cellsIn(notesOf(opener.dataset.notes))[0]);
}

function movesAt(place, key) {
  if (place === handInButton) return movesAtButton();
  if (!place.matches("input, select")) return {};
  const notes = place.closest("tr[data-extra]");
  if (notes) return movesInNotes(place, notes);
  if (head.includes(place)) return movesInHead(place);
  if (paperTotals.includes(place)) return movesInPaperTotals(place);
  return cells().includes(place) ? movesInCell(place, key) : {};
}

function walk(event) {
  const reached = takeReached();
  if (hasModifier(event)) return;
  if (event.key === "Enter" && event.target === reached) {
    event.preventDefault();
    return;
  }
  const moves = movesAt(event.target, event.key);
  if (!Object.hasOwn(moves, event.key)) return;
  event.preventDefault();
  moves[event.key]();
}

// Escape goes back to the list, for a paper that has to wait. The draft is kept.
function leave(event) {
  const isIn = form.contains(event.target) || event.target === document.body;
  if (event.key === "Escape" && isIn && !event.repeat) document.querySelector("a.back").click();
}

/** Listen to the keys that move through the form. */
export function listenToKeys() {
  form.addEventListener("keydown", walk);
  document.addEventListener("keydown", leave);
}
