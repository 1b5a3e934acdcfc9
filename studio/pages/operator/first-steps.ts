/** A first trench, step by step: each step knows the key that does it and when it is done. Knows no page. */
import type { Meaning } from "../../controls/meaning.js";
import type { Signals } from "./signals.js";

export type StepName = "reach" | "open" | "lower" | "pull" | "curl" | "raise" | "swing" | "dump";

export interface FirstStep {
  readonly name: StepName;
  readonly control: Meaning;
  /** Which of its two keys: less or more. */
  readonly way: -1 | 1;
  /** Whether it is done; `start` are the values when it began. */
  done(now: StepState, start: StepState): boolean;
}

/** What steps look at. */
export interface StepState {
  /** How far out the cylinders are, from 0 to 1, and angle of the slew ring, rad. */
  readonly stick: number;
  readonly bucket: number;
  readonly boom: number;
  readonly slew: number;
  /** s */
  readonly time: number;
  /** Whether stick and bucket are at their largest forces. */
  readonly stalled: { readonly stick: boolean; readonly bucket: boolean };
  /** Part of the bucket's capacity. */
  readonly fill: number;
  /** Lowest point of the bucket above the level of the site, m. */
  readonly height: number;
}

export function stepState(signals: Signals, height: number): StepState {
  return {
    stick: signals.part("stick"),
    bucket: signals.part("bucket"),
    boom: signals.part("boom"),
    slew: signals.or0("slew.position"),
    time: signals.time,
    stalled: { stick: signals.or0("stick.stalled") > 0, bucket: signals.or0("bucket.stalled") > 0 },
    fill: signals.or0("fill"),
    height,
  };
}

/** A lever that is held in vain for so long, s, is stuck. */
const STUCK = 4;

/** Whether a machine can do the steps: an arm that slews, with a bucket in soil. */
export function canDig(signals: Signals): boolean {
  return (
    signals.has("fill") &&
    (["boom", "stick", "bucket", "slew"] as const).every((lever) => signals.has(`${lever}.position`))
  );
}

export const FIRST_STEPS: readonly FirstStep[] = [
  {
    name: "reach",
    control: "stick",
    way: -1,
    done: (now, start) => now.stick < start.stick - 0.38 || now.stick < 0.07,
  },
  { name: "open", control: "bucket", way: -1, done: (now, start) => now.bucket < start.bucket - 0.28 },
  { name: "lower", control: "boom", way: -1, done: (now) => now.height < -0.25 },
  {
    name: "pull",
    control: "stick",
    way: 1,
    // a bucket that is too deep to be pulled is filled by curling it
    done: (now, start) =>
      now.fill > 0.35 || now.stick > start.stick + 0.58 || (now.stalled.stick && now.time > start.time + STUCK),
  },
  {
    name: "curl",
    control: "bucket",
    way: 1,
    // and one that is too deep to be curled is freed by raising the boom
    done: (now, start) =>
      now.bucket > start.bucket + 0.51 || now.bucket > 0.93 || (now.stalled.bucket && now.time > start.time + STUCK),
  },
  { name: "raise", control: "boom", way: 1, done: (now) => now.height > 0.7 },
  { name: "swing", control: "slew", way: 1, done: (now, start) => Math.abs(now.slew - start.slew) > 0.9 },
  { name: "dump", control: "bucket", way: -1, done: (now) => now.fill < 0.05 },
];
