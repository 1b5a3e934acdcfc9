import { ImportError } from "../error.js";
import { type Inertia, moveInertia, sumInertia, type Tensor, turnTensor } from "../inertia.js";
import type { ImportOptions } from "../options.js";
import { compose, inverse, type Pose, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, lineOf, SceneDraft } from "../scene/draft.js";
import { MeshStore } from "../scene/mesh-store.js";
import type { FileSource } from "../source.js";
import { childOf, childrenOf, numbersIn, required, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { ModelFrames, readPose } from "./frames.js";
import { collisionEntry, type SdfContext, value, visualEntry } from "./geometry.js";
import { addJoint } from "./joints.js";

/** A link of the file. */
export interface SdfLink {
  readonly element: XmlElement;
  /** In the world. */
  readonly pose: Pose;
  readonly inertia: Inertia;
  readonly still: boolean;
  /** The body that it is part of. */
  body: SdfBody;
}

export interface SdfBody {
  readonly name: string;
  readonly pose: Pose;
  readonly links: SdfLink[];
  fixed: boolean;
}

export interface SdfJoint {
  readonly element: XmlElement;
  readonly type: string;
  readonly parent: SdfLink | null;
  readonly child: SdfLink | null;
  /** Frame of the joint, and that of the model, in the world. */
  readonly pose: Pose;
  readonly model: Pose;
  readonly version: number;
  frameNamed(name: string): Pose;
}

const MAX_DEPTH = 20;

/** SDFormat as a draft of a scene: the models of a file or of its first world. */
export async function importSdf(
  root: XmlElement,
  source: FileSource,
  report: Report,
  options: ImportOptions,
  meshFile: string,
) {
  const draft = new SceneDraft(report, meshFile);
  const reader = new SdfReader(Number(root.attributes.version ?? "1.6"), draft, report);
  const world = childOf(root, "world");
  const holder = world ?? root;
  if (world !== undefined) reader.world(world);
  const models = childrenOf(holder, "model");
  if (models.length === 0) throw new ImportError(root, `${tagOf(root)} holds no model`);
  for (const model of models)
    reader.model(model, readPose(model), "", models.length === 1 ? "" : `${required(model, "name")}_`, false, 0);
  for (const child of holder.children)
    if (!/^(model|world|gravity)$/.test(child.name)) report.leftOut(child, tagOf(child));
  if (reader.links.length === 0) throw new ImportError(root, "the model has no links");
  await reader.build({ draft, store: new MeshStore(source, report, options), report, options });
  return {
    draft,
    name: required(models[0], "name"),
    links: reader.links.length,
    joints: reader.joints.map(({ type }) => type),
  };
}

class SdfReader {
  readonly links: SdfLink[] = [];
  readonly joints: SdfJoint[] = [];
  private readonly byName = new Map<string, SdfLink>();
  private readonly version: number;
  private readonly draft: SceneDraft;
  private readonly report: Report;

  constructor(version: number, draft: SceneDraft, report: Report) {
    this.version = version;
    this.draft = draft;
    this.report = report;
  }

  world(world: XmlElement): void {
    const gravity = childOf(world, "gravity") ?? childOf(childOf(world, "physics") ?? world, "gravity");
    if (gravity === undefined) return;
    const [x, y, z] = numbersIn(gravity, "<gravity>", gravity.text);
    this.draft.gravity = [x ?? 0, y ?? 0, z ?? 0];
  }

  /** Links and joints of a model whose frame is at `pose`; names of nested models come before those of their parts. */
  model(model: XmlElement, pose: Pose, scope: string, prefix: string, still: boolean, depth: number): void {
    if (depth > MAX_DEPTH) throw new ImportError(model, "models are nested too deep");
    const frames = new ModelFrames(model);
    const isStatic = still || /^(1|true)$/.test(childOf(model, "static")?.text ?? "");
    for (const child of model.children) {
      if (child.name === "link") this.link(child, compose(pose, frames.of(required(child, "name"))), scope, isStatic);
      else if (child.name === "model") {
        const name = required(child, "name");
        this.model(
          child,
          compose(pose, frames.of(name)),
          `${scope}${name}::`,
          `${prefix}${name}_`,
          isStatic,
          depth + 1,
        );
      }
    }
    for (const child of model.children) {
      if (child.name === "joint") this.joint(child, pose, frames, scope);
      else if (!/^(link|model|frame|pose|static|self_collide|allow_auto_disable)$/.test(child.name))
        this.report.leftOut(child, tagOf(child));
    }
  }

  private link(element: XmlElement, pose: Pose, scope: string, still: boolean): void {
    const name = scope + required(element, "name");
    const body: SdfBody = {
      name: this.draft.names.take(name.replace(/::/g, "_"), "link"),
      pose,
      links: [],
      fixed: still,
    };
    const link: SdfLink = { element, pose, inertia: readInertial(element), still, body };
    body.links.push(link);
    this.links.push(link);
    this.byName.set(name, link);
    for (const child of element.children)
      if (!/^(pose|inertial|collision|visual|self_collide|kinematic)$/.test(child.name))
        this.report.leftOut(child, `${tagOf(child)} of ${tagOf(element)}`);
  }

  private joint(element: XmlElement, model: Pose, frames: ModelFrames, scope: string): void {
    const end = (which: string): SdfLink | null => {
      const found = childOf(element, which);
      const target = found?.text ?? "";
      if (target === "world") return null;
      const link = this.byName.get(scope + target) ?? this.byName.get(target);
      if (link === undefined)
        throw new ImportError(found ?? element, `${tagOf(element)}: there is no link "${target}"`);
      return link;
    };
    this.joints.push({
      element,
      type: required(element, "type"),
      parent: end("parent"),
      child: end("child"),
      pose: compose(model, frames.ofElement(element)),
      model,
      version: this.version,
      frameNamed: (frame) => compose(model, frames.of(frame, element)),
    });
  }

  async build(context: SdfContext): Promise<void> {
    if ((context.options.fixed ?? "merge") === "merge")
      for (const joint of this.joints) if (joint.type === "fixed") this.merge(joint);
    const bodies = new Set(this.links.map(({ body }) => body));
    for (const body of bodies) await this.addBody(body, context);
    for (const joint of this.joints) addJoint(joint, this.byName, context);
  }

  /** Two links that are fixed to each other become one body. */
  private merge({ parent, child }: SdfJoint): void {
    const [a, b] = [parent?.body, child?.body];
    if (b === undefined || a === undefined) {
      const moving = a ?? b;
      if (moving !== undefined) moving.fixed = true;
      return;
    }
    if (a === b) return;
    a.fixed ||= b.fixed;
    for (const link of b.links) {
      link.body = a;
      a.links.push(link);
    }
  }

  private async addBody(body: SdfBody, context: SdfContext): Promise<void> {
    const shapes: Entry[] = [];
    const visuals: Entry[] = [];
    const parts: Inertia[] = [];
    for (const link of body.links) {
      const frame = compose(inverse(body.pose), link.pose);
      parts.push(moveInertia(frame, link.inertia));
      for (const child of link.element.children) {
        if (child.name === "collision") push(shapes, await collisionEntry(child, frame, context));
        else if (child.name === "visual") push(visuals, await visualEntry(child, frame, context));
      }
    }
    const [first, ...others] = body.links.map(({ element }) => required(element, "name"));
    this.draft.bodies.push({
      name: body.name,
      comment: `<link name="${first}"> (${lineOf(body.links[0].element)})${others.length > 0 ? `, with ${others.join(", ")} (fixed)` : ""}`,
      fixed: body.fixed,
      pose: body.pose,
      inertia: body.fixed ? null : sumInertia(parts),
      shapes,
      visuals,
      place: body.links[0].element,
    });
  }
}

function push(list: Entry[], entry: Entry | undefined): void {
  if (entry !== undefined) list.push(entry);
}

/** Mass 1 kg and moments 1 kg m² where the file gives none: the defaults of the format. */
function readInertial(link: XmlElement): Inertia {
  const inertial = childOf(link, "inertial");
  const { position, turn } = readPose(inertial);
  const mass = inertial ? value(inertial, "mass", 1) : 1;
  if (!(mass > 0)) throw new ImportError(inertial ?? link, `expected a mass > 0, got ${mass}`);
  const own = inertial && childOf(inertial, "inertia");
  const at = (name: string, fallback: number) => (own ? value(own, name, fallback) : fallback);
  const tensor: Tensor = [at("ixx", 1), at("iyy", 1), at("izz", 1), at("ixy", 0), at("ixz", 0), at("iyz", 0)];
  return { mass, center: position as V3, tensor: turnTensor(turn, tensor) };
}
