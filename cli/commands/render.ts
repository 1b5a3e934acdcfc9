import { type Command, InvalidArgumentError, Option } from "commander";
import { addExamples, addSceneOptions, countFromOne, numberAbove } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

export interface RenderOptions extends SceneOptions {
  readonly output: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly speed: number;
  readonly bitrate: number;
  readonly from?: number;
  readonly theme: "dark" | "light";
  readonly environment?: "void" | "lab" | "site";
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Largest side of a picture, px: that of a texture everywhere. */
const MAX_SIDE = 4096;

function size(text: string): { width: number; height: number } {
  const [width, height] = /^(\d+)x(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (!(width >= 16 && height >= 16 && width <= MAX_SIDE && height <= MAX_SIDE))
    throw new InvalidArgumentError(`expected <width>x<height>, 16 to ${MAX_SIDE} px each`);
  return { width, height };
}

/** `stiction render <scene>` */
export function addRender(program: Command): void {
  const command = program
    .command("render")
    .argument("<scene>", "scene file (.yaml, .json), module (.ts, .mjs), or the name of a shipped scene")
    .summary("make a film or pictures of a scene")
    .description(
      "Make a film (.webm) or pictures (.png, .webp) of a scene, as the studio shows it, in headless Chromium. The film's time is the scene's, however long a picture takes. A name with %04d is a series of pictures, one without is a single picture of the end, or of --from.",
    );
  addSceneOptions(command)
    .requiredOption("-o, --output <file>", "film.webm, frames/%04d.png, or picture.png")
    .option("--size <w>x<h>", "size in px", size, { width: 1280, height: 720 })
    .option("--fps <n>", "pictures per second of the film", countFromOne, 30)
    .option("--speed <factor>", "simulated seconds per second of the film", numberAbove(0), 1)
    .option("--from <seconds>", "simulated time of the first picture", numberAbove(0, true))
    .option("--bitrate <Mbit/s>", "of the film", numberAbove(0), 8)
    .addOption(new Option("--theme <name>", "colours").choices(["dark", "light"]).default("dark"))
    .addOption(
      new Option("--environment <name>", "surroundings (default: those of the scene)").choices(["void", "lab", "site"]),
    )
    .option("--json", "one JSON object on stdout")
    .option("--quiet", "no progress and no summary")
    .action(
      async (scene: string, { size, ...options }: RenderOptions & { size: { width: number; height: number } }) => {
        const { renderScene } = await import("../render/render-scene.js");
        process.exitCode = await renderScene(scene, { ...options, ...size });
      },
    );
  command.options.find(({ long }) => long === "--size")?.default({ width: 1280, height: 720 }, "1280x720");
  addExamples(command, [
    "stiction render dominoes -o dominoes.webm --duration 4",
    "stiction render robot.yaml -o frames/%04d.png --fps 10 --size 640x400",
    "stiction render slider-crank -o crank.png --from 0.5 --theme light",
  ]);
}
