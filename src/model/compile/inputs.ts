import { type ProblemList, unknownWord } from "../errors.js";
import { BODY_TYPE } from "../model.js";

const AXES = ["x", "y", "z"];

/**
 * The inputs of a model: what controllers and callers may drive. `data.input` holds the applied wrench [τ; f] of every
 * body (world axes, about the centre of mass), then the prescribed velocity [ω; v] of kinematic bodies, then the inputs
 * of items.
 */
export class InputBook {
  readonly values: number[];
  private readonly slots = new Map<string, number>();
  private readonly bodyIndex: ReadonlyMap<string, number>;
  private readonly bodyType: Uint8Array;
  private readonly nb: number;

  constructor(bodyIndex: ReadonlyMap<string, number>, bodyType: Uint8Array, velocities: Float64Array) {
    this.bodyIndex = bodyIndex;
    this.bodyType = bodyType;
    this.nb = bodyIndex.size;
    this.values = [...new Float64Array(6 * this.nb), ...velocities];
  }

  /** A new input slot under a scene path such as `forces.cylinder.restLength`. */
  define(path: string, value: number): number {
    const slot = this.values.push(value) - 1;
    this.slots.set(path, slot);
    return slot;
  }

  /** The slot that a path means, or −1 with a problem noted. */
  find(path: string, where: string, problems: ProblemList): number {
    const own = this.slots.get(path);
    if (own !== undefined) return own;
    const [list, name, quantity, axis, extra] = path.split(".");
    if (list === "bodies" && name !== undefined && quantity !== undefined && extra === undefined) {
      const b = this.bodyIndex.get(name);
      if (b === undefined) {
        problems.add(where, unknownWord("body", name, [...this.bodyIndex.keys()]));
        return -1;
      }
      const offset = bodyInputOffset(quantity);
      const k = AXES.indexOf(axis);
      if (offset >= 0 && k >= 0) {
        const kind = offset >= 6 ? "kinematic" : "dynamic";
        if (this.bodyType[b] !== BODY_TYPE[kind]) {
          problems.add(where, `${quantity} drives ${kind} bodies only, and "${name}" is not ${kind}`);
        }
        return (offset >= 6 ? 6 * this.nb : 0) + 6 * b + (offset % 6) + k;
      }
    }
    const known = [...this.slots.keys(), "bodies.<name>.force.x", "bodies.<name>.torque.z", "bodies.<name>.velocity.x"];
    problems.add(where, unknownWord("input", path, known));
    return -1;
  }
}

function bodyInputOffset(quantity: string): number {
  if (quantity === "torque") return 0;
  if (quantity === "force") return 3;
  if (quantity === "angularVelocity") return 6;
  return quantity === "velocity" ? 9 : -1;
}
