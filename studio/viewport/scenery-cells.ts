/**
 * Bodies that stand still, by where they stand: what lies outside a picture is not drawn. Trees around a site have
 * more vertices than the machine, and without a graphics card every vertex counts.
 */
import { Matrix4, type Sphere } from "three";
import type { Swarm } from "./bodies.js";

/** Cells along each side of the area. */
const CELLS = 5;

export interface SceneryCell {
  /** Instances of each swarm that stand here, by the swarm's number. */
  readonly instances: ReadonlyMap<number, readonly number[]>;
  /** Around all of them, in the world, m. */
  readonly ball: Sphere;
}

/** Sorts the instances of bodies that stand still into the cells of a grid over the area where they stand. */
export function sceneryCells(swarms: readonly Swarm[], still: (body: number) => boolean): SceneryCell[] {
  const all: { readonly swarm: number; readonly instance: number; readonly ball: Sphere }[] = [];
  for (const [s, { geometry, mesh, body }] of swarms.entries()) {
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    body.forEach((b, instance) => {
      if (!still(b) || !geometry.boundingSphere) return;
      mesh.getMatrixAt(instance, MATRIX);
      all.push({ swarm: s, instance, ball: geometry.boundingSphere.clone().applyMatrix4(MATRIX) });
    });
  }
  const [x0, x1] = extent(all.map(({ ball }) => ball.center.x));
  const [y0, y1] = extent(all.map(({ ball }) => ball.center.y));
  const cellOf = (at: number, low: number, high: number) =>
    Math.min(CELLS - 1, Math.floor((CELLS * (at - low)) / (high - low || 1)));
  const cells = new Map<number, { instances: Map<number, number[]>; ball: Sphere }>();
  for (const { swarm, instance, ball } of all) {
    const key = cellOf(ball.center.x, x0, x1) + CELLS * cellOf(ball.center.y, y0, y1);
    const cell = cells.get(key) ?? { instances: new Map<number, number[]>(), ball: ball.clone() };
    cells.set(key, cell);
    cell.ball.union(ball);
    const list = cell.instances.get(swarm) ?? [];
    cell.instances.set(swarm, list);
    list.push(instance);
  }
  return [...cells.values()];
}

function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], x) => [Math.min(low, x), Math.max(high, x)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const MATRIX = new Matrix4();
