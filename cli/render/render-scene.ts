/** Work of `stiction render`: a scene in a headless browser, picture by picture, as a film or as pictures. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readVisualFiles } from "stiction/io";
import type { RenderOptions } from "../commands/render.js";
import { EXIT, FailedError, InputError, systemReason } from "../errors.js";
import { makeFolders } from "../folders.js";
import { onInterrupt } from "../interrupt.js";
import { openOutput, writeOutput } from "../output-file.js";
import { studioFolder } from "../run-studio.js";
import { type CompiledScene, compileScene } from "../scene-settings.js";
import { formatBytes, formatCount, formatNumber } from "../text/numbers.js";
import { createStageProgress } from "../text/progress.js";
import { style } from "../text/style.js";
import { formatFields } from "../text/table.js";
import { BrowserPage } from "./chromium.js";
import { pictureNames } from "./picture-files.js";
import { servePage } from "./serve-page.js";
import { ClusterWriter, filmHeader } from "./webm.js";

interface EncodedPicture {
  readonly time: number;
  readonly key: boolean;
  readonly bytes: string;
}

interface Rendered {
  readonly files: number;
  readonly bytes: number;
  readonly pictures: number;
  readonly stopped: boolean;
}

/** Renders and writes; returns the exit code. */
export async function renderScene(argument: string, options: RenderOptions): Promise<number> {
  const begin = performance.now();
  const { output } = options;
  if (!/\.(webm|png|webp)$/i.test(output))
    throw new InputError(`${output}: expected a name that ends in .webm, .png or .webp`);
  const compiled = await compileScene(argument, options);
  const { duration } = compiled.model.spec;
  const from = Math.min(options.from ?? 0, duration);
  const single = !/\.webm$/i.test(output) && pictureNames(output) === undefined;
  const rate = options.fps / options.speed;
  const count = single ? 1 : Math.max(1, Math.floor((duration - from) * rate + 1e-9) + 1);
  const times = Array.from({ length: count }, (_, k) => (single ? (options.from ?? duration) : from + k / rate));
  const folder = studioFolder();
  const server = await servePage(folder, await inputOf(argument, compiled, options));
  const interrupt = onInterrupt(async () => server.close());
  const progress = options.quiet || options.json ? undefined : createStageProgress();
  let page: BrowserPage | undefined;
  try {
    progress?.show(0, "starting Chromium");
    page = await BrowserPage.open(`${server.address}render.html`, options.width, options.height);
    await opened(page);
    const show = (k: number) =>
      progress?.show(
        k / count,
        `picture ${formatCount(k)} of ${formatCount(count)}, ${formatNumber(times[k] ?? duration)} s`,
      );
    const stop = () => interrupt.requested;
    const done = /\.webm$/i.test(output)
      ? await renderFilm(page, times, options, show, stop)
      : await renderPictures(page, times, output, show, stop);
    progress?.end();
    report(compiled.model.name, options, done, (performance.now() - begin) / 1000);
    return done.stopped ? interrupt.exitCode : EXIT.ok;
  } finally {
    progress?.end();
    interrupt.end();
    server.close();
    await page?.close();
  }
}

/** Until the page has loaded the scene. */
async function opened(page: BrowserPage): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await page.evaluate<boolean>("globalThis.opened !== undefined")) {
      await page.evaluate("opened.then((renderer) => { globalThis.renderer = renderer; })");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new FailedError("the page that renders did not load within a minute");
}

/** What the page asks for under ./input. */
async function inputOf(
  argument: string,
  { loaded, params, variant }: CompiledScene,
  { theme, environment, set = [], ...options }: RenderOptions,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const shared = { theme, environment: environment ?? null };
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const changed = set.length > 0 || options.dt || options.duration || options.formulation || options.integrator;
  if (loaded.scene !== undefined && loaded.label === argument && !changed && !/[./\\]/.test(argument))
    return new Map([["render.json", encode({ ...shared, scene: { name: argument, params } })]]);
  const spec = variant(loaded.spec as Parameters<typeof variant>[0]);
  const beside = dirname(argument);
  const files = await readVisualFiles(spec, (name) => readFile(join(beside, name)).catch(() => undefined));
  const scene = { text: JSON.stringify(spec), files: [...files.keys()] };
  const input = new Map<string, Uint8Array>([["render.json", encode({ ...shared, scene })]]);
  for (const [k, bytes] of [...files.values()].entries()) input.set(`file-${k}`, bytes);
  return input;
}

async function renderFilm(
  page: BrowserPage,
  times: readonly number[],
  { output, fps, bitrate }: RenderOptions,
  show: (k: number) => void,
  stop: () => boolean,
): Promise<Rendered> {
  await makeFolder(output);
  const size = await page.evaluate<{ width: number; height: number }>(`renderer.film(${fps}, ${bitrate * 1e6})`);
  const file = await openOutput(output);
  const clusters = new ClusterWriter();
  const write = async (pictures: readonly EncodedPicture[]) => {
    for (const { time, key, bytes } of pictures)
      await file.write(clusters.picture({ time, key, bytes: Buffer.from(bytes, "base64") }));
  };
  try {
    await file.write(filmHeader({ ...size, pictureTime: 1e6 / fps, duration: times.length / fps }));
    let made = 0;
    for (const time of times) {
      if (stop()) break;
      show(made);
      await write(await page.evaluate<EncodedPicture[]>(`renderer.add(${time})`));
      made++;
    }
    await write(await page.evaluate<EncodedPicture[]>("renderer.end()"));
    await file.commit();
    return { files: 1, bytes: file.size, pictures: made, stopped: made < times.length };
  } finally {
    await file.discard();
  }
}

async function renderPictures(
  page: BrowserPage,
  times: readonly number[],
  output: string,
  show: (k: number) => void,
  stop: () => boolean,
): Promise<Rendered> {
  await makeFolder(output);
  const type = /\.webp$/i.test(output) ? "webp" : "png";
  const name = pictureNames(output) ?? (() => output);
  let [made, bytes] = [0, 0];
  for (const time of times) {
    if (stop()) break;
    show(made);
    const picture = Buffer.from(await page.evaluate<string>(`renderer.picture(${time}, "${type}")`), "base64");
    await writeOutput(name(made), picture);
    bytes += picture.length;
    made++;
  }
  return { files: made, bytes, pictures: made, stopped: made < times.length };
}

async function makeFolder(output: string): Promise<void> {
  const folder = dirname(output);
  if (existsSync(folder)) return;
  await makeFolders(folder).catch((error) => {
    throw new FailedError(`cannot make the folder ${folder}: ${systemReason(error)}`, { cause: error });
  });
}

function report(scene: string, options: RenderOptions, { files, bytes, pictures }: Rendered, seconds: number): void {
  const { output, width, height } = options;
  if (options.json) {
    const summary = { scene, output, files, bytes, pictures, width, height, seconds };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    return;
  }
  if (options.quiet) return;
  const { bold, dim } = style(process.stdout);
  const fields: [string, string][] = [
    ["scene", scene],
    ["pictures", `${formatCount(pictures)} of ${width} × ${height}`],
    ["written", `${formatCount(files)} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)}`],
    ["time", `${formatNumber(Number(seconds.toFixed(1)))} s`],
  ];
  process.stdout.write(`${[bold(output), ...formatFields(fields, 2, dim)].join("\n")}\n`);
}
