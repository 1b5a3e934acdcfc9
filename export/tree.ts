import type { Model } from "stiction";

/** How bodies hang on each other: the joint that carries each, and joints that close loops. */
export interface BodyTree {
  /** Joint that carries a body; −1 for bodies that are free or static. */
  readonly carrier: Int32Array;
  /** Bodies that a body carries. */
  readonly children: readonly (readonly number[])[];
  readonly roots: readonly number[];
  readonly loops: readonly number[];
}

/** Kinds of joint that may carry a body in a tree. */
const CARRIERS = new Set(["hinge", "slider", "ball", "fixed"]);

export const isStill = (model: Model, b: number): boolean => b === 0 || model.bodyMass[b] === 0;

/** Spans the joints of a scene: body B hangs on A as long as B hangs on nothing and A does not hang on B. */
export function bodyTree(model: Model): BodyTree {
  const { joints, nb } = model;
  const carrier = new Int32Array(nb).fill(-1);
  const parent = new Int32Array(nb).fill(-1);
  const loops: number[] = [];
  const rootOf = (b: number): number => (parent[b] < 0 ? b : rootOf(parent[b]));
  for (let j = 0; j < joints.count; j++) {
    const [a, b] = [joints.bodyA[j], joints.bodyB[j]];
    const free = CARRIERS.has(joints.kinds[j].name) && !isStill(model, b) && carrier[b] < 0 && rootOf(a) !== b;
    if (!free) {
      loops.push(j);
      continue;
    }
    carrier[b] = j;
    parent[b] = a;
  }
  const children: number[][] = Array.from({ length: nb }, () => []);
  const roots: number[] = [];
  for (let b = 1; b < nb; b++) (parent[b] > 0 ? children[parent[b]] : roots).push(b);
  return { carrier, children, roots, loops };
}
