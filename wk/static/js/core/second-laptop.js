// The second laptop, which takes over when the first is gone. This page belongs to the first, and what
// the browser keeps for it is not seen at another address: so it goes along in the fragment of the
// link, which no server sees. The page /standby/arrive/ there stores it again (standby/arrive.js).

/** Return a value as text that may stand in the fragment of an address. */
export function toFragment(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the value of such a text, or null if it is damaged. */
export function fromFragment(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return JSON.parse(decoder.decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))));
  } catch {
    return null;
  }
}

/**
 * Return the address at the second laptop where the page `next` goes on. `kept` are the texts that the
 * browser keeps, by name; those that are null are left out.
 */
export function addressThere(second, next, kept) {
  const found = Object.entries(kept).filter(([, text]) => text !== null);
  return `${second}/standby/arrive/#${toFragment({ next, kept: Object.fromEntries(found) })}`;
}
