import type { Model } from "stiction";
import { about, compose, fromEuler, inverse, type Pose, type Q4, rotate, unitTurn, type V3 } from "../import/pose.js";
import { bodyFrame, jointFrame, startCoordinate, three } from "./frames.js";
import { type BodyTree, bodyTree, isStill } from "./tree.js";
import { type Attributes, type Element, element, xmlText } from "./xml.js";

/** A model in the format of another program, and what of the scene is not in it. */
export interface Exported {
  readonly text: string;
  readonly notes: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;

/** A scene as MJCF. Joint coordinates keep their values: `ref` is the coordinate at the start. */
export function exportMjcf(model: Model): Exported {
  return new MjcfWriter(model).write();
}

class MjcfWriter {
  private readonly model: Model;
  private readonly tree: BodyTree;
  private readonly notes: string[] = [];
  private readonly assets: Element[] = [];
  private readonly tendons: Element[] = [];
  private readonly equalities: Element[] = [];
  private readonly excludes: Element[] = [];
  private readonly actuators: Element[] = [];
  /** Springs and dampers of joints that stand beside them in the scene. */
  private readonly passive = new Map<number, Attributes>();
  private readonly sites = new Map<number, Element[]>();

  constructor(model: Model) {
    this.model = model;
    this.tree = bodyTree(model);
  }

  write(): Exported {
    const { model, tree } = this;
    for (const j of tree.loops) this.loop(j);
    this.excluded();
    const world: Pose = { position: [0, 0, 0], turn: [0, 0, 0, 1] };
    const bodies = tree.roots.map((b) => this.body(b, world));
    const { gravity } = model.options;
    for (const [name, list] of [["forces", model.spec.forces], ["controllers", model.spec.controllers]] as const)
      if (list.length > 0) this.notes.push(`${list.length} ${name}`); // biome-ignore format: a table
    const group = (name: string, children: readonly Element[]) =>
      children.length > 0 ? [element(name, {}, children)] : [];
    const root = element("mujoco", { model: model.name }, [
      element("compiler", { angle: "radian", autolimits: "true", balanceinertia: "false" }),
      element("option", { gravity: Array.from(gravity), timestep: model.options.timestep }),
      ...group("asset", this.assets),
      element("worldbody", {}, [...(this.sites.get(0) ?? []), ...bodies]),
      ...group("contact", this.excludes),
      ...group("equality", this.equalities),
      ...group("tendon", this.tendons),
      ...group("actuator", this.actuators),
    ]);
    return { text: xmlText(root), notes: this.notes };
  }

  private body(b: number, parent: Pose): Element {
    const { model, tree } = this;
    const frame = bodyFrame(model, b);
    const local = compose(inverse(parent), frame);
    const still = isStill(model, b);
    const j = tree.carrier[b];
    const shapes = (model.spec.bodies.find(({ name }) => name === model.bodyNames[b])?.shapes ??
      []) as readonly Entry[];
    return element("body", { name: model.bodyNames[b], ...placed(local) }, [
      ...(still ? [] : [this.inertial(b)]),
      ...(still ? [] : j < 0 ? [element("freejoint", { name: `${model.bodyNames[b]}_free` })] : this.joint(j)),
      ...shapes.flatMap((shape, k) => this.geom(shape, b, k)),
      ...(this.sites.get(b) ?? []),
      ...tree.children[b].map((child) => this.body(child, frame)),
    ]);
  }

  private inertial(b: number): Element {
    const { bodyMass, bodyCom, bodyInertia } = this.model;
    const tensor = Array.from(bodyInertia.subarray(6 * b, 6 * b + 6));
    return element("inertial", { pos: three(bodyCom, b), mass: bodyMass[b], fullinertia: tensor });
  }

  private joint(j: number): Element[] {
    const { joints } = this.model;
    const kind = joints.kinds[j].name;
    if (kind === "fixed") return [];
    const { position, turn } = jointFrame(this.model, j, "B");
    const ref = kind === "ball" ? 0 : startCoordinate(this.model, j, kind, joints.zero[j]);
    const drive = this.drive(j, kind);
    const limited = Number.isFinite(joints.lower[j]) || Number.isFinite(joints.upper[j]);
    const bound = (x: number) => (Number.isFinite(x) ? x : Math.sign(x) * 1e6);
    return [
      element("joint", {
        name: joints.names[j],
        type: kind === "slider" ? "slide" : kind,
        pos: position,
        ...(kind === "ball" ? {} : { axis: rotate(turn, [0, 0, 1]) }),
        ...(ref === 0 ? {} : { ref }),
        ...(limited && kind !== "ball" ? { range: [bound(joints.lower[j]), bound(joints.upper[j])] } : {}),
        ...(joints.friction[j] > 0 ? { frictionloss: joints.friction[j] } : {}),
        ...this.passive.get(j),
        ...drive,
      }),
    ];
  }

  /** Springs without a bound are those of the joint; other drives are actuators. */
  private drive(j: number, kind: string): Attributes {
    const { joints } = this.model;
    const mode = joints.driveMode[j];
    if (mode === 0) return {};
    const target = Number((joints.params[j].drive as Entry | undefined)?.target ?? 0);
    const [stiffness, damping] = [joints.driveStiffness[j], joints.driveDamping[j]];
    const most = joints.driveMaxEffort[j];
    const force = Number.isFinite(most) ? { forcerange: [-most, most] } : {};
    const joint = joints.names[j];
    if (kind === "ball") this.notes.push(`the drive of ${joint}`);
    else if (mode === 4 && !Number.isFinite(most))
      return { stiffness, damping, ...(target === 0 ? {} : { springref: target }) };
    else if (mode === 4) this.actuators.push(element("position", { joint, kp: stiffness, kv: damping, ...force }));
    else if (mode === 3)
      this.actuators.push(element("motor", { joint, ...(Number.isFinite(most) ? { ctrlrange: [-most, most] } : {}) }));
    else this.notes.push(`the ${mode === 1 ? "speed" : "position"} drive of ${joint}`);
    return {};
  }

  private geom(shape: Entry, b: number, k: number): Element[] {
    const { position = [0, 0, 0] } = shape as { position?: readonly number[] };
    const turn = quaternionOf(shape.orientation);
    const friction = this.frictionOf(shape, b);
    const mask = shape.sensor === true ? { contype: 0, conaffinity: 0 } : {};
    const place = {
      ...placed({ position: [position[0], position[1], position[2]], turn }),
      friction: [friction, 0.005, 0.0001],
      mass: 0,
      ...mask,
    };
    const number = (name: string) => shape[name] as number;
    const name = `${this.model.bodyNames[b]}_${k}`;
    switch (shape.type) {
      case "box": return [element("geom", { type: "box", size: shape.halfExtents as number[], ...place })]; // biome-ignore format: a table
      case "sphere": return [element("geom", { type: "sphere", size: number("radius"), ...place })]; // biome-ignore format: a table
      case "capsule": return [element("geom", { type: "capsule", size: [number("radius"), number("halfLength")], ...place })]; // biome-ignore format: a table
      case "cylinder": return [element("geom", { type: "cylinder", size: [number("radius"), number("halfLength")], ...place })]; // biome-ignore format: a table
      case "ellipsoid": return [element("geom", { type: "ellipsoid", size: shape.semiAxes as number[], ...place })]; // biome-ignore format: a table
      case "plane": return [element("geom", { type: "plane", size: [0, 0, 1], ...place, mass: undefined })]; // biome-ignore format: a table
      case "convex-hull":
      case "mesh":
        this.assets.push(element("mesh", { name, vertex: scaledRows(shape) }));
        if (shape.type === "mesh")
          this.notes.push(`the mesh of ${this.model.bodyNames[b]} collides as its convex hull`);
        return [element("geom", { type: "mesh", mesh: name, ...place })];
      default:
        this.notes.push(`a shape of ${this.model.bodyNames[b]}: ${String(shape.type)}`);
        return [];
    }
  }

  private frictionOf(shape: Entry, b: number): number {
    const { spec, bodyNames } = this.model;
    const name = (shape.material ?? spec.bodies.find((body) => body.name === bodyNames[b])?.material) as
      | string
      | undefined;
    return (name === undefined ? undefined : spec.materials[name]?.friction) ?? 0.5;
  }

  /** A joint that is not part of the tree. */
  private loop(j: number): void {
    const { joints, bodyNames } = this.model;
    const kind = joints.kinds[j].name;
    const params = joints.params[j];
    const [a, b] = [joints.bodyA[j], joints.bodyB[j]];
    const bodies = { body1: bodyNames[b], ...(a === 0 ? {} : { body2: bodyNames[a] }) };
    if (kind === "ball")
      this.equalities.push(element("connect", { ...bodies, anchor: jointFrame(this.model, j, "B").position }));
    else if (kind === "fixed") this.equalities.push(element("weld", bodies));
    else if (kind === "distance" || kind === "spring") this.line(j, kind, params);
    else if (kind === "gear") this.gear(j, params);
    else if (kind === "angular-spring" || kind === "bushing") this.spring(j, kind, params);
    else
      this.notes.push(
        `the joint ${joints.names[j]}: ${kind}${["hinge", "slider"].includes(kind) ? " that closes a loop" : ""}`,
      );
  }

  /** A spring of the joint between the same bodies, where it acts on its coordinate alone. */
  private spring(j: number, kind: string, params: Entry): void {
    const { joints } = this.model;
    const carrier = this.tree.carrier[joints.bodyB[j]];
    const own = carrier >= 0 && joints.bodyA[carrier] === joints.bodyA[j] ? joints.kinds[carrier].name : "";
    const vector = (name: string) => params[name] as readonly number[];
    if (kind === "angular-spring" && own === "hinge") {
      const { stiffness, damping, restAngle } = params as Record<string, number>;
      this.passive.set(carrier, { stiffness, damping, springref: restAngle + joints.zero[carrier] });
    } else if (kind === "bushing" && own === "slider" && vector("angularStiffness").every((x) => x === 0))
      this.passive.set(carrier, {
        stiffness: vector("stiffness")[2],
        damping: vector("damping")[2],
        springref: joints.zero[carrier],
      });
    else if (kind === "bushing" && own === "ball" && vector("stiffness").every((x) => x === 0))
      this.passive.set(carrier, { stiffness: vector("angularStiffness")[0], damping: vector("angularDamping")[0] });
    else this.notes.push(`the spring ${joints.names[j]}`);
  }

  private line(j: number, kind: string, params: Entry): void {
    const { joints } = this.model;
    const ends = (["A", "B"] as const).map((side) => {
      const name = `${joints.names[j]}_${side}`;
      const b = joints[`body${side}`][j];
      this.sites.set(b, [
        ...(this.sites.get(b) ?? []),
        element("site", { name, pos: jointFrame(this.model, j, side).position, size: 0.005 }),
      ]);
      return element("site", { site: name });
    });
    const { length, mode, stiffness, damping, restLength } = params as Record<string, number | string | undefined>;
    const range = mode === "rope" ? [0, Number(length)] : mode === "rod" ? [Number(length), Number(length)] : undefined;
    if (kind === "distance" && (range === undefined || length === undefined)) {
      this.notes.push(`the line ${joints.names[j]}`);
      return;
    }
    const bears: Attributes =
      kind === "distance"
        ? { range, limited: "true" }
        : { stiffness, damping, ...(restLength === undefined ? {} : { springlength: Number(restLength) }) };
    this.tendons.push(element("spatial", { name: joints.names[j], ...bears }, ends));
  }

  /** A gear ties the hinges that carry its bodies, where their axes are its own. */
  private gear(j: number, { ratio }: Entry): void {
    const { joints } = this.model;
    const [a, b] = [this.tree.carrier[joints.bodyA[j]], this.tree.carrier[joints.bodyB[j]]];
    if (a < 0 || b < 0 || joints.kinds[a].name !== "hinge" || joints.kinds[b].name !== "hinge") {
      this.notes.push(`the gear ${joints.names[j]}`);
      return;
    }
    this.equalities.push(
      element("joint", { joint1: joints.names[b], joint2: joints.names[a], polycoef: [0, ratio as number, 0, 0, 0] }),
    );
  }

  /** Pairs that do not meet. MuJoCo leaves out parent and child by itself, unless the parent stands still. */
  private excluded(): void {
    const { joints, bodyNames, spec } = this.model;
    const done = new Set<string>();
    const add = (a: string, b: string) => {
      const key = [a, b].sort().join(" ");
      if (a === b || a === "world" || b === "world" || done.has(key)) return;
      done.add(key);
      this.excludes.push(element("exclude", { body1: a, body2: b }));
    };
    for (let j = 0; j < joints.count; j++)
      if (joints.params[j].collide === false) add(bodyNames[joints.bodyA[j]], bodyNames[joints.bodyB[j]]);
    for (const [a, b] of spec.collision?.ignore ?? []) add(a, b);
  }
}

function placed({ position, turn }: Pose): Attributes {
  return {
    ...(position.every((x) => x === 0) ? {} : { pos: position }),
    ...(turn[3] === 1 ? {} : { quat: [turn[3], turn[0], turn[1], turn[2]] }),
  };
}

/** An orientation as a scene may write it. */
export function quaternionOf(orientation: unknown): Q4 {
  if (typeof orientation === "number") return about([0, 0, 1], orientation);
  if (Array.isArray(orientation)) return unitTurn(orientation as number[]) ?? [0, 0, 0, 1];
  if (typeof orientation !== "object" || orientation === null) return [0, 0, 0, 1];
  const {
    axis,
    angle,
    euler,
    order = "xyz",
  } = orientation as { axis?: V3; angle?: number; euler?: V3; order?: string };
  if (axis !== undefined) return about(axis, angle ?? 0);
  return euler === undefined ? [0, 0, 0, 1] : fromEuler(euler, order);
}

function scaledRows({ vertices, scale = 1 }: Entry): number[] {
  const factor = typeof scale === "number" ? [scale, scale, scale] : (scale as readonly number[]);
  return (vertices as readonly (readonly number[])[]).flatMap((row) => row.map((x, k) => x * factor[k]));
}
