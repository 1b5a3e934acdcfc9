/** Studies that come with the tool. */
import type { StudyScript } from "stiction/studies";
import { grasp } from "./grasp.js";
import { frictionIdentification, stackStability } from "./stack.js";
import { excavatorValves } from "./valves.js";

/** A study by name, as its file would say it. */
export interface ShippedStudy {
  readonly name: string;
  readonly title: string;
  readonly study: Readonly<Record<string, unknown>>;
  /** Script that the study names as `shipped:<name>`. */
  script?(): StudyScript;
}

/** All shipped studies. */
export const shippedStudies: readonly ShippedStudy[] = [grasp, stackStability, frictionIdentification, excavatorValves];
