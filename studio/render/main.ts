/**
 * The page that `stiction render` opens in headless Chromium: one view alone, a run that advances
 * picture by picture, and pictures or a film of it. What takes long to draw takes long to render; the film's own
 * time is the scene's.
 */
import "../theme.css";
import { ScenePlayer } from "../embed/player.js";
import { applyTheme, type Theme } from "../theme.js";
import type { SceneSource } from "../worker/protocol.js";
import { type EncodedPicture, FilmEncoder } from "./encoder.js";
import { PictureTaker } from "./picture-taker.js";

/** What the command asks for, ./input/render.json. */
interface Input {
  readonly theme: Theme;
  readonly environment: "void" | "lab" | "site" | null;
  /** A shipped scene by name, or the text of one. */
  readonly scene:
    | { readonly name: string; readonly params: Readonly<Record<string, unknown>> }
    | { readonly text: string; readonly files: readonly string[] };
}

class Renderer {
  private readonly player: ScenePlayer;
  private readonly pictures: PictureTaker;
  private encoder: FilmEncoder | null = null;
  private steps = 0;

  private constructor(player: ScenePlayer, pictures: PictureTaker) {
    this.player = player;
    this.pictures = pictures;
  }

  static async open(): Promise<Renderer> {
    const input = (await (await fetch("./input/render.json")).json()) as Input;
    applyTheme(input.theme);
    const host = document.getElementById("view") as HTMLElement;
    let broken = "";
    const player = new ScenePlayer(host, {
      theme: input.theme,
      environment: input.environment,
      broken: (message) => {
        broken = message;
      },
    });
    await player.open(await sourceOf(input), false);
    const { view } = player;
    if (!view) throw new Error(broken || "there is no view: the browser has no WebGL 2");
    view.fixQuality(0);
    return new Renderer(player, new PictureTaker(view));
  }

  /** s */
  get timestep(): number {
    return this.player.scene?.timestep ?? 0;
  }

  /** Advances to a simulated time (s) and draws it. */
  private async draw(time: number): Promise<void> {
    const wanted = Math.round(time / this.timestep) - this.steps;
    if (wanted > 0) await this.player.simulation.step(wanted);
    this.steps += Math.max(0, wanted);
    // frames tell their time in single precision
    const tolerance = 1e-6 * Math.max(1, time) + 0.25 * this.timestep;
    await this.pictures.until(this.steps * this.timestep, tolerance, () => this.player.simulation.pause());
  }

  /** A picture at a simulated time (s), base64. */
  async picture(time: number, type: "png" | "webp"): Promise<string> {
    await this.draw(time);
    return this.pictures.file(type);
  }

  /** Begins a film of so many pictures per second. */
  async film(rate: number, bits: number): Promise<{ readonly width: number; readonly height: number }> {
    const { width, height } = this.pictures.size;
    this.encoder = await FilmEncoder.start(width, height, rate, bits);
    return { width, height };
  }

  /** Adds the picture at a simulated time; returns what is encoded by now. */
  async add(time: number): Promise<readonly EncodedPicture[]> {
    await this.draw(time);
    if (!this.encoder) throw new Error("no film has begun");
    return this.encoder.add(this.pictures.canvas);
  }

  /** The rest of the film. */
  async end(): Promise<readonly EncodedPicture[]> {
    return (await this.encoder?.end()) ?? [];
  }
}

async function sourceOf({ scene }: Input): Promise<SceneSource> {
  if ("name" in scene) return { kind: "shipped", ...scene };
  const files = new Map<string, Uint8Array>();
  for (const [k, name] of scene.files.entries())
    files.set(name, new Uint8Array(await (await fetch(`./input/file-${k}`)).arrayBuffer()));
  return { kind: "text", fileName: "scene.json", text: scene.text, files };
}

Object.assign(globalThis, { opened: Renderer.open() });
