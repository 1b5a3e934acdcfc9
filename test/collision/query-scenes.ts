import { type BodySpec, compile, createData, type Data, type Model, type ShapeSpec, type Spec } from "stiction";
import { direction, random } from "./query-judges.js";

type V3 = [number, number, number];
type BodyEntry = NonNullable<Spec["bodies"]>[number];

export const FORMS = [
  { type: "sphere", radius: 0.4 },
  { type: "box", halfExtents: [0.3, 0.5, 0.2] },
  { type: "capsule", radius: 0.2, halfLength: 0.4 },
  { type: "cylinder", radius: 0.3, halfLength: 0.3 },
  { type: "cone", radius: 0.4, height: 0.7 },
  { type: "ellipsoid", semiAxes: [0.5, 0.3, 0.2] },
  { type: "platonic", solid: "icosahedron", radius: 0.45 },
] satisfies ShapeSpec[];

/** Bodies of one or two shapes anywhere in a cube, over a floor. */
export function crowd(
  n: number,
  seed: number,
  side = 6,
  forms: readonly ShapeSpec[] = FORMS,
): { model: Model; data: Data } {
  const next = random(seed);
  const bodies: BodyEntry[] = Array.from({ length: n }, (_, i) => {
    const o = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...o);
    const shape = (k: number) => ({ ...forms[k % forms.length], category: 1 << (i % 4) });
    return {
      name: `b${i}`,
      position: [side * (next() - 0.5), side * (next() - 0.5), side * next()],
      orientation: o.map((x) => x / length) as [number, number, number, number],
      velocity: direction(next, false) as V3,
      shapes: i % 3 === 0 ? [shape(i), { ...shape(i + 2), position: [0.3, 0, 0.2] as V3 }] : [shape(i)],
    } satisfies BodySpec;
  });
  const floor: BodyEntry = { name: "floor", type: "static", shapes: [{ type: "plane" }] };
  const model = compile({ gravity: [0, 0, 0], timestep: 0.01, bodies: [floor, ...bodies] });
  return { model, data: createData(model) };
}
