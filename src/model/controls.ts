import * as z from "zod/mini";
import type { InputBook } from "./compile/inputs.js";
import type { ProblemList } from "./errors.js";
import { nameSchema } from "./name.js";
import * as p from "./params.js";

/** Axes of two sticks; with a minus the other way round. To the right and back count as more. */
const AXES = ["left.x", "left.y", "right.x", "right.y"].flatMap((axis) => [axis, `-${axis}`]) as [string, ...string[]];

const drives = p.describe(
  z.union([z.string(), z.array(z.string()).check(z.minLength(1, { error: "expected at least one input" }))], {
    error: "expected an input to drive, such as controllers.boom.command, or a list of them",
  }),
  {
    unit: "",
    help: "the input that it drives, or several that go together",
    kind: "other",
    expected: "expected an input to drive, or a list of them",
  },
);

const keys = p.describe(
  z.optional(
    z
      .array(z.string({ error: "expected the code of a key, such as KeyI" }))
      .check(z.length(2, { error: "expected two keys: less, more" })),
  ),
  {
    unit: "",
    help: "codes of two keys: less, more; by the meaning of the name when absent",
    kind: "other",
    expected: "expected two keys: less, more",
  },
);

const axis = p.describe(z.optional(z.enum(AXES, { error: `expected one of ${AXES.join(", ")}` })), {
  unit: "",
  help: "axis of a stick, with a minus the other way round; by the meaning of the name when absent",
  kind: "choice",
  expected: `expected one of ${AXES.join(", ")}`,
  choices: AXES,
});

/** A named input of a scene: what a person drives it by. */
export const controlSchema = p.record(
  {
    name: nameSchema,
    label: p.text({ optional: true, help: "what people read; the name when absent" }),
    help: p.text({ optional: true, help: "what more and less do" }),
    unit: p.text({ default: "1", help: "unit of the value" }),
    drives,
    min: p.number({ unit: "unit of the control", default: -1, help: "smallest value" }),
    max: p.number({ unit: "unit of the control", default: 1, help: "largest value" }),
    returns: p.flag({ default: true, help: "goes back to its value at the start when it is let go, as a lever does" }),
    pace: p.number({ unit: "s", min: 0, default: 0, help: "shortest time from one end of the range to the other" }),
    keys,
    axis,
  },
  { help: "a named input" },
);

type ControlSpec = z.output<typeof controlSchema>;

/** A named input, compiled. */
export interface Control extends Omit<ControlSpec, "drives" | "label" | "help"> {
  readonly label: string;
  readonly help: string;
  /** Paths of the inputs. */
  readonly drives: readonly string[];
  /** Their places in `data.input`. */
  readonly slots: readonly number[];
}

/** Names become places of inputs; what does not exist is a problem, with the nearest word. */
export function compileControls(
  specs: readonly ControlSpec[],
  inputs: InputBook,
  problems: ProblemList,
): readonly Control[] {
  const taken = new Map<string, string>();
  return specs.map((spec, k) => {
    const path = `controls[${k}]`;
    const { name, min, max, label = name, help = "" } = spec;
    if (taken.has(name)) problems.add(`${path}.name`, `the name "${name}" is taken by ${taken.get(name)}`);
    taken.set(name, path);
    if (!(min < max)) problems.add(path, `expected min < max, got ${min} and ${max}`);
    const several = typeof spec.drives !== "string";
    const paths = typeof spec.drives === "string" ? [spec.drives] : spec.drives;
    const slots = paths.map((input, i) => inputs.find(input, `${path}.drives${several ? `[${i}]` : ""}`, problems));
    return { ...spec, label, help, drives: paths, slots };
  });
}
