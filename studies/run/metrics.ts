/** The metrics of a run, taken while it steps: no series is kept. */
import {
  COUNTER,
  compileExpression,
  type Data,
  evaluateExpression,
  type Model,
  nearestWord,
  readSensor,
  SpecError,
  STATUS,
  sensorValues,
  type UntypedSpec,
} from "stiction";
import { factorName, METRIC_KINDS, type Metric, type MetricKind, type Study } from "../study-file.js";

/** Sensors that the metrics of a study add to its scene begin with this. */
export const PREFIX = "study-";

const kindOf = (metric: Metric): MetricKind => METRIC_KINDS.find((kind) => metric[kind] !== undefined) as MetricKind;

/** Metrics that read a formula of sensors at every step. */
const SAMPLED: readonly MetricKind[] = [
  "final",
  "initial",
  "min",
  "max",
  "mean",
  "rms",
  "integral",
  "when",
  "crossing",
];

/** The scene with a sensor for each formula that a metric reads. */
export function withMetrics(spec: UntypedSpec, study: Study): UntypedSpec {
  const added = Object.entries(study.metrics).flatMap(([name, metric]) => {
    const kind = kindOf(metric);
    return SAMPLED.includes(kind) ? [{ name: PREFIX + name, expression: metric[kind], unit: metric.unit }] : [];
  });
  if (study.stop?.when !== undefined) added.push({ name: `${PREFIX}-stop`, expression: study.stop.when, unit: "" });
  const { sensors } = spec as { readonly sensors?: readonly unknown[] };
  return { ...spec, sensors: [...(sensors ?? []), ...added] } as UntypedSpec;
}

/** Rewrites the problems of a compiled scene that belong to a metric in terms of the study file. */
export function metricProblem(path: string, sensors: number, study: Study): string | undefined {
  const index = Number(/^sensors\[(\d+)\]/.exec(path)?.[1] ?? -1) - sensors;
  const names = Object.entries(study.metrics).filter(([, metric]) => SAMPLED.includes(kindOf(metric)));
  if (index < 0 || index > names.length) return undefined;
  if (index === names.length) return "stop.when";
  const [name, metric] = names[index];
  return `metrics.${name}.${kindOf(metric)}`;
}

/** Collects the metrics of one run. */
export interface MetricCollector {
  /** Reads the state after a step, or before the first one. */
  read(): void;
  /** Counts the events of a step. */
  event(name: string, time: number): void;
  /** Whether the study's condition to stop holds. */
  readonly stop: boolean;
  /** The values, in the order of the study; null where a metric has none. */
  values(run: { readonly factors: readonly unknown[]; readonly figures: Figures }): (number | null)[];
}

/** Figures of a run that a metric may take. */
export interface Figures {
  readonly steps: number;
  /** s */
  readonly wall: number;
  /** J */
  readonly energy: number;
  /** Steps whose solver stopped before its tolerance, and the first of them, counted from 1. */
  readonly notConverged: number;
  readonly firstNotConverged: number;
  /** Means over the steps. */
  readonly iterations: number;
  readonly pivots: number;
  /** Largest of a step. */
  readonly residual: number;
  readonly rows: number;
  readonly contacts: number;
  /** Smallest gap at the start of a step, m. */
  readonly gap: number;
}

interface Sampled {
  readonly kind: MetricKind;
  readonly column: number;
  value: number;
  sum: number;
  last: number;
  seen: boolean;
}

/** Prepares the collection of a run. */
export function createMetricCollector(model: Model, data: Data, study: Study): MetricCollector {
  const { columns } = model.sensors;
  const now = new Float64Array(columns.length);
  const columnOf = (name: string) => columns.findIndex((column) => column.name === PREFIX + name);
  const names = Object.keys(study.metrics);
  const sampled = names.map((name): Sampled | undefined => {
    const kind = kindOf(study.metrics[name]);
    if (!SAMPLED.includes(kind)) return undefined;
    return { kind, column: columnOf(name), value: Number.NaN, sum: 0, last: Number.NaN, seen: false };
  });
  const stopColumn = study.stop?.when === undefined ? -1 : columnOf("-stop");
  const seen = new Map<string, { first: number; count: number }>();
  const begin = data.clock[0];
  let time = begin;
  let stop = false;

  const readAll = () => {
    // before the first step nothing has been read yet
    if (data.counter[COUNTER.steps] > 0) sensorValues(model, data, now);
    else for (const [k, { name }] of columns.entries()) now[k] = readSensor(model, data, name);
  };
  return {
    get stop() {
      return stop;
    },
    read() {
      readAll();
      const dt = data.clock[0] - time;
      time = data.clock[0];
      for (const entry of sampled) if (entry !== undefined) take(entry, now[entry.column], time, dt);
      if (stopColumn >= 0) stop = now[stopColumn] !== 0 && !Number.isNaN(now[stopColumn]);
    },
    event(name, at) {
      const entry = seen.get(name);
      if (entry === undefined) seen.set(name, { first: at, count: 1 });
      else entry.count++;
    },
    values({ factors, figures }) {
      const duration = time - begin;
      const known = new Map<string, number>();
      study.factors.forEach((factor, i) => {
        known.set(factorName(factor), Number(factors[i]));
      });
      return names.map((name, k) => {
        const metric = study.metrics[name];
        const entry = sampled[k];
        const value = entry !== undefined ? result(entry, duration) : other(metric, seen, figures, known);
        known.set(name, value);
        return Number.isFinite(value) ? value : null;
      });
    },
  };
}

/** Takes a sample `x` that holds since `dt` (s) ago. */
function take(entry: Sampled, x: number, time: number, dt: number): void {
  const { kind } = entry;
  if (kind === "when") {
    if (!entry.seen && x !== 0 && !Number.isNaN(x)) {
      entry.value = time;
      entry.seen = true;
    }
    return;
  }
  if (kind === "crossing") {
    const { last } = entry;
    if (!entry.seen && ((last < 0 && x >= 0) || (last > 0 && x <= 0))) {
      entry.value = time - (dt * x) / (x - last);
      entry.seen = true;
    }
    entry.last = x;
    return;
  }
  const first = !entry.seen;
  entry.seen = true;
  if (kind === "final" || (kind === "initial" && first)) entry.value = x;
  else if (kind === "min") entry.value = first || x < entry.value || Number.isNaN(x) ? x : entry.value;
  else if (kind === "max") entry.value = first || x > entry.value || Number.isNaN(x) ? x : entry.value;
  else if (!first) {
    const a = kind === "rms" ? entry.last * entry.last : entry.last;
    const b = kind === "rms" ? x * x : x;
    entry.sum += 0.5 * dt * (a + b);
  }
  entry.last = x;
}

function result({ kind, value, sum, last }: Sampled, duration: number): number {
  if (kind === "integral") return sum;
  if (kind !== "mean" && kind !== "rms") return value;
  const mean = duration > 0 ? sum / duration : kind === "rms" ? last * last : last;
  return kind === "rms" ? Math.sqrt(mean) : mean;
}

function other(
  metric: Metric,
  seen: ReadonlyMap<string, { first: number; count: number }>,
  figures: Figures,
  known: ReadonlyMap<string, number>,
): number {
  if (metric.event !== undefined) return seen.get(metric.event)?.first ?? Number.NaN;
  if (metric.events !== undefined) return seen.get(metric.events)?.count ?? 0;
  if (metric.figure !== undefined) return figures[metric.figure];
  return evaluate(metric.expression ?? "0", [...known.keys()], [...known.values()]);
}

function evaluate(source: string, names: readonly string[], values: readonly number[]): number {
  const expression = compileExpression(source, (word) => names.indexOf(word));
  const out = new Float64Array(1);
  evaluateExpression(expression, Float64Array.from(values), new Float64Array(expression.stackSize), out, 0);
  return out[0];
}

/** All metrics of a study whose sampled ones are known: formulas in their order. */
export function formulaMetrics(
  study: Study,
  sampled: ReadonlyMap<string, number>,
  factors: readonly unknown[],
): Map<string, number> {
  const known = new Map(study.factors.map((factor, i) => [factorName(factor), Number(factors[i])]));
  const out = new Map<string, number>();
  for (const [name, { expression }] of Object.entries(study.metrics)) {
    const value =
      expression === undefined
        ? (sampled.get(name) ?? Number.NaN)
        : evaluate(expression, [...known.keys()], [...known.values()]);
    known.set(name, value);
    out.set(name, value);
  }
  return out;
}

/** Problems of metrics that only a compiled scene shows: events it does not have, names in formulas of metrics. */
export function checkMetricsAgainst(model: Model, study: Study): void {
  const eventNames = model.events.map(({ name }) => name);
  const known = study.factors.map(factorName);
  const problems = Object.entries(study.metrics).flatMap(([name, metric]) => {
    const path = `metrics.${name}`;
    const wanted = metric.event ?? metric.events;
    if (wanted !== undefined && !eventNames.includes(wanted)) {
      const near = nearestWord(wanted, eventNames);
      const hint = eventNames.length === 0 ? "the scene has no events" : `did you mean "${near ?? eventNames[0]}"?`;
      return [{ path, message: `the scene has no event "${wanted}"; ${hint}` }];
    }
    const before = [...known];
    known.push(name);
    if (metric.expression === undefined) return [];
    try {
      compileExpression(metric.expression, (word) => before.indexOf(word));
      return [];
    } catch (error) {
      return [
        {
          path: `${path}.expression`,
          message: `${(error as Error).message} (it may name ${before.join(", ") || "nothing yet"})`,
        },
      ];
    }
  });
  for (const [k, name] of (study.stop?.status ?? []).entries()) {
    if (!(name in STATUS)) {
      const near = nearestWord(name, Object.keys(STATUS));
      problems.push({
        path: `stop.status[${k}]`,
        message: `unknown status "${name}"; ${near === undefined ? `expected one of ${Object.keys(STATUS).join(", ")}` : `did you mean "${near}"?`}`,
      });
    }
  }
  if (problems.length > 0) throw new SpecError(problems);
}
