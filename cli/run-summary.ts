/** The final report of `run`, as data and as text. */
import { COUNTER, type Data, type Model, type RealTimeReport, sensorValues, stateHash } from "stiction";
import type { RecordedEvent } from "stiction/io";
import { type GradientReport, gradientLines } from "./gradient.js";
import { leftBodies } from "./left-bodies.js";
import type { LoadedScene } from "./scene-argument.js";
import type { SimulateResult } from "./simulate.js";
import { type StatusReport, statusReports } from "./status-text.js";
import { formatBytes, formatCount, formatFactor, formatNumber, formatSeconds } from "./text/numbers.js";
import { style } from "./text/style.js";
import { clean, formatFields, formatTable } from "./text/table.js";
import { version } from "./version.js";

/** Rows of a list that the text shows before it counts the rest. */
const MAX_EVENTS = 10;
const MAX_SENSORS = 40;
/** Bodies that left, as printed. */
const MAX_LEFT = 5;

/** Everything that `run --json` prints. Times in s. */
export interface RunSummary {
  readonly scene: string;
  readonly source: string;
  readonly title: string | undefined;
  readonly version: string;
  readonly formulation: string;
  readonly integrator: string | null;
  readonly timestep: number;
  readonly steps: number;
  readonly plannedSteps: number;
  /** Simulated time at the end. */
  readonly time: number;
  readonly stopped: SimulateResult["stopped"];
  readonly wallTime: number;
  readonly realTimeFactor: number;
  readonly stepTime: { readonly mean: number; readonly p50: number; readonly p99: number; readonly max: number };
  /** Of `--realtime` alone. */
  readonly realtime?: RealTimeReport;
  readonly stages: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  /** Bodies that are farther from their start than the scene explains, one text each. */
  readonly left: readonly string[];
  readonly statusBits: number;
  readonly status: readonly StatusReport[];
  readonly eventCount: number;
  readonly events: readonly RecordedEvent[];
  readonly sensors: readonly { readonly name: string; readonly unit: string; readonly value: number }[];
  /** Of `--gradient` alone. */
  readonly gradients?: readonly GradientReport[];
  readonly recordings: readonly { readonly path: string; readonly bytes: number }[];
  readonly hash: string;
}

export function summarize(
  model: Model,
  data: Data,
  loaded: LoadedScene,
  plannedSteps: number,
  result: SimulateResult,
  recordings: readonly { path: string; bytes: number }[],
  gradients?: readonly GradientReport[],
): RunSummary {
  const { columns } = model.sensors;
  const values = new Float64Array(columns.length);
  sensorValues(model, data, values);
  const { times } = result;
  return {
    scene: model.name,
    source: loaded.label,
    title: model.spec.title,
    version,
    formulation: model.formulation.kind.name,
    integrator: model.integrator?.name ?? null,
    timestep: model.options.timestep,
    steps: data.counter[COUNTER.steps],
    plannedSteps,
    time: data.clock[0],
    stopped: result.stopped,
    wallTime: result.wall,
    realTimeFactor: result.wall > 0 ? data.clock[0] / result.wall : 0,
    stepTime: { mean: times.mean, p50: times.percentile(0.5), p99: times.percentile(0.99), max: times.max },
    ...(result.realtime !== null && { realtime: result.realtime }),
    stages: result.stages,
    warnings: [...new Set(model.warnings)],
    left: leftBodies(model, data),
    statusBits: result.status,
    status: statusReports(model, data),
    eventCount: result.eventCount,
    events: result.events,
    // no sensor has been read before the first step
    sensors: result.steps === 0 ? [] : columns.map(({ name, unit }, k) => ({ name, unit, value: values[k] })),
    ...(gradients !== undefined && { gradients: result.steps === 0 ? [] : gradients }),
    recordings: recordings.map(({ path, bytes }) => ({ path, bytes })),
    hash: stateHash(data),
  };
}

export function summaryLines(s: RunSummary): string[] {
  const { bold, dim, red } = style(process.stdout);
  const title = s.title === undefined ? "" : dim(`  ${clean(s.title)}`);
  const early = { end: "", event: ", stopped by an event", interrupted: ", interrupted" }[s.stopped];
  const steps =
    s.steps === s.plannedSteps ? formatCount(s.steps) : `${formatCount(s.steps)} of ${formatCount(s.plannedSteps)}`;
  const fields: [string, string][] = [
    [
      "motion",
      [s.formulation, s.integrator, `step ${formatSeconds(s.timestep)}`].filter((part) => part !== null).join(", "),
    ],
    ["simulated", `${formatNumber(s.time)} s in ${steps} steps${early}`],
    ["wall time", `${formatSeconds(s.wallTime)}, ${formatFactor(s.realTimeFactor)} real time`],
  ];
  if (s.steps > 0) {
    const { p50, p99, max } = s.stepTime;
    fields.push(["step time", `p50 ${formatSeconds(p50)}   p99 ${formatSeconds(p99)}   max ${formatSeconds(max)}`]);
    if (s.realtime !== undefined) fields.push(...realTimeFields(s.realtime));
    const stages = stagesText(s.stages);
    if (stages !== "") fields.push(["stages", stages]);
  }
  for (const { path, bytes } of s.recordings) fields.push(["recorded", `${path}, ${formatBytes(bytes)}`]);
  fields.push(["hash", s.hash]);
  return [
    `${bold(s.scene)}${title}`,
    ...formatFields(fields, 2, dim),
    ...sensorLines(s, dim),
    ...gradientLines(s.gradients ?? [], dim, red),
    ...eventLines(s, dim),
    ...s.left.slice(0, MAX_LEFT).map((text) => `  ${red("trouble")}  body left: ${text}`),
    ...(s.left.length > MAX_LEFT ? [`    ${dim(`… and ${s.left.length - MAX_LEFT} more`)}`] : []),
    ...s.status.map(({ text }) => `  ${red("trouble")}  ${text}`),
  ];
}

/** How well the deadlines were kept. */
function realTimeFields(r: RealTimeReport): [string, string][] {
  const share = r.steps > 0 ? (100 * r.overruns) / r.steps : 0;
  const lost = [
    `largest lag ${formatSeconds(r.largestLag)}`,
    ...(r.lostTime > 0 ? [`given up ${formatSeconds(r.lostTime)}`] : []),
    ...(r.droppedFrames > 0 ? [`pictures left out ${formatCount(r.droppedFrames)}`] : []),
  ];
  return [
    [
      "deadline",
      `${formatSeconds(r.timestep)}   p95 ${formatSeconds(r.p95)}   overruns ${formatCount(r.overruns)}, ${share.toFixed(1)} %`,
    ],
    ["policy", [r.policy, ...lost].join("   ")],
  ];
}

/** Shares of the stages, the largest first; those below half a percent are left out. */
function stagesText(stages: Readonly<Record<string, number>>): string {
  const total = Object.values(stages).reduce((sum, s) => sum + s, 0);
  const shares = Object.entries(stages).map(([name, s]) => [name, total > 0 ? (100 * s) / total : 0] as const);
  return shares
    .filter(([, share]) => share >= 0.5)
    .sort((a, b) => b[1] - a[1])
    .map(([name, share]) => `${name} ${share.toFixed(0)} %`)
    .join("   ");
}

type Paint = (text: string) => string;

function sensorLines(s: RunSummary, dim: Paint): string[] {
  if (s.sensors.length === 0) return [];
  const rows = s.sensors
    .slice(0, MAX_SENSORS)
    .map(({ name, unit, value }) => [name, formatNumber(value), unit === "1" ? "" : unit]);
  const more = s.sensors.length - MAX_SENSORS;
  return [
    `  ${dim("sensors at the end")}`,
    ...formatTable([{}, { align: "decimal" }, { style: dim }], rows, { indent: 4 }),
    ...(more > 0 ? [`    ${dim(`… and ${more} more`)}`] : []),
  ];
}

function eventLines(s: RunSummary, dim: Paint): string[] {
  if (s.eventCount === 0) return [];
  const rows = s.events
    .slice(0, MAX_EVENTS)
    .map(({ time, name, who }) => [formatNumber(time), "s", [name, ...who].join(" ")]);
  const more = s.eventCount - rows.length;
  return [
    `  ${dim(`events (${formatCount(s.eventCount)})`)}`,
    ...formatTable([{ align: "decimal" }, { style: dim }, {}], rows, { indent: 4 }),
    ...(more > 0 ? [`    ${dim(`… and ${formatCount(more)} more`)}`] : []),
  ];
}
