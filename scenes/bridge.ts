import { type BodySpec, defineScene, elementary, type JointSpec, param } from "stiction";
import { bankVisuals, crateVisuals, plankVisuals } from "./parts/bridge-visuals.js";

/**
 * A suspension bridge of planks on hinges with a box on it. Planks of 1 m, hung a little slack between two banks:
 *
 *   bank ╲___╱ bank      the hinges stay closed for any length, since all are solved together
 */
export const bridge = defineScene({
  name: "bridge",
  title: "Bridge of planks",
  summary: "A chain of planks on hinges between two banks, with a load on it",
  group: "mechanisms",
  params: {
    planks: param.number({ unit: "1", integer: true, min: 2, max: 500, default: 30, help: "planks of 1 m" }),
    load: param.number({ unit: "kg", min: 0, default: 500, help: "mass of the box on the bridge; 0: none" }),
    slack: param.number({
      unit: "1",
      above: 0,
      max: 0.5,
      default: 0.03,
      help: "fraction by which the span is shorter than the planks",
    }),
  },
  build: ({ planks, load, slack }) => {
    const { place, depth } = arc(planks, 1 - slack);
    const bodies = Array.from({ length: planks }, (_, k) => {
      const [a, b] = [place(k), place(k + 1)];
      return {
        name: `plank-${k}`,
        material: "wood",
        mass: 10,
        position: [(a[0] + b[0]) / 2, 0, (a[1] + b[1]) / 2],
        orientation: { axis: [0, -1, 0], angle: elementary.atan2(b[1] - a[1], b[0] - a[0]) },
        shapes: [{ type: "box", halfExtents: [0.48, 1, 0.05] }],
        visuals: plankVisuals(k),
      } satisfies BodySpec;
    });
    const joints = Array.from(
      { length: planks + 1 },
      (_, k) =>
        ({
          type: "hinge",
          name: `hinge-${k}`,
          bodyA: k === 0 ? "world" : `plank-${k - 1}`,
          bodyB: k === planks ? "world" : `plank-${k}`,
          at: [place(k)[0], 0, place(k)[1]],
          axis: [0, 1, 0],
        }) satisfies JointSpec,
    );
    const span = place(planks)[0];
    const middle = `plank-${Math.floor(planks / 2)}`;
    const box = {
      name: "load",
      material: "wood",
      mass: Math.max(load, 1e-3),
      position: [0, 0, 1.2 - depth],
      shapes: [{ type: "box", halfExtents: [0.6, 0.6, 0.6] }],
      visuals: crateVisuals(0.6),
    } satisfies BodySpec;
    return {
      duration: 10,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset: "fast" },
      materials: { wood: { friction: 0.6 } },
      bodies: [
        ...[-1, 1].map(
          (side) =>
            ({
              name: side < 0 ? "bank-left" : "bank-right",
              type: "static" as const,
              material: "wood",
              position: [side * (span + 2.05), 0, -1],
              shapes: [{ type: "box", halfExtents: [2, 2, 1] }],
              visuals: bankVisuals(side),
            }) satisfies BodySpec,
        ),
        ...bodies,
        ...(load > 0 ? [box] : []),
      ],
      joints,
      sensors: [`body/${middle}/position.z`, "system/all/kineticEnergy"],
      view: {
        eye: [0.3 * planks, -0.9 * planks, 0.35 * planks],
        target: [0, 0, -depth / 2],
        pictureTime: 1,
        plot: [`body/${middle}/position.z`],
      },
    };
  },
});

/**
 * Ends of `count` links of 1 m on a circular arc whose chord is `chord` times their length; the arc hangs below its
 * ends.
 */
function arc(count: number, chord: number): { place(k: number): [number, number]; depth: number } {
  const radius = (half: number) => 0.5 / elementary.sin(half / count);
  let [low, high] = [1e-6, 3];
  for (let k = 0; k < 100; k++) {
    const middle = (low + high) / 2;
    if (2 * radius(middle) * elementary.sin(middle) > chord * count) low = middle;
    else high = middle;
  }
  const r = radius(low);
  return {
    place: (k) => {
      const angle = low * ((2 * k) / count - 1);
      return [r * elementary.sin(angle), r * (elementary.cos(low) - elementary.cos(angle))];
    },
    depth: r * (1 - elementary.cos(low)),
  };
}
