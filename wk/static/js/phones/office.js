// Requests of a phone to the server (the office). The key of the table is sent in the body only, and
// cookies never.

import { timeoutSignal } from "../core/requests.js";

/**
 * Post the fields to an address below that of the page. Return the promise of an answer: whether it
 * is `ok`, and its `body`. The answer is null without a network, and also if the server answers
 * nothing that can be read: in both cases the phone tries again later.
 */
export const postToOffice = (path, key, fields = {}) =>
  post(path, new URLSearchParams({ key, ...fields }), timeoutSignal());

/** Post fields of which some may be files, as `postToOffice`; `longest` are milliseconds for it. */
export function sendToOffice(path, key, fields, longest) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ key, ...fields })) body.append(name, value);
  return post(path, body, longest ? AbortSignal.timeout?.(longest) : timeoutSignal());
}

async function post(path, body, signal) {
  try {
    const response = await fetch(path, {
      method: "POST",
      body,
      headers: { "Accept-Language": document.documentElement.lang },
      signal,
      credentials: "omit",
      cache: "no-store",
    });
    if (response.status >= 500 || response.status === 429) return null;
    return { ok: response.ok, body: await response.json() };
  } catch {
    return null;
  }
}
