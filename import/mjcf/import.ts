import { type Inertia, moveInertia, sumInertia, type Tensor } from "../inertia.js";
import type { ImportOptions } from "../options.js";
import {
  about,
  after,
  apply,
  compose,
  HERE,
  minus,
  type Pose,
  plus,
  type Q4,
  rotate,
  times,
  unitTurn,
  type V3,
  zTo,
} from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, jointFrames, lineOf, SceneDraft } from "../scene/draft.js";
import type { FileSource } from "../source.js";
import { numbersIn, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { addActuators } from "./actuators.js";
import { type Assets, readAssets } from "./assets.js";
import { addConstraints } from "./constraints.js";
import { type Collisions, classesOf } from "./contact.js";
import { type MjcfDocument, readDocument } from "./document.js";
import { type Geom, shapeEntry, visualEntry } from "./geom.js";
import { type JointRecord, jointEntry } from "./joints.js";
import { reportAttributes } from "./supported.js";
import { type MjcfBody, type MjcfTree, readTree } from "./tree.js";

/** A body of the scene: one of the file with those that are welded to it. */
export interface Part {
  readonly name: string;
  readonly first: MjcfBody;
  readonly members: { readonly body: MjcfBody; readonly pose: Pose }[];
  /** Poses of the first body's frame in the world: where all joints are at their reference, and at the start. */
  readonly reference: Pose;
  readonly start: Pose;
  readonly fixed: boolean;
}

export interface MjcfModel {
  readonly document: MjcfDocument;
  readonly tree: MjcfTree;
  readonly draft: SceneDraft;
  readonly report: Report;
  readonly partOf: ReadonlyMap<MjcfBody, Part>;
  /** Pose of a body's frame in that of its part. */
  inPart(body: MjcfBody): Pose;
  readonly joints: ReadonlyMap<string, JointRecord>;
  /** All of them, those without a name too. */
  readonly records: readonly JointRecord[];
  /** `ctrl` of the first keyframe. */
  readonly control: readonly number[];
}

/** What a joint is attached to. Geoms of the world are bodies of the scene, and meet what is jointed to the world. */
export function jointEnd({ first, name }: Part): string {
  return first.parent === null ? "world" : name;
}

/** Share of a body's mass that each carrier between two of its joints takes. */
const CARRIER_SHARE = 0.01;

/** MJCF as a draft of a scene, in the position of its first keyframe or else of its references. */
export async function importMjcf(
  root: XmlElement,
  source: FileSource,
  report: Report,
  options: ImportOptions,
  meshFile: string,
) {
  const document = await readDocument(root, source, report);
  reportAttributes(document, report);
  const assets = await readAssets(document, source, report);
  const tree = readTree(document, assets, report);
  const draft = new SceneDraft(report, meshFile);
  readOptions(document, draft, report);
  const builder = new MjcfBuilder(document, tree, draft, report, assets, options);
  builder.build();
  addConstraints(builder);
  addActuators(builder);
  const kinds = tree.bodies.flatMap(({ joints }) => joints.map(({ type }) => type));
  return { draft, name: document.name || "model", links: tree.bodies.length - 1, joints: kinds };
}

function readOptions(document: MjcfDocument, draft: SceneDraft, report: Report): void {
  const gravity = document.setting("option", "gravity");
  if (gravity !== undefined) {
    const [x, y, z] = numbersIn(gravity.element, "<option>: gravity", gravity.value);
    draft.gravity = [x ?? 0, y ?? 0, z ?? 0];
  }
  const flags = document.section("option").find(({ name }) => name === "flag");
  if (flags?.attributes.gravity === "disable") draft.gravity = [0, 0, 0];
  const step = document.setting("option", "timestep");
  draft.timestep = step === undefined ? 0.002 : numbersIn(step.element, "<option>: timestep", step.value)[0];
  for (const section of document.sections) {
    if (/^(visual|statistic|size|custom|extension|deformable)$/.test(section.name))
      report.leftOut(section, tagOf(section));
  }
}

class MjcfBuilder implements MjcfModel {
  readonly document: MjcfDocument;
  readonly tree: MjcfTree;
  readonly draft: SceneDraft;
  readonly report: Report;
  readonly partOf = new Map<MjcfBody, Part>();
  readonly joints = new Map<string, JointRecord>();
  readonly control: readonly number[];
  private readonly assets: Assets;
  private readonly options: ImportOptions;
  private readonly places = new Map<MjcfBody, Pose>();
  private readonly collisions: Collisions;
  private readonly qpos: readonly number[] | undefined;
  private at = 0;

  constructor(
    document: MjcfDocument,
    tree: MjcfTree,
    draft: SceneDraft,
    report: Report,
    assets: Assets,
    options: ImportOptions,
  ) {
    this.document = document;
    this.tree = tree;
    this.draft = draft;
    this.report = report;
    this.assets = assets;
    this.options = options;
    this.collisions = classesOf(
      tree.bodies.flatMap(({ geoms }) => geoms),
      draft,
    );
    const { qpos, control } = firstKey(document, tree, report);
    this.qpos = options.keyframe === false ? undefined : qpos;
    this.control = control;
    for (const [name, look] of assets.looks) draft.looks[safeName(name)] = look;
  }

  inPart(body: MjcfBody): Pose {
    return this.places.get(body) ?? HERE;
  }

  build(): void {
    const merge = (this.options.fixed ?? "merge") === "merge";
    for (const body of this.tree.bodies) this.place(body, merge);
    for (const part of new Set(this.partOf.values())) this.addBody(part);
  }

  /** Finds the part of a body and where it is; the coordinates of the keyframe are read in the order of the joints. */
  private place(body: MjcfBody, merge: boolean): void {
    const above = body.parent && (this.partOf.get(body.parent) as Part);
    if (above === null) {
      this.open(body, HERE, HERE, true);
      return;
    }
    const offset = compose(this.inPart(body.parent as MjcfBody), body.pose);
    if (body.joints.length === 0) {
      if (merge && !above.fixed) {
        this.partOf.set(body, above);
        this.places.set(body, offset);
        above.members.push({ body, pose: offset });
        return;
      }
      const part = this.open(body, compose(above.reference, offset), compose(above.start, offset), above.fixed);
      if (!above.fixed) this.weld(above, part, body);
      return;
    }
    const reference = compose(above.reference, offset);
    if (body.joints[0].type === "free") {
      this.open(body, reference, this.freePose(reference), false);
      return;
    }
    this.chain(body, above, reference, compose(above.start, offset));
  }

  private weld(above: Part, part: Part, body: MjcfBody): void {
    const entry: Entry = {
      name: this.draft.jointNames.take(`${part.name}_fixed`, "fixed"),
      type: "fixed",
      bodyA: above.name,
      bodyB: part.name,
    };
    this.draft.joints.push(
      this.draft.comment(
        { ...entry, ...jointFrames(part.reference, above.reference, part.reference) },
        `${tagOf(body.element)} without a joint (${lineOf(body.element)})`,
      ),
    );
  }

  private freePose(reference: Pose): Pose {
    const q = this.take(7);
    if (q === undefined) return reference;
    return { position: [q[0], q[1], q[2]], turn: unitTurn([q[4], q[5], q[6], q[3]]) ?? [0, 0, 0, 1] };
  }

  private take(count: number): readonly number[] | undefined {
    const values = this.qpos?.slice(this.at, this.at + count);
    this.at += count;
    return values;
  }

  /** Joints of a body in a row; between two of them there is a carrier, a body of its own. */
  private chain(body: MjcfBody, above: Part, reference: Pose, start: Pose): void {
    let [from, pose] = [jointEnd(above), start];
    let fromReference = above.reference;
    const carriers = body.joints.length - 1;
    const steps = body.joints.map((joint) => {
      const q = this.take(joint.type === "ball" ? 4 : 1);
      pose = advance(pose, joint, q);
      return pose;
    });
    const part = this.open(body, reference, steps[carriers], false);
    if (carriers > 0) {
      this.report.changed(
        body.element,
        `${tagOf(body.element)} has ${body.joints.length} joints: ${carriers === 1 ? "a body" : `${carriers} bodies`} between them took ${100 * CARRIER_SHARE} % of its mass each`,
      );
      if (!above.fixed) this.draft.ignore.push([above.name, part.name]);
    }
    body.joints.forEach((joint, k) => {
      const last = k === carriers;
      const to = last ? part.name : this.draft.names.take(`${part.name}_${joint.name ?? k + 1}`, "carrier");
      if (!last) this.carriers.push({ name: to, part, pose: steps[k], body, joint: joint.name ?? String(k + 1) });
      const frame = compose(reference, {
        position: joint.position,
        turn: joint.type === "ball" ? [0, 0, 0, 1] : zTo(joint.axis),
      });
      const name = this.draft.jointNames.take(
        joint.name ?? (carriers === 0 ? part.name : `${part.name}_joint${k + 1}`),
        "joint",
      );
      const frames = jointFrames(frame, fromReference, reference);
      const ends = { name, bodyA: from, bodyB: to, ...frames };
      const entry = jointEntry(joint, ends, above.fixed && k === 0 && carriers === 0, this.report);
      this.draft.joints.push(
        this.draft.comment(entry, `${tagOf(joint.element)}, ${joint.type} (${lineOf(joint.element)})`),
      );
      const record: JointRecord = {
        joint,
        entry,
        frame,
        grounded: above.fixed && carriers === 0,
        part,
        parentPose: fromReference,
      };
      if (joint.name !== undefined) this.joints.set(joint.name, record);
      this.records.push(record);
      from = to;
      fromReference = reference;
    });
  }

  private readonly carriers: { name: string; part: Part; pose: Pose; body: MjcfBody; joint: string }[] = [];
  readonly records: JointRecord[] = [];

  private open(body: MjcfBody, reference: Pose, start: Pose, fixed: boolean): Part {
    const name = this.draft.names.take(body.parent === null ? "worldbody" : body.name, "body");
    const part: Part = { name, first: body, members: [{ body, pose: HERE }], reference, start, fixed };
    this.partOf.set(body, part);
    this.places.set(body, HERE);
    return part;
  }

  private addBody(part: Part): void {
    const inertia = this.inertiaOf(part);
    const carriers = this.carriers.filter((carrier) => carrier.part === part);
    const geoms = part.members.flatMap(({ body, pose }) => body.geoms.map((geom) => ({ geom, pose })));
    const grounds = geoms.filter(({ geom }) => geom.type === "plane" || geom.type === "hfield");
    const others = geoms.filter((entry) => !grounds.includes(entry));
    for (const carrier of carriers) this.addCarrier(carrier, inertia);
    if (grounds.length > 0) this.addGround(part, grounds);
    if (part.first.parent === null && others.length === 0) return;
    const share = 1 - CARRIER_SHARE * carriers.length;
    const welded = part.members.slice(1).map(({ body }) => body.name ?? "a body");
    this.draft.bodies.push({
      name: part.name,
      comment: `${tagOf(part.first.element)} (${lineOf(part.first.element)})${welded.length > 0 ? `, with ${welded.join(", ")} (welded)` : ""}`,
      fixed: part.fixed,
      pose: part.start,
      inertia: part.fixed ? null : scaled(inertia, share),
      place: part.first.element,
      ...this.appearance(others),
    });
  }

  /** Planes and height fields have no visuals: a body of their own, so that they are drawn as they are. */
  private addGround(part: Part, grounds: readonly { geom: Geom; pose: Pose }[]): void {
    const name = this.draft.names.take(part.first.parent === null ? "ground" : `${part.name}_ground`, "ground");
    this.draft.bodies.push({
      name,
      comment: grounds.map(({ geom }) => `${tagOf(geom.element)} (${lineOf(geom.element)})`).join(", "),
      fixed: true,
      pose: part.start,
      inertia: null,
      shapes: grounds.flatMap(({ geom, pose }) => this.shapes(geom, pose)),
      visuals: [],
      place: part.first.element,
    });
  }

  private addCarrier({ name, pose, body, joint }: (typeof this.carriers)[number], inertia: Inertia): void {
    this.draft.bodies.push({
      name,
      comment: `between the joints of ${tagOf(body.element)}, behind ${joint}`,
      fixed: false,
      pose,
      inertia: scaled(inertia, CARRIER_SHARE),
      shapes: [],
      visuals: [],
      place: body.element,
    });
  }

  private inertiaOf(part: Part): Inertia {
    const total = sumInertia(
      part.members.flatMap(({ body, pose }) => (body.inertia ? [moveInertia(pose, body.inertia)] : [])),
    );
    if (total.mass > 0 || part.fixed) return total;
    this.report.changed(part.first.element, `${tagOf(part.first.element)} has no mass: it was given 1 g`);
    return { mass: 0.001, center: [0, 0, 0], tensor: [1e-6, 1e-6, 1e-6, 0, 0, 0] };
  }

  /** Shapes of geoms that meet others, visuals of those that are seen; one colour needs no visuals. */
  private appearance(geoms: readonly { geom: Geom; pose: Pose }[]): {
    shapes: Entry[];
    visuals: Entry[];
    color: string | undefined;
  } {
    const shapes = geoms.flatMap(({ geom, pose }) => this.shapes(geom, pose));
    const seen = geoms.filter(({ geom }) => geom.group <= 2);
    const looks = new Set(seen.map(({ geom }) => JSON.stringify(geom.look)));
    const plain =
      seen.length === geoms.length &&
      looks.size <= 1 &&
      geoms.every(({ geom }) => meets(geom) && geom.mesh === undefined);
    if (plain) return { shapes, visuals: [], color: this.colorOf(seen[0]?.geom) };
    const visuals = seen.flatMap(({ geom, pose }) => {
      const look =
        typeof geom.look === "string"
          ? this.assets.looks.has(geom.look)
            ? safeName(geom.look)
            : undefined
          : geom.look;
      const entry = visualEntry(this.draft, geom, pose, look);
      return entry === undefined ? [] : [entry];
    });
    return { shapes, visuals, color: undefined };
  }

  private colorOf(geom: Geom | undefined): string | undefined {
    const look = typeof geom?.look === "string" ? this.assets.looks.get(geom.look) : geom?.look;
    return look?.color;
  }

  private shapes(geom: Geom, pose: Pose): Entry[] {
    if (!meets(geom)) return [];
    const entry = shapeEntry(geom, pose, this.report);
    return entry === undefined ? [] : [{ ...entry, ...this.collisions.of(geom) }];
  }
}

const meets = ({ contype, conaffinity }: Geom) => contype !== 0 || conaffinity !== 0;

export function safeName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^(?![A-Za-z_])/, "_")
    .slice(0, 64);
}

function scaled({ mass, center, tensor }: Inertia, share: number): Inertia {
  return { mass: share * mass, center, tensor: tensor.map((x) => share * x) as unknown as Tensor };
}

/** Where a body is behind a joint whose coordinate is `q`; its reference without one. */
function advance(
  pose: Pose,
  { type, axis, position, ref }: { type: string; axis: V3; position: V3; ref: number },
  q: readonly number[] | undefined,
): Pose {
  if (q === undefined || q.length === 0) return pose;
  if (type === "slide")
    return { position: plus(pose.position, rotate(pose.turn, times(unitOf(axis), q[0] - ref))), turn: pose.turn };
  const turn: Q4 = type === "ball" ? (unitTurn([q[1], q[2], q[3], q[0]]) ?? [0, 0, 0, 1]) : about(axis, q[0] - ref);
  const anchor = apply(pose, position);
  const turned = after(pose.turn, turn);
  return { position: minus(anchor, rotate(turned, position)), turn: turned };
}

const unitOf = (v: V3): V3 => times(v, 1 / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));

/** Coordinates and controls of the first keyframe; the others are noted. */
function firstKey(document: MjcfDocument, tree: MjcfTree, report: Report) {
  const keys = document.section("keyframe").filter(({ name }) => name === "key");
  for (const key of keys.slice(1)) report.leftOut(key, `${tagOf(key)}: the scene starts as the first keyframe has it`);
  const [key] = keys;
  const list = (name: string) =>
    key?.attributes[name] === undefined ? undefined : numbersIn(key, `<key>: ${name}`, key.attributes[name]);
  for (const name of ["qvel", "act", "mpos", "mquat"])
    if (key?.attributes[name] !== undefined) report.leftOut(key, `${name} of ${tagOf(key)}`);
  const qpos = list("qpos");
  const size = tree.bodies
    .flatMap(({ joints }) => joints)
    .reduce((sum, { type }) => sum + ({ free: 7, ball: 4 }[type as string] ?? 1), 0);
  if (qpos !== undefined && qpos.length !== size && key !== undefined)
    report.leftOut(key, `qpos of ${tagOf(key)} has ${qpos.length} numbers, and there are ${size} coordinates`);
  return { qpos: qpos?.length === size ? qpos : undefined, control: list("ctrl") ?? [] };
}
