// What is entered on this phone waits here and is sent once, in order, also after a while without a network.
// Each entry has a key of its own, so that one sent twice counts once.
"use strict";

function tell(text) {
  const told = document.querySelector("#told");
  told.textContent = text;
  told.hidden = !text;
  if (text) told.scrollIntoView({ block: "nearest" });
}

// In the language of this page: the answer itself is in English. What waited behind it is gone too.
function refusal(error, dropped) {
  const words = document.querySelector("#told").dataset;
  const known = JSON.parse(document.querySelector("#refusals").textContent)[error.code];
  const why = (known || error.detail).replace(/%\((\w+)\)s/g, (_, fact) => error.facts?.[fact] ?? "…");
  return `${dropped > 1 ? words.more : words.one} ${why} ${words.then}`;
}

// Clubs often serve without HTTPS, where randomUUID() is not offered.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// store: what they are kept under; requestOf: where an entry goes, and what it says;
// seen: the version that the server's part of the page shows; show: draws what waits into it.
function savedEntries({ store, requestOf, seen, show }) {
  let sending = false;
  const kept = () => JSON.parse(localStorage.getItem(store) || "[]");
  const keep = (entries) => localStorage.setItem(store, JSON.stringify(entries));
  const isWaiting = (entry) => entry.recorded === undefined;
  const waiting = () => kept().filter(isWaiting);
  // A recorded one stays until the page shows it: the network may go in between.
  const unseen = () => kept().filter((entry) => isWaiting(entry) || entry.recorded > seen());

  function showNetwork(isThere) {
    const notice = document.querySelector("#offline");
    const count = waiting().length;
    notice.hidden = isThere && !count;
    notice.textContent = count > 1 ? notice.dataset.more : count ? notice.dataset.one : notice.dataset.none;
  }

  async function sendOne(entry) {
    const { address, scheme, secret, body, headers } = requestOf(entry);
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `${scheme} ${secret}`,
        "Idempotency-Key": entry.key,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    // The server has trouble of its own: try again later.
    if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
    const said = await answer.json();
    if (answer.ok) {
      const recorded = Number(answer.headers.get("ETag")?.match(/\d+/)?.[0] || 0);
      // By its key: the same page may be open twice on this phone.
      keep(kept().map((one) => (one.key === entry.key ? { ...one, recorded } : one)));
      return;
    }
    tell(refusal(said.errors[0], waiting().length));
    keep(kept().filter((one) => !isWaiting(one)));
    forgetPart();
  }

  async function send() {
    if (sending) return;
    sending = true;
    try {
      while (waiting().length) await sendOne(waiting()[0]);
      showNetwork(true);
      await ask();
    } catch {
      showNetwork(false);
    } finally {
      sending = false;
      keep(unseen());
      show();
    }
  }

  function add(entry) {
    tell("");
    keep([...kept(), { ...entry, key: newKey() }]);
    show();
    send();
  }

  // The last one, if it has not been sent: true if there was one.
  function takeBack() {
    const [first, ...others] = waiting();
    const last = others.at(-1) || (sending ? null : first);
    if (!last) return false;
    keep(kept().filter((one) => one.key !== last.key));
    showNetwork(navigator.onLine);
    show();
    return true;
  }

  live.addEventListener("updated", () => {
    keep(unseen());
    show();
  });
  window.addEventListener("online", send);
  window.addEventListener("offline", () => showNetwork(false));
  setInterval(() => { if (waiting().length) send(); }, 3000);
  if (waiting().length) send();
  return { add, takeBack, unseen, waiting };
}
