import { type BodySpec, elementary, param } from "stiction";

/** The material pair of the three footprint scenes: K = k_n/h_n = 1e6 N/m³. The slides [Vilela2018] give no values. */
export const LAYER = { modulus: 1e5, thickness: 0.1 } as const;
/** K, N/m³. */
export const LAYER_STIFFNESS = LAYER.modulus / LAYER.thickness;
export const GRAVITY = 9.81;

/** Parameters for the solids of the three scenes. */
export const SPHERES = {
  geometry: param.choice(["mesh", "spheres", "lenses", "pairs"], {
    default: "mesh",
    help: "solids as meshes; the finer one as spheres; both as spheres; the same with a force per pair, as in the source",
  }),
  spheres: param.number({ unit: "1", integer: true, min: 1, max: 1e6, default: 10_000, help: "spheres in a solid" }),
} as const;

/** Gravity on a slope, in degrees, that is drawn level: down the slope is +x. */
export function slope(degrees: number): [number, number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [GRAVITY * elementary.sin(angle), 0, -GRAVITY * elementary.cos(angle)];
}

/** A floor 0.5 m thick, its top at z = 0: a closed box, since open floors bound no volume. */
export function floor(from: number, to: number, width: number) {
  return {
    name: "floor",
    type: "static" as const,
    material: "layer",
    position: [(from + to) / 2, 0, -0.25] as [number, number, number],
    shapes: [{ type: "box" as const, halfExtents: [(to - from) / 2, width / 2, 0.25] as [number, number, number] }],
  } satisfies BodySpec;
}
