import { BODY_TYPE, type Quat } from "stiction";
import { product, turned } from "../rotation.js";
import type { Run } from "./service.js";
import type { LocatedFrame, LocateSpot } from "./touch-protocol.js";

/** A point of the world, and an axis through it, in the current frame of a body. */
export function locate({ model, data }: Run, { body, point, axis = [0, 0, 1] }: LocateSpot): LocatedFrame {
  const [x, y, z, w] = data.bodyQuat.subarray(4 * body, 4 * body + 4);
  const inverse: Quat = [-x, -y, -z, w];
  const away = [0, 1, 2].map((i) => point[i] - data.bodyPos[3 * body + i]);
  const frame: Quat = model.planar ? aboutZ(Math.atan2(axis[1], axis[0])) : towards(axis);
  const position = turned(inverse, away).map((c, i) => c + model.bodyCom[3 * body + i]);
  return {
    name: body === 0 ? "" : model.bodyNames[body],
    mass: model.bodyType[body] === BODY_TYPE.dynamic ? model.bodyMass[body] : Infinity,
    position: model.planar ? position.slice(0, 2) : position,
    orientation: product(inverse, frame),
  };
}

function aboutZ(angle: number): Quat {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

/** The shortest rotation that brings z to a unit vector. */
function towards([x, y, z]: readonly number[]): Quat {
  if (z < -1 + 1e-12) return [1, 0, 0, 0];
  // z × a = (−y, x, 0), 1 + z · a
  const scale = 1 / Math.sqrt(2 * (1 + z));
  return [-y * scale, x * scale, 0, (1 + z) * scale];
}
