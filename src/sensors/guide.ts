import { GUIDE_FIELDS, guideFields } from "../controllers/guide-fields.js";
import type { JointKind } from "../joints/joint.js";
import type { Model } from "../model/model.js";
import type { Quantity, SensorKind } from "./sensor.js";

/** Guides of the scene in the order of their rows: sensors are compiled before controllers. */
function guidesOf({ spec }: Model) {
  return spec.controllers.filter(({ type }) => type === "guide");
}

function guideNames(model: Model): string[] {
  let nameless = 0;
  return guidesOf(model).map(({ name }) => (typeof name === "string" ? name : `guide${++nameless}`));
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

/** The same of a guide that turns, and of one that moves along a line. */
const BY_UNIT = {
  rad: withUnits("rad", "rad/s", "N m"),
  m: withUnits("m", "m/s", "N"),
};

function withUnits(position: string, speed: string, effort: string): Readonly<Record<string, Quantity>> {
  return {
    ...quantities,
    position: { ...quantities.position, unit: position },
    speed: { ...quantities.speed, unit: speed },
    effort: { ...quantities.effort, unit: effort },
    load: { ...quantities.load, unit: effort },
  };
}

/** By what the guide moves: a length that a joint prescribes, or the target of a joint's drive. */
function quantitiesOf(model: Model | undefined, i: number): Readonly<Record<string, Quantity>> {
  const output = model === undefined ? undefined : (guidesOf(model)[i]?.output as string | undefined);
  const [, name, key] = /^joints\.(.+?)\.(length|drive\.target)$/.exec(output ?? "") ?? [];
  if (key === "length") return BY_UNIT.m;
  const joint = name === undefined ? -1 : (model as Model).joints.names.indexOf(name);
  const unit = joint < 0 ? undefined : ((model as Model).joints.kinds[joint] as JointKind).coordinateUnit;
  return unit === undefined ? quantities : BY_UNIT[unit];
}

/** `guide/<name>/<quantity>` */
export const guideSensor: SensorKind = {
  name: "guide",
  help: "coordinate and effort of a guide: cylinder, slew ring",
  quantities: quantitiesOf,
  names: guideNames,
  find: (model, name) => guideNames(model).indexOf(name),
};
