// Keeps the page of the tables and what it is made of, so that it opens without a network. What a
// table writes never comes here: only the files below do. Whenever one of them changes, this script
// does: the browser then installs it anew, with all files at once, so that they always fit together.
"use strict";

const PREFIX = "wk-phone-";
const CACHE = `${PREFIX}{{ version }}`;
const FILES = [
{% for address in addresses %}  "{{ address }}",
{% endfor %}];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const fresh = FILES.map((address) => new Request(address, { cache: "no-cache" }));
    await (await caches.open(CACHE)).addAll(fresh);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = origin === self.location.origin && FILES.includes(pathname);
  if (event.request.method !== "GET" || !isOurs) return;
  const answer = async () => {
    const kept = await (await caches.open(CACHE)).match(pathname);
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
