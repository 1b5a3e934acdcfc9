/** Support polygons of machines, as `stability/…` has them. Reads Data only. */
import { type Data, type Model, readSensor } from "stiction";
import { SUPPORT_ROW } from "./overlay-protocol.js";

/** Machines shown at most. */
const MOST = 32;

/** What a measurement leaves behind. */
interface Work {
  readonly points: Float64Array;
  readonly corners: Int32Array;
  readonly cornerCount: number;
  readonly up: Float64Array;
  readonly center: Float64Array;
}

/** Per machine margin, centre of mass, the point of the ground below it, number of corners; then the corners. */
export function supportRows(model: Model, data: Data): Float32Array {
  const rows: number[] = [];
  const work = (data.systems as { readonly stability?: Work }).stability;
  if (!work) return new Float32Array(0);
  for (const body of machinesOf(model).slice(0, MOST)) {
    const margin = readSensor(model, data, `stability/${model.bodyNames[body]}/margin`);
    if (!Number.isFinite(margin) || work.cornerCount < 2) continue;
    const corner = (i: number) => work.points.subarray(3 * work.corners[i], 3 * work.corners[i] + 3);
    const row = new Array<number>(SUPPORT_ROW.size).fill(0);
    row[SUPPORT_ROW.margin] = margin;
    row[SUPPORT_ROW.corners] = work.cornerCount;
    const foot = footOf(work, corner);
    for (let k = 0; k < 3; k++) {
      row[SUPPORT_ROW.center + k] = work.center[k];
      row[SUPPORT_ROW.foot + k] = foot[k];
    }
    rows.push(...row);
    for (let i = 0; i < work.cornerCount; i++) rows.push(...corner(i));
  }
  return Float32Array.from(rows);
}

/** A body of every machine of several parts; where there is none, of the heaviest body. */
function machinesOf(model: Model): number[] {
  const { of, heaviest } = model.systems.stability as { readonly of: Int32Array; readonly heaviest: number };
  const parts = new Map<number, number>();
  for (const machine of of) if (machine >= 0) parts.set(machine, (parts.get(machine) ?? 0) + 1);
  const machines = [...parts].filter(([, n]) => n > 1).map(([machine]) => machine);
  return machines.length > 0 || heaviest === 0 ? machines : [of[heaviest]];
}

/** Where the plumb line through the centre of mass meets the plane of the corners; their mean height without one. */
function footOf({ cornerCount: n, up, center }: Work, corner: (i: number) => Float64Array): number[] {
  const mean = [0, 0, 0];
  const normal = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [p, q] = [corner(i), corner((i + 1) % n)];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      mean[k] += p[k] / n;
      normal[k] += p[a] * q[b] - p[b] * q[a];
    }
  }
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const across = n > 2 && Math.abs(dot(normal, up)) > 0.1 * Math.sqrt(dot(normal, normal)) ? normal : up;
  const depth = (dot(center, across) - dot(mean, across)) / dot(up, across);
  return [0, 1, 2].map((k) => center[k] - depth * up[k]);
}
