/** Bodies of bench scenes: mass properties in closed form, and shorthands for common bodies. */
import type { BenchBody, BenchShape, SimpleShape, Vector } from "./scene.js";

/** Moments of inertia about the centre of a solid of uniform density whose principal axes are those of its frame. */
export function inertiaOf(shape: SimpleShape, mass: number): Vector {
  switch (shape.type) {
    case "sphere": {
      const i = 0.4 * mass * shape.radius ** 2;
      return [i, i, i];
    }
    case "box": {
      const [a, b, c] = shape.halfExtents.map((h) => (h * h * mass) / 3);
      return [b + c, a + c, a + b];
    }
    case "cylinder": {
      const { radius: r, halfLength: h } = shape;
      const across = mass * ((r * r) / 4 + (h * h) / 3);
      return [across, across, (mass * r * r) / 2];
    }
    case "capsule": {
      // cylinder of length 2h and two half balls whose centre of mass is 3r/8 beyond its ends
      const { radius: r, halfLength: h } = shape;
      const density = mass / (Math.PI * r * r * (2 * h + (4 / 3) * r));
      const tube = density * Math.PI * r * r * 2 * h;
      const ball = density * Math.PI * (4 / 3) * r ** 3;
      const across = tube * ((r * r) / 4 + (h * h) / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
      return [across, across, (tube * r * r) / 2 + 0.4 * ball * r * r];
    }
    default:
      throw new Error(`the inertia of a ${shape.type} has to be given`);
  }
}

/** A body of uniform density. */
export function solid(
  shape: SimpleShape,
  mass: number,
  rest: Omit<BenchBody, "shape" | "mass" | "inertia">,
): BenchBody {
  return { shape, mass, inertia: inertiaOf(shape, mass), ...rest };
}

export function boxBody(
  halfExtents: Vector,
  position: Vector,
  rest: Partial<Omit<BenchBody, "shape" | "inertia" | "position">> = {},
): BenchBody {
  const { mass = 1, ...others } = rest;
  return solid({ type: "box", halfExtents }, mass, { position, ...others });
}

/** Something that does not move. */
export function scenery(shape: BenchShape, position: Vector, rest: Partial<BenchBody> = {}): BenchBody {
  return { shape, mass: 0, inertia: [0, 0, 0], position, ...rest };
}

export function staticBox(halfExtents: Vector, position: Vector, rest: Partial<BenchBody> = {}): BenchBody {
  return scenery({ type: "box", halfExtents }, position, rest);
}
