/** Runs one cell of the grid and reports its outcome. */
import { type Data, defaultItems, type Model, type SensorKind, STATUS, stateHash, step } from "stiction";
import { COMPLEMENTARITY_STATISTIC } from "stiction/internals";
import { allocate } from "../allocate.js";
import { type SimulateResult, simulate, stepsFor } from "../simulate.js";
import { type StatusReport, statusReports } from "../status-text.js";
import { createSeriesRecorder, type Difference, type Series } from "./series.js";

/** Most numbers kept of one run, so that long runs fit into memory. */
const MAX_NUMBERS = 2e7;
const MAX_STEPS = 2 ** 31 - 1;

/** Mean and largest value over the steps. */
export interface Spread {
  readonly mean: number;
  readonly max: number;
}

/** The problems that formulation `complementarity` solved. */
export interface ProblemSummary {
  readonly rows: Spread;
  readonly contacts: Spread;
  readonly iterations: Spread;
  readonly pivots: Spread;
  /** Largest natural-map residual of a step. */
  readonly residual: number;
  /** Smallest gap of all contacts, at the start of a step, m; null when there was none. */
  readonly gap: number | null;
}

/** Result of a cell. Times in s. */
export interface CellRun {
  readonly stopped: SimulateResult["stopped"];
  readonly formulation: string;
  readonly timestep: number;
  readonly steps: number;
  readonly plannedSteps: number;
  readonly time: number;
  readonly wallTime: number;
  readonly cpuTime: number;
  readonly stepTime: { readonly mean: number; readonly p50: number; readonly p99: number; readonly max: number };
  /** Steps whose solver stopped before its tolerance, and the first of them, counted from 1. */
  readonly notConverged: number;
  readonly firstNotConverged: number | null;
  readonly status: readonly StatusReport[];
  readonly problem: ProblemSummary | null;
  /** Kinetic and potential energy at the end, J. */
  readonly energy: number;
  readonly hash: string;
}

/** One cell in the results. */
export interface CellResult {
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** done: to the end, or to an event that stops; interrupted: in part; failed: see `error`; waiting: not begun. */
  state: "done" | "interrupted" | "failed" | "waiting";
  error?: readonly string[];
  run?: CellRun;
  series?: Series;
  /** Label of the cell it is compared with. */
  reference?: string;
  differences?: Readonly<Record<string, Difference>>;
}

/** Runs a model to the end of its duration; `keep` runs are held in memory at a time. */
export async function runCell(
  model: Model,
  label: string,
  keep: number,
  hooks: { stopRequested(): boolean; onProgress(share: number): void },
): Promise<{ run: CellRun; series: Series }> {
  const { timestep } = model.options;
  const steps = stepsFor(model.spec.duration, timestep);
  if (steps > MAX_STEPS) throw new RangeError(`${model.spec.duration} s in steps of ${timestep} s are too many steps`);
  const data = allocate(model, label);
  const numbers = (steps + 1) * (model.sensors.columns.length + 1) * keep;
  const recorder = createSeriesRecorder(model, Math.max(1, Math.ceil(numbers / MAX_NUMBERS)));
  const problem = createProblemWatch(data);
  let notConverged = 0;
  let first: number | null = null;
  const cpu = process.cpuUsage();
  const result = await simulate(model, data, {
    steps,
    recorders: [recorder],
    realtime: null,
    advance(done) {
      const status = step(model, data);
      if ((status & STATUS.notConverged) !== 0) {
        notConverged++;
        first ??= done + 1;
      }
      problem?.look();
      return status;
    },
    stopRequested: hooks.stopRequested,
    onProgress: (done) => hooks.onProgress(steps > 0 ? done / steps : 1),
  });
  const { user, system } = process.cpuUsage(cpu);
  await recorder.close(data);
  const { times } = result;
  return {
    series: recorder.series,
    run: {
      stopped: result.stopped,
      formulation: model.formulation.kind.name,
      timestep,
      steps: result.steps,
      plannedSteps: steps,
      time: data.clock[0],
      wallTime: result.wall,
      cpuTime: (user + system) / 1e6,
      stepTime: { mean: times.mean, p50: times.percentile(0.5), p99: times.percentile(0.99), max: times.max },
      notConverged,
      firstNotConverged: first,
      status: statusReports(model, data),
      problem: problem?.summary() ?? null,
      energy: energyOf(model, data),
      hash: stateHash(data),
    },
  };
}

/** Follows the statistics of the complementarity formulation; undefined for others. */
function createProblemWatch(data: Data): { look(): void; summary(): ProblemSummary } | undefined {
  const statistics = data.items.complementarity?.statistics as Float64Array | undefined;
  if (statistics === undefined) return undefined;
  const { rows, contacts, residual, iterations, pivots, gap } = COMPLEMENTARITY_STATISTIC;
  const sum = new Float64Array(statistics.length);
  const max = new Float64Array(statistics.length);
  let smallest = Number.POSITIVE_INFINITY;
  let steps = 0;
  const spread = (k: number): Spread => ({ mean: steps > 0 ? sum[k] / steps : 0, max: max[k] });
  return {
    look() {
      steps++;
      for (let k = 0; k < statistics.length; k++) {
        sum[k] += statistics[k];
        // not Math.max: a NaN residual is the worst of all
        if (!(statistics[k] <= max[k])) max[k] = statistics[k];
      }
      if (statistics[contacts] > 0 && statistics[gap] < smallest) smallest = statistics[gap];
    },
    summary: () => ({
      rows: spread(rows),
      contacts: spread(contacts),
      iterations: spread(iterations),
      pivots: spread(pivots),
      residual: max[residual],
      gap: Number.isFinite(smallest) ? smallest : null,
    }),
  };
}

/** The quantity of sensor `system/all/energy`, whether the scene has it or not. */
function energyOf(model: Model, data: Data): number {
  const system = (defaultItems.sensors as Record<string, SensorKind>).system;
  const out = new Float64Array(1);
  system.quantities(model, 0).energy.read(model, data, 0, out, 0);
  return out[0];
}
