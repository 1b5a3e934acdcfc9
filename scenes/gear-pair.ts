import { defineScene, elementary, param, type ShapeSpec } from "stiction";
import { baseRadius, type Gear, gearOutline, gearSolid, pitchRadius } from "./parts/gear.js";
import { gearVisuals } from "./parts/gear-visuals.js";
import { extrude, SMALL } from "./parts/solids.js";

const DEGREE = Math.PI / 180;
/** The driver is wider than the wheel, so that their sides do not lie in one plane. */
const WIDTH = [0.05, 0.04] as const;

/**
 * One gear drives the other through the contact of their teeth, against a constant torque. No constraint couples them:
 * the force between two flanks, involutes of z and z′ teeth, drives the wheel, which rotates by z/z′ of the driver's
 * rotation.
 */
export const gearPair = defineScene({
  name: "gear-pair",
  title: "Gear pair by contact",
  summary: "Teeth that push each other: the transmission ratio results from contact alone",
  group: "machines",
  params: {
    solid: param.flag({ default: false, help: "meshes in space instead of outlines in the plane" }),
    volumetric: param.flag({
      default: false,
      help: "meshes whose force comes from their common volume, with finer flanks",
    }),
    driver: param.number({ unit: "1", integer: true, min: 12, max: 60, default: 18, help: "teeth of the driver" }),
    driven: param.number({ unit: "1", integer: true, min: 12, max: 60, default: 27, help: "teeth of the wheel" }),
    speed: param.number({ unit: "rad/s", default: 2 * Math.PI, help: "of the driver" }),
    torque: param.number({ unit: "N m", min: 0, default: 5, help: "against the wheel" }),
    friction: param.number({ unit: "1", min: 0, default: 0.1, help: "μ" }),
  },
  build: ({ solid: inSpace, volumetric, driver, driven, speed, torque, friction }) => {
    const solid = inSpace || volumetric;
    const gear = (teeth: number): Gear => ({
      teeth,
      module: 0.02,
      pressureAngle: 20 * DEGREE,
      points: volumetric ? 24 : 8,
      backlash: 2e-4,
    });
    const [first, second] = [gear(driver), gear(driven)];
    const distance = pitchRadius(first) + pitchRadius(second);
    const at = (x: number) => (solid ? [x, 0, 0] : [x, 0]);
    const shapeOf = (g: Gear, width: number) =>
      volumetric
        ? gearSolid(g, width)
        : solid
          ? extrude(gearOutline(g), width)
          : ({ type: "polygon", vertices: gearOutline(g) } satisfies ShapeSpec);
    const bevel = solid ? 0.0015 : 0;
    // a gap of the wheel faces the tooth of the driver
    const turn = driven % 2 === 0 ? Math.PI / driven : 0;
    const half = turn / 2;
    const radius = baseRadius(second);
    const inertia = 0.5 * radius * radius;
    return {
      duration: 5,
      timestep: volumetric ? 0.002 : 0.001,
      ...(solid ? {} : { plane: "xy" as const }),
      gravity: solid ? [0, 0, 0] : [0, 0],
      formulation: { type: "augmented-lagrangian" },
      looks: { "gear-steel": { color: "#8fa3b3", roughness: 0.36, metalness: 0.6 } },
      materials: {
        steel: volumetric
          ? { friction, contact: { type: "volumetric", modulus: 1e8, thickness: 0.01, leastSpeed: 0.015, area: SMALL } }
          : {
              friction,
              restitution: 0.2,
              contact: { type: "hunt-crossley", stiffness: 1e8, leastSpeed: 0.1 },
              sliding: { type: "bristle", stiffness: 1e4, damping: 30 },
            },
      },
      bodies: [
        {
          name: "driver",
          type: "kinematic",
          angularVelocity: [0, 0, speed],
          material: "steel",
          color: "#c9883d",
          shapes: [shapeOf(first, WIDTH[0])],
          visuals: gearVisuals({ ...first, points: 8 }, WIDTH[0], "brass", 0, bevel),
        },
        {
          name: "wheel",
          mass: 1,
          inertia: [inertia, inertia, inertia],
          position: at(distance),
          orientation: solid ? [0, 0, elementary.sin(half), elementary.cos(half)] : turn,
          angularVelocity: [0, 0, (-speed * driver) / driven],
          material: "steel",
          color: "#7f95a8",
          shapes: [shapeOf(second, WIDTH[1])],
          visuals: gearVisuals({ ...second, points: 8 }, WIDTH[1], "gear-steel", 0, bevel),
        },
      ],
      joints: [
        { type: "hinge", name: "shaft", bodyB: "wheel", at: at(distance), ...(solid ? { axis: [0, 0, 1] } : {}) },
      ],
      forces: [{ type: "wrench", name: "load", body: "wheel", torque: [0, 0, speed < 0 ? -torque : torque] }],
      sensors: [
        "joint/shaft/position",
        "joint/shaft/speed",
        "contact/driver:wheel/normalForce",
        "contact/driver:wheel/gap",
      ],
      view: {
        eye: [distance / 2, solid ? -0.5 : 0, 1.2],
        target: [distance / 2, 0, 0],
        pictureTime: 0.5,
        plot: ["joint/shaft/speed", "contact/driver:wheel/normalForce"],
      },
    };
  },
});
