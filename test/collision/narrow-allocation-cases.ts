/** What `narrow-allocation.test.ts` measures in a process of its own. */
import { contactsOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSink } from "../../src/collision/narrow/types.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid, dodecahedron, tetrahedron } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { random, randomStarMesh, unitQuaternion } from "../geometry/random.js";
import { cutPlane, fieldShape, meshShape, shape } from "./mesh-cases.js";
import { CONVEX_FORMS, POSE_CLASSES, posePair, shapePool } from "./narrow-poses.js";

const FULL = process.env.STICTION_FULL === "1";

/** Calls of each case. */
const CALLS = 100;
/** Bytes at which measuring may end, below 100 calls of CALL_LIMIT. */
export const enough = 20_000;

const REST = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const sink = createSink(256, 0.02);

interface Meeting {
  readonly a: Collider;
  readonly poseA: Float64Array;
  readonly b: Collider;
  readonly poseB: Float64Array;
}

const meet = (meetings: readonly Meeting[]) => () => {
  for (let i = 0; i < CALLS; i++) {
    const { a, poseA, b, poseB } = meetings[i % meetings.length];
    sink.count = 0;
    contactsOf(a, poseA, 0, b, poseB, 0, sink);
  }
};

const bodies: Record<string, Collider> = {
  sphere: shape("sphere", [0.3]),
  capsule: shape("capsule", [0.2, 0.2]),
  box: shape("box", [0.3, 0.2, 0.25]),
  cylinder: shape("cylinder", [0.3, 0.2]),
  cone: shape("cone", [0.3, 0.7]),
  ellipsoid: shape("ellipsoid", [0.3, 0.2, 0.4]),
  dodecahedron: shape("hull", [], dodecahedron(0.3)),
  tetrahedron: shape("hull", [], tetrahedron(0.3)),
  torus: shape("torus", [0.6, 0.15]),
  "chain link": shape("chain-link", [0.3, 0.1, 0.4, 0.07]),
  "a ring as mesh": meshShape(torusMesh(0.6, 0.15, 24, 12)),
};

const rnd = random(0xa110c);
const heights = Float64Array.from({ length: 64 }, () => 0.1 * rnd());
const grounds: Record<string, Collider> = {
  "a sphere as mesh": meshShape(icosphere(1, 1)),
  "a star as mesh": meshShape(randomStarMesh(rnd)),
  "a plane as mesh": meshShape(cutPlane(6, 200, "regular", rnd)),
  "a height field": fieldShape({ nx: 8, ny: 8, dx: 0.4, dy: 0.4, heights }),
};

export const cases: Record<string, () => void> = {};
const quick = ["box", "cylinder", "chain link", "a ring as mesh"];

for (const [ground, b] of Object.entries(grounds)) {
  for (const [body, a] of Object.entries(bodies)) {
    if (!FULL && !quick.includes(body)) continue;
    // above the middle, a little sunk
    const height = ground.includes("sphere") ? 1.2 : ground.includes("star") ? 1 : 0.2;
    const meetings = Array.from({ length: 5 }, () => ({
      a,
      poseA: Float64Array.of(0.2 * rnd(), 0.2 * rnd(), height, ...unitQuaternion(rnd)),
      b,
      poseB: REST,
    }));
    cases[`${body} on ${ground}`] = meet(meetings);
  }
}

const pools = CONVEX_FORMS.map((form) => shapePool(form, 4));
const plane = shape("plane", []);
cases["convex shapes with each other and a plane"] = meet(
  CONVEX_FORMS.flatMap((_, i) =>
    CONVEX_FORMS.slice(i).flatMap((_, j) =>
      POSE_CLASSES.flatMap((kind) => {
        const [a, b] = [pools[i][1], pools[i + j][2]];
        const [poseA, poseB] = posePair(kind, a, b, rnd);
        return [
          { a: a.collider, poseA, b: b.collider, poseB },
          { a: a.collider, poseA, b: plane, poseB: REST },
        ];
      }),
    ),
  ),
);
cases["torus and chain link with others"] = meet(
  Object.values(bodies).flatMap((a) =>
    [bodies.torus, bodies["chain link"]].map((b) => ({
      a,
      poseA: REST,
      b,
      poseB: Float64Array.of(0.5, 0.1, 0.2, 0.1, 0.2, 0.3, Math.sqrt(0.86)),
    })),
  ),
);

// resting on a face, crossing, and one in the other
const ring = bodies["a ring as mesh"];
const block = meshShape(polyhedronToMesh(boxSolid(1, 1, 0.1)));
const small = meshShape(polyhedronToMesh(boxSolid(0.02, 0.02, 0.02)));
cases["meshes at rest, sunk and inside"] = meet([
  { a: ring, poseA: Float64Array.of(0, 0, 0.25 + 1e-4, 0, 0, 0, 1), b: block, poseB: REST },
  { a: ring, poseA: Float64Array.of(0, 0, 0.25 - 1e-4, 0, 0, 0, 1), b: block, poseB: REST },
  { a: ring, poseA: Float64Array.of(0, 0, 0.15, 0, 0, 0, 1), b: block, poseB: REST },
  { a: ring, poseA: Float64Array.of(0.3, 0, 0.295, 0, 0, 0, 1), b: ring, poseB: REST },
  { a: small, poseA: Float64Array.of(0.5, 0.3, 0.01, 0, 0, 0, 1), b: block, poseB: REST },
]);
