/** The ghost run, from the page: its changes, and its distance from this run. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { type FrameReader, SharedFrames, TransferReader } from "../worker/channel.js";
import { LoadError } from "../worker/client.js";
import type { FrameLink } from "../worker/protocol.js";
import type { GhostOrigin, GhostVariant } from "../worker/services/ghost-protocol.js";

export interface GhostRow {
  readonly name: string;
  readonly unit: string;
  readonly mine: number;
  readonly ghost: number;
}

export interface GhostValues {
  readonly rows: readonly GhostRow[];
  readonly origin: GhostOrigin;
  /** When it began, s. */
  readonly since: number;
  readonly body: string;
  /** m */
  readonly distance: number;
}

export class Ghost {
  /** What the ghost does otherwise; null without one. */
  readonly variant = new Signal<GhostVariant | null>(null);
  readonly values = new Signal<GhostValues | null>(null);
  /** Reason why a requested ghost run does not exist. */
  readonly refusal = new Signal("");
  private readonly studio: Studio;
  private reader: TransferReader | null = null;

  constructor(studio: Studio) {
    this.studio = studio;
    const { simulation } = studio;
    simulation.on("ghost-frame", ({ buffer }) => this.reader?.receive(buffer));
    simulation.on("ghost-ended", ({ reason }) => this.ended(reason));
    simulation.on("ghost-values", ({ names, units, values, origin, since, body, distance }) => {
      if (!this.variant.value) return;
      const rows = names.map((name, k) => ({ name, unit: units[k], mine: values[2 * k], ghost: values[2 * k + 1] }));
      this.values.value = { rows, origin, since, body, distance };
    });
  }

  /** Starts a ghost from the present state. */
  async start(variant: GhostVariant): Promise<void> {
    try {
      const reply = await this.studio.simulation.ask((id) => ({ type: "ghost", id, variant }));
      if (reply.type !== "ghost-started" || !reply.frames) return;
      this.refusal.value = "";
      this.variant.value = variant;
      this.studio.viewport?.showGhost(this.open(reply.frames));
    } catch (error) {
      this.ended(error instanceof LoadError ? (error.problems[0]?.message ?? "") : String(error));
    }
  }

  async stop(): Promise<void> {
    await this.studio.simulation.ask((id) => ({ type: "ghost", id, variant: null }));
    this.ended("");
  }

  /** On or off; on: as in the file where something was changed, else with a quarter of the step. */
  async toggle(): Promise<void> {
    if (this.variant.value) return this.stop();
    const step = this.studio.scene.value?.description.timestep;
    if (this.studio.edits.changed.value.size > 0) await this.start({ kind: "file" });
    else if (step !== undefined) await this.start({ kind: "setting", path: "timestep", value: step / 4 });
  }

  private ended(reason: string): void {
    this.variant.value = null;
    this.values.value = null;
    this.refusal.value = reason;
    this.studio.viewport?.showGhost(null);
  }

  private open(frames: FrameLink): FrameReader {
    this.reader = null;
    if (frames.kind === "shared") return new SharedFrames(frames.bodies, frames);
    const send = (buffer: ArrayBuffer) => this.studio.simulation.send({ type: "ghost-recycle", buffer }, [buffer]);
    this.reader = new TransferReader(frames.bodies, send);
    return this.reader;
  }
}
