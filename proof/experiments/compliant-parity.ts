import { bodyPosition, bodyVelocity, geometry, type ShapeSpec, type Spec, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** The same body as primitive, as convex hull and as mesh of three tessellations. */

const G = 9.81;
const SIZE = 0.1;
const STIFFNESS = 1e8;
const RESTITUTION = 0.6;
/** m that a body falls before it bounces. */
const HEIGHT = 0.2;
type Quaternion = readonly [number, number, number, number];
type Mesh = ReturnType<typeof geometry.icosphere>;

interface Form {
  readonly shape: ShapeSpec;
  readonly orientation: Quaternion;
}

interface Family {
  readonly points: "all" | "single";
  readonly primitive: Form;
  /** Hull and mesh, from coarse to fine. */
  readonly levels: readonly (readonly [Form, Form])[];
}

const rows = (values: ArrayLike<number>, n: number) =>
  Array.from({ length: values.length / n }, (_, i) => Array.from({ length: n }, (_, k) => values[n * i + k]));
const both = (mesh: Mesh, orientation: Quaternion): readonly [Form, Form] => [
  { shape: { type: "convex-hull", vertices: rows(mesh.vertices, 3) }, orientation },
  { shape: { type: "mesh", vertices: rows(mesh.vertices, 3), faces: rows(mesh.triangles, 3) }, orientation },
];

/** Turns the normal of a face down: a ball of facets then falls on a facet, as far from the sphere as it can. */
function faceDown({ vertices, triangles }: Mesh, face: number): Quaternion {
  const [a, b, c] = [0, 1, 2].map((k) => rows(vertices, 3)[triangles[3 * face + k]]);
  const u = b.map((x, k) => x - a[k]);
  const w = c.map((x, k) => x - a[k]);
  const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const size = Math.hypot(...n);
  const q = [-n[1], n[0], 0, size - n[2]];
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, 0, q[3] / length];
}

/** On its side, turned by half a slice, so that it lies on a facet. */
function onItsSide(slices: number): Quaternion {
  const half = Math.PI / (2 * slices);
  const [s, c] = [Math.sin(half) * Math.SQRT1_2, Math.cos(half) * Math.SQRT1_2];
  return [c, -s, s, c];
}

/** A box whose faces are cut into n × n squares of two triangles. */
function cutBox(n: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const known = new Map<string, number>();
  const vertex = (p: readonly number[]) => {
    const key = p.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, vertices.length / 3);
    vertices.push(...p.map((x) => SIZE * (-1 + (2 * x) / n)));
    return vertices.length / 3 - 1;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, n]) {
      for (let i = 0; i < n * n; i++) {
        const at = (a: number, b: number) => {
          const p = [0, 0, 0];
          p[axis] = side;
          p[(axis + 1) % 3] = (i % n) + a;
          p[(axis + 2) % 3] = Math.floor(i / n) + b;
          return vertex(p);
        };
        const square = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        if (side === 0) square.reverse();
        triangles.push(square[0], square[1], square[2], square[0], square[2], square[3]);
      }
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) } as Mesh;
}

const UPRIGHT: Quaternion = [0, 0, 0, 1];
const FACE = 5;

const families = (): Record<"sphere" | "box" | "cylinder", Family> => ({
  sphere: {
    points: "single",
    primitive: { shape: { type: "sphere", radius: SIZE }, orientation: UPRIGHT },
    levels: [2, 3, 4].map((level) => {
      const mesh = geometry.icosphere(SIZE, level);
      return both(mesh, faceDown(mesh, FACE));
    }),
  },
  box: {
    points: "all",
    primitive: { shape: { type: "box", halfExtents: [SIZE, SIZE, SIZE] }, orientation: UPRIGHT },
    levels: [1, 2, 4].map((n) => both(cutBox(n), UPRIGHT)),
  },
  cylinder: {
    points: "all",
    primitive: { shape: { type: "cylinder", radius: SIZE, halfLength: SIZE }, orientation: onItsSide(1e9) },
    levels: [16, 32, 64].map((n) => both(geometry.cylinderMesh(SIZE, SIZE, n), onItsSide(n))),
  },
});

function scene(
  { shape, orientation }: Form,
  points: "all" | "single",
  height: number,
  speed: number,
  rest: object,
): Spec {
  return {
    collision: { points },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      {
        name: "body",
        mass: 1,
        inertia: [0.004, 0.004, 0.004],
        centerOfMass: [0, 0, 0],
        material: "steel",
        position: [0, 0, height],
        velocity: [0, 0, -speed],
        orientation,
        shapes: [shape],
      },
    ],
    ...rest,
  };
}

/**
 * Height of the first bounce above the place where the primitive touches, of a body that comes from 0.2 m above it, m.
 */
function bounce(context: Context, form: Form, points: "all" | "single"): number {
  const above = 0.003;
  const { model, data } = context.simulate(
    scene(form, points, SIZE + above, Math.sqrt(2 * G * (HEIGHT - above)), {
      timestep: 1e-4,
      formulation: { type: "forces", integrator: "rk4" },
      materials: {
        steel: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: STIFFNESS, restitution: RESTITUTION } },
      },
    }),
  );
  for (let n = 0; n < 400; n++) {
    step(model, data);
    const z = bodyPosition(model, data, "body")[2] - SIZE;
    const v = bodyVelocity(model, data, "body")[2];
    if (v > 0 && z > 1e-4) return z + (v * v) / (2 * G);
  }
  return Number.NaN;
}

/** m: the lowest point of a form below its centre. */
function lowest({ shape, orientation: [x, y, z, w] }: Form): number {
  if (!("vertices" in shape)) return SIZE;
  const points = shape.vertices as readonly (readonly number[])[];
  const down = (p: readonly number[]) =>
    -(2 * (x * z - w * y) * p[0] + 2 * (y * z + w * x) * p[1] + (1 - 2 * (x * x + y * y)) * p[2]);
  return Math.max(...points.map(down));
}

/** Points on which a primitive rests, and its hulls and meshes. */
const SUPPORTS = { sphere: [1, 1], box: [4, 4], cylinder: [2, 4] } as const;

/** Depth after 2 s at rest over that of the law, (m g/(n K))^{2/3} on n points, less one. */
function resting(context: Context, form: Form, points: "all" | "single", count: number): number {
  const simulation = context.simulate(
    scene(form, points, SIZE, 0, {
      timestep: 1e-3,
      formulation: { type: "augmented-lagrangian" },
      materials: {
        steel: {
          friction: 0.5,
          rollingFriction: 0.005,
          spinningFriction: 0.002,
          // 20 µm deep at rest, less than facets of the finest sphere are high
          contact: { type: "hunt-crossley", stiffness: STIFFNESS, damping: 20 },
          sliding: { type: "bristle", damping: 3000 },
        },
      },
    }),
  );
  runFor(simulation, 2);
  const depth = lowest(form) - bodyPosition(simulation.model, simulation.data, "body")[2];
  return Math.abs(depth / (G / (count * STIFFNESS)) ** (2 / 3) - 1);
}

/**
 * m: how far the lowest facet of the finest mesh lies inside the sphere of 5120 triangles, and the cylinder of 64
 * slices.
 */
const SPHERE_FACET = 9.2e-5;
const CYLINDER_FACET = SIZE * (1 - Math.cos(Math.PI / 64));
/** A facet at the depth d is met lower and left lower: e² (H + d) − d instead of e² H. */
const byFacet = (d: number) => (d * (1 / RESTITUTION ** 2 - 1)) / HEIGHT;
const BOUNCE = "the facet of the finest mesh, at the depth d: d (1/e² − 1)/H";

export const compliantParity = defineExperiment({
  id: "own.compliant-parity",
  title: "The same body as primitive, hull and mesh",
  reference:
    "Sphere (icosphere of 320, 1280, 5120 triangles, falling on a facet), box (faces cut 1, 2, 4 times) and cylinder on its side (16, 32, 64 slices, on a facet) against the primitive. Sphere with one contact per region, the others with all points.",
  rows: {
    rest: error(
      "largest relative deviation of the depth at rest from (m g/(n K))^(2/3)",
      "1",
      1e-6,
      "settled after 2 s, and round-off of a depth of 10 µm; n = 1 for the sphere, 4 for the box, 2 for the cylinder and 4 for its facet",
    ),
    "rest-sphere": error(
      "the same of hulls and meshes of the sphere",
      "1",
      0.15,
      "one point bears, and not the one of the facet below the centre: it leans by a part of the depth",
    ),
    sphere: error("bounce of the finest sphere, relative", "1", byFacet(SPHERE_FACET), BOUNCE),
    box: error("bounce of the finest box, relative", "1", 1e-9, "the same four points: round-off"),
    cylinder: error("bounce of the finest cylinder, relative", "1", byFacet(CYLINDER_FACET), BOUNCE),
    "sphere-better": atMost(
      "deviation over that of the next coarser, sphere",
      "1",
      0.5,
      "facets of half the size: 1/4, and as much again for e, which depends on the number of points by 0.1 %",
    ),
    "cylinder-better": atMost("deviation over that of the next coarser, cylinder", "1", 0.5, "the same"),
  },
  *measure(context) {
    const all = families();
    let [rest, leaning] = [0, 0];
    for (const [name, [of, ofFacet]] of Object.entries(SUPPORTS)) {
      const { points, primitive, levels } = all[name as keyof typeof all];
      rest = Math.max(rest, resting(context, primitive, points, of));
      for (const form of (context.full ? levels : levels.slice(0, 1)).flat()) {
        const off = resting(context, form, points, ofFacet);
        if (name === "sphere") leaning = Math.max(leaning, off);
        else rest = Math.max(rest, off);
      }
    }
    yield ["rest", rest];
    yield ["rest-sphere", leaning];
    for (const name of ["sphere", "box", "cylinder"] as const) {
      const { points, primitive, levels } = all[name];
      const expected = bounce(context, primitive, points);
      const off = levels.map((forms) =>
        Math.max(...forms.map((f) => Math.abs(bounce(context, f, points) / expected - 1))),
      );
      yield [name, off[2]];
      if (name !== "box") yield [`${name}-better`, Math.max(off[1] / off[0], off[2] / off[1])];
    }
  },
});
