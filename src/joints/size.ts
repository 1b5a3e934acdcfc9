import { jointColumns } from "../model/joint-columns.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/** Size of a joint, m, where neither its bodies nor the joint have any: a point mass that is pinned at its centre. */
const NO_SIZE = 1;

/**
 * Sizes of the joints, m: the longest of the arms of its moving bodies, from their centres of mass to the joint, of
 * their radii of gyration, and of the length that the joint holds.
 */
export function jointSizes(model: Model): Float64Array {
  const { joints, bodyMass, bodyInertia } = model;
  return Float64Array.from({ length: joints.count }, (_, i) => {
    let size = "length" in joints.kinds[i].params ? joints.own[joints.ownStart[i] + lengthColumn(model, i)] : 0;
    if (!(size > 0)) size = 0;
    for (let side = 0; side < 2; side++) {
      const b = (side === 0 ? joints.bodyA : joints.bodyB)[i];
      if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
      const point = side === 0 ? joints.pointA : joints.pointB;
      const x = point[3 * i];
      const y = point[3 * i + 1];
      const z = point[3 * i + 2];
      const arm = Math.sqrt(x * x + y * y + z * z);
      const moment = Math.max(bodyInertia[6 * b], bodyInertia[6 * b + 1], bodyInertia[6 * b + 2]);
      size = Math.max(size, arm, Math.sqrt(moment / bodyMass[b]));
    }
    return size > 0 ? size : NO_SIZE;
  });
}

const lengthColumn = ({ joints }: Model, i: number) => jointColumns(joints.kinds[i].params).own.length;
