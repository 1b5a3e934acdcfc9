import { type BodySpec, defineScene, elementary, type JointSpec, param } from "stiction";
import { jansenPoints, type Point } from "./parts/jansen.js";

/**
 * Leg of a Strandbeest by Theo Jansen: eleven bars in his proportions, driven by a crank. Seven bodies, ten hinges,
 * three closed loops, one degree of freedom. The foot walks along a nearly straight line and steps back above it.
 */
export const strandbeestLeg = defineScene({
  name: "strandbeest-leg",
  title: "Leg of a Strandbeest",
  summary: "Theo Jansen's linkage of closed loops: a rotating crank makes a walking foot",
  group: "mechanisms",
  params: {
    speed: param.number({ unit: "rad/s", default: 3, help: "speed of the crank" }),
    torque: param.number({ unit: "N m", min: 0, default: 200, help: "largest torque of the crank" }),
    angle: param.number({ unit: "rad", default: 0, help: "initial angle of the crank" }),
  },
  build: ({ speed, torque, angle }) => {
    const at = jansenPoints(angle);
    const bar = (name: string, a: Point, b: Point) =>
      ({
        name,
        density: 20,
        position: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
        orientation: elementary.atan2(b[1] - a[1], b[0] - a[0]),
        shapes: [{ type: "capsule", radius: 0.02, halfLength: 0.5 * elementary.hypot(b[0] - a[0], b[1] - a[1]) }],
      }) satisfies BodySpec;
    const plate = (name: string, ...corners: Point[]) => {
      const area = (k: number) => {
        const [p, q] = [corners[k], corners[(k + 1) % 3]];
        return p[0] * q[1] - p[1] * q[0];
      };
      const around = area(0) + area(1) + area(2) > 0 ? corners : [...corners].reverse();
      const center = [0, 1].map((c) => (corners[0][c] + corners[1][c] + corners[2][c]) / 3);
      return {
        name,
        density: 20,
        position: center,
        color: "#8fa9bf",
        shapes: [{ type: "polygon", vertices: around.map(([x, y]) => [x - center[0], y - center[1]]) }],
      } satisfies BodySpec;
    };
    const pin = (name: string, bodyA: string, bodyB: string, point: Point, extra = {}) =>
      ({
        type: "hinge",
        name,
        bodyA,
        bodyB,
        at: point,
        ...extra,
      }) satisfies JointSpec;
    return {
      duration: 10,
      timestep: 1 / 60,
      plane: "xy" as const,
      contact: "none" as const,
      formulation: { type: "impulse", preset: "precise" },
      bodies: [
        { ...bar("crank", at.center, at.crank), color: "#d9a5a0" },
        bar("upper-rod", at.crank, at.top),
        bar("lower-rod", at.crank, at.knee),
        plate("rocker", at.top, at.pivot, at.back),
        bar("stay", at.pivot, at.knee),
        bar("shin-rod", at.back, at.heel),
        plate("foot", at.knee, at.heel, at.toe),
      ],
      joints: [
        pin("axle", "world", "crank", at.center, { drive: { mode: "speed", target: speed, maxEffort: torque } }),
        pin("crank-upper", "crank", "upper-rod", at.crank),
        pin("crank-lower", "crank", "lower-rod", at.crank),
        pin("top", "upper-rod", "rocker", at.top),
        pin("pivot-rocker", "world", "rocker", at.pivot),
        pin("pivot-stay", "world", "stay", at.pivot),
        pin("back", "rocker", "shin-rod", at.back),
        pin("knee-stay", "stay", "foot", at.knee),
        pin("knee-rod", "lower-rod", "foot", at.knee),
        pin("heel", "shin-rod", "foot", at.heel),
      ],
      sensors: ["body/crank/angle", "body/foot/position.x", "body/foot/position.y", "system/all/kineticEnergy"],
      view: {
        eye: [-0.35, -0.3, 2.2],
        target: [-0.35, -0.3, 0],
        plot: ["body/foot/position.x", "body/foot/position.y"],
      },
    };
  },
});
