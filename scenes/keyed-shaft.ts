import { defineScene, elementary, param } from "stiction";
import { extrude, SMALL, tubeBetween } from "./parts/solids.js";

/** m: shaft, bore and rim of the hub; key: width, height, length; depth of the keyways. */
const SHAFT = 0.02;
const BORE = 0.0202;
const RIM = 0.04;
const WIDTH = 0.012;
const HEIGHT = 0.01;
const LENGTH = 0.05;
const DEPTH = 0.0055;
const CORNERS = 48;

/**
 * A circle with a keyway of half width `half` along +x, its bottom at `bottom`: inside the circle (shaft) or outside
 * (hub); anticlockwise.
 */
function keyed(radius: number, half: number, bottom: number): [number, number][] {
  const { cos, sin, asin } = elementary;
  const open = asin(half / radius);
  const mouth = radius * cos(open);
  const points: [number, number][] = [
    [mouth, -half],
    [bottom, -half],
    [bottom, half],
    [mouth, half],
  ];
  const arc = 2 * Math.PI - 2 * open;
  for (let k = 1; k < CORNERS; k++) {
    const angle = open + (arc * k) / CORNERS;
    points.push([radius * cos(angle), radius * sin(angle)]);
  }
  return points;
}

/**
 * A shaft drives a hub through a loose key in the keyways of both: three bodies, and only the flanks of the key carry
 * the torque. Half of the key is in the shaft, half in the hub, so that a torque acts on it: it leans, and carries load
 * near the edges of its flanks, like a real key with play.
 */
export const keyedShaft = defineScene({
  name: "keyed-shaft",
  title: "Key in its keyways",
  summary: "A loose key carries the torque from a shaft to a hub on its flanks",
  group: "conforming contact",
  params: {
    play: param.number({ unit: "m", above: 0, max: 5e-4, default: 2e-5, help: "play of the key, on each side" }),
    speed: param.number({ unit: "rad/s", default: 2 * Math.PI, help: "of the shaft" }),
    torque: param.number({ unit: "N m", min: 0, default: 1, help: "against the hub" }),
    friction: param.number({ unit: "1", min: 0, default: 0.15, help: "μ" }),
  },
  build: ({ play, speed, torque, friction }) => {
    const shaft = keyed(SHAFT, WIDTH / 2 + play, SHAFT - DEPTH);
    const bore = keyed(BORE, WIDTH / 2 + play, BORE + DEPTH);
    const rim = bore.map(([x, y]): [number, number] => {
      const by = RIM / Math.sqrt(x * x + y * y);
      return [by * x, by * y];
    });
    return {
      duration: 2,
      timestep: 0.001,
      gravity: [0, 0, 0],
      formulation: { type: "augmented-lagrangian" },
      materials: {
        steel: {
          friction,
          contact: { type: "volumetric", modulus: 1e8, thickness: 0.01, leastSpeed: 0.03, area: SMALL },
        },
      },
      bodies: [
        {
          name: "shaft",
          type: "kinematic",
          centerOfMass: [0, 0, 0],
          angularVelocity: [0, 0, speed],
          material: "steel",
          color: "#7f95a8",
          shapes: [extrude(shaft, 2 * LENGTH)],
        },
        {
          name: "key",
          mass: 0.05,
          material: "steel",
          color: "#c9883d",
          position: [SHAFT, 0, 0],
          angularVelocity: [0, 0, speed],
          velocity: [0, SHAFT * speed, 0],
          shapes: [{ type: "box", halfExtents: [HEIGHT / 2, WIDTH / 2, LENGTH / 2] }],
        },
        {
          name: "hub",
          mass: 1,
          inertia: [1e-3, 1e-3, 1e-3],
          centerOfMass: [0, 0, 0],
          angularVelocity: [0, 0, speed],
          material: "steel",
          color: "#8fa9bf",
          shapes: [tubeBetween(bore, rim, LENGTH * 0.8)],
        },
      ],
      joints: [{ type: "hinge", name: "axle", bodyB: "hub", at: [0, 0, 0], axis: [0, 0, 1] }],
      forces: [{ type: "wrench", name: "load", body: "hub", torque: [0, 0, speed < 0 ? torque : -torque] }],
      sensors: [
        { name: "angle", read: "joint/axle/position" },
        { name: "speed", read: "joint/axle/speed" },
        { name: "drive", read: "contact/shaft:key/normalForce" },
        { name: "force", read: "contact/key:hub/normalForce" },
        { name: "depth", read: "contact/key:hub/gap" },
      ],
      view: { eye: [0.05, -0.12, 0.16], target: [0, 0, 0], pictureTime: 0.3, plot: ["speed", "force"] },
    };
  },
});
