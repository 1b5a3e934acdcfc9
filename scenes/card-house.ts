import { type BodySpec, defineScene, elementary, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

/**
 * A house of cards that stands by friction alone. Cards of 88 × 58 mm lean against each other in pairs, with a level
 * card on every two tops:
 *
 *        /\
 *       ――――
 *      /\  /\
 */
export const cardHouse = defineScene({
  name: "card-house",
  title: "House of cards",
  summary: "Cards lean against each other in pairs, storey upon storey, and stand by friction",
  group: "piles",
  params: {
    storeys: param.number({ unit: "1", integer: true, min: 1, max: 6, default: 3, help: "storeys" }),
    friction: param.number({ unit: "1", min: 0, default: 0.7, help: "friction coefficient" }),
    lean: param.number({ unit: "rad", above: 0, max: 0.7, default: 0.35, help: "angle of the cards from upright" }),
  },
  build: ({ storeys, friction, lean }) => {
    // ten times as large as cards, so that the contact margin is small in comparison
    const [half, thick] = [0.44, 0.015];
    const [s, c] = [elementary.sin(lean), elementary.cos(lean)];
    // the lower edge of a card that leans to the right touches the floor with its right corner
    const height = 2 * (half * c + thick * s);
    const pitch = 2 * (2 * half * s + 2 * thick * c);
    const card = (name: string, x: number, z: number, angle: number, length: number, color: number) =>
      ({
        name,
        material: "card",
        position: [x, 0, z],
        orientation: { axis: [0, 1, 0], angle },
        color: hue(color),
        shapes: [{ type: "box", halfExtents: [thick, 0.29, length] }],
      }) satisfies BodySpec;
    const bodies = Array.from({ length: storeys }, (_, row) => {
      const tents = storeys - row;
      const base = row * (height + 2 * thick);
      const middle = (k: number) => (k - (tents - 1) / 2) * pitch;
      // the upper inner corners of two cards meet over the middle
      const apart = half * s + thick * c;
      const leaning = Array.from({ length: tents }, (_, k) => [
        card(`left-${row}-${k}`, middle(k) - apart, base + height / 2, lean, half, row),
        card(`right-${row}-${k}`, middle(k) + apart, base + height / 2, -lean, half, row),
      ]).flat();
      const level = Array.from({ length: tents - 1 }, (_, k) =>
        card(
          `level-${row}-${k}`,
          (middle(k) + middle(k + 1)) / 2,
          base + height + thick,
          Math.PI / 2,
          pitch / 2 - 0.01,
          5,
        ),
      );
      return [...leaning, ...level];
    }).flat();
    return {
      duration: 10,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset: "fast", substeps: 8, contacts: "iterative" },
      materials: { card: { friction, density: 700 } },
      bodies: [floor("card"), ...bodies],
      sensors: [`body/left-${storeys - 1}-0/position.z`, "system/all/kineticEnergy"],
      view: {
        eye: [storeys * 0.6, -1.6 * storeys - 1, storeys * 0.8],
        target: [0, 0, storeys * 0.4],
        pictureTime: 0.5,
        plot: [`body/left-${storeys - 1}-0/position.z`],
      },
    };
  },
});
