import { createData, type Data, rebuildActive } from "../data/data.js";
import type { DataSystem } from "../data/data-system.js";
import { COUNTER } from "../data/fields.js";
import type { PlacedField } from "../data/layout.js";
import { checkOwner } from "../data/owner.js";
import { viewOfField } from "../data/snapshot.js";
import { quatRotate } from "../math/quat.js";
import { cross, sub } from "../math/vec3.js";
import { compile } from "../model/compile.js";
import type { ItemTable } from "../model/item.js";
import { BODY_STATE, type BodyRef, bodyIndexOf, type Items, type Model } from "../model/model.js";
import type { UntypedBodySpec, UntypedSpec } from "../model/typed-spec.js";

/** A model with its data: what a recompile replaces. */
export interface Simulation {
  readonly model: Model;
  readonly data: Data;
}

/**
 * A true change of the scene: makes a new Model and Data and carries the state over by name — bodies, items, inputs,
 * clock. New items start as their spec says; sleeping islands wake. The old ones stay valid but must not be mixed with
 * the new; keep no view across this. `items` are the registries of the new model, by default those of the old one.
 * Throws a SpecError, and changes nothing, when the new scene does not hold.
 */
export function recompile(old: Simulation, spec: UntypedSpec, items: Items = old?.model?.items): Simulation {
  checkOwner(old?.model, old?.data);
  const model = compile(spec, items);
  const data = createData(model);
  for (const stage of ["begin", "control", "forces", "end"] as const) data.hooks[stage].push(...old.data.hooks[stage]);
  data.budget = old.data.budget;
  carryBodies(old, model, data);
  carryInputs(old, model, data);
  carryFields(old, model, data);
  for (const system of model.systemKinds) (system as DataSystem).carryOver?.(old.model, old.data, model, data);
  data.clock.set(old.data.clock);
  data.counter[COUNTER.steps] = old.data.counter[COUNTER.steps];
  if (data.bodyState.includes(BODY_STATE.asleep)) data.counter[COUNTER.disturbed] = 1;
  rebuildActive(model, data);
  return { model, data };
}

/** Adds a body while running. Those that sleep go on sleeping until it touches them. */
export function addBody(simulation: Simulation, body: UntypedBodySpec): Simulation {
  const { spec } = simulation.model;
  const changed = recompile(simulation, { ...spec, bodies: [...spec.bodies, body] });
  changed.data.counter[COUNTER.disturbed] = simulation.data.counter[COUNTER.disturbed];
  return changed;
}

/**
 * Removes a body and every joint and force that holds on to it. The bodies that it touched or held wake. Throws for an
 * unknown body.
 */
export function removeBody(simulation: Simulation, body: BodyRef): Simulation {
  const { spec, bodyNames } = simulation.model;
  const name = bodyNames[bodyIndexOf(simulation.model, body)];
  if (name === bodyNames[0]) throw new RangeError('the body "world" cannot be removed');
  const keys = ["body", "bodyA", "bodyB"];
  const holds = (item: Record<string, unknown>) => keys.some((key) => item[key] === name);
  const changed = recompile(simulation, {
    ...spec,
    bodies: spec.bodies.filter((b) => b.name !== name),
    joints: spec.joints.filter((j) => !holds(j)),
    forces: spec.forces.filter((f) => !holds(f)),
  });
  const items = [...spec.joints, ...spec.forces].filter(holds);
  const held = items.flatMap((item) => keys.map((key) => item[key]));
  const { model, data } = changed;
  for (const other of [...touchedBy(simulation, name), ...held]) {
    const b = model.bodyIndex.get(other as string);
    if (b !== undefined && data.bodyState[b] === BODY_STATE.asleep) data.bodyState[b] = BODY_STATE.active;
  }
  rebuildActive(model, data);
  data.counter[COUNTER.disturbed] = simulation.data.counter[COUNTER.disturbed];
  return changed;
}

/** Names of the bodies that a body has contacts with. */
function touchedBy({ model, data }: Simulation, name: string): string[] {
  const pairs = Array.from({ length: data.counter[COUNTER.pairs] }, (_, k) =>
    [0, 1].map((side) => model.bodyNames[model.shapes[data.pairKey[2 * k + side]].body]),
  );
  return pairs.filter((pair) => pair.includes(name)).flat();
}

/** Poses are carried by the body frame, so that a body whose mass distribution changed stays where it was. */
function carryBodies(old: Simulation, model: Model, data: Data): void {
  for (let b = 1; b < model.nb; b++) {
    const from = old.model.bodyIndex.get(model.bodyNames[b]);
    if (from === undefined || from === 0) continue;
    const q = old.data.bodyQuat.subarray(4 * from, 4 * from + 4);
    const w = old.data.bodyVel.subarray(6 * from, 6 * from + 3);
    const shift = quatRotate(
      q,
      sub(model.bodyCom.subarray(3 * b, 3 * b + 3), old.model.bodyCom.subarray(3 * from, 3 * from + 3)),
    );
    const drift = cross(w, shift);
    for (let k = 0; k < 3; k++) {
      data.bodyPos[3 * b + k] = old.data.bodyPos[3 * from + k] + shift[k];
      data.bodyVel[6 * b + k] = w[k];
      data.bodyVel[6 * b + 3 + k] = old.data.bodyVel[6 * from + 3 + k] + drift[k];
    }
    data.bodyQuat.set(q, 4 * b);
    data.bodyState[b] = old.data.bodyState[from];
    for (let k = 0; k < 6; k++) {
      data.bodyLoad[6 * b + k] = old.data.bodyLoad[6 * from + k];
      data.bodyApplied[6 * b + k] = old.data.bodyApplied[6 * from + k];
    }
  }
}

/** An input keeps its live value unless the scene now states another initial value for it. */
function carryInputs(old: Simulation, model: Model, data: Data): void {
  const carry = (to: number, from: number) => {
    if (model.input0[to] === old.model.input0[from]) data.input[to] = old.data.input[from];
  };
  for (let b = 1; b < model.nb; b++) {
    const from = old.model.bodyIndex.get(model.bodyNames[b]);
    if (from === undefined) continue;
    for (let k = 0; k < 6; k++) {
      carry(6 * b + k, 6 * from + k);
      carry(6 * (model.nb + b) + k, 6 * (old.model.nb + from) + k);
    }
  }
  for (const list of ["forces", "controllers"] as const) {
    for (const table of model[list]) {
      const before = old.model[list].find((t) => t.kind === table.kind);
      if (before === undefined) continue;
      for (const [key, slots] of Object.entries(table.input)) {
        table.names.forEach((name, i) => {
          const row = before.names.indexOf(name);
          if (row >= 0) carry(slots[i], before.input[key][row]);
        });
      }
    }
  }
  model.joints.names.forEach((name, i) => {
    const j = old.model.joints.names.indexOf(name);
    if (j >= 0 && model.joints.driveInput[i] >= 0 && old.model.joints.driveInput[j] >= 0) {
      carry(model.joints.driveInput[i], old.model.joints.driveInput[j]);
    }
    if (j >= 0 && model.joints.brakeInput[i] >= 0 && old.model.joints.brakeInput[j] >= 0) {
      carry(model.joints.brakeInput[i], old.model.joints.brakeInput[j]);
    }
    if (j < 0 || model.joints.kinds[i] !== old.model.joints.kinds[j]) return;
    const [to, from] = [model.joints.inputStart[i], old.model.joints.inputStart[j]];
    for (let k = 0; k < model.joints.inputStart[i + 1] - to; k++)
      carry(model.joints.input[to + k], old.model.joints.input[from + k]);
  });
}

/**
 * State fields of items: per instance or per body by name, otherwise whole when the size is the same; and event rules
 * by name.
 */
function carryFields(old: Simulation, model: Model, data: Data): void {
  const before = new Map(old.data.layout.fields.map((f) => [`${f.owner}/${f.name}`, f]));
  for (const field of data.layout.fields) {
    const from = before.get(`${field.owner}/${field.name}`);
    if (
      field.role !== "state" ||
      field.owner === "" ||
      field.used !== undefined ||
      from === undefined ||
      from.type !== field.type
    )
      continue;
    const names = entryNames(field, model);
    const oldNames = entryNames(from, old.model);
    const target = viewOfField(data, field);
    const source = viewOfField(old.data, from);
    if (names === null || oldNames === null) {
      if (target.length === source.length) target.set(source);
      continue;
    }
    names.forEach((name, i) => {
      const j = oldNames.indexOf(name);
      if (j >= 0) target.set(source.subarray(j * field.stride, (j + 1) * field.stride), i * field.stride);
    });
  }
  model.events.forEach((rule, i) => {
    const j = old.model.events.findIndex((r) => r.name === rule.name);
    if (j >= 0) data.ruleValue[i] = old.data.ruleValue[j];
  });
}

/**
 * Names of a field's entries: bodies, joints, instances of its item, or those that a system names; null without names.
 */
function entryNames(field: PlacedField, model: Model): readonly string[] | null {
  if (field.size === "nb") return model.bodyNames;
  if (field.size === "nJoint") return model.joints.names;
  if (field.size !== "n") return namesBySystems(field.size, model);
  const tables: readonly ItemTable[] = [...model.forces, ...model.controllers];
  return tables.find((t) => t.kind.name === field.owner)?.names ?? null;
}

function namesBySystems(dimension: string | number, model: Model): readonly string[] | null {
  for (const system of model.systemKinds) {
    const names = system.entryNames?.(model)[dimension];
    if (names !== undefined) return names;
  }
  return null;
}
