// Requests to the server.

const TIMEOUT = 8000; // milliseconds without an answer

/** Return a signal that ends a request that takes too long, or undefined in an old browser. */
export const timeoutSignal = () => AbortSignal.timeout?.(TIMEOUT);

/**
 * Post a form. Its CSRF token becomes that of the cookie, and so do the ones in the page: who
 * logged in again in another tab has another token than the page was made with. Returns the promise
 * of an answer. `isLast`: the page is being left, so the browser has to send it without the page.
 */
export function postForm(address, body, { isLast = false } = {}) {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (token) {
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = token;
    body.set("csrfmiddlewaretoken", token);
  }
  return fetch(address, {
    method: "POST",
    body,
    headers: { "HX-Request": "true" },
    redirect: "manual",
    keepalive: isLast,
    signal: isLast ? undefined : timeoutSignal(),
  });
}
