import type { VisualInput } from "../../model/visual.js";
import type { Point, PropLook } from "./prop.js";

/** Length of a wave and its depth, m, and the thickness of the sheet. */
const [WAVE, DEPTH, THICK] = [0.29, 0.036, 0.012];

/** An upright sheet with trapezoidal ribs, along x before it is turned about z. */
export function corrugated(length: number, height: number, position: Point, turn: number, look: PropLook): VisualInput {
  const waves = Math.max(1, Math.round(length / WAVE));
  const pitch = length / waves;
  const front: number[][] = [];
  for (let k = 0; k < waves; k++) {
    const x = -length / 2 + k * pitch;
    front.push(
      [x, -DEPTH / 2],
      [x + 0.32 * pitch, -DEPTH / 2],
      [x + 0.5 * pitch, DEPTH / 2],
      [x + 0.82 * pitch, DEPTH / 2],
    );
  }
  front.push([length / 2, -DEPTH / 2]);
  const back = front.map(([x, y]) => [x, y + THICK]).reverse();
  return {
    type: "extrusion",
    outline: [...front, ...back],
    depth: height,
    position: [...position],
    orientation: { axis: [0, 0, 1], angle: turn },
    look,
  };
}
