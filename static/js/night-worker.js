// Lets one's own night be opened again without a network, as it was last seen. Pages come from the
// network whenever there is one; styles, scripts and fonts are named after their content and stay true.
// Only what lies under /me/ is asked here, and browsers allow it over HTTPS alone.
"use strict";
const STORE = "night";
const MOST_PAGES = 8;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What a page needs that was loaded before this worker was there; what no page needs any more goes.
async function keep(page, files) {
  const store = await caches.open(STORE);
  await Promise.all([page, ...files].map((address) => store.add(address).catch(() => {})));
  const kept = await store.keys();
  const pages = kept.filter((request) => new URL(request.url).pathname.startsWith("/me/"));
  const others = kept.filter((request) => !pages.includes(request) && !files.includes(request.url));
  const old = pages.slice(0, Math.max(0, pages.length - MOST_PAGES));
  await Promise.all([...others, ...old].map((request) => store.delete(request)));
}

self.addEventListener("message", (event) => event.waitUntil(keep(event.data.page, event.data.files)));

async function fromNetworkFirst(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    // A link that opens nothing any more is not shown from memory either.
    if (answer.status === 404) await store.delete(request);
    if (answer.ok) await store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const held = await store.match(request);
    if (held) return held;
    throw error;
  }
}

async function fromStoreFirst(request) {
  return (await caches.match(request)) || fetch(request);
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(fromNetworkFirst(event.request));
  else if (address.pathname.startsWith("/static/")) event.respondWith(fromStoreFirst(event.request));
});
