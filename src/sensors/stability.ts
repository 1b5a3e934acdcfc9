import type { Data } from "../data/data.js";
import { acosAt } from "../math/elementary.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import type { Quantity, SensorKind } from "./sensor.js";
import { findUp, RESULT } from "./stability/machines.js";
import { findSupport } from "./stability/support.js";
import { findTipOver } from "./stability/tip-over.js";

/** A result of `findTipOver`. */
function ofTipOver(unit: string, help: string, at: number, withInertia = false): Quantity {
  return {
    unit,
    help: `${help}; not a number while nothing carries the machine`,
    components: [],
    needsForces: true,
    needsStep: true,
    read(model, data, body, out, to) {
      findTipOver(model, data, body, withInertia);
      out[to] = data.systems.stability.result[at];
    },
  };
}

/** Angle between what was up in a body at the start and up, rad. */
function tiltOf(model: Model, data: Data, index: number, out: Float64Array, at: number): void {
  const b = index === 0 ? model.systems.stability.heaviest : index;
  const { up, edge } = data.systems.stability;
  findUp(model, data);
  rotateInverseInto(edge, 0, model.bodyQuat0, 4 * b, up, 0);
  angleToUp(data, b, out, at);
}

/** Angle between the z axis of a body and up, rad. */
function slopeOf(model: Model, data: Data, index: number, out: Float64Array, at: number): void {
  const { edge } = data.systems.stability;
  findUp(model, data);
  edge[0] = edge[1] = 0;
  edge[2] = 1;
  angleToUp(data, index === 0 ? model.systems.stability.heaviest : index, out, at);
}

/** out[at] ← the angle between `edge`, in the frame of body b, and up. Reads: up. Writes: edge. */
function angleToUp(data: Data, b: number, out: Float64Array, at: number): void {
  const { up, edge } = data.systems.stability;
  rotateInto(edge, 0, data.bodyQuat, 4 * b, edge, 0);
  out[at] = Math.max(-1, Math.min(1, edge[0] * up[0] + edge[1] * up[1] + edge[2] * up[2]));
  acosAt(out, at);
}

const quantities: Readonly<Record<string, Quantity>> = {
  margin: ofTipOver(
    "1",
    "tip-over margin of weights and applied forces: 1 in the middle of the support polygon, 0 at its edge, negative beyond",
    RESULT.margin,
  ),
  dynamicMargin: ofTipOver(
    "1",
    "tip-over margin with the forces of inertia: where the ground carries the machine",
    RESULT.margin,
    true,
  ),
  distance: ofTipOver("m", "distance of the resultant from the edge over which it tips first", RESULT.distance),
  moment: ofTipOver("N m", "restoring moment that is left about that edge", RESULT.moment),
  angle: ofTipOver(
    "rad",
    "force-angle measure: angle by which the resultant at the centre of mass may turn",
    RESULT.angle,
  ),
  loadMoment: ofTipOver("N m", "moment about that edge of all bodies that tip the machine", RESULT.loadMoment),
  utilization: ofTipOver(
    "1",
    "moment of all bodies that tip the machine over that of all that hold it; 1 where it tips",
    RESULT.utilization,
  ),
  supportArea: ofTipOver("m²", "level area of the support polygon", RESULT.area),
  supports: {
    unit: "1",
    help: "number of points that carry the machine",
    components: [],
    needsForces: true,
    needsStep: true,
    read(model, data, body, out, at) {
      findSupport(model, data, body);
      out[at] = data.systems.stability.count;
    },
  },
  tilt: { unit: "rad", help: "angle by which the body leans from its pose at the start", components: [], read: tiltOf },
  slope: { unit: "rad", help: "angle of the body's z axis from up", components: [], read: slopeOf },
};

/** `stability/<body>/<quantity>` of the machine to which a body belongs; `all`: that of the heaviest body. */
export const stabilitySensor: SensorKind = {
  name: "stability",
  help: "support polygon and tip-over of a machine: all bodies that joints connect with one",
  quantities: () => quantities,
  names: (model) => ["all", ...model.bodyNames.filter((_, b) => model.bodyType[b] === BODY_TYPE.dynamic)],
  find(model, name) {
    // sensors of a scene are found before its systems are prepared
    if (name === "all") return model.bodyType.includes(BODY_TYPE.dynamic) ? 0 : -1;
    const b = model.bodyIndex.get(name) ?? -1;
    return b >= 0 && model.bodyType[b] === BODY_TYPE.dynamic ? b : -1;
  },
};
