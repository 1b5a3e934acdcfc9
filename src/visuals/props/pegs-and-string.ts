import { defineProp, type Point, rod } from "./prop.js";

/** Half sides of the rectangle, m. */
const HALF = [2, 0.6] as const;

/** A peg that leans a little, with a pointed foot. */
const peg = (x: number, y: number) => ({
  type: "extrusion",
  outline: [
    [-0.022, 0.42],
    [-0.022, 0],
    [0, -0.1],
    [0.022, 0],
    [0.022, 0.42],
  ],
  depth: 0.044,
  bevel: 0.003,
  position: [x, y, 0],
  orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
  look: "wood",
});

export const pegsAndString = defineProp({
  name: "pegs-and-string",
  help: "four wooden pegs with a string around them, 4 m × 1.2 m and 0.4 m high",
  color: "#e9e4d2",
  visuals: (_variant, color) => {
    const [x, y] = HALF;
    const corners: Point[] = [
      [-x, -y, 0.33],
      [x, -y, 0.33],
      [x, y, 0.33],
      [-x, y, 0.33],
    ];
    return [
      ...corners.map(([cx, cy]) => peg(cx, cy)),
      rod(corners, 0.006, { color, roughness: 0.9 }, { closed: true, segments: 6 }),
    ];
  },
});
