// @ts-check
/** Takes the picture of the proof page for the manual, docs/public/studio-proof.png: a pendulum, measured here, and in the other engines. */
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { buildStudio, serveStudio, studioIsStale } from "./studio.mjs";

const EXPERIMENT = "iftomm.a01";
/** Time at which the engines are shown, s. */
const AT = 3;
/** Software rendering, and no requests of the browser's own. */
const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

await runMain(async () => {
  ensureDependencies();
  if (studioIsStale()) await buildStudio();
  const address = await serveStudio({ port: 5391, host: "localhost", open: false, dev: false });
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: "dark", locale: "en" });
  page.setDefaultTimeout(120_000);
  await page.goto(`${address}#/proof/${EXPERIMENT}`);
  await page.getByText("5 of 5 hold").waitFor();
  await page.getByText(/^measured in/).waitFor();
  await page.getByRole("button", { name: "Run side by side" }).click();
  await page.waitForFunction((time) => {
    const shown = [...document.querySelectorAll(".proof-engine output")].map(({ textContent }) =>
      Number.parseFloat(textContent ?? ""),
    );
    return shown.length === 4 && shown.every((t) => t > time);
  }, AT);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(root, "docs", "public", "studio-proof.png") });
  await browser.close();
  process.exit(0);
});
