import type { Axis, NaturalJoint, ScalarPlan } from "../../joints/natural.js";
import { quatRotate } from "../../math/quat.js";
import { jointColumns } from "../../model/joint-columns.js";
import type { Model } from "../../model/model.js";
import type { ConstraintBook, RowOwner } from "./constraint-book.js";
import type { EntityKind } from "./entities.js";
import { type EntityBook, isPrescribed, sideOf, unit } from "./entity-book.js";
import type { FormBook, Term } from "./forms.js";

interface Context {
  readonly model: Model;
  readonly plans: readonly NaturalJoint[];
  readonly entities: EntityBook;
  readonly forms: FormBook;
  readonly constraints: ConstraintBook;
  readonly dim: number;
  offsetOf(scalar: ScalarPlan): number;
}

/** Constants of one product of two bodies that differ by more than this part are in conflict, and both stay. */
const AGREE = 1e-9;

/**
 * A body keeps its shape: all products of the three directions of its frame — vectors, and differences of its points —
 * keep their values,
 *
 *   d_i · d_j = constant, i ≤ j        6 equations in space, 1 in the plane
 *
 * as [Luaces2013] §5.4.1 has it for 1P3V, 2P2V, 3P1V and 4P. What two bodies have in common counts once.
 */
export function addShapeRows({ model, entities, forms, constraints }: Context): void {
  const known = new Map<string, number>();
  for (let b = 1; b < model.nb; b++) {
    const frame = entities.frameOf(b);
    if (frame === null) continue;
    const base = frame.findIndex((c) => c.kind === "point");
    const directions = frame.flatMap((c, k) => {
      if (k === base) return [];
      const terms: Term[] = [{ offset: entities.entityInFrame(b, k).offset, re: 1, im: 0 }];
      const local = c.local.map((v, axis) => (c.kind === "point" ? v - frame[base].local[axis] : v));
      const names = [entities.entityInFrame(b, k).name];
      if (c.kind === "point") {
        terms.push({ offset: entities.entityInFrame(b, base).offset, re: -1, im: 0 });
        names.push(entities.entityInFrame(b, base).name);
      }
      // in the same sense for all bodies that have it
      const flip = c.kind === "point" && terms[0].offset > terms[1].offset ? -1 : 1;
      return [
        {
          form: forms.add(terms.map((t) => ({ ...t, re: flip * t.re }))),
          local: local.map((v) => flip * v),
          name: names.sort().join("–"),
        },
      ];
    });
    directions.forEach((di, i) => {
      for (const dj of directions.slice(i)) {
        const constant = di.local[0] * dj.local[0] + di.local[1] * dj.local[1] + di.local[2] * dj.local[2];
        const key = `${Math.min(di.form, dj.form)} ${Math.max(di.form, dj.form)}`;
        const before = known.get(key);
        if (
          before !== undefined &&
          Math.abs(before - constant) <= AGREE * (Math.abs(constant) + length(di) * length(dj))
        )
          continue;
        known.set(key, constant);
        const owner = { name: `shape ${[di.name, dj.name].sort().join(" · ")}`, joint: -1, body: b };
        constraints.dot(owner, di.form, dj.form, constant);
      }
    });
  }
}

function length({ local }: { readonly local: readonly number[] }): number {
  return Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]);
}

/** Bodies that share a point or vector without having it in their frame carry it along: [Luaces2013] (5.17). */
export function addSharedRows({ model, entities, forms, constraints }: Context): void {
  const { features } = entities;
  features.features.forEach((_, root) => {
    const members = features.membersOf(root);
    if (features.classOf(root) !== root || members.length < 2) return;
    const entity = entities.findClass(root);
    let reference: Term[] | undefined = entity === undefined ? undefined : [{ offset: entity.offset, re: 1, im: 0 }];
    for (const f of members) {
      const { body, kind, local, name } = features.features[f];
      if (isPrescribed(model, body) || entities.frameOf(body)?.some((c) => c.shared === root)) continue;
      const terms = entities.termsOf(body, kind, local);
      if (reference === undefined) reference = terms;
      else
        constraints.same(
          { name: `carry ${name} ${model.bodyNames[body]}`, joint: jointOf(model, name), body },
          forms.difference(terms, reference),
        );
    }
  });
}

/** A feature is named after the joint that asked for it: "pin point", "pin 2". */
function jointOf(model: Model, name: string): number {
  return model.joints.names.indexOf(name.slice(0, name.lastIndexOf(" ")));
}

/** What the joints ask for beyond sharing. Returns, for every scalar, the forms that it is measured by. */
export function addJointRows(context: Context): Map<ScalarPlan, number[]> {
  const measured = new Map<ScalarPlan, number[]>();
  context.plans.forEach((plan, i) => {
    addRowsOf(context, plan, i, measured);
  });
  return measured;
}

function addRowsOf(context: Context, plan: NaturalJoint, i: number, measured: Map<ScalarPlan, number[]>): void {
  const { model, entities, forms, constraints } = context;
  const [a, b] = [sideOf(model, i, 0), sideOf(model, i, 1)];
  const joint = model.joints.names[i];
  const owner = (what: string): RowOwner => ({ name: `${joint} ${what}`, joint: i, body: lighter(model, i) });
  const at = (side: typeof a, kind: EntityKind, local: readonly number[]) => entities.termsOf(side.body, kind, local);
  const axisA = (k: Axis) => forms.add(at(a, "vector", a.axis(k)));
  const axisB = (k: Axis) => forms.add(at(b, "vector", b.axis(k)));
  const gap = () => forms.difference(at(b, "point", b.point), at(a, "point", a.point));

  // what could not be shared
  if (plan.point && !entities.isUnited(i, "point")) constraints.same(owner("point"), gap());
  const apart = plan.axes.filter((k) => !entities.isUnited(i, `${k}`));
  if (apart.length > 0) addAxisRows(context, i, plan, owner);

  for (const k of plan.across) constraints.dot(owner(`across ${k}`), gap(), axisA(k), 0);
  if (plan.pins !== null) constraints.dot(owner("cardan"), axisA(plan.pins[0]), axisB(plan.pins[1]), 0);

  for (const s of plan.scalars) {
    const offset = context.offsetOf(s);
    if (s.kind === "length") {
      measured.set(s, [gap()]);
      constraints.length(owner("length"), gap(), offset);
    } else if (s.kind === "travel") {
      measured.set(s, [gap(), axisA(2)]);
      constraints.dot(owner("way"), gap(), axisA(2), 0, offset, 1);
    } else {
      const [x, y, z] = s.kind === "turn" ? [axisA(0), axisA(1), axisB(0)] : turnInWorld(context, i, s.kind);
      measured.set(s, [x, y, z]);
      constraints.angle(owner(s.kind), x, y, z, offset);
    }
  }
  const first = plan.scalars.length > 0 ? context.offsetOf(plan.scalars[0]) : -1;
  if (plan.pitch !== 0) constraints.dot(owner("pitch"), gap(), axisA(2), 0, first, plan.pitch / (2 * Math.PI));
  if (plan.ratio !== 0) constraints.ratio(owner("ratio"), first, context.offsetOf(plan.scalars[1]), plan.ratio);
  if (plan.rack !== null) {
    const travel = forms.add(entities.termsOf(0, "vector", plan.rack.travel));
    constraints.dot(
      owner("rack"),
      forms.add(at(b, "point", b.point)),
      travel,
      plan.rack.start,
      first,
      plan.rack.radius,
    );
  }
}

/**
 * Axes in common by constraints: one axis, by right angles between it on A and the two others on B; all axes, by three
 * right angles, and in the plane one.
 */
function addAxisRows(context: Context, i: number, plan: NaturalJoint, owner: (what: string) => RowOwner): void {
  const { model, entities, forms, constraints, dim } = context;
  const [a, b] = [sideOf(model, i, 0), sideOf(model, i, 1)];
  const right = (k: Axis, l: Axis) =>
    constraints.dot(
      owner(`right ${k}${l}`),
      forms.add(entities.termsOf(a.body, "vector", a.axis(k))),
      forms.add(entities.termsOf(b.body, "vector", b.axis(l))),
      0,
    );
  if (dim === 2) {
    // the axis in common is x or z of the frame; what is across the plane is the rest
    const [k, l] = model.joints.across[i] === 1 ? ([2, 0] as const) : ([0, 1] as const);
    right(k, l);
  } else if (plan.axes.length === 1) {
    const [k] = plan.axes;
    right(k, ((k + 1) % 3) as Axis);
    right(k, ((k + 2) % 3) as Axis);
  } else {
    right(0, 1);
    right(1, 2);
    right(2, 0);
  }
}

/** x and y of the joint's frame as it was at the start, fixed in the world, and x of that frame on the body. */
function turnInWorld({ model, entities, forms }: Context, i: number, kind: "sideA" | "sideB"): number[] {
  const { own, ownStart, kinds } = model.joints;
  const reference = ownStart[i] + jointColumns(kinds[i].params).size + (kind === "sideB" ? 4 : 0);
  const quat = own.subarray(reference, reference + 4);
  const side = sideOf(model, i, kind === "sideA" ? 0 : 1);
  return [
    forms.add(entities.termsOf(0, "vector", quatRotate(quat, unit(0)))),
    forms.add(entities.termsOf(0, "vector", quatRotate(quat, unit(1)))),
    forms.add(entities.termsOf(side.body, "vector", side.axis(0))),
  ];
}

/** The lighter body of a joint that forces move. */
function lighter(model: Model, i: number): number {
  const a = model.joints.bodyA[i];
  const b = model.joints.bodyB[i];
  if (isPrescribed(model, a)) return b;
  return isPrescribed(model, b) || model.bodyMass[a] <= model.bodyMass[b] ? a : b;
}
