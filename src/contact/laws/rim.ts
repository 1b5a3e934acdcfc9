import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { floresFactor } from "../restitution.js";

/**
 * Contact from the rim: the force follows from the length L_c of the line at which two undeformed surfaces cut each
 * other.
 *
 *   f = (K_p δ L_c/4) L_r (1 + D δ̇/v₀)₊,   D = 8(1 − ε)/(5ε)
 *
 * with K_p = 1/(σ₁ + σ₂) in N/m² (`pairModulus`), δ in m. Between meshes L_c is found, segment by segment, and δ is
 * integrated (`contact/rim`). Here is the law on one line, for a sphere of radius R whose rim is a circle,
 *
 *   L_c = 2π √(2Rs − s²),   s = δ on a plane, δ/2 on an equal sphere,   s ≤ R
 *
 * which shapes other than meshes get too. To leading order it is 1.666 L_r times Hertz.
 * Source: [Moisio2013] (5.13)–(5.21); (5.13) as printed leaves out s².
 */
export const rim = defineContactLaw({
  name: "rim",
  help: "force from the length of the rim at which surfaces cut each other; between meshes from their triangles",
  params: {
    modulus: p.number({
      unit: "N/m²",
      min: 0,
      default: 1e6,
      help: "K_p = 1/(σ₁ + σ₂), σ = (1 − ν²)/E; of the materials' youngModulus and poissonRatio where they have them",
    }),
    correction: p.number({ unit: "1", min: 0, default: 0.5, help: "L_r; 0.600 gives Hertz, 0.5 is the source's" }),
    restitution: p.number({
      unit: "1",
      min: 0,
      max: 1,
      default: 0.5,
      help: "ε of Flores' damping; the rebound is lower",
    }),
    leastSpeed: p.number({
      unit: "m/s",
      above: 0,
      default: 0.2,
      help: "impact speeds below this, and resting contact, are damped as at this speed",
    }),
    normalWeight: p.number({
      unit: "1",
      min: 0,
      default: 1,
      help: "weight of every normal of meshes: 1 is literal, 0.5 gives L_r its meaning where surfaces face each other",
    }),
    normals: p.choice(["auto", "both", "first", "second"], {
      default: "auto",
      help: "whose normals bear load: of both meshes where they face each other; of both everywhere, also walls that stand across; of the body that stands first in the scene, or of the other, where they face at all",
    }),
    dampingCap: p.number({
      unit: "1",
      min: 0,
      default: 0.25,
      help: "β: no element of meshes damps with more than β m/(h N), N twice the segments of the pair; 0 is no cap",
    }),
    energyCap: p.flag({
      default: true,
      help: "whether springs of meshes give back no more than was put into them, by an account of every couple of bodies",
    }),
    adhesion: p.flag({ default: false, help: "whether damping of meshes may pull" }),
    handOver: p.flag({ default: true, help: "whether segments on new triangles continue their neighbours" }),
    keepBristles: p.flag({ default: false, help: "whether they take over bristles too" }),
    bristleLength: p.number({
      unit: "m",
      min: 0,
      default: 0,
      help: "L_ref: bristles of an element count by its part of the rim over this; 0: every element in full, as in the source",
    }),
    stages: p.choice(["outside", "inside"], {
      default: "outside",
      help: "forces between meshes are held over a step, or follow the velocities of the integrator's stages",
    }),
    radius: p.number({ unit: "m", above: 0, default: 0.1, help: "R, for shapes that are not meshes" }),
    against: p.choice(["plane", "equal-sphere"], {
      default: "plane",
      help: "what a sphere of that radius meets, for shapes that are not meshes",
    }),
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { radius, leastSpeed: least } = params;
    const share = params.against === "plane" ? 1 : 0.5;
    const k = (Math.PI / 2) * params.modulus * params.correction;
    const factor = floresFactor(params.restitution);
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      const d = factor / Math.max(batch.impactSpeed[i], least);
      const bracket = 1 - d * batch.gapRate[i];
      if (depth <= 0 || bracket <= 0) {
        out.force[i] = out.stiffness[i] = out.damping[i] = 0;
        continue;
      }
      const s = Math.min(share * depth, radius);
      // L_c/(2π), m, and δ dL_c/dδ/(2π)
      const circle = Math.sqrt(s * (2 * radius - s));
      const growth = (s * (radius - s)) / circle;
      out.force[i] = k * depth * circle * bracket;
      out.stiffness[i] = -k * (circle + growth) * bracket;
      out.damping[i] = 0 - k * depth * circle * d;
    }
  },
});
