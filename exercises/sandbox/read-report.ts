/** What comes out of the sandbox is a stranger's text until it is read here. */
import { z } from "zod";
import type { ExerciseReport } from "../types.js";
import { ScriptStopped } from "./sandbox.js";

const text = z.string().max(600);
/** JSON has no NaN: null stands for a value that was not measured. */
const value = z
  .number()
  .nullable()
  .transform((x) => x ?? Number.NaN);

const schema = z.object({
  progress: z.number().min(0).max(1),
  messages: z.array(z.object({ time: z.number(), level: z.enum(["info", "warn", "error"]), text })).max(60),
  events: z.array(z.object({ time: z.number(), kind: text, text, points: z.number() })).max(60),
  finished: z.boolean(),
  grade: z
    .object({
      score: z.number().min(0).max(100),
      passed: z.boolean(),
      items: z
        .array(z.object({ id: text, title: text, value, unit: text, points: z.number(), most: z.number() }))
        .max(50),
    })
    .optional(),
});

/** Reads a report. Throws ScriptStopped where it is none. */
export function readReport(json: string): ExerciseReport {
  let found: unknown;
  try {
    found = JSON.parse(json);
  } catch {
    throw new ScriptStopped("the script's report is no JSON: was JSON.stringify changed?");
  }
  const parsed = schema.safeParse(found);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ScriptStopped(`the script's report is wrong: ${issue.path.join(".")}: ${issue.message}`);
  }
  const { grade, ...rest } = parsed.data;
  return grade === undefined ? rest : { ...rest, grade };
}
