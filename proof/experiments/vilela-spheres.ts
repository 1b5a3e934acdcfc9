/** Inner sphere trees: balls packed into solids, and the three scenes of [Vilela2018] with them. Row T-13. */
import { bodyAngularVelocity, bodyPosition, bodyVelocity, type geometry } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

type Mesh = Parameters<typeof geometry.packSpheres>[0];

/** Volume, m³. */
function volumeOf({ vertices: v, triangles: t }: Mesh): number {
  let six = 0;
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [3 * t[k], 3 * t[k + 1], 3 * t[k + 2]];
    six += v[a] * (v[b + 1] * v[c + 2] - v[b + 2] * v[c + 1]);
    six += v[a + 1] * (v[b + 2] * v[c] - v[b] * v[c + 2]);
    six += v[a + 2] * (v[b] * v[c + 1] - v[b + 1] * v[c]);
  }
  return six / 6;
}

/** Largest overlap of two balls, how far some ball stands out of the solid, part of the volume filled. */
function pack({ geometry }: Context, mesh: Mesh, count: number) {
  const { balls } = geometry.packSpheres(mesh, { count });
  const n = balls.length / 4;
  const tree = geometry.buildMeshTree(mesh);
  const found = new Float64Array(5);
  let [over, out, filled] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const r = balls[4 * i + 3];
    filled += (4 / 3) * Math.PI * r * r * r;
    found[3] = Number.POSITIVE_INFINITY;
    geometry.nearestPoint(tree, balls, 4 * i, found, 0);
    const inside = geometry.classifyPoint(tree, balls, 4 * i) > 0;
    out = Math.max(out, r - (inside ? 1 : -1) * Math.sqrt(found[3]));
    for (let j = 0; j < i; j++) {
      const x = balls[4 * i] - balls[4 * j];
      const y = balls[4 * i + 1] - balls[4 * j + 1];
      const z = balls[4 * i + 2] - balls[4 * j + 2];
      over = Math.max(over, r + balls[4 * j + 3] - Math.sqrt(x * x + y * y + z * z));
    }
  }
  return { over, out, fill: filled / volumeOf(mesh) };
}

function* packAll(context: Context, count: number) {
  const { boxSolid, polyhedronToMesh, cylinderMesh, torusMesh } = context.geometry;
  const solids = {
    box: polyhedronToMesh(boxSolid(0.5, 0.25, 0.25)),
    cylinder: cylinderMesh(0.25, 0.5, 128),
    torus: torusMesh(0.3, 0.1, 64, 32),
  };
  let [over, out] = [0, 0];
  for (const key of ["box", "cylinder", "torus"] as const) {
    const found = pack(context, solids[key], count);
    over = Math.max(over, found.over);
    out = Math.max(out, found.out);
    yield [key, found.fill] as const;
  }
  yield ["over", over] as const;
  yield ["out", out] as const;
}

const packingRows = (fill: number, origin: string) => ({
  over: atMost("largest overlap of two balls, of a box, a cylinder and a torus", "m", 1e-12, "row T-13"),
  out: atMost("how far some ball stands out of its solid", "m", 1e-12, "row T-13"),
  box: atLeast("part of a box 1 × 0.5 × 0.5 m that is filled", "1", fill, origin),
  cylinder: atLeast("the same of a cylinder, R = 0.25 m, H = 1 m", "1", fill, origin),
  torus: atLeast("the same of a torus, R = 0.3 m, r = 0.1 m", "1", fill, origin),
});

const G = 9.81;
const degrees = (x: number) => (x * Math.PI) / 180;
const CRITICAL = (Math.atan(0.5) * 180) / Math.PI;
const BEYOND = 1.01 * CRITICAL;
const beyond = 4 * G * (Math.sin(degrees(BEYOND)) - 0.5 * Math.cos(degrees(BEYOND)));
/** I ω₀/(μ m g r₁), r₁ of a disk. */
const STOP = (0.03125 * 5 * Math.PI) / (0.6 * G * (2 / 3) * 0.25);
/** The model's own prediction. */
const WAY = 10.35422;

const sceneRows = {
  creep: atMost("block: speed 4 s after release at 25°", "m/s", 1e-6, "row T-13; the source crept with 1e-2"),
  held: atMost("the same at 0.99 atan μ", "m/s", 1e-6, "threshold within 1 %"),
  slides: near("the same at 1.01 atan μ", "m/s", beyond, 0.1 * beyond, "Coulomb; 0.1 of 1 % is what loading takes"),
  stop: near(
    "disk: stop by the line through ω at 0.05 and 0.4 s",
    "s",
    STOP,
    0.03 * STOP,
    "3 %: the surface is divided among spheres",
  ),
  tilt: atMost(
    "its largest tilt",
    "rad",
    1e-6,
    "a hundredth of the acceptance limit of row T-10: flat cells are exact",
  ),
  way: near("cylinder: travel in 3.5 s", "m", WAY, 5e-3 * WAY, "0.5 % of the closed form"),
};

function* runScenes(context: Context, count: number) {
  const scene = (name: string, more: object = {}) =>
    context.scene(name, { params: { geometry: "spheres", spheres: count, timestep: 5e-3, ...more } });
  for (const [key, angle] of [
    ["creep", 25],
    ["held", 0.99 * CRITICAL],
    ["slides", BEYOND],
  ] as const) {
    // biome-ignore format: a table
    const block = scene("footprint-block", { angle });
    runFor(block, 6);
    yield [key, Math.hypot(...bodyVelocity(block.model, block.data, "block"))] as const;
  }
  const disk = scene("footprint-disk");
  const b = disk.model.bodyIndex.get("disk") as number;
  const spins: number[] = [];
  let tilt = 0;
  runFor(disk, 0.5, () => {
    spins.push(bodyAngularVelocity(disk.model, disk.data, "disk")[2]);
    tilt = Math.max(tilt, 2 * Math.hypot(disk.data.bodyQuat[4 * b], disk.data.bodyQuat[4 * b + 1]));
  });
  const [first, last] = [spins[9], spins[79]];
  yield ["stop", 0.05 + (first / (first - last)) * 0.35] as const;
  yield ["tilt", tilt] as const;
  const cylinder = scene("footprint-cylinder");
  const forces: number[] = [];
  let speed = 0;
  runFor(cylinder, 3.5, () => {
    const now = bodyVelocity(cylinder.model, cylinder.data, "cylinder")[2];
    // N − m g cos 15°, by the change of momentum of a kilogram
    if (cylinder.data.clock[0] > 0.5) forces.push(Math.abs(now - speed) / 5e-3);
    speed = now;
  });
  yield ["way", bodyPosition(cylinder.model, cylinder.data, "cylinder")[0]] as const;
  yield ["ripple", Math.max(...forces) / (G * Math.cos(degrees(15)))] as const;
}

/**
 * m/s: how fast a block on a slope of 20° creeps whose weight varies by 1.5 N, ten times a second, mean of the second
 * second. Friction can hold that at any time: 0.5 (9.22 − 1.5) N against 3.36 N.
 */
function shaken(context: Context, geometry: string): number {
  const block = context.scene("footprint-block", {
    params: { angle: 20, geometry, spheres: 1000, timestep: 1e-3, start: "touching" },
    set: {
      controllers: [
        {
          type: "profile",
          name: "shake",
          output: "bodies.block.force.z",
          times: [0, 0.025, 0.075, 0.1],
          values: [0, 1.5, -1.5, 0],
          period: 0.1,
        },
      ],
    },
  });
  runFor(block, 1);
  const [before] = bodyPosition(block.model, block.data, "block");
  runFor(block, 1);
  return bodyPosition(block.model, block.data, "block")[0] - before;
}

const shakenRows = {
  shaken: atMost("block whose load varies: creep", "m/s", 1e-6, "row T-13, of a block at rest"),
  pairs: atLeast(
    "the same with a force per pair of balls: the failure of the source",
    "m/s",
    1e-5,
    "bristles of pairs that come and go are lost, F/(n k T + n c); the source crept with 1e-5 to 1e-2",
  ),
};

const reference =
  "[Vilela2018]: balls inside solids that do not overlap; block, disk and cylinder with the shares that balls have in the surface, K = 1e6 N/m³, steps of 5 ms.";

/** What of row T-13 is not met. */
const partial =
  "a flat disk, R = 0.25 m and 0.05 m thick, is filled to 68 % with 1,000 balls and to 80 % with 10,000, where the row says 85 % (84 % with 30,000); a cylinder of 500 balls rattles, its force deviates by 3.6 times the load, where 10,000 keep to 20 %";

export const vilelaT13 = defineExperiment({
  id: "vilela.t-13",
  title: "Inner sphere trees: packing, block, disk and cylinder",
  reference,
  scene: "footprint-block",
  partial,
  rows: {
    ...packingRows(0.76, "1,000 balls: what is left of 85 % with 10,000 (row T-13) grows as n^(−0.21), Apollonian"),
    ...sceneRows,
    ripple: atMost(
      "cylinder: largest deviation of the force from the weight",
      "1",
      5,
      "20 % is missed with 500 balls: 3.6 to 4.0, as balls happen to meet; kept with 10,000, in the full run",
    ),
    ...shakenRows,
  },
  *measure(context) {
    yield* packAll(context, 1000);
    yield* runScenes(context, 500);
    yield ["shaken", Math.abs(shaken(context, "spheres"))];
    yield ["pairs", shaken(context, "pairs")];
  },
});

export const vilelaT13Full = defineExperiment({
  id: "vilela.t-13.full",
  title: "Inner sphere trees with 10,000 balls in each solid",
  reference,
  scene: "footprint-block",
  partial,
  full: true,
  rows: {
    ...packingRows(0.85, "row T-13: 85 % with 10,000 balls"),
    ...sceneRows,
    ripple: atMost(
      "cylinder: largest deviation of the force from the weight",
      "1",
      0.2,
      "20 %: the surface is divided among spheres",
    ),
  },
  *measure(context) {
    yield* packAll(context, 10_000);
    yield* runScenes(context, 10_000);
  },
});
