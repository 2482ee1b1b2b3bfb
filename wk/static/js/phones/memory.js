// The key of the table, the form, and the language, as stored on this phone. If the browser stores
// nothing, they are kept until the page is closed.

import { readText, writeText } from "../core/storage.js";

const KEY = "wk-phone-key";
const LANGUAGE = "wk-phone-language";
const recordName = (key) => `wk-phone ${key}`;
const callName = (key) => `wk-phone-call ${key}`;

const fallback = new Map();
let isKept = true;

/** Return whether the last text that was stored stays after the page is closed. */
export const isLasting = () => isKept;

function keep(name, text) {
  fallback.set(name, text);
  isKept = writeText(name, text);
}

const read = (name) => readText(name) ?? fallback.get(name) ?? null;

/** Return the language chosen on this phone, or null. */
export const chosenLanguage = () => read(LANGUAGE);

/** Store the language chosen on this phone. */
export const chooseLanguage = (language) => keep(LANGUAGE, language);

/** Return the key in the address, or "", and remove it from there: it is easily shared. */
export function keyOfAddress() {
  const [, key] = location.hash.match(/^#([\w-]{16,40})$/) ?? [];
  if (key) history.replaceState(null, "", location.pathname);
  return key ?? "";
}

/** Return the key of the table that this phone was last opened with, or "". */
export function takeKey() {
  const key = keyOfAddress();
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (key) keep(KEY, key);
  return key || read(KEY) || "";
}

/** Return all that this phone keeps of the table with this key, as texts by their names. */
export function keptTexts(key) {
  const names = [KEY, LANGUAGE, recordName(key), callName(key)];
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Store the record of the table with this key. */
export const keepRecord = (key, record) => keep(recordName(key), JSON.stringify(record));

/**
 * Return the record of the table with this key, or null. A damaged record counts as none: the server
 * has the form, or the form begins anew.
 */
export function keptRecord(key) {
  try {
    const record = JSON.parse(read(recordName(key)));
    return record?.data && record.cells ? record : null;
  } catch {
    return null;
  }
}

/** Store what the office has not heard yet of the call of this table, null for nothing. */
export const keepCall = (key, wish) => keep(callName(key), JSON.stringify(wish));

/** Return what the office has not heard yet of the call of this table, or null. */
export function keptCall(key) {
  try {
    const wish = JSON.parse(read(callName(key)));
    return wish?.press ? wish : null;
  } catch {
    return null;
  }
}
