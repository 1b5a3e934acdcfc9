import type { BodySpec, ShapeSpec } from "stiction";
/**
 * A block of 1 kg, 0.4 m long, that touches the floor y = 0 with both ends, at the height of its centre, so that
 * friction does not tilt it. It starts at its static depth, with k δ^1.5 at each end.
 */
export function blockOnEnds(x: number, material: string, gravity: number, stiffness: number) {
  const radius = 0.02;
  const depth = restDepth(gravity / 2 / stiffness);
  const end = (side: number) => ({ type: "circle", radius, position: [0.2 * side, radius] }) satisfies ShapeSpec;
  return {
    name: "block",
    mass: 1,
    centerOfMass: [0, 0],
    inertia: [0.0133, 0.0133, 0.0133],
    material,
    position: [x, -depth],
    shapes: [end(-1), end(1)],
  } satisfies BodySpec;
}

/** δ with δ^1.5 = y. */
function restDepth(y: number): number {
  let depth = y;
  for (let k = 0; k < 60; k++) depth = (2 * depth * Math.sqrt(depth) + y) / (3 * Math.sqrt(depth));
  return depth;
}
