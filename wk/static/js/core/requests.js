// Requests to the server.

const TIMEOUT = 8000; // milliseconds without an answer

/** Return a signal that ends a request that takes too long, or undefined in an old browser. */
export const timeoutSignal = () => AbortSignal.timeout?.(TIMEOUT);

/** Let htmx end a request of an element with this selector when it takes too long. */
export function limitWaiting(selector) {
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.matches(selector)) detail.timeout = TIMEOUT;
  });
}

/**
 * Post a form, and return the promise of the answer. Its CSRF token, and those in the page, are
 * replaced by the one in the cookie: after a new login in another tab the page has an old one. With
 * `isLast` the page is being left, and the browser finishes the request without it.
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
