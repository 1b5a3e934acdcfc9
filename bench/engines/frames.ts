import { toBody } from "../figures.js";
import type { BenchBody, Vector } from "../scene.js";

/** A world point in the frame of a body at its start. */
export function localPoint(body: BenchBody, point: Vector): Vector {
  const q = Float64Array.from(body.orientation ?? [0, 0, 0, 1]);
  const [x, y, z] = body.position;
  return toBody(q, 0, point[0] - x, point[1] - y, point[2] - z);
}

/** A world direction in the frame of a body at its start. */
export function localDirection(body: BenchBody, direction: Vector): Vector {
  const q = Float64Array.from(body.orientation ?? [0, 0, 0, 1]);
  return toBody(q, 0, direction[0], direction[1], direction[2]);
}
