import { isExplicit } from "../integrators/is-explicit.js";
import { quatRotate, quatRotateInverse } from "../math/quat.js";
import { byAxis, cross, dot, norm, sub, type Vec3 } from "../math/vec3.js";
import type { ProblemList } from "../model/errors.js";
import type { ItemTable } from "../model/item.js";
import { BODY_TYPE, type Model, type SystemKind } from "../model/model.js";

/** ω h and c h/m up to which explicit methods are stable, and those of fourth order. */
const STABLE = 2;
const STABLE_FOURTH = 2.78;

/** A spring and damper between two bodies at the start of a run. */
interface Link {
  readonly kind: string;
  readonly name: string;
  readonly bodies: readonly [number, number];
  /** N/m and N s/m, or N m/rad and N m s/rad. */
  readonly stiffness: number;
  readonly damping: number;
  /** Inverse mass of each body at its end of the link, 1/kg or 1/(kg m²). */
  readonly inverse: readonly [number, number];
}

/**
 * Warns of springs and dampers among the forces that explicit steps do not follow. Largest eigenvalues of the network
 * are bounded by sums over rows of K^½ J M⁻¹ Jᵀ K^½ at the start. Nothing is kept.
 */
export const springStepSystem: SystemKind = {
  name: "springStep",
  prepare(model: Model, problems: ProblemList) {
    if (isExplicit(model)) warnOfSprings(model, problems);
    return { setup: null, dims: {} };
  },
  create: () => null,
};

function warnOfSprings(model: Model, problems: ProblemList): void {
  const links = model.forces.flatMap((table) => linksOf(model, table));
  const h = model.options.timestep;
  const at = new Map<number, Link[]>();
  for (const link of links)
    for (const side of [0, 1]) {
      const b = link.bodies[side];
      if (link.inverse[side] > 0) at.set(b, [...(at.get(b) ?? []), link]);
    }
  // the row of a link: its own share, and those of all that move the same bodies
  const row = (link: Link, of: (l: Link) => number) =>
    [0, 1].reduce((sum, side) => {
      const b = link.bodies[side];
      const others = link.inverse[side] > 0 ? (at.get(b) ?? []) : [];
      const share = (l: Link) => Math.sqrt(of(l) * l.inverse[l.bodies[0] === b ? 0 : 1]);
      return sum + others.reduce((part, l) => part + share(link) * share(l), 0);
    }, 0);
  const order = (model.integrator as { order?: number } | null)?.order ?? 1;
  const stable = order >= 4 ? STABLE_FOURTH : STABLE;
  let worst: { link: Link; longest: number } | undefined;
  for (const link of links) {
    const frequency = Math.sqrt(row(link, (l) => l.stiffness));
    const decay = row(link, (l) => l.damping);
    const longest = stable / Math.max(frequency, decay, 1e-300);
    if (worst === undefined || longest < worst.longest) worst = { link, longest };
  }
  if (worst === undefined || worst.longest >= h) return;
  const { link, longest } = worst;
  const [a, b] = link.bodies.map((k) => model.bodyNames[k]);
  problems.warn(
    `timestep: explicit steps of ${h} s are too long for the ${link.kind} ${link.name} between ${a} and ${b}: the motion is not stable; use steps up to ${Number(longest.toPrecision(2))} s, less stiffness or damping, or formulation augmented-lagrangian`,
  );
}

/** Springs and dampers of a table of forces; none of other kinds. */
function linksOf(model: Model, table: ItemTable): Link[] {
  const { kind, names, col } = table;
  const { bodyA, bodyB, pointA, pointB, stiffness, damping } = col as Record<string, Float64Array | undefined>;
  if (bodyA === undefined || bodyB === undefined || (stiffness === undefined && damping === undefined)) return [];
  return names.map((name, i): Link => {
    const bodies: [number, number] = [bodyA[i], bodyB[i]];
    const arms = [pointA, pointB].map((point, side) =>
      point === undefined ? null : turned(model, bodies[side], point.subarray(3 * i, 3 * i + 3)),
    );
    const inverse = bodies.map((b, side) => inverseMass(model, bodies, arms, b, side)) as [number, number];
    return { kind: kind.name, name, bodies, stiffness: stiffness?.[i] ?? 0, damping: damping?.[i] ?? 0, inverse };
  });
}

/** A vector of a body's frame in the world at the start. */
function turned({ bodyQuat0 }: Model, b: number, v: ArrayLike<number>): Vec3 {
  return quatRotate(bodyQuat0.subarray(4 * b, 4 * b + 4), v);
}

/** Inverse mass of a body along the line of a link, or about any axis where it has no points. */
function inverseMass(
  model: Model,
  bodies: readonly [number, number],
  arms: readonly (Vec3 | null)[],
  b: number,
  side: number,
): number {
  if (model.bodyType[b] !== BODY_TYPE.dynamic) return 0;
  const inertia = model.bodyInvInertia.subarray(6 * b, 6 * b + 6);
  const [armA, armB] = arms;
  // no less than the largest eigenvalue
  if (armA == null || armB == null) return inertia[0] + inertia[1] + inertia[2];
  const place = (k: number, arm: Vec3) => byAxis((c) => model.bodyPos0[3 * bodies[k] + c] + arm[c]);
  const line = sub(place(1, armB), place(0, armA));
  const length = norm(line);
  if (!(length > 0)) return 1 / model.bodyMass[b];
  const moment = cross(arms[side] as Vec3, line);
  const lever = byAxis((c) => moment[c] / length);
  const invMass = [0, 1, 2].reduce(
    (sum, c) => sum + model.bodyInvMass[3 * b + c] * ((line[c] / length) * (line[c] / length)),
    0,
  );
  const local = quatRotateInverse(model.bodyQuat0.subarray(4 * b, 4 * b + 4), lever);
  const [x, y, z] = local;
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const answer: Vec3 = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  return invMass + dot(local, answer);
}
