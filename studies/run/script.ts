/** Metrics that a JavaScript module measures. */
import type { Data, Model } from "stiction";
import type { Run } from "../design/design.js";

/** What the module gives for one run. */
export interface ScriptRun {
  /** Called before the first step and after each. */
  step?(data: Data): void;
  /** Values by name; a name that is missing has no value. */
  end(data: Data): Readonly<Record<string, number>>;
}

/** The default export of the module. */
export type ScriptFunction = (model: Model, run: Run) => ScriptRun;

/** A module, ready to measure. */
export interface StudyScript {
  readonly names: readonly string[];
  start(model: Model, run: Run): { step(data: Data): void; end(data: Data): (number | null)[] };
}

/** Checks what a module exports; `names` are the columns that it declares. */
export function studyScript(module: Readonly<Record<string, unknown>>, path: string): StudyScript {
  const { default: begin, names } = module;
  if (typeof begin !== "function")
    throw new TypeError(`${path}: expected \`export default (model, run) => ({ step, end })\``);
  if (!Array.isArray(names) || names.length === 0 || names.some((name) => typeof name !== "string"))
    throw new TypeError(`${path}: expected \`export const names = ["…"]\`, the metrics that end() returns`);
  return {
    names: names as string[],
    start(model, run) {
      const part = (begin as ScriptFunction)(model, run);
      if (typeof part?.end !== "function")
        throw new TypeError(`${path}: expected a function \`end\` in what the module returns`);
      return {
        step: (data) => part.step?.(data),
        end(data) {
          const values = part.end(data);
          return (names as string[]).map((name) => {
            const value = values[name];
            return typeof value === "number" && Number.isFinite(value) ? value : null;
          });
        },
      };
    },
  };
}
