/**
 * What contact from the rim costs: a ball pressed into floors of many triangles, and two balls in each other, with and
 * without contact.
 */
import { type Simulation, type Spec, step } from "stiction";
import { type contact as Contact, collision, contact, type geometry } from "stiction/internals";
import { FRICTION, rimMaterial } from "../../scenes/parts/rim.js";
import { icoSphere, type MeshShape } from "./mesh-shapes.js";

type TriangleMesh = ReturnType<typeof geometry.uvSphere>;

function colliderOf(mesh: TriangleMesh) {
  const bounds = Float64Array.of(1, 1, 1, -1, -1, -1).map((s) => s * Number.POSITIVE_INFINITY);
  mesh.vertices.forEach((x, i) => {
    bounds[i % 3] = Math.min(bounds[i % 3], x);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], x);
  });
  return collision.createCollider({ form: "mesh", size: [], mass: null, bounds, mesh, drawing: () => mesh });
}

const flat = ({ vertices, faces }: MeshShape): TriangleMesh => ({
  vertices: Float64Array.from(vertices.flat()),
  triangles: Uint32Array.from(faces.flat()),
});

/** Side of a cell of the floor, m. */
const CELL = 0.1;
/** Radius of the ball and how deep it is pressed in, m. */
export const BALL = { radius: 0.2, depth: 0.05 } as const;

/** A level floor of 2 k² triangles whose middle is a corner of cells, k even. */
function floorMesh(k: number): TriangleMesh {
  const n = k + 1;
  const vertices = new Float64Array(3 * n * n);
  const triangles = new Uint32Array(6 * k * k);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      vertices[3 * (n * i + j)] = CELL * (i - k / 2);
      vertices[3 * (n * i + j) + 1] = CELL * (j - k / 2);
    }
  }
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const a = n * i + j;
      triangles.set([a, a + n, a + n + 1, a, a + n + 1, a + 1], 6 * (k * i + j));
    }
  }
  return { vertices, triangles };
}

/**
 * A floor of about the given number of triangles, and a ball in it at two places that look the same, farther apart than
 * lists of triangles remain valid.
 */
export function pressedBall(triangles: number) {
  const k = 2 * Math.round(Math.sqrt(triangles / 2) / 2);
  const floor = colliderOf(floorMesh(k));
  const ball = colliderOf(flat(icoSphere(BALL.radius, 2)));
  const z = BALL.radius - BALL.depth;
  const pose = (x: number) => Float64Array.of(0, 0, 0, 0, 0, 0, 1, x + 0.013, 0.027, z, 0.1, 0.2, 0.3, Math.sqrt(0.86));
  return { triangles: 2 * k * k, floor, ball, poses: [pose(-CELL), pose(CELL)] as const };
}

export interface SearchCost {
  /** Triangles of the floor. */
  readonly triangles: number;
  /** Tests of boxes and of pairs of triangles per search. */
  readonly tests: number;
  /** Of the rim, m. */
  readonly length: number;
  readonly segments: number;
  /** Finds the rim again, with a search of both trees. */
  readonly find: (count: number) => void;
}

/** Searches for the rim of a ball in a floor of about the given number of triangles. */
export function searchCost(
  finder: Pick<typeof Contact, "findRim" | "createRimSegments">,
  triangles: number,
): SearchCost {
  const scene = pressedBall(triangles);
  const { floor, ball, poses } = scene;
  const out = finder.createRimSegments(1024);
  const find = (count: number) => {
    for (let k = 0; k < count; k++) finder.findRim(floor, poses[k & 1], 0, ball, poses[k & 1], 7, out);
  };
  const rounds = 20;
  find(rounds);
  const { sink, probe } = out.candidates;
  const tests = (sink.nodeTests + sink.triangleTests + probe.nodeTests + probe.triangleTests) / rounds;
  let length = 0;
  for (let i = 0; i < out.count; i++) length += out.length[i];
  return { triangles: scene.triangles, tests, length, segments: out.count, find };
}

/** Two balls of 1280 triangles, 10 mm in each other, or apart. */
function ballsSpec(height: number): Spec {
  const mesh = icoSphere(0.2, 3);
  return {
    timestep: 1e-4,
    gravity: [0, 0, 0],
    formulation: { type: "forces" },
    materials: { soft: rimMaterial(2.1e6, { restitution: 0.5 }, FRICTION) },
    bodies: [
      {
        name: "lower",
        type: "static",
        material: "soft",
        shapes: [{ ...mesh, orientation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] }],
      },
      { name: "upper", mass: 1, inertia: [1, 1, 1], material: "soft", position: [0, 0, height], shapes: [mesh] },
    ],
  };
}

/**
 * Work to be timed: steps of two balls in each other, which are put back after each; the same apart; their rim alone,
 * with lists that last, and with searches.
 */
export function pressedBalls(simulate: (spec: Spec) => Simulation, count: number) {
  const steps = (height: number) => {
    const { model, data } = simulate(ballsSpec(height));
    const b = model.bodyNames.indexOf("upper");
    const [p, q] = [data.bodyPos.slice(), data.bodyQuat.slice()];
    const work = () => {
      for (let k = 0; k < count; k++) {
        step(model, data);
        data.bodyPos.set(p);
        data.bodyQuat.set(q);
        data.bodyVel.fill(0, 6 * b, 6 * b + 6);
      }
    };
    return { work, segments: () => data.systems.rim.count };
  };
  const touching = steps(0.39);
  const balls = [colliderOf(flat(icoSphere(0.2, 3))), colliderOf(flat(icoSphere(0.2, 3)))];
  const pose = Float64Array.of(0, 0, 0, 0.1, 0.2, 0.3, Math.sqrt(0.86), 0, 0, 0.39, 0, 0, 0, 1);
  const out = contact.createRimSegments(1024);
  const find = () => {
    for (let k = 0; k < count; k++) contact.findRim(balls[0], pose, 0, balls[0], pose, 7, out);
  };
  // another mesh each time: no list of before is of use
  const search = () => {
    for (let k = 0; k < count; k++) contact.findRim(balls[k & 1], pose, 0, balls[k & 1], pose, 7, out);
  };
  return { touching: touching.work, apart: steps(0.6).work, find, search, segments: touching.segments };
}
