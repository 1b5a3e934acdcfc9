/** A measured quantity over time with its closed form: the plot of an experiment. */
import { type Simulation, step } from "stiction";
import type { Context } from "./context.js";
import { SAMPLE } from "./sample.js";

/** A value and, where the curve has one, its rate of change. */
export interface CurvePoint {
  readonly value: number;
  readonly rate?: number;
}

/** A run that is watched. */
export interface CurveRun {
  readonly simulation: Simulation;
  value(): number;
  rate?(): number;
}

export interface Curve {
  /** What is plotted, in words, and in which run. */
  readonly quantity: string;
  readonly unit: string;
  /** Unit of the rate, with which there is a phase portrait. */
  readonly rateUnit?: string;
  /** s */
  readonly duration: number;
  /** Largest |measured − closed form| that is in order, and where that comes from. */
  readonly limit: number;
  readonly origin: string;
  /** The closed form at time t, s. */
  exact(t: number): CurvePoint;
  start(context: Context): CurveRun;
  /** Whether something slides at this rate of change. */
  slips?(rate: number): boolean;
}

/** Samples that a curve is drawn with. */
const SAMPLES = 1200;

/**
 * Runs a curve and gives out batches of samples as they come; every step is compared, whether it becomes a sample or
 * not.
 */
export function* traceCurve(curve: Curve, context: Context, batch = 20): Generator<Float64Array> {
  const { simulation, value, rate } = curve.start(context);
  const { model, data } = simulation;
  const steps = Math.round(curve.duration / model.options.timestep);
  const every = Math.max(1, Math.floor(steps / SAMPLES));
  let rows: number[] = [];
  let worst = 0;
  const take = () => {
    const exact = curve.exact(data.time);
    const measured = value();
    const off = Math.abs(measured - exact.value);
    if (!(off <= worst)) worst = off;
    return { exact, measured };
  };
  const sample = ({ exact, measured }: ReturnType<typeof take>) => {
    rows.push(data.time, measured, exact.value, rate?.() ?? Number.NaN, exact.rate ?? Number.NaN, worst);
    worst = 0;
  };
  // sensors hold from the first step on
  for (let k = 1; k <= steps; k++) {
    step(model, data);
    const now = take();
    if (k % every !== 0 && k < steps) continue;
    sample(now);
    if (rows.length >= batch * SAMPLE.size) {
      yield Float64Array.from(rows);
      rows = [];
    }
  }
  if (rows.length > 0) yield Float64Array.from(rows);
}
