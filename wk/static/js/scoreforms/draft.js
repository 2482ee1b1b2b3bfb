// The draft of the form on this page: its content, the content that the server has, and a copy in
// this browser. The copy stays until the server has confirmed that it has the draft.

import { findAll } from "../core/elements.js";
import { forget, namesFrom, readJson, writeJson } from "../core/storage.js";
import { form } from "./form-cells.js";
import { served } from "./typed-early.js";

const FRESH = 7 * 24 * 3600 * 1000; // milliseconds: older copies are of no use
const COLUMNS = ["players", "seat_keys"]; // the fields with the players of the columns
// Fields of the page, and not of the paper.
const NOT_ON_PAPER = [
  ...COLUMNS,
  "csrfmiddlewaretoken",
  "expected_version",
  "expected_draft",
  "mode",
  "action",
  "sure",
  "shown",
  "told",
  "reason",
  "typing_error",
];
const PREFIX = "wk/";

/** The name under which this browser stores the copy. */
export const key = `${PREFIX}${form.dataset.key}`;
const asideKey = `${key}/aside`; // a copy that is offered, until somebody chooses

/** Return the field of the form with this name. */
export const field = (name) => form.elements[name];

/** The number of the version that the page was made from. */
export const version = Number(field("expected_version").value);

// The mode, and the cells that are not empty, as text that can be compared.
function comparable(mode, cells) {
  const written = cells
    .map(([name, text]) => [name, String(text).trim()])
    .filter(([name, text]) => text && !NOT_ON_PAPER.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([mode, written]);
}

/** Return the content of the form, as text that can be compared. */
export const content = () => comparable(field("mode").value, [...new FormData(form)]);

/** Return the mode and the cells of such a text. */
export const partsOf = (text) => JSON.parse(text);

/** Return whether two such texts have the same cells, whatever their modes. */
export const haveSameCells = (one, other) =>
  JSON.stringify(partsOf(one)[1]) === JSON.stringify(partsOf(other)[1]);

/** Return cells that the server named, by their paths, as text that can be compared. */
export const contentOf = (cells) => comparable("", Object.entries(cells));

/** Return the fields with the players of the columns, with their values. */
export const columns = () => COLUMNS.map((name) => [name, field(name).value]);

// What the server wrote, without what was typed before this script ran: the server has only that.
const atFirst = comparable(field("mode").value, served());

/** The state of the draft. It is done once it was handed in or thrown away. */
export const draft = {
  kept: atFirst, // the content that the server has
  sent: atFirst, // the content sent last, which the server may have
  revision: Number(field("expected_draft").value),
  conflict: null, // the server's answer if the draft was changed elsewhere
  failingSince: null, // the moment of the first save that failed, or null
  isDone: false,
};

/** Keep a copy of the form as it is now; return whether this browser keeps it. */
export function keepCopy() {
  const { sent, revision } = draft;
  const copy = { content: content(), columns: columns(), sent, revision, version, at: Date.now() };
  return writeJson(key, copy);
}

/** Return the copy of the form in this browser, or null. */
export const copy = () => readJson(key);

/** Forget the copy of the form. */
export const forgetCopy = () => forget(key);

/** Lay a copy aside, so that it is offered to the clerk. */
export function layAside(laid) {
  writeJson(asideKey, laid);
  forgetCopy();
}

/** Return the copy that was laid aside, or null. */
export const laidAside = () => readJson(asideKey);

/** Forget the copy that was laid aside. */
export const forgetAside = () => forget(asideKey);

/** Forget the copies of all forms that are too old to be of use. */
export function forgetOldCopies() {
  const isFresh = (name) => readJson(name)?.at > Date.now() - FRESH;
  for (const name of namesFrom(PREFIX).filter((each) => !isFresh(each))) forget(name);
}

/** Return the data to post of the form as it is now. */
export function formData() {
  const body = new FormData(form);
  body.set("expected_draft", draft.revision);
  return body;
}

/** Lock the form against typing, or unlock it. */
export function setInert(isInert) {
  for (const part of findAll(".head-cells .field, .form-rows, .hand-in > .actions", form))
    part.inert = isInert;
}
