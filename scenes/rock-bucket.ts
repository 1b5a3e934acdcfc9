import { type BodySpec, defineScene, elementary, param, type VisualSpec } from "stiction";
import { machineArm } from "./machine-arm.js";
import { randomNumbers } from "./parts/bodies.js";
import { type Point2, pin, plate } from "./parts/outlines.js";

/** The bucket, curled: its frame in the world at the start, and its inside. */
const BUCKET = { place: [4.55, 0, 1.35] as const, half: [0.62, 0.6, 0.4] as const, wall: 0.04 };

/** Shapes of arm and rocks: the arm meets nothing, so that only what lies in the bucket is in contact. */
const ROCKS = 2;

/** Five plates: floor, cheeks, back and front. */
function bucketShapes() {
  const [x, y, z] = BUCKET.half;
  const w = BUCKET.wall;
  const box = (halfExtents: number[], position: number[]) =>
    ({ type: "box", halfExtents, position, category: 1, mask: ROCKS }) as const;
  return [
    box([x, y, w], [0, 0, -z - w]),
    ...[-1, 1].map((side) => box([x, w, z], [0, side * (y + w), 0])),
    box([w, y, z], [x + w, 0, 0]),
    box([w, y, z], [-x - w, 0, 0]),
  ];
}

/** Sheet of the bucket, cheeks, teeth at the front and the ears at the pins. */
function bucketLooks(): VisualSpec[] {
  const [x, y, z] = BUCKET.half;
  const w = 2 * BUCKET.wall;
  const [px, , pz] = BUCKET.place;
  const outline: Point2[] = [
    [-x - w, z],
    [-x - w, -z + 0.1],
    [-x + 0.1, -z - w],
    [x - 0.1, -z - w],
    [x + w, -z + 0.1],
    [x + w, z],
  ];
  const inside: Point2[] = [
    [x, z],
    [x, -z],
    [-x, -z],
    [-x, z],
  ];
  const ear: Point2[] = [
    [x - 0.25, z - 0.15],
    [x + w, z - 0.15],
    [5.5 - px, 1.95 - pz],
    [5.3 - px, 2 - pz],
    [4.92 - px, 1.9 - pz],
  ];
  return [
    plate([...outline, ...inside], 2 * y, "bucket", { bevel: 0 }),
    ...[-1, 1].map((side) => plate(outline, 0.05, "bucket", { y: side * (y + 0.03), bevel: 0.012 })),
    ...[-0.24, 0.24].map((at) => plate(ear, 0.06, "bucket", { y: at, bevel: 0.012 })),
    ...pin(5 - px, 1.8 - pz, 0.06, 0.3),
    ...pin(5.4 - px, 1.9 - pz, 0.05, 0.28),
    ...[-0.48, -0.24, 0, 0.24, 0.48].map((at) =>
      plate(
        [
          [-x - w, z - 0.05],
          [-x, z],
          [-x - 0.05, z + 0.22],
        ],
        0.1,
        "steel",
        { y: at, bevel: 0.012 },
      ),
    ),
  ];
}

/** Rocks above the floor of the bucket, in layers of eight. */
function rocks(count: number, kind: string, radius: number, seed: number): BodySpec[] {
  const random = randomNumbers(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const [x, y] = BUCKET.half;
  const pebble = (r: number) =>
    Array.from({ length: 14 }, () => {
      const z = between(-1, 1);
      const angle = between(0, 2 * Math.PI);
      const across = Math.sqrt(1 - z * z);
      return [r * across * elementary.cos(angle), 0.9 * r * across * elementary.sin(angle), 0.8 * r * z];
    });
  const shapeOf = (k: number, r: number) => {
    const what = kind === "mixed" ? ["sphere", "box", "hull"][k % 3] : kind;
    if (what === "sphere") return { type: "sphere", radius: r, category: ROCKS } as const;
    if (what === "box") return { type: "box", halfExtents: [0.75 * r, 0.65 * r, 0.55 * r], category: ROCKS } as const;
    return { type: "convex-hull", vertices: pebble(r), category: ROCKS } as const;
  };
  return Array.from({ length: count }, (_, k) => {
    const r = radius * between(0.85, 1);
    const layer = Math.floor(k / 8);
    return {
      name: `rock-${String(k).padStart(2, "0")}`,
      material: "stone",
      position: [
        BUCKET.place[0] + ((k % 4) - 1.5) * 0.48 * x + between(-0.02, 0.02),
        ((Math.floor(k / 4) % 2) - 0.5) * y + between(-0.02, 0.02) + (layer % 2) * 0.05,
        BUCKET.place[2] - BUCKET.half[2] + radius * (1.05 + 2.1 * layer),
      ],
      orientation: { euler: [between(-3, 3), between(-3, 3), between(-3, 3)] },
      color: ["#8d8577", "#7c766b", "#9a9184", "#6f6a61"][k % 4],
      shapes: [shapeOf(k, r)],
    } satisfies BodySpec;
  });
}

/**
 * The arm of the excavator lifts and slews a bucket full of rocks: closed loops and loose bodies in one step of 5 ms.
 */
export const rockBucket = defineScene({
  name: "rock-bucket",
  title: "Rocks in the bucket",
  summary: "An excavator's arm with closed loops lifts loose rocks, in steps of 5 ms",
  group: "machines",
  params: {
    rocks: param.number({ unit: "1", integer: true, min: 1, max: 64, default: 16, help: "rocks in the bucket" }),
    kind: param.choice(["mixed", "sphere", "box", "hull"], { default: "mixed", help: "shape of the rocks" }),
    radius: param.number({ unit: "m", above: 0.02, max: 0.2, default: 0.13, help: "largest radius of a rock" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the rocks" }),
    priority: param.choice(["accuracy", "real-time"], { default: "accuracy", help: "option of the formulation" }),
  },
  build: ({ rocks: count, kind, radius, seed, priority }) => {
    const arm = machineArm.build({ slew: 0.3, coordinates: "shared" });
    const bodies = (arm.bodies ?? []).map((body): BodySpec => {
      if (body.name !== "bucket")
        return { ...body, shapes: (body.shapes ?? []).map((shape) => ({ ...shape, category: 1, mask: 0 })) };
      return {
        name: "bucket",
        mass: 400,
        material: "steel",
        position: [...BUCKET.place],
        shapes: bucketShapes(),
        visuals: bucketLooks(),
      };
    });
    return {
      duration: 6,
      timestep: arm.timestep,
      materials: {
        steel: { friction: 0.5, restitution: 0.1 },
        stone: { density: 2500, friction: 0.6, restitution: 0.1 },
      },
      looks: arm.looks,
      formulation: { type: "augmented-lagrangian", priority },
      bodies: [
        // for rocks that fall out
        { name: "ground", type: "static", material: "stone", shapes: [{ type: "plane", category: 1, mask: ROCKS }] },
        ...bodies,
        ...rocks(count, kind, radius, seed),
      ],
      joints: arm.joints,
      controllers: [
        {
          type: "profile",
          name: "lift",
          output: "joints.boom-stroke.drive.target",
          times: [0, 0.8, 3.3, 4.3, 6],
          values: [0, 0, 0.25, 0.25, 0],
        },
      ],
      sensors: ["body/bucket/position.z", "body/rock-00/position.z", "joint/boom-stroke/effort", "system/all/energy"],
      view: { eye: [7, -1.5, 5.4], target: [3.9, 0.7, 1.7], pictureTime: 1.2, plot: ["joint/boom-stroke/effort"] },
    };
  },
});
