import { type BodySpec, defineScene, param } from "stiction";

/**
 * The stack of [Gribel2009] §5.1: 20 boxes of 0.5 m, 2 kg each, friction 0.25, step 10 ms. With the solver of the
 * thesis it falls after a few seconds with few sweeps, later with many; ours stands.
 *
 *   offset: boxes are placed at random within ± offset of the axis
 *   space: cubes of 0.5 m with the same mass, on a floor
 */
export const stack = defineScene({
  name: "stack",
  title: "Stack of 20 boxes",
  summary: "The stack of Gribel's thesis, with the solver of the thesis or ours",
  group: "piles",
  params: {
    boxes: param.number({ unit: "1", integer: true, min: 1, max: 1000, default: 20, help: "number of boxes" }),
    preset: param.choice(["fast", "precise", "thesis"], { default: "fast", help: "the solver" }),
    iterations: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 100_000,
      optional: true,
      help: "sweeps per step",
    }),
    warmStart: param.choice(["preset", "on", "off"], { default: "preset", help: "start from the previous impulses" }),
    order: param.choice(["preset", "color", "bottom-up", "top-down"], { default: "preset", help: "order of a sweep" }),
    clamp: param.choice(["accumulated", "per-iteration"], {
      default: "per-iteration",
      help: "thesis: bounds apply to the accumulated impulse or to each change of it",
    }),
    offset: param.number({ unit: "m", min: 0, default: 0, help: "largest offset of a box from the axis" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the offsets" }),
    planar: param.flag({ default: true, help: "squares in the plane, as in the thesis; else cubes in space" }),
  },
  build: ({ boxes, preset, iterations, warmStart, order, clamp, offset, seed, planar }) => {
    const next = seeded(seed);
    const top = `box-${boxes - 1}`;
    const body = (k: number): BodySpec => {
      const x = offset * (2 * next() - 1);
      const y = planar ? 0 : offset * (2 * next() - 1);
      const up = 0.25 + 0.5 * k;
      return {
        name: `box-${k}`,
        mass: 2,
        material: "box",
        position: planar ? [x, up] : [x, y, up],
        shapes: [
          planar ? { type: "polygon", halfExtents: [0.25, 0.25] } : { type: "box", halfExtents: [0.25, 0.25, 0.25] },
        ],
      };
    };
    return {
      ...(planar ? { plane: "xy" as const } : {}),
      duration: 15,
      timestep: 0.01,
      formulation: {
        type: "impulse",
        preset,
        warmStart,
        order,
        ...(preset === "thesis" ? { clamp } : {}),
        ...(iterations === undefined ? {} : { iterations }),
      },
      materials: { box: { friction: 0.25, restitution: 0.25 } },
      bodies: [
        {
          name: "ground",
          type: "static",
          material: "box",
          position: planar ? [0, -0.5] : [0, 0, -0.5],
          shapes: [planar ? { type: "polygon", halfExtents: [20, 0.5] } : { type: "box", halfExtents: [20, 20, 0.5] }],
        },
        ...Array.from({ length: boxes }, (_, k) => body(k)),
      ],
      sensors: [
        { name: "sway", read: `body/${top}/position.x` },
        { name: "height", read: `body/${top}/position.${planar ? "y" : "z"}` },
        { name: "gap", read: "contact/ground:box-0/gap" },
      ],
      view: planar
        ? { eye: [0, boxes / 4, boxes], target: [0, boxes / 4, 0], pictureTime: 2, plot: ["sway"] }
        : {
            eye: [boxes / 2, -boxes, boxes / 3],
            target: [0, 0, boxes / 4],
            pictureTime: 2,
            plot: ["sway"],
          },
    };
  },
});

/** Numbers in [0, 1) from a seed: a linear congruential generator. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
