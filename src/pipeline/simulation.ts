import { createData, type Data, resetData, setBodyState } from "../data/data.js";
import { events, takeEvents } from "../data/events.js";
import { checkModel } from "../data/owner.js";
import { restore, snapshot } from "../data/snapshot.js";
import type { Quat } from "../math/quat.js";
import type { Vec3 } from "../math/vec3.js";
import { show, unknownWord } from "../model/errors.js";
import { BODY_STATE, bodyIndexOf, type Model } from "../model/model.js";
import type { UntypedBodySpec } from "../model/typed-spec.js";
import { type AttachOptions, attach, detach, lock } from "./attach.js";
import {
  applyImpulse,
  bodyAngularVelocity,
  bodyOrientation,
  bodyPosition,
  bodyVelocity,
  setBodyPose,
  setBodyVelocity,
  setWrench,
} from "./bodies.js";
import { type ContactPoint, contacts, type JointReading, readJoint, type StepWarning, warnings } from "./lists.js";
import { readSensor } from "./read-sensor.js";
import { addBody, removeBody, type Simulation } from "./recompile.js";
import { step } from "./step.js";

/** A body of a simulation, by name. Setters wake it. World axes, SI units. */
export interface BodyHandle {
  readonly name: string;
  /** Origin of the body frame, m. */
  position: Vec3;
  /** Orientation of the body frame, [x, y, z, w]. */
  orientation: Quat;
  /** Velocity of the centre of mass, m/s. */
  velocity: Vec3;
  /** rad/s */
  angularVelocity: Vec3;
  /** `active`, `asleep` (rests until touched) or `dormant` (takes no part). */
  state: keyof typeof BODY_STATE;
  /** Strikes the body with an impulse, N s, at a point of the world, m; at the centre of mass by default. */
  applyImpulse(impulse: Vec3, point?: Vec3): void;
  /** Force (N) and torque about the centre of mass (N m) that act until they are changed. */
  setWrench(wrench: { force?: Vec3; torque?: Vec3 }): void;
}

/** What `on` listens to: events of the simulation, and `step` after every step. */
export type SimulationEventName = keyof typeof events | "step";

/** An event by names. */
export interface NamedEvent {
  readonly event: SimulationEventName;
  /**
   * Names of the bodies, of the joint (`jointBroke`, `hydraulicOverload`) or of the rule of the scene (`rule`)
   * concerned.
   */
  readonly who: readonly string[];
  /** s */
  readonly time: number;
  readonly value: number;
}

/**
 * A running scene behind one object, for those who want to begin with that: model and data are inside, and everything
 * is called by name. It adds nothing to the core and costs it nothing; `model` and `data` are the ones that all other
 * functions take.
 */
export interface LiveSimulation<B = UntypedBodySpec> extends Simulation {
  /** The current model and data; adding or removing a body or a joint replaces both. */
  readonly model: Model;
  readonly data: Data;
  /** Simulated time, s. */
  readonly time: number;
  /** One step of `model.options.timestep`; returns its status bits, 0 when clean. */
  step(): number;
  /** Steps for so many seconds, rounded to whole steps; returns the status bits of all of them. */
  run(seconds: number): number;
  /** Back to the initial state. */
  reset(): void;
  /** A body by name; throws for an unknown one. */
  body(name: string): BodyHandle;
  /** Coordinate, loads and state of a joint at present; throws for an unknown one. */
  joint(name: string): JointReading;
  /** The contact points of the last step. */
  contacts(): ContactPoint[];
  /** Any number of the state: `body/box/position.z`; see `readSensor`. */
  sensor(path: string): number;
  /** What `compile` found questionable in the scene: steps that are too long, shapes that need care. */
  readonly sceneWarnings: readonly string[];
  /** Numerical trouble so far, by name; empty for a clean run. */
  warnings(): StepWarning[];
  /** Calls back after the step in which an event came; returns a function that ends it. */
  on(event: SimulationEventName, listener: (event: NamedEvent) => void): () => void;
  /** The state as bytes. */
  snapshot(): Uint8Array;
  /** Back to the state of a snapshot of this scene. */
  restore(bytes: Uint8Array): void;
  /** Adds a body while running. */
  add(body: B): void;
  /** Removes a body, with the joints and forces that hold on to it. */
  remove(name: string): void;
  /** Joins two bodies where they are now, rigidly by default; returns the name of the joint. See `attach`. */
  attach(bodyA: string, bodyB: string, options?: AttachOptions): string;
  /** Removes a joint. */
  detach(joint: string): void;
  /** Freezes a joint at its present coordinate. */
  lock(joint: string): void;
}

/** A simulation of a compiled model, from its initial state; `createSimulation` compiles the scene as well. */
export function simulationOf<B = UntypedBodySpec>(compiled: Model): LiveSimulation<B> {
  checkModel(compiled);
  let current: Simulation = { model: compiled, data: createData(compiled) };
  const listeners = new Map<SimulationEventName, Set<(event: NamedEvent) => void>>();

  function stepOnce(): number {
    const { model, data } = current;
    const status = step(model, data);
    if (listeners.size > 0) report(model, data);
    return status;
  }

  function report(model: Model, data: Data): void {
    for (const { code, who, time, value } of takeEvents(data)) {
      const name = NAMES.get(code);
      if (name !== undefined) tell({ event: name, who: namesOf(model, name, who), time, value });
    }
    tell({ event: "step", who: [], time: data.time, value: 0 });
  }

  function tell(event: NamedEvent): void {
    for (const listener of listeners.get(event.event) ?? []) listener(event);
  }

  return {
    get model() {
      return current.model;
    },
    get data() {
      return current.data;
    },
    get time() {
      return current.data.time;
    },
    get sceneWarnings() {
      return current.model.warnings;
    },
    step: stepOnce,
    run(seconds) {
      const steps = Math.round(seconds / current.model.options.timestep);
      if (!(seconds >= 0 && Number.isSafeInteger(steps)))
        throw new RangeError(`run: expected a finite number of seconds ≥ 0, got ${show(seconds)}`);
      let status = 0;
      for (let k = 0; k < steps; k++) status |= stepOnce();
      return status;
    },
    reset: () => resetData(current.model, current.data),
    body: (name) => handleOf(() => current, name),
    joint: (name) => readJoint(current.model, current.data, name),
    contacts: () => [...contacts(current.model, current.data)],
    sensor: (path) => readSensor(current.model, current.data, path),
    warnings: () => warnings(current.model, current.data),
    on(event, listener) {
      const known = ["step", ...Object.keys(events)];
      if (!known.includes(event)) throw new RangeError(unknownWord("event", String(event), known));
      if (typeof listener !== "function") throw new TypeError(`on: expected a function, got ${show(listener)}`);
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(event);
      };
    },
    snapshot: () => snapshot(current.data),
    restore: (bytes) => restore(current.model, current.data, bytes),
    add(body) {
      current = addBody(current, body as UntypedBodySpec);
    },
    remove(name) {
      current = removeBody(current, name);
    },
    attach(bodyA, bodyB, options) {
      current = attach(current, bodyA, bodyB, options);
      return current.model.joints.names[current.model.joints.count - 1];
    },
    detach(joint) {
      current = detach(current, joint);
    },
    lock(joint) {
      current = lock(current, joint);
    },
  };
}

const NAMES = new Map<number, keyof typeof events>(
  Object.entries(events).map(([name, { code }]) => [code, name as keyof typeof events]),
);

/** Names of the things that an event concerns. */
function namesOf(model: Model, event: keyof typeof events, who: readonly [number, number]): string[] {
  if (event === "rule") return [model.events[who[0]].name];
  if (event === "jointBroke" || event === "hydraulicOverload") return [model.joints.names[who[0]]];
  if (event === "reliefValve" || event === "engineStalled") return [model.forces[who[0]].names[who[1]]];
  return who.filter((b) => b >= 0).map((b) => model.bodyNames[b]);
}

/** A body by name, looked up at every call: it stays valid when the simulation is recompiled. */
function handleOf(current: () => Simulation, name: string): BodyHandle {
  bodyIndexOf(current().model, name);
  return {
    name,
    get position() {
      const { model, data } = current();
      return bodyPosition(model, data, name);
    },
    set position(position) {
      const { model, data } = current();
      setBodyPose(model, data, name, { position });
    },
    get orientation() {
      const { model, data } = current();
      return bodyOrientation(model, data, name);
    },
    set orientation(orientation) {
      const { model, data } = current();
      setBodyPose(model, data, name, { orientation });
    },
    get velocity() {
      const { model, data } = current();
      return bodyVelocity(model, data, name);
    },
    set velocity(velocity) {
      const { model, data } = current();
      setBodyVelocity(model, data, name, { velocity });
    },
    get angularVelocity() {
      const { model, data } = current();
      return bodyAngularVelocity(model, data, name);
    },
    set angularVelocity(angularVelocity) {
      const { model, data } = current();
      setBodyVelocity(model, data, name, { angularVelocity });
    },
    get state() {
      const { model, data } = current();
      return STATES[data.bodyState[bodyIndexOf(model, name)]];
    },
    set state(state) {
      const { model, data } = current();
      if (!STATES.includes(state)) throw new RangeError(unknownWord("state", String(state), STATES));
      setBodyState(model, data, name, BODY_STATE[state]);
    },
    applyImpulse(impulse, point) {
      const { model, data } = current();
      applyImpulse(model, data, name, impulse, point);
    },
    setWrench(wrench) {
      const { model, data } = current();
      setWrench(model, data, name, wrench);
    },
  };
}

const STATES = Object.keys(BODY_STATE) as (keyof typeof BODY_STATE)[];
