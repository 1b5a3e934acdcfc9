import { separationOf } from "../../collision/narrow/pair-table.js";
import { boundShape, placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import type { Model } from "../../model/model.js";
import { soilFields } from "./soil-state.js";

/**
 * Raises "utility struck" when the hull of a bucket begins to touch a buried utility, whether it is a body that contact
 * sees or a sensor. Reads: body poses. Writes: struck, events.
 */
export function checkUtilities(model: Model, data: Data): void {
  const { buckets, utilities } = model.systems.soil;
  const { collision } = model.systems;
  const { colliders } = data.systems.collision;
  const { gap, pose } = data.systems.soil;
  const { box } = itemFields(data, "collision", COLLISION_FIELDS);
  const { struck } = soilFields(data);
  for (let k = 0; k < buckets.length; k++) {
    const { shape, body } = buckets[k];
    boundShape(collision, shape, pose, box);
    for (let u = 0; u < utilities.length; u++) {
      const other = utilities[u];
      placeShape(data, collision, other, pose);
      boundShape(collision, other, pose, box);
      let touches = meet(box, 6 * shape, 6 * other);
      if (touches) {
        touches = separationOf(colliders[shape], pose, 7 * shape, colliders[other], pose, 7 * other, gap);
        touches = touches && gap.values[0] <= 0;
      }
      const at = k * utilities.length + u;
      if (touches && struck[at] === 0) {
        const event = claimEvent(data, events.utilityStruck.code, body, collision.body[other]);
        data.eventTime[event] = data.clock[0];
        data.eventValue[event] = -gap.values[0];
      }
      struck[at] = touches ? 1 : 0;
    }
  }
}

function meet(box: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (box[a + k] > box[b + 3 + k] || box[b + k] > box[a + 3 + k]) return false;
  return true;
}
