/**
 * A mesh that falls on a mesh along the vertical, as on a translational joint, with contact from the rim [Moisio2013,
 * §6.2–§6.4].
 */
import { type Spec, step } from "stiction";
import { FRICTION } from "../../scenes/parts/rim.js";
import type { Context } from "../context.js";
import type { MeshShape } from "./mesh-shapes.js";

export interface RimDrop {
  readonly lower: MeshShape;
  readonly upper: MeshShape;
  /** Parameters of law `rim` besides the material's. */
  readonly law: Readonly<Record<string, unknown>>;
  /** s */
  readonly duration: number;
  readonly orientations?: readonly [readonly number[], readonly number[]];
  /** Where the upper one starts, m; by default 0, 0, 1. */
  readonly start?: readonly [number, number, number];
  /** Friction of §6.3. */
  readonly friction?: boolean;
  readonly mass?: number;
  readonly timestep?: number;
}

export interface RimDropResult {
  /** Heights of the peaks of the upper body's centre, m. */
  readonly peaks: readonly number[];
  /** Greatest vertical force of contact, N, and lowest height, m. */
  readonly force: number;
  readonly lowest: number;
  /** Height and speed at the end. */
  readonly rest: number;
  readonly speed: number;
}

export { FRICTION };

const G = 9.81;

/** Floor of the impact speed and no caps: the runs of the source. */
const BARE = { type: "rim", normals: "both", leastSpeed: 1e-3, dampingCap: 0, energyCap: false } as const;

export function rimDrop(context: Context, given: RimDrop): RimDropResult {
  const { lower, upper, law, duration, orientations, start = [0, 0, 1], friction = false, mass = 1 } = given;
  const spec: Spec = {
    timestep: given.timestep ?? 1e-4,
    gravity: [0, 0, -G],
    formulation: { type: "forces" },
    materials: {
      soft: {
        friction: 0,
        youngModulus: 2.1e6,
        poissonRatio: 0.3,
        contact: { ...BARE, ...law },
        ...(friction ? { sliding: FRICTION } : {}),
      },
    },
    bodies: [
      {
        name: "lower",
        type: "static",
        material: "soft",
        shapes: [lower],
        orientation: orientations?.[0] ?? [0, 0, 0, 1],
      },
      {
        name: "upper",
        mass,
        inertia: [1, 1, 1],
        material: "soft",
        position: start,
        shapes: [upper],
        orientation: orientations?.[1] ?? [0, 0, 0, 1],
      },
    ],
  };
  const { model, data } = context.simulate(spec);
  const b = model.bodyNames.indexOf("upper");
  const { bodyPos: p, bodyQuat: q, bodyVel: v } = data;
  const [x, y] = [p[3 * b], p[3 * b + 1]];
  const turned = q.slice(4 * b, 4 * b + 4);
  const h = model.options.timestep;
  const peaks: number[] = [];
  let force = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < Math.round(duration / h); k++) {
    const before = v[6 * b + 5];
    step(model, data);
    // the joint
    for (let c = 0; c < 5; c++) v[6 * b + c] = 0;
    p[3 * b] = x;
    p[3 * b + 1] = y;
    q.set(turned, 4 * b);
    const now = v[6 * b + 5];
    force = Math.max(force, mass * ((now - before) / h + G));
    lowest = Math.min(lowest, p[3 * b + 2]);
    if (before > 0 && now <= 0) peaks.push(p[3 * b + 2]);
  }
  return { peaks, force, lowest, rest: p[3 * b + 2], speed: v[6 * b + 5] };
}
