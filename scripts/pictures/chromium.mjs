// @ts-check
/** How Chromium is started for pictures and for tests. */

/**
 * Features of the browser that are switched off. The last `--disable-features` on a command line replaces those before it, so the ones that
 * playwright-core switches off stand here too.
 */
const WITHOUT = [
  // each new window would load the two pages of the address bar's menu: a quarter of what a page of the studio costs
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // playwright-core's
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Software rendering, and neither requests nor pages of the browser's own. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${WITHOUT.join(",")}`,
];
