import { createCollider } from "../../src/collision/narrow/collider.js";
import { separationOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSeparation } from "../../src/collision/narrow/types.js";
import { convexHull } from "../../src/geometry/convex-hull.js";
import { dodecahedron, octahedron, prism, tetrahedron } from "../../src/geometry/solids.js";
import type { Polyhedron } from "../../src/geometry/types.js";
import type { ShapeForm, ShapeGeometry } from "../../src/model/shape.js";
import { random, unitQuaternion } from "../geometry/random.js";
import type { JudgedShape } from "../judges/convex-shapes.js";

/** Seeded shapes and poses for the tests of the narrow phase. Sizes are of order one. */

export interface TestShape extends JudgedShape {
  readonly form: ShapeForm;
  readonly collider: Collider;
}

export function testShape(form: ShapeForm, size: readonly number[], polyhedron?: Polyhedron): TestShape {
  const geometry: ShapeGeometry = {
    form,
    size,
    mass: null,
    bounds: new Float64Array(6),
    drawing: () => ({ vertices: new Float64Array(0), triangles: new Uint32Array(0) }),
    ...(polyhedron ? { polyhedron } : {}),
  };
  return { form, size, collider: createCollider(geometry), ...(polyhedron ? { polyhedron } : {}) };
}

export const CONVEX_FORMS = ["sphere", "capsule", "box", "cylinder", "cone", "ellipsoid", "hull"] as const;

function randomHull(rnd: () => number): Polyhedron {
  const which = Math.floor(rnd() * 6);
  if (which === 0) return tetrahedron(0.5 + rnd());
  if (which === 1) return octahedron(0.5 + rnd());
  if (which === 2) return dodecahedron(0.5 + rnd());
  if (which === 3) return prism(3 + Math.floor(rnd() * 6), 0.3 + rnd(), 0.3 + 1.5 * rnd());
  const n = 8 + Math.floor(rnd() * 40);
  const stretch = [0.5 + 1.5 * rnd(), 0.5 + 1.5 * rnd(), 0.5 + 1.5 * rnd()];
  const result = convexHull(Float64Array.from({ length: 3 * n }, (_, i) => stretch[i % 3] * (rnd() - 0.5)));
  if (!result.ok) throw new Error(result.message);
  return result.hull;
}

/** A pool of `count` shapes of a form; the first is plain, the others have random sizes between 0.2 and 1.2. */
export function shapePool(form: (typeof CONVEX_FORMS)[number], count: number): TestShape[] {
  const rnd = random(0x5eed + form.length * 7919 + form.charCodeAt(0));
  const lengths = { sphere: 1, capsule: 2, box: 3, cylinder: 2, cone: 2, ellipsoid: 3, hull: 0 }[form];
  return Array.from({ length: count }, (_, i) => {
    const size = Array.from({ length: lengths }, () => (i === 0 ? 0.5 : 0.2 + rnd()));
    return testShape(form, size, form === "hull" ? randomHull(rnd) : undefined);
  });
}

export const POSE_CLASSES = ["separate", "touching", "shallow", "deep", "aligned"] as const;
export type PoseClass = (typeof POSE_CLASSES)[number];

const separation = createSeparation();
const HALF = Math.SQRT1_2;
const QUARTER_TURNS = [
  [0, 0, 0, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [HALF, 0, 0, HALF],
  [0, HALF, 0, HALF],
  [0, 0, HALF, HALF],
  [0.5, 0.5, 0.5, 0.5],
];

/** Poses of A and B of a class. Touching and shallow ones start separate and move B along the normal that the library reports. */
export function posePair(kind: PoseClass, a: TestShape, b: TestShape, rnd: () => number): [Float64Array, Float64Array] {
  const direction = unitQuaternion(rnd).slice(0, 3);
  const length = Math.hypot(...direction) || 1;
  const reach = a.collider.reach + b.collider.reach;
  const at = (q: readonly number[], x: number, y: number, z: number) => Float64Array.of(x, y, z, ...q);
  const place = (f: number) => direction.map((x) => (f * reach * x) / length);
  if (kind === "aligned") {
    const turn = () => QUARTER_TURNS[Math.floor(rnd() * QUARTER_TURNS.length)];
    // offsets that make faces, edges, axes and centres coincide
    const offset = () => [0, 0, 0.5, 1, -1, 1.5, 0.25][Math.floor(rnd() * 7)];
    return [at(turn(), 0, 0, 0), at(turn(), offset(), offset(), offset())];
  }
  const poseA = at(unitQuaternion(rnd), rnd() - 0.5, rnd() - 0.5, rnd() - 0.5);
  const f = kind === "separate" ? 1.01 + rnd() : kind === "deep" ? 0.6 * rnd() * rnd() : 1.2;
  const d = place(f);
  const poseB = at(unitQuaternion(rnd), poseA[0] + d[0], poseA[1] + d[1], poseA[2] + d[2]);
  if (kind === "touching" || kind === "shallow") {
    separationOf(a.collider, poseA, 0, b.collider, poseB, 0, separation);
    const move =
      separation.values[0] +
      (kind === "shallow" ? 0.05 * rnd() * rnd() : [0, 0, 1e-9, -1e-9, 1e-6, -1e-6][Math.floor(6 * rnd())]);
    for (let k = 0; k < 3; k++) poseB[k] -= move * separation.values[1 + k];
  }
  return [poseA, poseB];
}
