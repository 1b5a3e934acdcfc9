/**
 * The arm of an excavator, as in the scene `machine-arm`, except for the turret: a spring drives it where the scene
 * prescribes its speed.
 */
import { boxBody } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import type { BenchBody, BenchJoint, BenchScene, Vector } from "../scene.js";
import { add, scaled, subtract, unit } from "../vectors.js";
import { gapObserver } from "./bridge.js";

const between = (a: Vector, b: Vector, t: number): Vector => add(scaled(1 - t, a), scaled(t, b));

/** Fourteen bodies, eighteen joints, four closed loops. */
export function machineArm(): BenchScene {
  const bodies: BenchBody[] = [];
  const joints: BenchJoint[] = [];
  const body = (mass: number, position: Vector, half: Vector) => bodies.push(boxBody(half, position, { mass })) - 1;
  const pin = (a: number, b: number, at: Vector) => joints.push({ type: "hinge", a, b, at, axis: [0, 1, 0] });
  const undercarriage = body(5000, [0, 0, 0.5], [1.5, 1.2, 0.5]);
  const turret = body(4000, [0, 0, 1.5], [1.2, 1, 0.5]);
  const cab = body(500, [0.4, 0.7, 2.4], [0.5, 0.3, 0.4]);
  const boom = body(1500, [2, 0, 3], [1.8, 0.2, 0.3]);
  const stick = body(800, [4.5, 0, 3], [0.3, 0.15, 1.2]);
  const bucket = body(400, [5.5, 0, 1.5], [0.4, 0.5, 0.3]);
  const rocker = body(50, [5, 0, 2.2], [0.2, 0.1, 0.2]);
  const link = body(50, [5.4, 0, 2], [0.2, 0.1, 0.2]);
  joints.push({ type: "fixed", b: undercarriage, at: [0, 0, 0] });
  // rotated by 0.5 rad: 40,000 kg m² at 1 rad/s
  joints.push({
    type: "hinge",
    a: undercarriage,
    b: turret,
    at: [0, 0, 1],
    axis: [0, 0, 1],
    spring: { stiffness: 4e4, damping: 4e4, target: 0.5 },
  });
  joints.push({ type: "fixed", a: turret, b: cab, at: [0.4, 0.7, 2] });
  pin(turret, boom, [0.5, 0, 1.8]);
  pin(boom, stick, [4, 0, 4]);
  pin(stick, bucket, [5, 0, 1.8]);
  pin(stick, rocker, [4.9, 0, 2.4]);
  pin(rocker, link, [5.2, 0, 2.3]);
  pin(bucket, link, [5.4, 0, 1.9]);
  const cylinder = (from: number, a: Vector, to: number, b: Vector) => {
    const barrel = body(60, between(a, b, 0.25), [0.15, 0.08, 0.15]);
    const rod = body(40, between(a, b, 0.75), [0.15, 0.05, 0.15]);
    pin(from, barrel, a);
    joints.push({
      type: "slider",
      a: barrel,
      b: rod,
      at: between(a, b, 0.5),
      axis: unit(subtract(b, a)),
      spring: { stiffness: 1e7, damping: 1e5, target: 0 },
    });
    pin(to, rod, b);
  };
  cylinder(turret, [1, 0, 1.4], boom, [2, 0, 2.8]);
  cylinder(boom, [2.5, 0, 3.8], stick, [3.8, 0, 4.4]);
  cylinder(stick, [4.2, 0, 4], rocker, [5.2, 0, 2.3]);
  return {
    name: "machine-arm",
    gravity: STANDARD_GRAVITY,
    timestep: 0.005,
    steps: 1000,
    block: 10,
    observeEvery: 1,
    contact: false,
    bodies,
    joints,
    observer: gapObserver,
  };
}
