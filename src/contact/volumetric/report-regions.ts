/**
 * Regions of common volume in the tables of contacts, for events and sensors: one patch with one point per region, at
 * its centre, its gap the opposite of the mean depth V/S. They are those of the step that was made, so that nothing has
 * to be found twice.
 */
import type { ContactSink } from "../../collision/narrow/types.js";
import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { mayPush } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { ROW, volumeFields } from "./volume-fields.js";
import { usesVolume } from "./volume-setup.js";

/**
 * The contacts of shapes a and b, if they come from their common volume; false if they do not. Reads: memory, body
 * poses. Writes: sink.
 */
export function reportRegions(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean {
  if (!usesVolume(model, a, b) || !mayPush(model, data, model.systems.collision, a, b)) return false;
  const { key, memory, remembered } = volumeFields(data);
  const { bodyPos, bodyQuat } = data;
  const { v } = data.systems.volumetric.work;
  const body = model.shapes[a].body;
  sink.count = 0;
  for (let r = firstRow(key, remembered, a, b); r < remembered[0]; r++) {
    if (key[4 * r] !== a || key[4 * r + 1] !== b) break;
    const i = sink.count++;
    const o = ROW.size * r;
    sink.patch[i] = i;
    sink.featureA[i] = sink.featureB[i] = i;
    sink.gap[i] = -memory[o + ROW.volume] / memory[o + ROW.area];
    rotateInto(v, 0, bodyQuat, 4 * body, memory, o + ROW.center);
    for (let k = 0; k < 3; k++) sink.pointA[3 * i + k] = sink.pointB[3 * i + k] = bodyPos[3 * body + k] + v[k];
    rotateInto(sink.normal, 3 * i, bodyQuat, 4 * body, memory, o + ROW.normal);
  }
  return true;
}
