import { ImportError } from "../error.js";
import { type Entry, lineOf } from "../scene/draft.js";
import { number, numbers, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { MjcfModel } from "./import.js";
import { isSprung, type JointRecord, passiveEntry } from "./joints.js";

/** force = gain · ctrl + bias₀ + bias₁ q + bias₂ q̇. */
interface Law {
  readonly gain: number;
  readonly bias: readonly [number, number, number];
}

/** Drives of joints from actuators, then what springs and dampers are left. */
export function addActuators(model: MjcfModel): void {
  const { document, report, draft } = model;
  document.section("actuator").forEach((given, index) => {
    const element = document.defaults.complete(given, undefined);
    const record = model.joints.get(element.attributes.joint ?? element.attributes.jointinparent ?? "");
    const law = lawOf(element);
    if (record === undefined) {
      if (element.attributes.joint !== undefined)
        throw new ImportError(given, `there is no joint "${element.attributes.joint}"`);
      report.leftOut(given, `the actuator ${tagOf(given)}: it drives no joint`);
    } else if (law === undefined || record.joint.type === "ball" || record.entry.drive !== undefined) {
      report.leftOut(
        given,
        `the actuator ${tagOf(given)}${record.entry.drive === undefined ? "" : ": its joint has a drive already"}`,
      );
    } else addDrive(model, given, element, record, law, model.control[index] ?? 0);
  });
  for (const record of model.records) {
    if (!isSprung(record.joint)) continue;
    const { stiffness, damping, springref, type } = record.joint;
    if (record.entry.drive === undefined && type !== "ball")
      record.entry.drive = { mode: "position", target: springref, stiffness, damping };
    else if ((record.entry.drive as Entry | undefined)?.passive !== true) {
      const name = draft.jointNames.take(`${String(record.entry.name)}_spring`, "spring");
      draft.joints.push(
        draft.comment(
          passiveEntry(record, name),
          `spring and damper of ${tagOf(record.joint.element)} (${lineOf(record.joint.element)})`,
        ),
      );
    }
  }
  for (const { entry } of model.records) delete (entry.drive as Record<string, unknown> | undefined)?.passive;
}

function lawOf(element: XmlElement): Law | undefined {
  const gain = numbers(element, "gainprm") ?? [1];
  const bias = numbers(element, "biasprm") ?? [];
  if (element.attributes.dyntype !== undefined && element.attributes.dyntype !== "none") return undefined;
  if (element.name === "motor") return { gain: 1, bias: [0, 0, 0] };
  if (element.name === "position") {
    const kp = number(element, "kp") ?? 1;
    return element.attributes.timeconst === undefined && element.attributes.dampratio === undefined
      ? { gain: kp, bias: [0, -kp, -(number(element, "kv") ?? 0)] }
      : undefined;
  }
  if (element.name === "velocity") {
    const kv = number(element, "kv") ?? 1;
    return { gain: kv, bias: [0, 0, -kv] };
  }
  if (element.name !== "general" || !["fixed", undefined].includes(element.attributes.gaintype)) return undefined;
  if (!["none", "affine", undefined].includes(element.attributes.biastype)) return undefined;
  const affine = element.attributes.biastype === "affine";
  return { gain: gain[0] ?? 1, bias: affine ? [bias[0] ?? 0, bias[1] ?? 0, bias[2] ?? 0] : [0, 0, 0] };
}

function addDrive(
  model: MjcfModel,
  given: XmlElement,
  element: XmlElement,
  record: JointRecord,
  law: Law,
  control: number,
): void {
  const { report } = model;
  const gear = numbers(element, "gear")?.[0] ?? 1;
  const { joint, entry } = record;
  const most = largestEffort(element, law, gear);
  const bound = most === undefined ? {} : { maxEffort: most };
  const [b0, b1, b2] = law.bias;
  if (b1 < 0) {
    // k (target − q) − d q̇ with k = −b₁ gear², at the shaft of the joint; its own damping acts beside
    const stiffness = -b1 * gear * gear;
    const target = (law.gain * control + b0) / (-b1 * gear);
    const own = joint.stiffness === 0;
    entry.drive = {
      mode: "position",
      target,
      stiffness,
      damping: -b2 * gear * gear + (own ? joint.damping : 0),
      ...bound,
      ...(own ? { passive: true } : {}),
    };
    if (own && joint.damping > 0 && most !== undefined)
      report.changed(given, `${tagOf(given)}: the damping of its joint counts within its largest effort`);
  } else if (b1 === 0 && b2 < 0) {
    entry.drive = { mode: "position", target: 0, stiffness: 0, damping: -b2 * gear * gear, ...bound };
    report.changed(given, `${tagOf(given)}, a servo of speed, is a damper: its set point is 0`);
  } else if (b1 === 0 && b2 === 0) entry.drive = { mode: "effort", target: gear * (law.gain * control + b0), ...bound };
  else report.leftOut(given, `the actuator ${tagOf(given)}: it drives away from its set point`);
}

function largestEffort(element: XmlElement, law: Law, gear: number): number | undefined {
  const force = numbers(element, "forcerange", 2);
  if (force !== undefined && element.attributes.forcelimited !== "false")
    return Math.max(Math.abs(force[0]), Math.abs(force[1])) * Math.abs(gear);
  const control = numbers(element, "ctrlrange", 2);
  const motor = law.bias.every((x) => x === 0);
  if (motor && control !== undefined && element.attributes.ctrllimited !== "false")
    return Math.max(Math.abs(control[0]), Math.abs(control[1])) * Math.abs(law.gain * gear);
  return undefined;
}
