// The draft of the form on this page: what stands in it, what the server has of it, and its copy in
// this browser, which stays until the server says that it has it.

import { findAll } from "../core/elements.js";
import { forget, namesFrom, readJson, writeJson } from "../core/storage.js";
import { form } from "./form-cells.js";

const FRESH = 7 * 24 * 3600 * 1000; // milliseconds: what is older was forgotten long ago
const COLUMNS = ["players", "seat_keys"]; // they say whose columns these are
// Fields of the page, and not of the paper.
const NOT_ON_PAPER = [
  ...COLUMNS,
  "csrfmiddlewaretoken",
  "expected_version",
  "expected_draft",
  "mode",
  "action",
  "sure",
  "reason",
  "typing_error",
];
const PREFIX = "wk/";

/** The name by which this browser keeps the form. */
export const key = `${PREFIX}${form.dataset.key}`;
const asideKey = `${key}/aside`; // a copy that is offered, until somebody chooses

/** Return the field of the form with this name. */
export const field = (name) => form.elements[name];

/** The number of the version that the page was made of. */
export const version = Number(field("expected_version").value);

// The mode, and the cells that are not empty, as text that can be compared.
function comparable(mode, cells) {
  const written = cells
    .map(([name, text]) => [name, String(text).trim()])
    .filter(([name, text]) => text && !NOT_ON_PAPER.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([mode, written]);
}

/** Return what stands in the form, as text that can be compared. */
export const content = () => comparable(field("mode").value, [...new FormData(form)]);

/** Return the mode and the cells of such a text. */
export const partsOf = (text) => JSON.parse(text);

/** Return whether two such texts have the same cells, whatever their modes. */
export const haveSameCells = (one, other) =>
  JSON.stringify(partsOf(one)[1]) === JSON.stringify(partsOf(other)[1]);

/** Return cells that the server named, by their paths, as text that can be compared. */
export const contentOf = (cells) => comparable("", Object.entries(cells));

/** Return the fields that say whose columns the form has, with their values. */
export const columns = () => COLUMNS.map((name) => [name, field(name).value]);

const atFirst = content();

/** What is known of the draft. Where it is handed in or thrown away, it is done. */
export const draft = {
  kept: atFirst, // what the server has
  sent: atFirst, // what it was sent last, and may have
  revision: Number(field("expected_draft").value),
  conflict: null, // the server's answer that it was written elsewhere
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

/** Lay a copy aside, to be offered. */
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

/** Return what is posted of the form as it is now. */
export function formData() {
  const body = new FormData(form);
  body.set("expected_draft", draft.revision);
  return body;
}

/** Let nobody type in the form, or let them again. */
export function setInert(isInert) {
  for (const part of findAll(".head-cells, .form-rows, .form-side > .actions", form))
    part.inert = isInert;
}
