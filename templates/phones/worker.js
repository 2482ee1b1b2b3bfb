{% load static %}// Keeps the page of the tables and what it is made of, so that it opens without a network. What a
// table writes never comes here: only the files below do.
"use strict";

const CACHE = "wk-phone-1";
const FILES = [
  "{% url 'phones:phone' %}",
  "{% static 'wk.css' %}",
  "{% static 'phone.js' %}",
  "{% static 'phone-store.js' %}",
  "{% static 'phone-round.js' %}",
  "{% static 'phone-parts.js' %}",
  "{% static 'phone-deal.js' %}",
  "{% static 'phone-news.js' %}",
  "{% static 'clock.js' %}",
  "{% static 'spade.svg' %}",
  "{% static 'vendor/pico/pico.min.css' %}",
  "{% static 'vendor/ibm-plex-sans/ibm-plex-sans-latin-400-normal.woff2' %}",
  "{% static 'vendor/ibm-plex-sans/ibm-plex-sans-latin-600-normal.woff2' %}",
  "{% static 'vendor/ibm-plex-sans/ibm-plex-sans-latin-ext-400-normal.woff2' %}",
  "{% static 'vendor/ibm-plex-sans/ibm-plex-sans-latin-ext-600-normal.woff2' %}",
];

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What is kept is given at once, and renewed meanwhile for the next time.
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = origin === self.location.origin && FILES.includes(pathname);
  if (event.request.method !== "GET" || !isOurs) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(pathname);
    const fresh = fetch(pathname, { cache: "no-cache" }).then(async (response) => {
      if (response.ok) await cache.put(pathname, response.clone());
      return response;
    });
    if (!kept) return fresh;
    event.waitUntil(fresh.catch(() => {}));
    return kept;
  };
  event.respondWith(answer());
});
