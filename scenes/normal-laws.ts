import { type BodySpec, type ContactLawSpec, contact, defineScene, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

const R = 0.2;

/**
 * Spheres fall on a floor, each with a different normal law [Moisio2013, §5.2.5, §6.1]: Hertz's, and those that damp by
 * Hunt and Crossley, Lankarani and Nikravesh, Flores, and by Flores on the rim of the contact. With ε = 1 all return to
 * their initial height, the softer ones later; with less, only Flores' come close to 0.2 m + 0.8 m ε².
 */
export const normalLaws = defineScene({
  name: "normal-laws",
  title: "Normal laws side by side",
  summary: "Five contact laws, one restitution: how high spheres bounce on a floor",
  group: "soft contact",
  params: {
    restitution: param.number({ unit: "1", min: 0.01, max: 1, default: 0.5, help: "ε of the laws" }),
    modulus: param.number({ unit: "N/m²", above: 0, default: 2.1e5, help: "E of spheres and floor" }),
    correction: param.number({ unit: "1", min: 0, default: 0.5, help: "L_r of the rim law" }),
    timestep: param.number({ unit: "s", above: 0, default: 1e-4, help: "step of RK4" }),
  },
  build: ({ restitution, modulus, correction, timestep }) => {
    const elastic = { modulus, poisson: 0.3 };
    const stiffness = contact.hertzStiffness(
      { ...elastic, radius: R },
      { ...elastic, radius: Number.POSITIVE_INFINITY },
    );
    const damped = { stiffness, restitution, leastSpeed: 0.01 };
    const laws: Record<string, ContactLawSpec> = {
      hertz: { type: "hertz", stiffness },
      "hunt-crossley": { type: "hunt-crossley", rule: "published", ...damped },
      "lankarani-nikravesh": { type: "lankarani-nikravesh", ...damped },
      flores: { type: "flores", ...damped },
      rim: {
        type: "rim",
        modulus: contact.pairModulus(elastic, elastic),
        radius: R,
        correction,
        restitution,
        leastSpeed: 0.01,
      },
    };
    const names = Object.keys(laws);
    const ball = (name: string, k: number): BodySpec => ({
      name,
      mass: 1,
      material: name,
      color: hue(k),
      position: [0.6 * (k - 2), 0, 1],
      shapes: [{ type: "sphere", radius: R }],
    });
    return {
      duration: 4,
      timestep,
      formulation: { type: "forces", integrator: "rk4" },
      materials: {
        floor: { friction: 0 },
        ...Object.fromEntries(names.map((name) => [name, { friction: 0, contact: laws[name] }])),
      },
      materialPairs: names.map((name) => ({
        between: ["floor", name] as [string, string],
        contact: laws[name],
      })),
      bodies: [floor("floor"), ...names.map(ball)],
      sensors: names.map((name) => ({ name, read: `body/${name}/position.z` })),
      view: { eye: [0, -4, 1.2], target: [0, 0, 0.5], pictureTime: 0.8, plot: names },
    };
  },
});
