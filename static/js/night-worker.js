// Lets one's own night be opened again without a network, as it was last seen. Pages come from the
// network whenever there is one; styles, scripts and fonts are named after their content and stay true.
// Only what lies under /me/ is asked here, and browsers allow it over HTTPS alone.
"use strict";
const STORE = "night";
const MOST_PAGES = 8;
// The page as it was last seen is better than none, in whichever language.
const WHICHEVER = { ignoreVary: true };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What a page needs that was loaded before this worker was there; what no page needs any more goes.
async function keep(page, files) {
  const store = await caches.open(STORE);
  await Promise.all(files.map((address) => store.add(address).catch(() => {})));
  // Last: a page that is kept is kept with all it needs.
  await store.add(page).catch(() => {});
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
    if (answer.status === 404) await store.delete(request, WHICHEVER);
    if (answer.ok) await store.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const held = await store.match(request, WHICHEVER);
    if (held) return held;
    throw error;
  }
}

async function fromStoreFirst(request) {
  return (await caches.match(request, WHICHEVER)) || fetch(request);
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(fromNetworkFirst(event.request));
  else if (address.pathname.startsWith("/static/")) event.respondWith(fromStoreFirst(event.request));
});
