// Requests of a table to the office. The key of the table is sent in the body only, and cookies
// never.

import { timeoutSignal } from "../core/requests.js";

/**
 * Post the fields to an address below the page's own; returns the promise of an answer, with
 * whether it is `ok` and its `body`. Without a network, or while the office can answer nothing that
 * makes sense, that is null: for who waits it is the same.
 */
export async function postToOffice(path, key, fields = {}) {
  try {
    const response = await fetch(path, {
      method: "POST",
      body: new URLSearchParams({ key, ...fields }),
      headers: { "Accept-Language": document.documentElement.lang },
      signal: timeoutSignal(),
      credentials: "omit",
      cache: "no-store",
    });
    if (response.status >= 500 || response.status === 429) return null;
    return { ok: response.ok, body: await response.json() };
  } catch {
    return null;
  }
}
