import { ImportError } from "../error.js";
import {
  about,
  cross,
  dot,
  fromAxes,
  fromEuler,
  minus,
  NO_TURN,
  type Pose,
  type Q4,
  times,
  unit,
  unitTurn,
  type V3,
  zTo,
} from "../pose.js";
import { numbers, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { CompilerSettings } from "./document.js";

export function readPose(element: XmlElement, compiler: CompilerSettings): Pose {
  return { position: vector(element, "pos") ?? [0, 0, 0], turn: readTurn(element, compiler) };
}

export function vector(element: XmlElement, attribute: string): V3 | undefined {
  return numbers(element, attribute, 3) as V3 | undefined;
}

/** `quat` (w first), `axisangle`, `euler`, `xyaxes` or `zaxis`. */
export function readTurn(element: XmlElement, { angle, eulerseq }: CompilerSettings): Q4 {
  const quat = numbers(element, "quat", 4);
  if (quat !== undefined) return unitTurn([quat[1], quat[2], quat[3], quat[0]]) ?? fail(element, "quat has no length");
  const turn = numbers(element, "axisangle", 4);
  if (turn !== undefined) return about([turn[0], turn[1], turn[2]], turn[3] * angle);
  const euler = numbers(element, "euler", 3);
  if (euler !== undefined)
    return fromEuler(
      euler.map((x) => x * angle),
      eulerseq,
    );
  const axes = numbers(element, "xyaxes", 6);
  if (axes !== undefined) return fromXY(element, [axes[0], axes[1], axes[2]], [axes[3], axes[4], axes[5]]);
  const z = vector(element, "zaxis");
  return z === undefined ? NO_TURN : zTo(z);
}

function fromXY(element: XmlElement, first: V3, second: V3): Q4 {
  const x = unit(first) ?? fail(element, "xyaxes has an axis without length");
  const y = unit(minus(second, times(x, dot(x, second)))) ?? fail(element, "xyaxes has parallel axes");
  return fromAxes(x, y, cross(x, y));
}

function fail(element: XmlElement, message: string): never {
  throw new ImportError(element, `${tagOf(element)}: ${message}`);
}
