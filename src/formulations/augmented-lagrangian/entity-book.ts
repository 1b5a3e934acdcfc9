import type { Axis, NaturalJoint } from "../../joints/natural.js";
import { quatRotate } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { type Candidate, chooseFrame, coefficientsIn, type EntityKind, FeatureBook } from "./entities.js";
import type { Term } from "./forms.js";
import type { Entity, Natural } from "./natural.js";

/** True for the world and all bodies but those that forces move. */
export const isPrescribed = (model: Model, b: number) => model.bodyType[b] !== BODY_TYPE.dynamic;

export function unit(k: number): [number, number, number] {
  return [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
}

/** One side of a joint, in body axes from the centre of mass. */
export interface Side {
  readonly body: number;
  readonly point: readonly number[];
  axis(k: Axis): readonly number[];
}

export function sideOf(model: Model, i: number, side: 0 | 1): Side {
  const { joints } = model;
  const quat = (side === 0 ? joints.quatA : joints.quatB).subarray(4 * i, 4 * i + 4);
  const point = (side === 0 ? joints.pointA : joints.pointB).subarray(3 * i, 3 * i + 3);
  return {
    body: (side === 0 ? joints.bodyA : joints.bodyB)[i],
    point: [...point],
    axis: (k) => quatRotate(quat, unit(k)),
  };
}

/** Ways shorter than this part of a body are none. */
const ROUND_OFF = 1e-9;

/**
 * The entities of a scene, their places in q, and the frames of its bodies. For the words and an example see
 * `entities.ts`.
 */
export class EntityBook {
  readonly list: Entity[] = [];
  readonly names: string[] = [];
  readonly features = new FeatureBook();
  private readonly model: Model;
  private readonly dim: number;
  private readonly frames: (Candidate[] | null)[];
  /** Entity of a class of features, by the class; and of a body's own, by body and place in its frame. */
  private readonly ofClass = new Map<number, Entity>();
  private readonly own = new Map<string, Entity>();
  /** Joint and what of it its bodies share: "3 point", "3 2" for the axis z. */
  private readonly united = new Set<string>();

  constructor(model: Model, plans: readonly NaturalJoint[], dim: number, shared: boolean, like: Natural | null) {
    this.model = model;
    this.dim = dim;
    plans.forEach((plan, i) => {
      this.unite(plan, i, shared);
    });
    this.frames = model.bodyNames.map((_, b) => (isPrescribed(model, b) ? null : this.frameFor(b, like)));
    // free entities, in the order of bodies
    this.frames.forEach((frame, b) => {
      frame?.forEach((c, k) => {
        if (c.shared < 0) {
          const name = `${model.bodyNames[b]} ${c.kind} ${k}`;
          this.own.set(`${b} ${k}`, this.place({ name, kind: c.kind, body: b, local: c.local, users: [b] }));
        } else if (!this.isPrescribedClass(c.shared)) this.entityOfClass(c.shared);
      });
    });
  }

  get count(): number {
    return this.names.length;
  }

  /** Room for `size` more coordinates; returns the first. */
  take(name: string, size: number): number {
    const offset = this.names.length;
    for (let k = 0; k < size; k++) this.names.push(size === 1 ? name : `${name} ${"xyz"[k]}`);
    return offset;
  }

  /** True when the bodies of joint `i` have its point ("point") or an axis of its frame ("0", "1", "2") in common. */
  isUnited(i: number, what: string): boolean {
    return this.united.has(`${i} ${what}`);
  }

  frameOf(b: number): readonly Candidate[] | null {
    return this.frames[b];
  }

  /** Frames of all bodies, null for those that forces do not move. */
  allFrames(): readonly (readonly Candidate[] | null)[] {
    return this.frames;
  }

  /** The entity that a class of features is, if a frame or a body that is not moved by forces makes it one. */
  findClass(root: number): Entity | undefined {
    return this.isPrescribedClass(root) ? this.entityOfClass(root) : this.ofClass.get(root);
  }

  /** A point or vector of a body as a sum of entities. */
  termsOf(body: number, kind: EntityKind, local: readonly number[]): Term[] {
    const frame = this.frames[body];
    if (frame === null) {
      const feature = this.features.add({ body, kind, local, name: this.fixedName(body, kind) });
      return [{ offset: this.entityOfClass(this.features.classOf(feature)).offset, re: 1, im: 0 }];
    }
    const coefficients = coefficientsIn(frame, this.dim, kind, local);
    return frame.map((_, k) => ({ offset: this.entityInFrame(body, k).offset, ...coefficients[k] }));
  }

  /** The entity at place `k` of a body's frame. */
  entityInFrame(b: number, k: number): Entity {
    const { shared } = (this.frames[b] as Candidate[])[k];
    return shared < 0 ? (this.own.get(`${b} ${k}`) as Entity) : this.entityOfClass(shared);
  }

  /** How many bodies have which frame. */
  frameKinds(): Map<string, number> {
    const kinds = new Map<string, number>();
    for (const frame of this.frames) {
      if (frame === null) continue;
      const points = frame.filter((c) => c.kind === "point").length;
      const vectors = frame.length - points;
      const name = `${points > 0 ? `${points}P` : ""}${vectors > 0 ? `${vectors}V` : ""}`;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    return kinds;
  }

  /** Longest distance from a centre of mass to a joint, or the largest body, m. */
  size(): number {
    const { model } = this;
    let size = 0;
    for (let i = 0; i < model.joints.count; i++) {
      for (const s of [0, 1] as const) {
        const { body, point } = sideOf(model, i, s);
        if (!isPrescribed(model, body)) size = Math.max(size, length(point));
      }
    }
    // a hinge at the centre of mass is that but for round-off
    let body = 0;
    for (let b = 1; b < model.nb && body === 0; b++) if (!isPrescribed(model, b)) body = gyration(model, b);
    if (size < ROUND_OFF * body) size = body;
    return size > 0 ? size : 1;
  }

  private unite(plan: NaturalJoint, i: number, shared: boolean): void {
    const [a, b] = [sideOf(this.model, i, 0), sideOf(this.model, i, 1)];
    const tie = (what: string, kind: EntityKind, localA: readonly number[], localB: readonly number[]) => {
      const name = `${this.model.joints.names[i]} ${what}`;
      const fa = this.features.add({ body: a.body, kind, local: localA, name });
      const fb = this.features.add({ body: b.body, kind, local: localB, name });
      if (shared && this.features.unite(fa, fb)) this.united.add(`${i} ${what}`);
    };
    if (plan.point) tie("point", "point", a.point, b.point);
    for (const k of plan.axes) tie(`${k}`, "vector", a.axis(k), b.axis(k));
  }

  private frameFor(b: number, like: Natural | null): Candidate[] {
    const { features } = this;
    const candidates = features
      .featuresOf(b)
      .filter((f) => features.membersOf(f).length > 1)
      .map((f) => ({ ...features.features[f], shared: features.classOf(f) }));
    let size = gyration(this.model, b);
    for (const { kind, local } of candidates) if (kind === "point") size = Math.max(size, length(local));
    return chooseFrame(candidates, this.dim, size > 0 ? size : 1, like?.bodyFrames[b] ?? null);
  }

  private isPrescribedClass(root: number): boolean {
    return this.features.membersOf(root).some((f) => isPrescribed(this.model, this.features.features[f].body));
  }

  private entityOfClass(root: number): Entity {
    const found = this.ofClass.get(root);
    if (found !== undefined) return found;
    const members = this.features.membersOf(root).map((f) => this.features.features[f]);
    // a body that starts with a velocity knows that of its points better than one at rest
    const moving = ({ body }: { body: number }) =>
      this.model.bodyVel0.subarray(6 * body, 6 * body + 6).some((v) => v !== 0);
    const defining = members.find((m) => isPrescribed(this.model, m.body)) ?? members.find(moving) ?? members[0];
    const users = [...new Set(members.map((m) => m.body))];
    const entity = this.place({ ...defining, name: members[0].name, users });
    this.ofClass.set(root, entity);
    return entity;
  }

  private place(draft: Omit<Entity, "offset">): Entity {
    const entity = { ...draft, offset: this.take(draft.name, this.dim) };
    this.list.push(entity);
    return entity;
  }

  private fixedName(body: number, kind: EntityKind): string {
    return `${this.model.bodyNames[body]} ${kind} ${this.features.featuresOf(body).length}`;
  }
}

/** √(trace I / 2 m): about the distance of the body's mass from its centre. */
function gyration(model: Model, b: number): number {
  const trace = model.bodyInertia[6 * b] + model.bodyInertia[6 * b + 1] + model.bodyInertia[6 * b + 2];
  return model.bodyMass[b] > 0 ? Math.sqrt(trace / (2 * model.bodyMass[b])) : 0;
}

function length(v: readonly number[]): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
