// @ts-check
/**
 * The service worker: the studio works without a network once it has been opened. scripts/offline.mjs puts the version and the list of files in.
 *
 * Files of the build carry a hash in their names or belong to one version: they come from the store first. The page itself comes from the
 * network while there is one, so that a new version is seen at once, and from the store otherwise. A new version fills a store of its own; the one
 * before is kept until the next, for pages that are still open, and older ones are dropped.
 */

/** @type {string} */
const VERSION = "__VERSION__";
/** Paths beside this file. @type {string[]} */
const FILES = ["__FILES__"];

const PREFIX = "stiction-";
const STORE = `${PREFIX}${VERSION}`;
/** How long the network may take before the stored page is shown, ms. */
const PATIENCE = 3000;

const scope = /** @type {any} */ (self);
const home = new URL("./", scope.location.href);

/** @param {any} event */
scope.oninstall = (event) => event.waitUntil(fill());

/** @param {any} event */
scope.onactivate = (event) => event.waitUntil(dropOld().then(() => scope.clients.claim()));

/** @param {any} event */
scope.onfetch = (event) => {
  /** @type {Request} */
  const request = event.request;
  if (request.method !== "GET" || !request.url.startsWith(home.href)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
};

/** Fetches every file of this version, past the browser's own cache. */
async function fill() {
  const store = await caches.open(STORE);
  await Promise.all(
    ["./", ...FILES].map(async (path) => {
      const url = new URL(path, home).href;
      if (await store.match(url)) return;
      const response = await fetch(new Request(url, { cache: "reload" }));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await store.put(url, response);
    }),
  );
  await scope.skipWaiting();
}

/** Leaves this version's store and the newest of the others. */
async function dropOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== STORE);
  // stores are listed in the order in which they were made
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function page(request) {
  const timeout = AbortSignal.timeout(PATIENCE);
  try {
    const response = await fetch(request.url, { signal: timeout, cache: "no-cache" });
    if (response.ok) return response;
  } catch {
    // no network, or a slow one
  }
  return (await stored(home.href)) ?? Response.error();
}

/** @param {Request} request */
async function file(request) {
  const found = await stored(request.url);
  if (found) return found;
  const response = await fetch(request);
  // what is too large to be fetched ahead is kept once it was used
  if (response.ok && response.status === 200) {
    const store = await caches.open(STORE);
    await store.put(request, response.clone());
  }
  return response;
}

/** This version's copy, else another version's. @param {string} url */
async function stored(url) {
  const own = await (await caches.open(STORE)).match(url, { ignoreVary: true });
  return own ?? caches.match(url, { ignoreVary: true });
}
