import { bodyPosition, bodyVelocity, geometry, type ShapeSpec, type Spec, step } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** The same body as primitive, as convex hull and as mesh of three tessellations. */

const G = 9.81;
const SIZE = 0.1;
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
    primitive: { shape: { type: "cylinder", radius: SIZE, halfHeight: SIZE }, orientation: onItsSide(1e9) },
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
    scene(form, points, SIZE + above, Math.sqrt(2 * G * (0.2 - above)), {
      timestep: 1e-4,
      formulation: { type: "forces", integrator: "rk4" },
      materials: { steel: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: 1e8, restitution: 0.6 } } },
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

/** |F/(m g) − 1| after 2 s at rest. */
function resting(context: Context, form: Form, points: "all" | "single"): number {
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
          contact: { type: "hunt-crossley", stiffness: 1e8, damping: 20 },
          sliding: { type: "bristle", damping: 3000 },
        },
      },
      sensors: [{ name: "force", read: "contact/floor:body/normalForce" }],
    }),
  );
  const { model, data } = simulation;
  const { slot } = model.sensors.columns[0];
  runFor(simulation, 2);
  return Math.abs(data.slot[slot] / G - 1);
}

const BOUNCE = "0.5 %: facets of the finest mesh";

export const compliantParity = defineExperiment({
  id: "own.compliant-parity",
  title: "The same body as primitive, hull and mesh",
  reference:
    "Sphere (icosphere of 320, 1280, 5120 triangles, falling on a facet), box (faces cut 1, 2, 4 times) and cylinder on its side (16, 32, 64 slices, on a facet) against the primitive. Sphere with one contact per region, the others with all points.",
  rows: {
    rest: error(
      "largest relative deviation of the force at rest from the weight",
      "1",
      1e-6,
      "at rest the force equals the weight: round-off and settling",
    ),
    sphere: error("bounce of the finest sphere, relative", "1", 0.005, BOUNCE),
    box: error("bounce of the finest box, relative", "1", 1e-9, "the same four points: round-off"),
    cylinder: error("bounce of the finest cylinder, relative", "1", 0.005, BOUNCE),
    "sphere-better": atMost(
      "deviation over that of the next coarser, sphere",
      "1",
      0.9,
      "facets of half the size: 1/4, less the roughness of a ball that spins",
    ),
    "cylinder-better": atMost("deviation over that of the next coarser, cylinder", "1", 0.9, "the same"),
  },
  *measure(context) {
    const all = families();
    let rest = 0;
    for (const { points, primitive, levels } of Object.values(all)) {
      const forms = [primitive, ...(context.full ? levels : levels.slice(0, 1)).flat()];
      for (const form of forms) rest = Math.max(rest, resting(context, form, points));
    }
    yield ["rest", rest];
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
