import { ImportError } from "../error.js";
import { type Inertia, moveInertia, sumInertia } from "../inertia.js";
import { DENSITY, type ImportOptions } from "../options.js";
import { compose, HERE, type Pose } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, lineOf, SceneDraft } from "../scene/draft.js";
import { MeshStore } from "../scene/mesh-store.js";
import { solidInertia } from "../scene/solid.js";
import type { FileSource } from "../source.js";
import { tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { addGeometries } from "./geometry.js";
import { addJoints } from "./joints.js";
import { readUrdf, type UrdfJoint, type UrdfLink, type UrdfModel } from "./read.js";

/** Links that are one body, with their poses in the frame of the first of them. */
export interface Group {
  readonly name: string;
  readonly links: { readonly link: UrdfLink; readonly pose: Pose }[];
  /** Pose of the first link in the world. */
  readonly pose: Pose;
  fixed: boolean;
}

export interface UrdfResult {
  readonly draft: SceneDraft;
  readonly name: string;
  readonly links: number;
  readonly joints: readonly string[];
}

/** URDF as a draft of a scene, all joint coordinates 0. */
export async function importUrdf(
  root: XmlElement,
  source: FileSource,
  report: Report,
  options: ImportOptions,
  meshFile: string,
): Promise<UrdfResult> {
  const model = readUrdf(root, report);
  const draft = new SceneDraft(report, meshFile);
  for (const [name, look] of model.looks) draft.looks[lookName(name)] = look;
  const groups = groupLinks(model, draft, options);
  const store = new MeshStore(source, report, options);
  const bodyOf = new Map<string, Group>();
  for (const group of groups) for (const { link } of group.links) bodyOf.set(link.name, group);
  for (const [k, group] of groups.entries()) {
    await addBody(group, draft, store, report, options);
    options.progress?.((k + 1) / groups.length, "links");
  }
  addJoints(model, bodyOf, draft, report, options);
  return { draft, name: model.name, links: model.links.size, joints: model.joints.map(({ type }) => type) };
}

/** Names of looks are names of the scene. */
export function lookName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^(?![A-Za-z_])/, "_")
    .slice(0, 64);
}

/** Links from the root outward, those behind a fixed joint with the one before it. */
function groupLinks(
  { links, joints }: UrdfModel,
  draft: SceneDraft,
  { fixed = "merge", base = "auto" }: ImportOptions,
): Group[] {
  const byParent = new Map<string, UrdfJoint[]>();
  const parentOf = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const end of [joint.parent, joint.child]) if (!links.has(end)) throw new ImportError(joint.element, `${tagOf(joint.element)}: there is no link "${end}"`); // biome-ignore format: one line
    if (parentOf.has(joint.child)) throw new ImportError(joint.element, `the link "${joint.child}" has two parents`);
    parentOf.set(joint.child, joint);
    byParent.set(joint.parent, [...(byParent.get(joint.parent) ?? []), joint]);
  }
  const groups: Group[] = [];
  const seen = new Set<string>();
  const visit = (link: UrdfLink, group: Group, inGroup: Pose, place: Pose) => {
    seen.add(link.name);
    group.links.push({ link, pose: inGroup });
    for (const joint of byParent.get(link.name) ?? []) {
      const child = links.get(joint.child) as UrdfLink;
      const world = compose(place, joint.origin);
      if (joint.type === "fixed" && fixed === "merge") visit(child, group, compose(inGroup, joint.origin), world);
      else visit(child, open(child, world), HERE, world);
    }
  };
  const open = (link: UrdfLink, pose: Pose): Group => {
    const world = link.name === "world" && link.visuals.length + link.collisions.length === 0;
    const group = { name: world ? "world" : draft.names.take(link.name, "link"), links: [], pose, fixed: false };
    groups.push(group);
    return group;
  };
  for (const link of links.values()) {
    if (parentOf.has(link.name)) continue;
    const group = open(link, HERE);
    visit(link, group, HERE, HERE);
    group.fixed = base === "fixed" || (base === "auto" && (link.name === "world" || massOf(group) === 0));
  }
  const lost = [...links.values()].find((link) => !seen.has(link.name));
  if (lost !== undefined) throw new ImportError(lost.element, `the link "${lost.name}" is part of a circle of joints`);
  return groups;
}

function massOf({ links }: Group): number {
  return links.reduce((sum, { link }) => sum + (link.inertia?.mass ?? 0), 0);
}

async function addBody(
  group: Group,
  draft: SceneDraft,
  store: MeshStore,
  report: Report,
  options: ImportOptions,
): Promise<void> {
  const shapes: Entry[] = [];
  const visuals: Entry[] = [];
  for (const { link, pose } of group.links)
    await addGeometries(link, pose, { draft, store, report, options, shapes, visuals });
  const [{ link: first }, ...others] = group.links;
  // an empty link of that name is the world itself
  if (group.name === "world" && shapes.length + visuals.length === 0) return;
  const also = others.length === 0 ? "" : `, with ${others.map(({ link }) => link.name).join(", ")} (fixed)`;
  draft.bodies.push({
    name: group.name,
    comment: `<link name="${first.name}"> (${lineOf(first.element)})${also}`,
    fixed: group.fixed,
    pose: group.pose,
    inertia: group.fixed ? null : inertiaOf(group, shapes, report, options),
    shapes,
    visuals,
    place: first.element,
  });
}

/** A body without mass moves nowhere: it gets that of its shapes, or next to none. */
function inertiaOf(
  group: Group,
  shapes: readonly Entry[],
  report: Report,
  { density = DENSITY }: ImportOptions,
): Inertia {
  const parts = group.links.flatMap(({ link, pose }) => (link.inertia ? [moveInertia(pose, link.inertia)] : []));
  const total = sumInertia(parts);
  if (total.mass > 0) return total;
  const solid = sumInertia(shapes.flatMap((shape) => solidInertia(shape, density)));
  const place = group.links[0].link.element;
  if (solid.mass > 0) {
    report.changed(
      place,
      `${group.name} has no mass: it was given ${Number(solid.mass.toPrecision(4))} kg, its shapes at ${density} kg/m³`,
    );
    return solid;
  }
  report.changed(place, `${group.name} has no mass and no shapes: it was given 1 g`);
  return { mass: 0.001, center: [0, 0, 0], tensor: [1e-6, 1e-6, 1e-6, 0, 0, 0] };
}
