/** Common parts of the scenes of [Moisio2013]: friction, material, and a guide along a vertical line. */
import type { ContactLawSpec, ControllerSpec, FrictionLawSpec, MaterialSpec, Spec } from "stiction";

/** The source's friction, "deliberately exaggerated" (§6.3). */
export const FRICTION = {
  type: "lugre",
  friction: 0.3,
  kineticFriction: 0.1,
  stribeckSpeed: 0.001,
  stiffness: 200,
  damping: 1,
  viscosity: 0.1,
} as const;

/** A low floor of the impact speed and no cap: bounces follow ε, and the step is still short enough for rest. */
export const BARE = { leastSpeed: 0.01, dampingCap: 0 } as const;

/** Parameters of the law `rim`. */
export type RimLaw = Omit<Extract<ContactLawSpec, { type: "rim" }>, "type">;

/**
 * A material of modulus E (N/m²), ν = 0.3, whose law is `rim` with the parameters of `law`, both bodies' normals as in
 * the source where it gives none; with the source's friction or without any.
 */
export function rimMaterial(youngModulus: number, law: RimLaw, sliding?: FrictionLawSpec): MaterialSpec {
  return {
    friction: sliding === undefined ? 0 : 0.3,
    youngModulus,
    poissonRatio: 0.3,
    contact: { type: "rim", normals: "both", ...law },
    ...(sliding === undefined ? {} : { sliding }),
  };
}

/**
 * Keeps a body of 1 kg and 1 kg m² upright above (x, y), as a translational joint would, by controllers and a torsion
 * spring.
 */
export function onVerticalLine(body: string, x: number, y: number): Pick<Spec, "forces" | "controllers"> {
  const hold = (axis: "x" | "y", target: number) =>
    ({
      type: "pd",
      name: `${body}-${axis}`,
      output: `bodies.${body}.force.${axis}`,
      sensor: `body/${body}/position.${axis}`,
      rateSensor: `body/${body}/velocity.${axis}`,
      kp: 1e6,
      kd: 1e3,
      target,
    }) satisfies ControllerSpec;
  return {
    forces: [{ type: "torsion-spring", name: `${body}-upright`, bodyB: body, stiffness: 1e6, damping: 1e3 }],
    controllers: [hold("x", x), hold("y", y)],
  };
}
