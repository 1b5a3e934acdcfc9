// @ts-check
/** How Chromium is started for pictures and for tests: software rendering, and no requests of the browser's own. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
