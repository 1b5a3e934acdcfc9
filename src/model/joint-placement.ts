/** Fields of every joint, in a file of their own: a program without joints does not load them. */
import { orientation } from "./orientation.js";
import * as p from "./params.js";

const frameSchema = p.record(
  {
    position: p.vector({ unit: "m", default: [0, 0, 0], help: "origin of the joint frame in the body frame" }),
    orientation,
  },
  { help: "a joint frame fixed to a body; its z axis is the joint's axis", optional: true },
);

/** Fields of every joint; a joint kind adds its own parameters. */
export const jointPlacement = {
  bodyA: p.body({ default: "world", help: "first body" }),
  bodyB: p.body({ help: "second body" }),
  at: p.vector({ unit: "m", optional: true, help: "where the joint is at the start, world frame (instead of frames)" }),
  axis: p.vector({ unit: "1", optional: true, help: "direction of the joint's z axis at the start, world frame" }),
  frameA: frameSchema,
  frameB: frameSchema,
  collide: p.flag({ default: false, help: "whether the two bodies meet each other's shapes" }),
  zero: p.number({ unit: "rad or m", default: 0, help: "value of the joint coordinate where the two frames coincide" }),
  limits: p.record(
    {
      lower: p.number({ unit: "rad or m", optional: true, help: "smallest value of the joint coordinate" }),
      upper: p.number({ unit: "rad or m", optional: true, help: "largest value of the joint coordinate" }),
    },
    { help: "range of the joint coordinate", optional: true },
  ),
  drive: p.record(
    {
      mode: p.choice(["speed", "position", "effort"], { default: "speed", help: "what the drive holds" }),
      target: p.number({ unit: "rad/s, rad, N m, or their linear kin", default: 0, help: "what is to be held" }),
      maxEffort: p.number({ unit: "N m or N", min: 0, optional: true, help: "largest torque or force of the drive" }),
      holdEffort: p.number({
        unit: "N m or N",
        min: 0,
        optional: true,
        help: "largest effort of a speed drive that stands at a target of 0 (below 0.1 rad/s or m/s), of a brake that closes then; maxEffort when absent",
      }),
      maxPower: p.number({
        unit: "W",
        above: 0,
        optional: true,
        help: "largest power that the drive puts in: it pushes with no more than this over its speed",
      }),
      maxSpeed: p.number({
        unit: "rad/s or m/s",
        above: 0,
        optional: true,
        help: "largest speed of a position drive",
      }),
      gain: p.number({
        unit: "1/s",
        above: 0,
        optional: true,
        help: "speed of a position drive over its error; a quarter of the error per step when absent",
      }),
      stiffness: p.number({
        unit: "N m/rad or N/m",
        min: 0,
        optional: true,
        help: "makes a position drive a spring to its target",
      }),
      damping: p.number({ unit: "N m s/rad or N s/m", min: 0, optional: true, help: "damping of that spring" }),
    },
    { help: "drive of the joint coordinate", optional: true },
  ),
  friction: p.record(
    {
      effort: p.number({ unit: "N m or N", min: 0, default: 0, help: "Coulomb friction of the joint coordinate" }),
      brake: p.number({
        unit: "N m or N",
        min: 0,
        optional: true,
        input: true,
        help: "Coulomb friction of a brake, beside the other; an input, which may change while running",
      }),
    },
    { help: "friction in the joint", optional: true },
  ),
  breakForce: p.number({ unit: "N", above: 0, optional: true, help: "force that breaks the joint for good" }),
  breakTorque: p.number({ unit: "N m", above: 0, optional: true, help: "torque at the joint that breaks it for good" }),
} as const;
