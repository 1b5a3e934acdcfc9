/** State of the proof page: experiments, their results, and the queue. */
import { SAMPLE } from "../../../proof/sample.js";
import { Signal } from "../../signal.js";
import { ProofClient } from "../../worker/proof-client.js";
import type { ExperimentEntry, Row } from "../../worker/proof-protocol.js";
import { type BuildEntry, proofSummary } from "./summary.js";

export type Verdict = "holds" | "fails" | "partly" | "running" | "waiting" | "unknown" | "full";

/** Columns of a curve, growing. */
export interface CurveData {
  readonly time: number[];
  readonly measured: number[];
  readonly exact: number[];
  readonly rate: number[];
  readonly exactRate: number[];
  /** Largest |difference| of all steps so far. */
  worst: number;
}

/** What was measured of an experiment in this page. */
export interface Result {
  readonly rows: Map<string, Row>;
  readonly curve: CurveData;
  /** Null until all rows are there. */
  hash: string | null;
  state: "running" | "curve" | "done" | "stopped";
  readonly full: boolean;
  /** When it began, ms. */
  readonly begun: number;
  /** How long all rows took, s. */
  seconds: number;
}

/** Experiments that took longer than this when the build was made are run on request only, s. */
const SHORT = 3;

export class ProofState {
  readonly experiments = new Signal<readonly ExperimentEntry[]>([]);
  readonly loaded = new Signal(false);
  /** Id of the experiment on show. */
  readonly selected = new Signal<string | null>(null);
  readonly filter = new Signal("");
  /** The experiment that is running. */
  readonly running = new Signal<string | null>(null);
  readonly queue = new Signal<readonly string[]>([]);
  /** How many experiments the present queue began with. */
  readonly planned = new Signal(0);
  readonly failure = new Signal<string | null>(null);
  /** Counts changes of results, and of curves. */
  readonly changes = new Signal(0);
  readonly samples = new Signal(0);
  readonly results = new Map<string, Result>();
  private readonly build = new Map<string, BuildEntry>();
  private readonly client: ProofClient;
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    const { run, full } = proofSummary();
    for (const entry of [...run, ...full]) this.build.set(entry.id, entry);
    this.client = new ProofClient({
      listed: (experiments) => {
        this.experiments.value = experiments;
        this.loaded.value = true;
        this.select(this.selected.value);
      },
      row: ({ id, row }) => {
        this.results.get(id)?.rows.set(row.id, row);
        this.changed();
      },
      samples: ({ id, rows }) => {
        const result = this.results.get(id);
        if (result) append(result.curve, rows);
        this.samples.value++;
      },
      measured: ({ id, hash }) => {
        const result = this.results.get(id);
        if (!result) return;
        result.hash = hash;
        result.state = "curve";
        result.seconds = (this.clock() - result.begun) / 1000;
        this.changed();
      },
      finished: (id) => {
        this.end(id, "done");
        this.next();
      },
      broken: (message) => {
        this.failure.value = message;
        if (this.running.value) this.end(this.running.value, "stopped");
        this.queue.value = [];
      },
    });
    this.client.list();
  }

  dispose(): void {
    this.client.cancel();
  }

  /** Shows an experiment, the first when there is none of that name; a short one is run at once. */
  select(id: string | null): void {
    this.selected.value = id;
    const entry = this.entry(id);
    if (!entry || entry.full || this.running.value || this.results.has(entry.id)) return;
    if ((this.build.get(entry.id)?.seconds ?? SHORT + 1) <= SHORT) this.run([entry.id]);
  }

  entry(id: string | null): ExperimentEntry | undefined {
    return this.experiments.value.find((experiment) => experiment.id === id);
  }

  builtAs(id: string): BuildEntry | undefined {
    return this.build.get(id);
  }

  /** Runs experiments one after the other; those that run in full only do so. */
  run(ids: readonly string[]): void {
    this.stop();
    this.planned.value = ids.length;
    this.queue.value = [...ids];
    this.next();
  }

  runAll(): void {
    this.run(this.experiments.value.filter(({ full }) => !full).map(({ id }) => id));
  }

  /** Ends the running experiment and clears the queue. */
  stop(): void {
    this.queue.value = [];
    this.cancel();
  }

  /** Ends the running experiment and continues with the next. */
  skip(): void {
    this.cancel();
    this.next();
  }

  /** Verdict of an experiment, and whether it was measured here. */
  verdict(id: string): { readonly verdict: Verdict; readonly here: boolean } {
    const result = this.results.get(id);
    if (this.running.value === id && result?.hash == null) return { verdict: "running", here: true };
    if (this.queue.value.includes(id)) return { verdict: "waiting", here: true };
    const partial = this.build.get(id)?.partial ?? this.entry(id)?.partial != null;
    if (result?.hash != null) {
      const holds = [...result.rows.values()].every(({ pass }) => pass);
      return { verdict: holds ? (partial ? "partly" : "holds") : "fails", here: true };
    }
    const built = this.build.get(id);
    if (built?.pass === undefined) return { verdict: built ? "full" : "unknown", here: false };
    return { verdict: built.pass ? (partial ? "partly" : "holds") : "fails", here: false };
  }

  /** Experiments of the quick form, and how many of them hold. */
  count(): { readonly hold: number; readonly all: number } {
    const all = this.experiments.value.filter(({ full }) => !full);
    const hold = all.filter(({ id }) => ["holds", "partly"].includes(this.verdict(id).verdict)).length;
    return { hold, all: all.length };
  }

  private next(): void {
    const [id, ...rest] = this.queue.value;
    this.queue.value = rest;
    if (id === undefined) return;
    const full = this.entry(id)?.full ?? false;
    this.results.set(id, {
      rows: new Map(),
      curve: { time: [], measured: [], exact: [], rate: [], exactRate: [], worst: 0 },
      hash: null,
      state: "running",
      full,
      begun: this.clock(),
      seconds: Number.NaN,
    });
    this.running.value = id;
    this.changed();
    // a curve costs a second run: for the experiment that somebody looks at
    this.client.run(id, { curve: id === this.selected.value, full });
  }

  private cancel(): void {
    const id = this.running.value;
    if (id === null) return;
    this.client.cancel();
    this.end(id, "stopped");
  }

  private end(id: string, state: "done" | "stopped"): void {
    const result = this.results.get(id);
    if (result) result.state = state;
    if (this.running.value === id) this.running.value = null;
    this.changed();
  }

  private changed(): void {
    this.changes.value++;
  }
}

function append(curve: CurveData, rows: Float64Array): void {
  for (let k = 0; k < rows.length; k += SAMPLE.size) {
    curve.time.push(rows[k + SAMPLE.time]);
    curve.measured.push(rows[k + SAMPLE.measured]);
    curve.exact.push(rows[k + SAMPLE.exact]);
    curve.rate.push(rows[k + SAMPLE.rate]);
    curve.exactRate.push(rows[k + SAMPLE.exactRate]);
    curve.worst = Math.max(curve.worst, rows[k + SAMPLE.worst]);
  }
}
