/**
 * Statics of a rigid machine on wheels that are springs, on a plane z = 0 that may lean: gravity has any direction. Its
 * height, roll and pitch follow from three equations, the sums of forces along z and of moments about x and y; friction
 * acts in the plane and is in none of them. Wheels are spheres: they stand below their centres.
 */
import type { MachineFile, MachineParts } from "stiction/machines";

type Point = readonly number[];

/** What stands: weight at its centre, a force at a point, wheels with their radius and stiffness. */
export interface Standing {
  readonly mass: number;
  readonly center: Point;
  readonly wheels: readonly Point[];
  readonly radius: number;
  readonly stiffness: number;
}

export interface Load {
  readonly gravity: Point;
  readonly force?: Point;
  readonly at?: Point;
}

/** Mass and centre of a machine in the pose in which it is built, and the centres of its wheels. */
export function standingOf(
  file: MachineFile,
  { places }: MachineParts,
  wheels: readonly string[],
  radius: number,
  stiffness: number,
): Standing {
  const center = [0, 0, 0];
  let mass = 0;
  for (const part of file.parts) {
    const at = placed(places, part.name, part.center);
    for (let k = 0; k < 3; k++) center[k] += part.mass * at[k];
    mass += part.mass;
  }
  return {
    mass,
    center: center.map((x) => x / mass),
    wheels: wheels.map((name) => placed(places, name, [0, 0, 0])),
    radius,
    stiffness,
  };
}

/** A point of a part in the world. */
export function placed(places: MachineParts["places"], part: string, point: Point): number[] {
  const place = places.get(part);
  if (place === undefined) throw new RangeError(`there is no part "${part}"`);
  const { turn, position } = place;
  const [x, y, z, w] = turn;
  const [a, b, c] = point;
  // p + 2 u × (u × p + w p)
  const u = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  return [a + 2 * v[0] + position[0], b + 2 * v[1] + position[1], c + 2 * v[2] + position[2]];
}

/** Turned by roll about x, then pitch about y, then lifted. */
function moved([x, y, z]: Point, [height, roll, pitch]: Point): number[] {
  const [sr, cr, sp, cp] = [Math.sin(roll), Math.cos(roll), Math.sin(pitch), Math.cos(pitch)];
  const [v, w] = [cr * y - sr * z, sr * y + cr * z];
  return [cp * x + sp * w, v, cp * w - sp * x + height];
}

function wheelLoads({ wheels, radius, stiffness }: Standing, pose: Point): number[] {
  return wheels.map((wheel) => stiffness * Math.max(0, radius - moved(wheel, pose)[2]));
}

/** Sums of forces along z, N, and of moments about x and y, N m. */
function residual(standing: Standing, { gravity, force = [0, 0, 0], at = [0, 0, 0] }: Load, pose: Point): number[] {
  const sum = [0, 0, 0];
  const add = ([x, y, z]: Point, [fx, fy, fz]: Point) => {
    sum[0] += fz;
    sum[1] += y * fz - z * fy;
    sum[2] += z * fx - x * fz;
  };
  add(
    moved(standing.center, pose),
    gravity.map((g) => standing.mass * g),
  );
  add(moved(at, pose), force);
  wheelLoads(standing, pose).forEach((n, k) => {
    const [x, y] = moved(standing.wheels[k], pose);
    add([x, y, 0], [0, 0, n]);
  });
  return sum;
}

/** Loads of the wheels in equilibrium, N; undefined where there is none. */
export function wheelLoadsAtRest(standing: Standing, load: Load): number[] | undefined {
  const weight = standing.mass * Math.hypot(...load.gravity);
  let pose = [-weight / (standing.wheels.length * standing.stiffness), 0, 0];
  for (let round = 0; round < 60; round++) {
    const r = residual(standing, load, pose);
    if (Math.hypot(...r) < 1e-6 * weight) return wheelLoads(standing, pose);
    const columns = [0, 1, 2].map((k) => {
      const ahead = pose.map((x, c) => (c === k ? x + 1e-7 : x));
      return residual(standing, load, ahead).map((x, c) => (x - r[c]) / 1e-7);
    });
    const step = solve3(columns, r);
    if (!step.every(Number.isFinite) || Math.abs(pose[1]) + Math.abs(pose[2]) > 0.5) return undefined;
    pose = pose.map((x, k) => x - step[k]);
  }
  return undefined;
}

/** Solves Σ x_k columns[k] = b by Cramer's rule. */
function solve3([p, q, r]: readonly Point[], b: Point): number[] {
  const cross = ([a, c, d]: Point, [e, f, g]: Point) => [c * g - d * f, d * e - a * g, a * f - c * e];
  const dot = (a: Point, c: Point) => a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
  const whole = dot(p, cross(q, r));
  return [dot(b, cross(q, r)) / whole, dot(p, cross(b, r)) / whole, dot(p, cross(q, b)) / whole];
}

/** The largest s between two bounds at which the machine stands with a wheel of `far` on the ground, by bisection. */
export function tipsAt(
  standing: Standing,
  load: (s: number) => Load,
  far: readonly number[],
  from: number,
  to: number,
): number {
  let [low, high] = [from, to];
  for (let round = 0; round < 50; round++) {
    const s = 0.5 * (low + high);
    const loads = wheelLoadsAtRest(standing, load(s));
    if (loads?.some((n, k) => far.includes(k) && n > 0)) low = s;
    else high = s;
  }
  return low;
}
