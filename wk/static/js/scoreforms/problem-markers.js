// The server's answer about a form, shown at its cells: marks, words, and the notes of a row. Empty
// notes are hidden.

import { byId, findAll, make } from "../core/elements.js";
import { limitWaiting } from "../core/requests.js";
import { Timer } from "../core/timer.js";
import { cellsIn, checked, form, handInButton, isEmpty, notesOf, rows } from "./form-cells.js";
import { isSeatDigit } from "./seat-digit.js";

const MOST_WORDS = 2; // problems of one row that are told below it
const NOTICE = 400; // milliseconds before which nobody presses because of what he sees

const unchecked = byId("unchecked");
const asking = byId("asking");
// The words of a question stand beside the button, those of other problems at their cells.
const problems = () => findAll(".state:not(.asks) [data-said]", checked());
const timer = new Timer();
const isIn = (row, path) => path === row.dataset.path || path.startsWith(`${row.dataset.path}.`);

// Notes: hidden while they are empty, unless the clerk has opened them.
function showNotes(notes, isOpen) {
  notes.classList.toggle("unneeded", !isOpen);
  const opener = form.querySelector(`button[data-notes="${notes.dataset.extra}"]`);
  opener?.setAttribute("aria-expanded", String(isOpen));
}

function toggleNotes(event) {
  const opener = event.target.closest("button[data-notes]");
  if (!opener) return;
  const isOpen = opener.getAttribute("aria-expanded") !== "true";
  const notes = notesOf(opener.dataset.notes);
  notes.toggleAttribute("data-opened", isOpen);
  showNotes(notes, isOpen);
  if (isOpen) cellsIn(notes)[0].focus();
}

// Words: below the row of a problem, or below a cell that is in no row.
function totalAt(path) {
  const seat = Number(/^totals\.(\d+)$/.exec(path)?.[1] ?? NaN) + 1;
  return form.querySelector(`tfoot td[data-totals~="${seat}"]`);
}

function writeWords(problem, place) {
  const path = problem.dataset.said;
  const words = make("p", {
    id: `said-${path.replaceAll(".", "-")}`,
    class: problem.closest(".notes") ? "said doubt" : "said",
    title: problem.title,
    "data-code": problem.dataset.code,
  });
  for (const part of findAll("span", problem)) words.append(part.cloneNode(true), " ");
  problem.classList.add("at-cell");
  place.append(words);
  form.elements[path]?.setAttribute("aria-describedby", words.id);
}

function makeLine(isBesideCards) {
  const cell = make("td", { colspan: 99 });
  return make("tr", { class: "said-line" }, isBesideCards && make("td"), cell);
}

// Of several problems in one row, the one of the cell with the focus comes first. The row has room for
// the words of a few; in the bar each place stands once.
function writeBelowRow(row, here) {
  const name = document.activeElement?.name;
  const line = makeLine(row.querySelector(".cards") !== null);
  const next = row.nextElementSibling;
  (next?.matches("tr[data-extra]") ? next : row).after(line);
  const inFocus = ({ dataset }) => dataset.said === name;
  const inOrder = [...here.filter(inFocus), ...here.filter((each) => !inFocus(each))];
  for (const problem of inOrder.slice(0, MOST_WORDS)) writeWords(problem, line.lastChild);
  const places = here.map((each) => each.querySelector("a")?.textContent);
  here.forEach((problem, index) => {
    problem.classList.add("at-cell");
    problem.classList.toggle("again", places.indexOf(places[index]) < index);
  });
}

// The words about a total on the paper are below all totals: a single cell is too narrow for them.
function writeBelowPaper(paper, problem) {
  const line = makeLine(false);
  paper.parentElement.append(line);
  writeWords(problem, line.lastChild);
  const player = problem.querySelector("a")?.textContent;
  if (player) line.querySelector("p").prepend(`${player}: `);
}

function writeAtCell(problem) {
  const path = problem.dataset.said;
  const cell = form.elements[path];
  if (cell?.id && isSeatDigit(cell)) {
    problem.classList.add("at-cell"); // the words beside it are there already
    return;
  }
  const paper = cell?.closest?.("tr.on-paper");
  const place = cell?.parentElement ?? totalAt(path);
  if (paper) writeBelowPaper(paper, problem);
  else if (place) writeWords(problem, place);
}

function removeWords() {
  for (const problem of findAll(".at-cell", checked()))
    problem.classList.remove("at-cell", "again");
  for (const old of findAll(".said-line, .said", form)) old.remove();
  for (const cell of findAll("[aria-describedby^='said-']", form))
    cell.removeAttribute("aria-describedby");
}

function writeAllWords() {
  removeWords();
  const all = problems();
  for (const row of rows()) {
    const here = all.filter(({ dataset }) => isIn(row, dataset.said));
    if (here.length) writeBelowRow(row, here);
  }
  const isInNoRow = ({ dataset }) => !rows().some((row) => isIn(row, dataset.said));
  for (const problem of all.filter(isInNoRow)) writeAtCell(problem);
  // The words push rows down. The row with the focus must stay in sight.
  const typed = document.activeElement;
  if (typed.closest("tr[data-path]")) typed.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Marks: which cells and rows are wrong or doubtful, who deals, what may not be corrected.
function markCells(wrong, doubtful) {
  for (const cell of findAll("[name]", form)) {
    if (wrong.includes(cell.name)) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
    cell.classList.toggle("doubt", doubtful.includes(cell.name));
  }
  for (const cell of findAll("td[data-totals]", form)) {
    const isDoubtful = doubtful.some((path) => totalAt(path) === cell);
    cell.classList.toggle("doubt", isDoubtful);
  }
}

function markDealer(row, dealer) {
  for (const cell of findAll("td[data-seats]", row))
    cell.classList.toggle("dealer", cell.dataset.seats.split(" ").includes(dealer));
}

function emptyResults(row) {
  for (const cell of findAll("td.points, td.note span", row)) cell.textContent = "";
}

function markRows(wrong, { dealers: listed, underlined: lined }) {
  const dealers = listed.split(" ");
  const underlined = lined.split(" ");
  rows().forEach((row, index) => {
    const { path } = row.dataset;
    row.classList.toggle(
      "wrong",
      wrong.some((each) => isIn(row, each)),
    );
    row.classList.toggle("underlined", underlined.includes(path));
    markDealer(row, dealers[index]);
    if (index >= dealers.length) emptyResults(row); // the row was emptied: the server has none
  });
}

function markNotes(wrong) {
  for (const notes of findAll("tr[data-extra]", form)) {
    const isUsed = cellsIn(notes).some((cell) => !isEmpty(cell) || wrong.includes(cell.name));
    showNotes(notes, "opened" in notes.dataset || isUsed);
  }
}

function markAll() {
  const { dataset } = checked();
  const wrong = dataset.wrong.split(" ");
  markCells(wrong, dataset.doubtful.split(" "));
  markRows(wrong, dataset);
  markNotes(wrong);
  writeAllWords();
}

/** Return the token of the question that the page puts, "" if it puts none. */
export const questionNow = () => checked().querySelector("[name=sure]")?.value ?? "";

// An answer counts for exactly the question on the page. A press that comes as a question appears was
// meant for the button as it was: it does nothing, and the question stays. The same question is not
// put again.
let asked;
function askOnce() {
  const question = questionNow();
  if (question === asked) return;
  asked = question;
  if (!question) return takePresses();
  handInButton.setAttribute("aria-disabled", "true");
  timer.start(takePresses, NOTICE);
}

function takePresses() {
  timer.stop();
  handInButton.removeAttribute("aria-disabled");
}

function refuseEarlyPress(event) {
  if (!handInButton.hasAttribute("aria-disabled")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Tell that what the page says of a complete form is about the form before the last key. */
export function tellAsking() {
  if (!("right" in checked().dataset) || !unchecked.hidden) return;
  checked().hidden = true;
  asking.hidden = false;
}

/** Tell that what the page says is about the form as it is. */
export function tellCurrent() {
  if (asking.hidden) return;
  asking.hidden = true;
  checked().hidden = false;
}

function tellUnchecked() {
  asking.hidden = true;
  checked().hidden = true;
  unchecked.hidden = false;
}

/** Show the server's answer now, and each new answer. */
export function followProblemsOfServer() {
  form.addEventListener("click", toggleNotes);
  form.addEventListener("focusin", ({ target }) => {
    if (problems().some(({ dataset }) => dataset.said === target.name)) writeAllWords();
  });
  limitWaiting("[hx-trigger^=check]");
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"])
    document.body.addEventListener(failure, ({ detail }) => {
      if (detail.elt.matches("[hx-trigger^=check]")) tellUnchecked();
    });
  document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.elt.id !== "checked") return; // an answer swaps many parts; this one comes once
    unchecked.hidden = true;
    asking.hidden = true;
    markAll();
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.elt.id === "checked") askOnce();
  });
  form.addEventListener("submit", refuseEarlyPress, { capture: true });
  askOnce();
  writeAllWords();
}
