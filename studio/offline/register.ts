/** Lets the studio work without a network from the second visit on; see worker.js. */
export function workOffline(): void {
  // the development server has no service worker, and some browsers allow none
  if (import.meta.env.MODE === "development" || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
  // after everything that the page itself wants
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
