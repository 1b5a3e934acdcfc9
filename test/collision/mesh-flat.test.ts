import { describe, expect, test } from "vitest";
import { contactsOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { type Collider, createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { dodecahedron, prism } from "../../src/geometry/solids.js";
import { random, unitQuaternion } from "../geometry/random.js";
import { type Cut, compose, cutPlane, meshShape, moveMesh, rotate, shape } from "./mesh-cases.js";

/**
 * A plane cut into triangles is a plane: whatever lies on it, every normal is the plane's and nothing catches on a seam. Field: ghost
 * collisions, godot #102544, rapier #669, box2d #1098.
 */

const FULL = process.env.STICTION_FULL === "1";
const HALF = 6;
const plane = shape("plane", []);
const bodies: [string, Collider][] = [
  ["sphere", shape("sphere", [0.5])],
  ["capsule", shape("capsule", [0.2, 0.5])],
  ["box", shape("box", [0.5, 0.3, 0.2])],
  ["cylinder", shape("cylinder", [0.4, 0.3])],
  ["cone", shape("cone", [0.4, 0.9])],
  ["ellipsoid", shape("ellipsoid", [0.5, 0.3, 0.2])],
  ["hull", shape("hull", [], dodecahedron(0.5))],
  ["prism", shape("hull", [], prism(7, 0.5, 0.4))],
];
const cuts: [number, Cut][] = [
  [2, "regular"],
  [200, "regular"],
  [200, "random"],
  [200, "slivers"],
  [20_000, "regular"],
  [20_000, "random"],
  [20_000, "slivers"],
];

describe.each(cuts)("plane cut into %i triangles, %s", (count, cut) => {
  const rnd = random(0xf1a7 + count + cut.length);
  // tilted in the mesh's own frame, so that its coordinates carry round-off
  const tilt = unitQuaternion(rnd);
  const flat = cutPlane(HALF, count, cut, rnd);
  const ground = meshShape(moveMesh(flat, tilt, [0.3, -0.2, 0.7]));
  // a body on slivers has thousands of triangles under it
  const slow = count === 20_000 && cut === "slivers";
  const POSES = FULL ? 10_000 : count === 20_000 ? (slow ? 3 : 25) : 100;
  const sink = createSink(64, 0.02);
  const exact = createSeparation();

  test.each(bodies)("%s: every normal is the plane's", (name, body) => {
    let worstNormal = 0;
    let worstGap = 0;
    let least = Infinity;
    for (let i = 0; i < POSES; i++) {
      const world = Float64Array.of(rnd() * 4 - 2, rnd() * 4 - 2, rnd() * 4 - 2, ...unitQuaternion(rnd));
      // the plane's own frame in the world, and the body in it: upright or lying now and then
      const planePose = compose(world, Float64Array.of(0.3, -0.2, 0.7, ...tilt));
      const h = Math.SQRT1_2;
      const upright = [[0, 0, 0, 1], [h, 0, 0, h], [0, h, 0, h]][i % 3]; // biome-ignore format: three turns
      const q = i % 4 === 0 ? upright : unitQuaternion(rnd);
      const pose = Float64Array.of(rnd() * 6 - 3, rnd() * 6 - 3, 0, ...q);
      separationOf(body, pose, 0, plane, Float64Array.of(0, 0, 0, 0, 0, 0, 1), 0, exact);
      pose[2] = -exact.values[0] + (rnd() < 0.3 ? 0.019 * rnd() : -0.1 * rnd());
      const bodyPose = compose(planePose, pose);
      separationOf(body, bodyPose, 0, plane, planePose, 0, exact);
      const n = rotate(planePose.subarray(3), [0, 0, 1]);
      sink.count = 0;
      contactsOf(body, bodyPose, 0, ground, world, 0, sink);
      least = Math.min(least, sink.count);
      let deepest = Infinity;
      for (let c = 0; c < sink.count; c++) {
        deepest = Math.min(deepest, sink.gap[c]);
        for (let k = 0; k < 3; k++) worstNormal = Math.max(worstNormal, Math.abs(sink.normal[3 * c + k] + n[k]));
      }
      worstGap = Math.max(worstGap, Math.abs(deepest - exact.values[0]));
    }
    if (FULL) console.log(`${count} ${cut}, ${name}: ${POSES} poses, normal ${worstNormal}, gap ${worstGap}`);
    expect(least).toBeGreaterThan(0);
    // round-off of three rotations is 1e-15; a thousand times that
    expect(worstNormal).toBeLessThan(1e-12);
    // reducing a patch takes gaps within 1e-6 of its size (at most 1.3 m) for equal, and may leave the deepest out
    expect(worstGap).toBeLessThan(1.3e-6);
  });

  test("a box that lies flat touches with its corners, wherever the seams are", () => {
    const box = bodies[2][1];
    for (let i = 0; i < POSES; i++) {
      const yaw = rnd() * Math.PI;
      const pose = Float64Array.of(rnd() * 6 - 3, rnd() * 6 - 3, 0.199, 0, 0, Math.sin(yaw), Math.cos(yaw));
      const bodyPose = compose(Float64Array.of(0.3, -0.2, 0.7, ...tilt), pose);
      sink.count = 0;
      contactsOf(box, bodyPose, 0, ground, Float64Array.of(0, 0, 0, 0, 0, 0, 1), 0, sink);
      expect(sink.count).toBe(4);
      expect(new Set(sink.patch.subarray(0, 4)).size).toBe(1);
      const corners = new Set<number>();
      for (let c = 0; c < 4; c++) {
        for (let v = 0; v < 4; v++) {
          const corner = [v & 1 ? 0.5 : -0.5, v & 2 ? 0.3 : -0.3, -0.2];
          const x = rotate(bodyPose.subarray(3), corner);
          const d = Math.hypot(...x.map((y, k) => y + bodyPose[k] - sink.pointA[3 * c + k]));
          if (d < 1e-12) corners.add(v);
        }
      }
      expect(corners.size).toBe(4);
    }
  });
});
