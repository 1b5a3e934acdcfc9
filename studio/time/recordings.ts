/** Recordings that are open in addition to the run: to replay them, and to compare with them. */

import { download } from "../download.js";
import { fixed } from "../format.js";
import type { Source } from "../plots/plot-data.js";
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/time.js";
import { LoadError } from "../worker/client.js";
import type { RecordedRun } from "../worker/services/history-protocol.js";

/** A recording as a source of plots; one that was kept of the run has no pictures. */
export interface OpenRecording extends Source {
  readonly id: number;
  readonly run: RecordedRun | null;
}

const ENDING = /\.(mcap|jsonl)$/i;

export class Recordings {
  readonly list = new Signal<readonly OpenRecording[]>([]);
  /** A file is being written or read. */
  readonly busy = new Signal(false);
  private readonly studio: Studio;
  private nextId = 1;

  constructor(studio: Studio) {
    this.studio = studio;
  }

  /** Whether a file's name is that of a recording. */
  takes(name: string): boolean {
    return ENDING.test(name);
  }

  /** Writes the run so far down and hands it to the user. */
  async save(): Promise<void> {
    const { studio } = this;
    await this.work(async () => {
      const reply = await studio.simulation.ask((id) => ({ type: "recording-save", id }));
      if (reply.type !== "recording-saved") return;
      const name = studio.scene.value?.description.name ?? "run";
      download(`${name}.mcap`, reply.bytes as Uint8Array<ArrayBuffer>, "application/octet-stream");
      if (!reply.exact) studio.notice.value = { kind: "info", text: texts.savedOther };
    });
  }

  /** Opens a recording's file and replays it in its own scene. */
  async openFile(file: File): Promise<void> {
    const { studio } = this;
    await this.work(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const reply = await studio.simulation.ask((id) => ({ type: "recording-read", id, name: file.name, bytes }));
      if (reply.type !== "recording-read") return;
      const recording = this.add(file.name, reply.run);
      const { value } = studio.scene;
      const same =
        value?.description.name === reply.run.scene && value.description.bodies.length * 8 === frameWidth(reply.run);
      if (!same) await studio.openLocal({ kind: "spec", spec: reply.run.spec });
      studio.time.replay(recording);
    });
  }

  /** Keeps the values of the run so far, to compare a later one with it. */
  keepRun(): OpenRecording {
    const { plots, status } = this.studio;
    const { live } = plots;
    const times = live.times().slice();
    const columns = live.columns;
    const values = new Map(columns.map(({ name }) => [name, live.values(name).slice()]));
    const at = fixed(status.value?.time ?? 0, 3);
    return this.push({
      id: this.nextId++,
      name: texts.keptRun(this.nextId - 1, at),
      run: null,
      columns,
      times: () => times,
      values: (name) => values.get(name) ?? new Float64Array(0),
    });
  }

  remove(recording: OpenRecording): void {
    this.list.value = this.list.value.filter((entry) => entry !== recording);
    if (this.studio.time.replayed.value === recording) this.studio.time.endReplay();
    const { pair } = this.studio.plots;
    if (pair.value?.a === recording || pair.value?.b === recording) pair.value = null;
  }

  private add(name: string, run: RecordedRun): OpenRecording {
    const column = new Map(run.columns.map((entry, k) => [entry.name, k]));
    return this.push({
      id: this.nextId++,
      name,
      run,
      columns: run.columns,
      times: () => run.times,
      values: (sensor) => run.values[column.get(sensor) ?? -1] ?? new Float64Array(0),
    });
  }

  private push(recording: OpenRecording): OpenRecording {
    this.list.value = [...this.list.value, recording];
    return recording;
  }

  private async work(work: () => Promise<void>): Promise<void> {
    this.busy.value = true;
    try {
      await work();
    } catch (error) {
      const text = error instanceof LoadError ? error.problems[0]?.message : String(error);
      this.studio.notice.value = { kind: "error", text: text ?? "" };
    } finally {
      this.busy.value = false;
    }
  }
}

/** Numbers per frame. */
export function frameWidth(run: RecordedRun): number {
  return run.frameTimes.length > 0 ? run.poses.length / run.frameTimes.length : 0;
}
