import type { VisualSpec } from "stiction";

const WOODS = ["#b58a55", "#a87f4d", "#c0955f"];
const wood = (k: number) =>
  ({ color: WOODS[k % WOODS.length], roughness: 0.85, pattern: "grain", patternSize: 0.16 }) as const;
const ROPE = { color: "#9c8a63", roughness: 0.95 } as const;

/** Height of the handrail and its distance from the middle, m. */
const [RAIL, SIDE] = [0.95, 0.96];

/** A metre of the bridge: three boards on two ropes, posts, and a handrail that sags a little. */
export function plankVisuals(k: number): VisualSpec[] {
  return [
    ...[-0.32, 0, 0.32].map(
      (x, n): VisualSpec => ({
        type: "box",
        halfExtents: [0.145, 1, 0.04],
        bevel: 0.012,
        position: [x, 0, 0.01],
        look: wood(2 * k + n),
      }),
    ),
    ...[-1, 1].flatMap((side): VisualSpec[] => [
      { type: "sweep", path: [[-0.5, 0.7 * side, -0.06], [0.5, 0.7 * side, -0.06]], radius: 0.035, segments: 10, look: ROPE }, // biome-ignore format: a path
      {
        type: "cylinder",
        radius: 0.035,
        halfLength: RAIL / 2,
        position: [0, SIDE * side, RAIL / 2],
        segments: 12,
        look: wood(k),
      },
      {
        type: "sweep",
        path: [-0.5, -0.25, 0, 0.25, 0.5].map((x) => [x, SIDE * side, RAIL - 0.24 * x * x]),
        radius: 0.026,
        segments: 10,
        look: ROPE,
      },
      { type: "sweep", path: [[0, SIDE * side, 0.85], [0.48, SIDE * side, 0.05]], radius: 0.012, segments: 6, look: ROPE }, // biome-ignore format: a path
    ]),
  ];
}

/** A crate of half size h: boards on all sides in a frame. */
export function crateVisuals(h: number): VisualSpec[] {
  const frame = 0.07;
  const edges = [0, 1, 2].flatMap((axis) =>
    [-1, 1].flatMap((a) =>
      [-1, 1].map((b): VisualSpec => {
        const [half, position] = [
          [frame, frame, frame],
          [0, 0, 0],
        ];
        half[axis] = h;
        position[(axis + 1) % 3] = a * (h - frame);
        position[(axis + 2) % 3] = b * (h - frame);
        return { type: "box", halfExtents: half, position, bevel: 0.012, look: wood(0) };
      }),
    ),
  );
  const inner = h - 0.03;
  return [
    {
      type: "box",
      halfExtents: [inner, inner, inner],
      bevel: 0.01,
      look: { color: "#b58a55", roughness: 0.85, pattern: "planks", patternSize: 0.2 },
    },
    ...edges,
  ];
}

/** A bank: masonry with a slab on top, and the posts that hold the ropes. */
export function bankVisuals(side: number): VisualSpec[] {
  const edge = -side * 1.85;
  return [
    {
      type: "box",
      halfExtents: [2, 2, 0.94],
      position: [0, 0, -0.06],
      bevel: 0.02,
      look: { color: "#8d8f8a", roughness: 0.95, pattern: "bricks", patternColor: "#6f716d", patternSize: 0.32 },
    },
    { type: "box", halfExtents: [2.03, 2.03, 0.06], position: [0, 0, 0.94], bevel: 0.02, look: "concrete" },
    ...[-1, 1].flatMap((s): VisualSpec[] => [
      { type: "cylinder", radius: 0.09, halfLength: 0.6, position: [edge, s * SIDE, 1.6], segments: 20, look: wood(1) },
      { type: "sphere", radius: 0.1, position: [edge, s * SIDE, 2.22], segments: 20, look: wood(2) },
    ]),
  ];
}
