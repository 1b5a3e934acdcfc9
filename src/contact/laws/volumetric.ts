import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { exactFactor } from "../restitution.js";

/**
 * Volumetric contact: the force follows from the volume that two undeformed bodies have in common.
 *
 *   F_n = K V (1 + a v_n)₊,   K = k_n/h_n,   a = D(e)/v_i
 *
 * with the modulus k_n of an elastic layer and its thickness h_n, and D from the restitution e by D(1 + e) = ln[(1 +
 * D)/(1 − De)], v_i the speed of approach at first contact. Between solids V, its centroid and its inertia are found
 * (`contact/volumetric`), and friction is that of the whole footprint. Here is the law on one line, for a flat punch of
 * area S: V = S δ. Shapes that bound no volume get that. Sources: [Vilela2018]; [Gonthier2004].
 */
export const volumetric = defineContactLaw({
  name: "volumetric",
  help: "force from the volume that bodies have in common; friction of the whole footprint",
  params: {
    modulus: p.number({
      unit: "N/m²",
      min: 0,
      default: 1e6,
      help: "k_n, elastic modulus of the layer between the bodies",
    }),
    thickness: p.number({ unit: "m", above: 0, default: 0.1, help: "h_n, thickness of that layer; K = k_n/h_n" }),
    restitution: p.number({ unit: "1", min: 0, max: 1, default: 0.5, help: "e of a central impact" }),
    damping: p.number({ unit: "s/m", min: 0, optional: true, help: "a itself, instead of restitution" }),
    leastSpeed: p.number({ unit: "m/s", above: 0, default: 0.01, help: "speeds of approach below this count as this" }),
    rollingLoss: p.number({
      unit: "1",
      above: 0,
      max: 1,
      optional: true,
      help: "α: most of its elastic energy that the layer loses when something rolls over it; 0.1 and at most 1 − e², with a given damping no limit",
    }),
    friction: p.choice(["field", "disk", "mean", "average", "literal"], {
      default: "field",
      help: "of the footprint: bristles all over it, which stick (L3); a disk in closed form (L2); average slip with the mean radius (L1c) or the radius of gyration (L1); viscous as on the slides (L0)",
    }),
    slipSpeed: p.number({
      unit: "m/s",
      above: 0,
      default: 1e-3,
      help: "below it friction without memory goes to zero; the speed of the literal law, there 1 m/s",
    }),
    viscosity: p.number({ unit: "N s/m", min: 0, default: 0, help: "friction in proportion to slip, beside the cone" }),
    bristleSteps: p.number({
      unit: "1",
      above: 0,
      default: 5,
      help: "N: bristles of the field have the stiffness m/(N h)², critically damped",
    }),
    rings: p.number({ unit: "1", integer: true, min: 1, max: 4, default: 4, help: "rings of bristles in the field" }),
    perRing: p.number({ unit: "1", integer: true, min: 4, max: 16, default: 16, help: "bristles in each ring" }),
    dwellTime: p.number({
      unit: "s",
      min: 0,
      default: 0,
      help: "time in which static friction grows to 63 % while the field sticks; 0: at once",
    }),
    normal: p.choice(["area", "contour"], {
      default: "area",
      help: "normal of a region: of its vector area (N2), or of the plane through its rim (N1)",
    }),
    clusters: p.number({
      unit: "rad",
      min: 0,
      max: 1,
      default: 0.26,
      help: "a region that bears on faces whose normals differ by more is shared out among them, each part with a normal, a force and bristles of its own; 0: one normal per region",
    }),
    detect: p.choice(["step", "iteration"], {
      default: "step",
      help: "find volumes once per implicit step and follow them by their derivatives, or in every iteration",
    }),
    geometry: p.choice(["mesh", "spheres", "lenses", "pairs"], {
      default: "mesh",
      help: "common volume of the meshes; of the shares of the surface that balls inside the finer solid have; of the balls of both; the same with a force for every pair of balls, as in the source, which does not hold",
    }),
    spheres: p.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 1e6,
      default: 10_000,
      help: "balls that are packed into a solid",
    }),
    nodePairs: p.number({
      unit: "1",
      integer: true,
      min: 0,
      default: 0,
      help: "most pairs of nodes that lenses are sought in; 0: all",
    }),
    facets: p.number({
      unit: "1",
      integer: true,
      min: 8,
      max: 1024,
      default: 64,
      help: "facets around spheres, cylinders, cones and capsules",
    }),
    area: p.number({ unit: "m²", above: 0, default: 0.01, help: "S of the punch, for shapes that bound no volume" }),
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const k = (params.modulus / params.thickness) * params.area;
    const factor = params.damping === undefined ? exactFactor(params.restitution) : 0;
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      const a = params.damping ?? factor / Math.max(batch.impactSpeed[i], params.leastSpeed);
      const bracket = 1 - a * batch.gapRate[i];
      const acts = depth > 0 && bracket > 0;
      out.force[i] = acts ? k * depth * bracket : 0;
      out.stiffness[i] = acts ? -k * bracket : 0;
      out.damping[i] = acts ? -k * depth * a : 0;
    }
  },
});
