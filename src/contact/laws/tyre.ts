import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";

/**
 * Tyre of a wheel: a linear spring and damper along the normal of the ground,
 *
 *   N = (k δ + c δ̇)₊
 *
 * and in the contact plane a force by slip, magic formula [Pacejka2012, §4.3], brush model [Pacejka2012, §3.2] or, for
 * the rollers of a track, shear of the soil [Wong2008, §4.3], with rolling resistance and stiction (`contact/tyre`).
 * That needs a wheel: a cylinder, sphere or torus about z. Here is the law on one line, which other shapes get too,
 * with the friction law of the materials.
 */
export const tyre = defineContactLaw({
  name: "tyre",
  help: "tyre of a wheel: spring and damper, forces by slip, rolling resistance, stiction",
  params: {
    stiffness: p.number({ unit: "N/m", min: 0, default: 2e5, help: "k, of the deflection" }),
    damping: p.number({ unit: "N s/m", min: 0, default: 1e3, help: "c" }),
    friction: p.number({
      unit: "1",
      min: 0,
      optional: true,
      help: "μ_x, peak of the longitudinal force over the load; that of the two materials where it is not given",
    }),
    lateralFriction: p.number({ unit: "1", min: 0, optional: true, help: "μ_y; μ_x where it is not given" }),
    formula: p.choice(["magic", "brush", "shear"], {
      default: "magic",
      help: "force by slip: magic formula, brush model with parabolic pressure, or shear of the soil under a track",
    }),
    trackLength: p.number({
      unit: "m",
      above: 0,
      default: 2,
      help: "L of a track on the ground, of which the wheel is a roller; formula shear only",
    }),
    shearLength: p.number({
      unit: "m",
      above: 0,
      default: 0.025,
      help: "K: displacement at which the shear stress of the soil is 63 % of its largest; formula shear only",
    }),
    slipStiffness: p.number({
      unit: "1",
      above: 0,
      default: 15,
      help: "C_κ/N: initial slope of the longitudinal force",
    }),
    corneringStiffness: p.number({
      unit: "1/rad",
      above: 0,
      default: 10,
      help: "C_α/N: initial slope of the lateral force",
    }),
    shape: p.number({
      unit: "1",
      min: 1,
      max: 2,
      default: 1.65,
      help: "C_x of the magic formula: sliding friction is sin(C π/2) of the peak",
    }),
    lateralShape: p.number({ unit: "1", min: 1, max: 2, default: 1.3, help: "C_y of the magic formula" }),
    curvature: p.number({ unit: "1", max: 1, default: 0, help: "E_x of the magic formula" }),
    lateralCurvature: p.number({ unit: "1", max: 1, default: 0, help: "E_y of the magic formula" }),
    relaxationLength: p.number({
      unit: "m",
      above: 0,
      optional: true,
      help: "σ: distance over which forces build up, and at rest the spring of stiction; half the radius where it is not given, of a track 4 K",
    }),
    rollingResistance: p.number({ unit: "1", min: 0, default: 0.015, help: "f_r: resisting force over the load" }),
    restTime: p.number({
      unit: "s",
      above: 0,
      optional: true,
      help: "time in which rolling resistance fades at rest, as a tyre's rubber relaxes; where it is not given it stays",
    }),
    turningResistance: p.number({
      unit: "1",
      min: 0,
      default: 1,
      help: "torque against turning on the spot, of that of a round footprint with uniform pressure",
    }),
    dampedSpeed: p.number({
      unit: "m/s",
      above: 0,
      default: 1,
      help: "speed along the wheel up to which its tread has a damper beside its springs",
    }),
    stictionDamping: p.number({
      unit: "1",
      min: 0,
      default: 0.3,
      help: "damping ratio of a load on its tyres at rest",
    }),
    strips: p.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 5,
      default: 3,
      help: "discs across the width of a cylinder in which it meets the ground",
    }),
  },
  claims: { neverPulls: true, continuousAtTouch: false, dissipative: true },
  evaluate({ stiffness: k, damping: c }, batch, out, start, end) {
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      const force = k * depth - c * batch.gapRate[i];
      const acts = depth > 0 && force > 0;
      out.force[i] = acts ? force : 0;
      out.stiffness[i] = acts ? -k : 0;
      out.damping[i] = acts ? -c : 0;
    }
  },
});
