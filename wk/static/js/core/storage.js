// What the browser keeps. Where it keeps nothing, as in a private window of some browsers, reading
// gives null and writing says so: a page never stops for it.

/** Return the text that the browser keeps under a name, or null. */
export function readText(name, area = "localStorage") {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name; return whether the browser keeps it. */
export function writeText(name, text, area = "localStorage") {
  try {
    window[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Keep nothing under a name any more. */
export function forget(name, area = "localStorage") {
  try {
    window[area].removeItem(name);
  } catch {
    // It was not kept.
  }
}

/** Return the value that the browser keeps under a name, or null; also if it was damaged. */
export function readJson(name) {
  try {
    return JSON.parse(readText(name));
  } catch {
    return null;
  }
}

/** Keep a value under a name as JSON; return whether the browser keeps it. */
export const writeJson = (name, value) => writeText(name, JSON.stringify(value));

/** Return the names that begin with `prefix` under which the browser keeps something. */
export function namesFrom(prefix) {
  try {
    return Object.keys(window.localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
