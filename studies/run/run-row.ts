/** One run of a study: its scene compiled, stepped to its end, and measured. */
import {
  COUNTER,
  compileUntyped,
  createData,
  type Data,
  type Model,
  STATUS,
  stateHash,
  step,
  takeEvents,
} from "stiction";
import { COMPLEMENTARITY_STATISTIC } from "stiction/internals";
import { designOf, type Run } from "../design/design.js";
import type { Study } from "../study-file.js";
import { type Curves, createCurveRecorder } from "./curves.js";
import { systemEnergy } from "./energy.js";
import { createMetricCollector, type Figures, withMetrics } from "./metrics.js";
import { createSpecBuilder, type SceneSource } from "./scene-source.js";
import type { StudyScript } from "./script.js";

/** How a run ended: at its end, at an event or by the study's condition, at a limit, or not at all. */
export type RowState = "done" | "stopped" | "limit" | "failed";

/** The result of a run. */
export interface Row {
  readonly row: number;
  readonly values: readonly unknown[];
  readonly repetition: number;
  readonly seed: number;
  readonly state: RowState;
  /** Why a run failed or was cut; empty otherwise. */
  readonly message: string;
  readonly steps: number;
  /** Simulated time at the end, s. */
  readonly time: number;
  /** Names and counts of the status bits that steps raised: `notConverged:3 slowed:1`. */
  readonly status: string;
  /** Time of compiling and stepping by the clock, s. */
  readonly wall: number;
  /** Hash of the state at the end. */
  readonly hash: string;
  /** In the order of the study's metrics, then those of its script; null where there is none. */
  readonly metrics: readonly (number | null)[];
  /** Sensors over time, where the study asks for them. */
  readonly curves?: Curves;
}

/** What a study needs beside its file. */
export interface StudyParts {
  readonly study: Study;
  readonly source: SceneSource;
  readonly script?: StudyScript;
  /** A clock, s; without one `wall` is zero and limits of time are not kept. */
  clock?(): number;
}

/** Runs rows of one study. */
export interface RowRunner {
  /** Columns of the metrics: those of the study, then those of the script. */
  readonly metricNames: readonly string[];
  run(row: number): Row;
  /** A run with values of its own, for optimisers. */
  runValues(run: Run): Row;
}

/** The clock is looked at every so many steps. */
const LOOK_EVERY = 16;

/** Prepares the runs of a study; throws a SpecError when its first run cannot be compiled. */
export function createRowRunner(parts: StudyParts): RowRunner {
  const { study, source, script } = parts;
  const design = designOf(study);
  const builder = createSpecBuilder(source, study);
  const names = [...Object.keys(study.metrics), ...(script?.names ?? [])];
  const runValues = (run: Run): Row => {
    const begin = parts.clock?.() ?? 0;
    const head = { row: run.row, values: run.values, repetition: run.repetition, seed: run.seed };
    const wall = () => (parts.clock?.() ?? 0) - begin;
    const nothing = { steps: 0, time: 0, status: "", hash: "", metrics: names.map(() => null) };
    try {
      const model = compileUntyped(withMetrics(builder.spec(run), study));
      return { ...head, ...stepToEnd(parts, model, run, wall) };
    } catch (error) {
      return { ...head, ...nothing, state: "failed", message: firstLine(error), wall: wall() };
    }
  };
  return { metricNames: names, run: (row) => runValues(design.run(row)), runValues };
}

function stepToEnd(
  { study, script }: StudyParts,
  model: Model,
  run: Run,
  wall: () => number,
): Omit<Row, "row" | "values" | "repetition" | "seed"> {
  const data = createData(model);
  const collector = createMetricCollector(model, data, study);
  const scripted = script?.start(model, run);
  const endStatus = (study.stop?.status ?? []).reduce((bits, name) => bits | STATUS[name as keyof typeof STATUS], 0);
  const limit = study.stop?.time ?? Number.POSITIVE_INFINITY;
  const steps = stepsOf(model);
  const watchesEvents = Object.values(study.metrics).some(({ event, events }) => (event ?? events) !== undefined);
  const solver = createSolverWatch(data);
  const curves = study.curves > 0 ? createCurveRecorder(model, study.curves, steps) : undefined;
  let state: RowState = "done";
  let message = "";
  let notConverged = 0;
  let firstNotConverged = Number.NaN;
  collector.read();
  curves?.take(data);
  scripted?.step(data);
  let done = 0;
  while (done < steps) {
    const bits = step(model, data);
    done++;
    if ((bits & STATUS.notConverged) !== 0 && notConverged++ === 0) firstNotConverged = done;
    solver.look();
    collector.read();
    curves?.take(data);
    scripted?.step(data);
    if (watchesEvents && data.eventCount[0] !== data.eventCount[1]) {
      for (const { code, who, time } of takeEvents(data))
        if (code === 1) collector.event(model.events[who[0]].name, time);
    }
    if (data.counter[COUNTER.stop] !== 0 || collector.stop) {
      state = "stopped";
      break;
    }
    if ((bits & endStatus) !== 0) {
      state = "stopped";
      message = statusText(data);
      break;
    }
    if (done % LOOK_EVERY === 0 && done < steps && wall() > limit) {
      state = "limit";
      message = `stopped after ${limit} s at ${data.clock[0]} s of ${model.spec.duration} s`;
      break;
    }
  }
  const figures: Figures = {
    steps: done,
    wall: wall(),
    energy: systemEnergy(model, data),
    notConverged,
    firstNotConverged,
    ...solver.figures(done),
  };
  const own = collector.values({ factors: run.values, figures });
  return {
    state,
    message,
    steps: done,
    time: data.clock[0],
    status: statusText(data),
    wall: wall(),
    hash: stateHash(data),
    metrics: [...own, ...(scripted?.end(data) ?? [])],
    ...(curves === undefined ? {} : { curves: curves.end(data) }),
  };
}

/** Number of steps of a scene; a last step that is due to round-off only is not counted. */
function stepsOf(model: Model): number {
  const count = model.spec.duration / model.options.timestep;
  return Math.ceil(count - 1e-9 * Math.max(1, count));
}

function statusText(data: Data): string {
  return Object.entries(STATUS)
    .flatMap(([name, bit]) => {
      const count = data.warningCount[31 - Math.clz32(bit)];
      return count > 0 ? [`${name}:${count}`] : [];
    })
    .join(" ");
}

/** The problems that the complementarity formulation solves; NaN for others. */
function createSolverWatch(data: Data): {
  look(): void;
  figures(steps: number): Pick<Figures, "iterations" | "residual" | "rows" | "contacts" | "pivots" | "gap">;
} {
  const statistics = data.items.complementarity?.statistics as Float64Array | undefined;
  const at = COMPLEMENTARITY_STATISTIC;
  let iterations = 0;
  let pivots = 0;
  let rows = 0;
  let contacts = 0;
  let residual = 0;
  let gap = Number.POSITIVE_INFINITY;
  return {
    look() {
      if (statistics === undefined) return;
      iterations += statistics[at.iterations];
      pivots += statistics[at.pivots];
      rows = Math.max(rows, statistics[at.rows]);
      contacts = Math.max(contacts, statistics[at.contacts]);
      // not Math.max: a NaN residual is the worst of all
      if (!(statistics[at.residual] <= residual)) residual = statistics[at.residual];
      if (statistics[at.contacts] > 0 && statistics[at.gap] < gap) gap = statistics[at.gap];
    },
    figures(steps) {
      const none = statistics === undefined || steps === 0 ? Number.NaN : 0;
      return {
        iterations: none + iterations / steps,
        pivots: none + pivots / steps,
        rows: none + rows,
        contacts: none + contacts,
        residual: none + residual,
        gap: none + gap,
      };
    },
  };
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0].slice(0, 400);
