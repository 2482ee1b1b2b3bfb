// What this phone keeps: the key of its table, the form, and the language. Where the browser keeps
// nothing, it is kept until the page is closed.

import { readText, writeText } from "../core/storage.js";

const KEY = "wk-phone-key";
const LANGUAGE = "wk-phone-language";
const recordName = (key) => `wk-phone ${key}`;

const fallback = new Map();
let isKept = true;

/** Return whether what was kept last stays when the page is closed. */
export const isLasting = () => isKept;

function keep(name, text) {
  fallback.set(name, text);
  isKept = writeText(name, text);
}

const read = (name) => readText(name) ?? fallback.get(name) ?? null;

/** Return the language that somebody chose, or null. */
export const chosenLanguage = () => read(LANGUAGE);

/** Keep the language that somebody chose. */
export const chooseLanguage = (language) => keep(LANGUAGE, language);

/** Return the key of the table, out of the address bar: there it would be seen and shared. */
export function takeKey() {
  const [, key] = location.hash.match(/^#([\w-]{16,40})$/) ?? [];
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (key) keep(KEY, key);
  return key ?? read(KEY) ?? "";
}

/** Keep the record of the table with this key. */
export const keepRecord = (key, record) => keep(recordName(key), JSON.stringify(record));

/**
 * Return the record of the table with this key, or null; also where it was damaged, as the office
 * has the form, or it begins anew.
 */
export function keptRecord(key) {
  try {
    const record = JSON.parse(read(recordName(key)));
    return record?.data && record.cells ? record : null;
  } catch {
    return null;
  }
}
