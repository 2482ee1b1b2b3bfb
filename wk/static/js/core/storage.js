// Texts and values that the browser stores. Some browsers store nothing in a private window: then
// reading returns null, writing returns false, and nothing is thrown.

/** Return the text stored under a name, or null. */
export function readText(name, area = "localStorage") {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}

/** Store a text under a name; return whether that worked. */
export function writeText(name, text, area = "localStorage") {
  try {
    window[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Remove the text stored under a name. */
export function forget(name, area = "localStorage") {
  try {
    window[area].removeItem(name);
  } catch {
    // Nothing was stored, so nothing has to be removed.
  }
}

/** Return the value stored under a name as JSON, or null: also if the text is damaged. */
export function readJson(name) {
  try {
    return JSON.parse(readText(name));
  } catch {
    return null;
  }
}

/** Store a value under a name as JSON; return whether that worked. */
export const writeJson = (name, value) => writeText(name, JSON.stringify(value));

/** Return the names with this prefix under which something is stored. */
export function namesFrom(prefix) {
  try {
    return Object.keys(window.localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
