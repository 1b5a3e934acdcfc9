import { block, defineProp } from "./prop.js";

const RED = { color: "#bb3b2e", roughness: 0.55 };
const WHITE = { color: "#eceeec", roughness: 0.55 };
const POST = { color: "#c9cdcb", roughness: 0.6 };
/** Length of a colour, m. */
const PART = 0.32;

/** A board of alternating parts, along x. */
const board = (z: number, first: number) =>
  Array.from({ length: 8 }, (_, k) =>
    block([PART, 0.024, 0.16], [(k - 3.5) * PART, -0.04, z], (k + first) % 2 === 0 ? RED : WHITE, { bevel: 0.004 }),
  );

export const barrierFence = defineProp({
  name: "barrier-fence",
  help: "fence of two red and white boards along x, 2.6 m long and 1.05 m high",
  visuals: () => [
    ...board(0.56, 0),
    ...board(0.94, 1),
    ...[-1, 1].flatMap((s) => [
      block([0.06, 0.05, 1.05], [s * 1.05, 0, 0.525], POST, { bevel: 0.006 }),
      block([0.09, 0.75, 0.07], [s * 1.05, 0, 0.035], { color: "#4a4e51", roughness: 0.8 }, { bevel: 0.015 }),
    ]),
  ],
});
