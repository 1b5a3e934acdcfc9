import type { Model } from "stiction";
import { about, compose, inverse, type Pose, rotate, type V3 } from "../import/pose.js";
import { bodyFrame, jointFrame, three } from "./frames.js";
import { type Exported, quaternionOf } from "./mjcf.js";
import { type BodyTree, bodyTree, isStill } from "./tree.js";
import { rpyOf, stlBytes } from "./urdf-parts.js";
import { type Element, element, xmlText } from "./xml.js";

type Entry = Readonly<Record<string, unknown>>;

/** A scene as URDF, with the meshes that it names. */
export interface ExportedUrdf extends Exported {
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A scene whose bodies form a tree as URDF; static bodies are links of the world. */
export function exportUrdf(model: Model, meshFolder = "meshes"): ExportedUrdf {
  return new UrdfWriter(model, meshFolder).write();
}

class UrdfWriter {
  private readonly model: Model;
  private readonly tree: BodyTree;
  private readonly folder: string;
  private readonly notes: string[] = [];
  private readonly files = new Map<string, Uint8Array>();
  private readonly links: Element[] = [];
  private readonly joints: Element[] = [];

  constructor(model: Model, folder: string) {
    this.model = model;
    this.tree = bodyTree(model);
    this.folder = folder;
  }

  write(): ExportedUrdf {
    const { model, tree } = this;
    for (const j of tree.loops)
      this.notes.push(`the joint ${model.joints.names[j]}: ${model.joints.kinds[j].name}, which is no part of a tree`);
    this.links.push(element("link", { name: "world" }));
    for (const b of tree.roots) this.body(b, { position: [0, 0, 0], turn: [0, 0, 0, 1] }, "world");
    for (const [name, list] of [["forces", model.spec.forces], ["controllers", model.spec.controllers]] as const)
      if (list.length > 0) this.notes.push(`${list.length} ${name}`); // biome-ignore format: a table
    const text = xmlText(element("robot", { name: model.name }, [...this.links, ...this.joints]));
    return { text, notes: this.notes, files: this.files };
  }

  /** `parent` is the pose of the parent's link frame in the frame of its body. */
  private body(b: number, parent: Pose, parentName: string): void {
    const { model, tree } = this;
    const name = model.bodyNames[b];
    const j = tree.carrier[b];
    // the frame of a link is that of its joint: the body's, moved to the joint and not turned
    const frame: Pose = { position: j < 0 ? [0, 0, 0] : jointFrame(model, j, "B").position, turn: [0, 0, 0, 1] };
    const into = inverse(frame);
    this.links.push(
      element("link", { name }, [...(isStill(model, b) ? [] : [this.inertial(b, into)]), ...this.geometries(b, into)]),
    );
    this.joints.push(this.joint(b, j, name, parent, parentName, frame));
    for (const child of tree.children[b]) this.body(child, frame, name);
  }

  private joint(b: number, j: number, name: string, parent: Pose, parentName: string, frame: Pose): Element {
    const { model } = this;
    const { joints } = model;
    const kind = j < 0 ? (isStill(model, b) ? "fixed" : "floating") : joints.kinds[j].name;
    const types: Readonly<Record<string, string>> = {
      hinge: "continuous",
      slider: "prismatic",
      fixed: "fixed",
      floating: "floating",
    };
    const limited = j >= 0 && Number.isFinite(joints.lower[j]) && Number.isFinite(joints.upper[j]);
    const type = kind === "hinge" && limited ? "revolute" : (types[kind] ?? "fixed");
    if (types[kind] === undefined)
      this.notes.push(`the joint ${joints.names[j]}: ${kind}; its bodies are fixed to each other`);
    const child = j < 0 ? compose(inverse(bodyFrame(model, 0)), bodyFrame(model, b)) : this.atZero(j, kind);
    const origin = compose(inverse(parent), compose(child, frame));
    const ends = [
      element("parent", { link: parentName }),
      element("child", { link: name }),
      element("origin", { xyz: origin.position, rpy: rpyOf(origin.turn) }),
    ];
    if (j < 0 || type === "fixed") return element("joint", { name: `${name}_${type}`, type }, ends);
    const most = Number.isFinite(joints.driveMaxEffort[j]) ? joints.driveMaxEffort[j] : 1e6;
    const bounds = limited ? { lower: joints.lower[j], upper: joints.upper[j] } : {};
    const passive = joints.driveMode[j] === 4 ? joints.driveDamping[j] : 0;
    if (joints.driveMode[j] !== 0 && !(joints.driveMode[j] === 4 && joints.driveStiffness[j] === 0))
      this.notes.push(`the drive of ${joints.names[j]}`);
    return element("joint", { name: joints.names[j], type }, [
      ...ends,
      element("axis", { xyz: rotate(jointFrame(model, j, "B").turn, [0, 0, 1]) }),
      ...(type === "continuous" ? [] : [element("limit", { ...bounds, effort: most, velocity: 1e6 })]),
      ...(passive > 0 || joints.friction[j] > 0
        ? [element("dynamics", { damping: passive, friction: joints.friction[j] })]
        : []),
    ]);
  }

  /** Frame of body B in that of A where the joint's coordinate is 0. */
  private atZero(j: number, kind: string): Pose {
    const zero = this.model.joints.zero[j];
    const back: Pose =
      kind === "slider"
        ? { position: [0, 0, -zero], turn: [0, 0, 0, 1] }
        : { position: [0, 0, 0], turn: about([0, 0, 1], -zero) };
    return compose(jointFrame(this.model, j, "A"), compose(back, inverse(jointFrame(this.model, j, "B"))));
  }

  private inertial(b: number, into: Pose): Element {
    const { bodyMass, bodyCom, bodyInertia } = this.model;
    const [ixx, iyy, izz, ixy, ixz, iyz] = bodyInertia.subarray(6 * b, 6 * b + 6);
    const center = compose(into, { position: three(bodyCom, b), turn: [0, 0, 0, 1] }).position;
    return element("inertial", {}, [
      element("origin", { xyz: center, rpy: [0, 0, 0] }),
      element("mass", { value: bodyMass[b] }),
      element("inertia", { ixx, ixy, ixz, iyy, iyz, izz }),
    ]);
  }

  private geometries(b: number, into: Pose): Element[] {
    const shapes = (this.model.spec.bodies.find(({ name }) => name === this.model.bodyNames[b])?.shapes ??
      []) as readonly Entry[];
    return shapes.flatMap((shape, k) => {
      const geometry = this.geometry(shape, b, k);
      if (geometry === undefined) return [];
      const at = (shape.position ?? [0, 0, 0]) as V3;
      const pose = compose(into, { position: [at[0], at[1], at[2]], turn: quaternionOf(shape.orientation) });
      const origin = element("origin", { xyz: pose.position, rpy: rpyOf(pose.turn) });
      const inside = [origin, element("geometry", {}, [geometry])];
      return [element("visual", {}, inside), element("collision", {}, inside)];
    });
  }

  private geometry(shape: Entry, b: number, k: number): Element | undefined {
    const number = (name: string) => shape[name] as number;
    const name = this.model.bodyNames[b];
    switch (shape.type) {
      case "box": return element("box", { size: (shape.halfExtents as number[]).map((x) => 2 * x) }); // biome-ignore format: a table
      case "sphere": return element("sphere", { radius: number("radius") }); // biome-ignore format: a table
      case "cylinder": return element("cylinder", { radius: number("radius"), length: 2 * number("halfLength") }); // biome-ignore format: a table
      case "plane":
        this.notes.push(`the plane of ${name}`);
        return undefined;
      default: {
        const found = this.model.shapes.find((instance) => instance.body === b && instance.index === k);
        if (found === undefined) return undefined;
        const file = `${this.folder}/${name}_${k}.stl`;
        this.files.set(file, stlBytes(found.geometry.drawing()));
        return element("mesh", { filename: file });
      }
    }
  }
}
