/** Planar contact allocates next to nothing once warm, whatever the pair and its position. */
import { describe, expect, test } from "vitest";
import { routinesOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation, createSink } from "../../src/collision/narrow/types.js";
import { random } from "../geometry/random.js";
import { allocatedBytes, CALL_BYTES } from "../judges/allocation.js";
import {
  type Body,
  capsuleBody,
  chainBody,
  circleBody,
  type Point,
  planeBody,
  polygonBody,
  poseOf,
} from "./planar-judge.js";

const rectangle: Point[] = [
  [-0.6, -0.4],
  [0.6, -0.4],
  [0.6, 0.4],
  [-0.6, 0.4],
];
const corner: Point[] = [
  [-0.5, -0.5],
  [1, -0.5],
  [1, 0],
  [0, 0],
  [0, 1],
  [-0.5, 1],
];
const bodies: Record<string, Body> = {
  circle: circleBody(0.5),
  capsule: capsuleBody(0.3, 0.5),
  box: polygonBody(rectangle),
  L: polygonBody(corner),
  chain: chainBody(Array.from({ length: 20 }, (_, i): Point => [5 - i / 2, 0.2 * Math.sin(i)])),
  plane: planeBody,
};
const names = Object.keys(bodies);
const pairs = names
  .flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))
  .filter(([a, b]) => a !== "plane" && !(a === "chain" && (b === "chain" || b === "plane")));

/** Queries of each sort in a run. */
const QUERIES = 500;
const BOUND = QUERIES * CALL_BYTES;

describe("less than two boxed numbers a query", () => {
  test.each(pairs)("%s–%s", (nameA, nameB) => {
    const [a, b] = [bodies[nameA].collider, bodies[nameB].collider];
    const cell = routinesOf(a, b);
    const { contacts, separation } = cell!;
    const rnd = random(1);
    const poses = new Float64Array(7 * QUERIES);
    for (let i = 0; i < QUERIES; i++) {
      poses.set(poseOf({ x: 3 * rnd() - 1.5, y: 3 * rnd() - 1.5, angle: 6 * rnd() }), 7 * i);
    }
    const still = poseOf({ x: 0, y: 0, angle: 0.1 });
    const sink = createSink(64, 0.02);
    const out = createSeparation();
    let points = 0;
    const run = () => {
      for (let i = 0; i < QUERIES; i++) {
        sink.count = 0;
        contacts(a, poses, 7 * i, b, still, 0, sink);
        separation(a, poses, 7 * i, b, still, 0, out);
        points += sink.count;
      }
    };
    for (let k = 0; k < 40; k++) run();
    expect(allocatedBytes(run, 0.9 * BOUND)).toBeLessThan(BOUND);
    expect(points).toBeGreaterThan(0);
  });
});
