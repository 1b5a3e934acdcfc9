/**
 * One settled state from which all engines start. Without it each engine settles a heap of its own, and a heap that is
 * lower has other contacts.
 */
import { COUNTER, compile, createData, type Formulation } from "stiction";
import { createWorld, specOf } from "./engines/stiction.js";
import { gapOf, initialState, toBody, toWorld, worst } from "./figures.js";
import {
  type BenchBody,
  type BenchJoint,
  type BenchScene,
  type Figures,
  type Quaternion,
  STATE,
  type Vector,
  type World,
} from "./scene.js";

/** Steps after the common start in which engines fill their caches; not timed. */
export const WARM_STEPS = 30;

/** State of every body, `STATE.size` numbers each. */
export type States = readonly number[];

/** Runs the steps before the timed ones here, with the preset `fast`. */
export function settle(scene: BenchScene): States {
  const world = createWorld(scene, { type: "impulse", preset: "fast" });
  for (let k = 0; k < (scene.settle ?? 0); k++) world.step();
  return statesOf(scene, world);
}

/** The present state of a world; static bodies are where the scene has them. */
export function statesOf(scene: BenchScene, world: World): States {
  const state = new Float64Array(STATE.size);
  return scene.bodies.flatMap((body, k) => {
    if (body.mass === 0) return [...initialState(body)];
    world.read(k, state);
    return [...state];
  });
}

/** The scene with its bodies, and with the joints between them, in the given states. */
export function startFrom(scene: BenchScene, states: States): BenchScene {
  const vector = (k: number, from: number): Vector => {
    const i = STATE.size * k + from;
    return [states[i], states[i + 1], states[i + 2]];
  };
  const bodies = scene.bodies.map((body, k): BenchBody => {
    const orientation: Quaternion = [...vector(k, STATE.orientation), states[STATE.size * k + STATE.orientation + 3]];
    const velocity = vector(k, STATE.velocity);
    const angularVelocity = vector(k, STATE.angularVelocity);
    const motion = body.mass === 0 ? {} : { velocity, angularVelocity };
    return { ...body, position: vector(k, STATE.position), orientation, ...motion };
  });
  // a joint moves with its body B
  const joints = scene.joints.map((joint): BenchJoint => {
    const before = initialState(scene.bodies[joint.b]);
    const now = initialState(bodies[joint.b]);
    const o = STATE.orientation;
    const along = (v: Vector): Vector => toWorld(now, o, ...toBody(before, o, ...v));
    const [x, y, z] = along([joint.at[0] - before[0], joint.at[1] - before[1], joint.at[2] - before[2]]);
    const at: Vector = [now[0] + x, now[1] + y, now[2] + z];
    return { ...joint, at, ...(joint.axis === undefined ? {} : { axis: along(joint.axis) }) };
  });
  return { ...scene, bodies, joints, settle: 0 };
}

/** Points nearer than this count as contact, m: engines keep bodies at different small distances. */
const TOUCHING = 1e-3;

/** Contact points, the deepest overlap and the widest joint of a world, mm, by the same code for every engine. */
export function contactFigures(scene: BenchScene, world: World): Figures {
  const widest = scene.joints.reduce((most, joint) => worst(most, gapOf(scene, joint)(world)), 0);
  const gaps = scene.joints.length > 0 ? { "joint mm": 1000 * widest } : {};
  if (!scene.contact) return gaps;
  // bodies that stand still are not looked for ahead of their motion
  const still = startFrom(scene, statesOf(scene, world)).bodies.map((body) => ({
    ...body,
    velocity: [0, 0, 0] as const,
    angularVelocity: [0, 0, 0] as const,
  }));
  const model = compile(specOf({ ...scene, bodies: still, joints: [] }, { type: "impulse", preset: "fast" }));
  const data = createData(model);
  // the last stage of a step finds contacts at its end
  (model.formulation.kind as Formulation).finish?.(model, data);
  let points = 0;
  let deepest = 0;
  for (let i = 0; i < data.counter[COUNTER.points]; i++) {
    if (data.pointGap[i] < TOUCHING) points++;
    deepest = Math.min(deepest, data.pointGap[i]);
  }
  return { points, "overlap mm": -1000 * deepest, ...gaps };
}
