import type { Engine } from "../scene.js";
import { cannon } from "./cannon.js";
import { mujoco, mujocoRk4 } from "./mujoco.js";
import { rapier } from "./rapier.js";
import { stiction, stictionEuler } from "./stiction.js";

/** Every engine, in the order of the table. A new one is a file beside this and a name here. */
export const engines: readonly Engine[] = [stiction, stictionEuler, rapier, mujoco, mujocoRk4, cannon];
