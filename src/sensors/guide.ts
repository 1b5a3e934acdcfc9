import { GUIDE_FIELDS, guideFields } from "../controllers/guide-fields.js";
import type { Model } from "../model/model.js";
import type { Quantity, SensorKind } from "./sensor.js";

/** Names of the guides, in the order of their rows; sensors are compiled before controllers, from the scene. */
function guideNames({ spec }: Model): string[] {
  let nameless = 0;
  return spec.controllers.flatMap(({ type, name }) =>
    type === "guide" ? [typeof name === "string" ? name : `guide${++nameless}`] : [],
  );
}

function field(key: "position" | "speed" | "effort" | "load" | "stalled", help: string): Quantity {
  return {
    unit: GUIDE_FIELDS[key].unit || "1",
    help,
    components: [],
    read(_model, data, i, out, at) {
      out[at] = guideFields(data)[key][i];
    },
  };
}

const quantities: Readonly<Record<string, Quantity>> = {
  position: field("position", "coordinate that the guide prescribes"),
  speed: field("speed", "its speed"),
  effort: field("effort", "force or torque of the guide, from the multiplier of its constraint"),
  load: field("load", "the same, filtered: what is held against the largest effort"),
  stalled: field("stalled", "1 while the guide is at its largest effort"),
};

/** `guide/<name>/<quantity>` */
export const guideSensor: SensorKind = {
  name: "guide",
  help: "coordinate and effort of a guide: cylinder, slew ring",
  quantities: () => quantities,
  names: guideNames,
  find: (model, name) => guideNames(model).indexOf(name),
};
