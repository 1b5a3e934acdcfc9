import { block, defineProp, drum } from "./prop.js";

/** Outer radius, bore and length of a pipe, m. */
const [RADIUS, BORE, LENGTH] = [0.42, 0.33, 2.4];
/** Distance of two layers that lie in each other's gaps: √3 radii, m. */
const LAYER = 1.7320508 * RADIUS;

const pipe = (x: number, z: number) => drum("y", RADIUS, LENGTH, [x, 0, z], "concrete", { bore: BORE, bevel: 0.015 });

export const concretePipes = defineProp({
  name: "concrete-pipes",
  help: "stack of six concrete pipes along y, 0.84 m wide and 2.4 m long each",
  visuals: () => [
    ...[-1, 0, 1].map((k) => pipe(2 * k * RADIUS, RADIUS)),
    ...[-1, 1].map((k) => pipe(k * RADIUS, RADIUS + LAYER)),
    pipe(0, RADIUS + 2 * LAYER),
    // wedges that hold the outer ones
    ...[-1, 1].flatMap((side) =>
      [-0.8, 0.8].map((y) => block([0.16, 0.14, 0.12], [side * (3 * RADIUS - 0.02), y, 0.06], "wood")),
    ),
  ],
});
