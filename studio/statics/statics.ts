/** Equilibrium and modes of the open scene, from the page: a worker of their own, and the chosen shape in the view. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/modes.js";
import type { ModeEntry, Moment, StaticsReply, StaticsRequest, StaticsResult } from "../worker/statics-protocol.js";
import { fullAmplitude, ModeFrames } from "./mode-frames.js";

type Progress = Extract<StaticsReply, { type: "progress" }>["progress"];

export class Statics {
  /** What is being computed, and how far it is. */
  readonly busy = new Signal<Progress | "start" | null>(null);
  readonly result = new Signal<StaticsResult | null>(null);
  /** Why there is none. */
  readonly problem = new Signal("");
  /** The mode that is drawn; −1: none. */
  readonly shown = new Signal(-1);
  /** Part of full amplitude, 0 … 1. */
  readonly amplitude = new Signal(0.5);
  private readonly studio: Studio;
  private worker: Worker | null = null;
  private frames: ModeFrames | null = null;
  private ticket = 0;
  private finish: ((reply: StaticsReply | null) => void) | null = null;

  constructor(studio: Studio) {
    this.studio = studio;
    // what was found belongs to the scene as it was
    studio.scene.subscribe(() => this.clear());
  }

  /** Looks for the equilibrium near the present pose, and for the modes there. */
  async findModes(): Promise<void> {
    const result = await this.run(true);
    if (!result) return;
    this.result.value = result;
    if (result.modes.length > 0) this.show(result.modes.findIndex(({ kind }) => kind !== "rigid"));
  }

  /** Puts the bodies at the equilibrium near their present pose, at rest; a restart takes them back. */
  async settle(): Promise<void> {
    const result = await this.run(false);
    if (!result) return;
    const { positions, orientations } = result;
    if (result.found) {
      await this.studio.simulation.ask((id) => ({ type: "place", id, positions, orientations }));
      this.studio.notice.value = { kind: "info", text: result.stable ? texts.settled : texts.settledUnstable };
    } else this.studio.notice.value = { kind: "warning", text: texts.notFound, more: result.reason };
  }

  /** Ends what is being computed. */
  cancel(): void {
    this.ticket++;
    this.worker?.terminate();
    this.worker = null;
    this.finish?.(null);
    this.finish = null;
    this.busy.value = null;
  }

  /** Draws a mode; −1: none. */
  show(index: number): void {
    const { result, studio } = this;
    const mode = result.value?.modes[index];
    this.shown.value = mode ? index : -1;
    if (!mode || !result.value) {
      if (this.frames) studio.viewport?.showGhost(null);
      this.frames = null;
      return;
    }
    if (studio.ghost.variant.value) void studio.ghost.stop();
    const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.frames = new ModeFrames(mode, result.value, this.height(mode), moves);
    studio.viewport?.showGhost(this.frames);
  }

  setAmplitude(value: number): void {
    this.amplitude.value = value;
    const mode = this.result.value?.modes[this.shown.value];
    if (!mode || !this.frames) return;
    this.frames.amplitude = this.height(mode);
    this.studio.viewport?.invalidate();
  }

  private height(mode: ModeEntry): number {
    const bounds = this.studio.scene.value?.description.bounds;
    const size = bounds ? Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]) : 1;
    return this.amplitude.value * fullAmplitude(mode, size);
  }

  private clear(): void {
    this.cancel();
    this.show(-1);
    this.result.value = null;
    this.problem.value = "";
  }

  /** One search in a worker of its own; null when it was cancelled or has failed. */
  private async run(modes: boolean): Promise<StaticsResult | null> {
    this.cancel();
    this.show(-1);
    const ticket = this.ticket;
    this.busy.value = "start";
    this.problem.value = "";
    const reply = await this.studio.simulation.ask((id) => ({ type: "moment", id }));
    if (ticket !== this.ticket) return null;
    if (reply.type !== "moment" || !reply.moment) {
      this.busy.value = null;
      return null;
    }
    const answer = await this.search(reply.moment, modes, ticket);
    if (ticket !== this.ticket) return null;
    this.cancel();
    if (answer?.type === "result") return answer.result;
    this.problem.value = answer?.type === "failed" ? answer.message : "";
    return null;
  }

  private search(moment: Moment, modes: boolean, ticket: number): Promise<StaticsReply | null> {
    const worker = new Worker(new URL("../worker/statics.ts", import.meta.url), { type: "module", name: "statics" });
    this.worker = worker;
    return new Promise((resolve) => {
      this.finish = resolve;
      worker.onmessage = ({ data }: MessageEvent<StaticsReply>) => {
        if (ticket !== this.ticket) resolve(null);
        else if (data.type === "progress") this.busy.value = data.progress;
        else resolve(data);
      };
      worker.onerror = ({ message }) => resolve({ type: "failed", message });
      worker.postMessage({ moment, modes } satisfies StaticsRequest);
    });
  }
}

const known = new WeakMap<Studio, Statics>();

/** The statics of a studio, made when they are first needed. */
export function staticsOf(studio: Studio): Statics {
  const found = known.get(studio) ?? new Statics(studio);
  known.set(studio, found);
  return found;
}
