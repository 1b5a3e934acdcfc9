import type { Engine } from "../scene.js";
import { box2d3 } from "./box2d3.js";
import { cannon } from "./cannon.js";
import { havok } from "./havok.js";
import { jolt } from "./jolt.js";
import { mujoco, mujocoImplicit, mujocoRk4 } from "./mujoco.js";
import { physx, physxTgs } from "./physx.js";
import { rapier } from "./rapier.js";
import {
  stiction,
  stictionEuler,
  stictionLagrangian,
  stictionLagrangianRk5,
  stictionMixed,
  stictionPrecise,
  stictionRk4,
} from "./stiction.js";

/** Every engine, in the order of the table. A new one is a file in this folder and a name here. */
export const engines: readonly Engine[] = [
  stiction,
  stictionMixed,
  stictionPrecise,
  stictionLagrangian,
  stictionLagrangianRk5,
  stictionRk4,
  stictionEuler,
  rapier,
  jolt,
  physx,
  physxTgs,
  havok,
  box2d3,
  mujoco,
  mujocoRk4,
  mujocoImplicit,
  cannon,
];
