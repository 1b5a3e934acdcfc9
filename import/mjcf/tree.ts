import { ImportError, type Place } from "../error.js";
import { type Inertia, NO_TENSOR, principal, sumInertia, type Tensor, turnTensor } from "../inertia.js";
import { compose, HERE, type Pose, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { number, numbers, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { Assets } from "./assets.js";
import type { CompilerSettings, MjcfDocument } from "./document.js";
import { type Geom, readGeom } from "./geom.js";
import { readPose, vector } from "./placement.js";

export interface MjcfJoint {
  readonly element: XmlElement;
  readonly name: string | undefined;
  readonly type: "hinge" | "slide" | "ball" | "free";
  readonly position: V3;
  readonly axis: V3;
  readonly range: readonly [number, number] | undefined;
  readonly ref: number;
  readonly springref: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly friction: number;
}

export interface MjcfBody {
  readonly element: XmlElement;
  readonly name: string | undefined;
  readonly parent: MjcfBody | null;
  /** In the frame of the parent. */
  readonly pose: Pose;
  readonly joints: readonly MjcfJoint[];
  readonly geoms: readonly Geom[];
  /** In the frame of the body. */
  inertia: Inertia | null;
  readonly mocap: boolean;
}

export interface Site {
  readonly body: MjcfBody;
  readonly position: V3;
  readonly place: Place;
}

export interface MjcfTree {
  /** The world first, parents before children. */
  readonly bodies: readonly MjcfBody[];
  readonly sites: ReadonlyMap<string, Site>;
  /** Endings of names that `<replicate>` gave to sites and joints of a name. */
  readonly copies: ReadonlyMap<string, readonly string[]>;
}

const MAX_BODIES = 100_000;

/** Reads the tree of bodies. */
export function readTree(document: MjcfDocument, assets: Assets, report: Report): MjcfTree {
  const reader = new TreeReader(document, assets, report);
  const worlds = document.sections.filter(({ name }) => name === "worldbody");
  if (worlds.length === 0)
    throw new ImportError({ file: document.file, line: 1, column: 1 }, "the model has no <worldbody>");
  const world: Growing = {
    element: worlds[0],
    name: "world",
    parent: null,
    pose: HERE,
    joints: [],
    geoms: [],
    inertia: null,
    mocap: false,
  };
  reader.bodies.push(world);
  for (const element of worlds) reader.contents(element, world, HERE, undefined, "");
  adjustMasses(reader.bodies, document.compiler);
  return reader;
}

interface Growing extends MjcfBody {
  readonly joints: MjcfJoint[];
  readonly geoms: Geom[];
}

class TreeReader implements MjcfTree {
  readonly bodies: MjcfBody[] = [];
  readonly sites = new Map<string, Site>();
  readonly copies = new Map<string, string[]>();
  private readonly document: MjcfDocument;
  private readonly assets: Assets;
  private readonly report: Report;

  constructor(document: MjcfDocument, assets: Assets, report: Report) {
    this.document = document;
    this.assets = assets;
    this.report = report;
  }

  /** Children of a body, frame or replicate at `frame` in the body; `ending` goes to their names. */
  contents(element: XmlElement, body: Growing, frame: Pose, childClass: string | undefined, ending: string): void {
    const { compiler, defaults } = this.document;
    for (const child of element.children) {
      const whole = () => defaults.complete(child, childClass);
      if (child.name === "body") this.body(child, body, frame, childClass, ending);
      else if (child.name === "geom") {
        const geom = readGeom(whole(), compiler, this.assets, this.report);
        if (geom !== undefined)
          body.geoms.push({
            ...geom,
            pose: compose(frame, geom.pose),
            inertia: geom.inertia && moved(frame, geom.inertia),
          });
      } else if (child.name === "joint" || child.name === "freejoint")
        body.joints.push(this.joint(child, whole(), frame, ending));
      else if (child.name === "site") this.site(whole(), body, frame, ending);
      else if (child.name === "frame") {
        this.contents(
          child,
          body,
          compose(frame, readPose(child, compiler)),
          child.attributes.childclass ?? childClass,
          ending,
        );
      } else if (child.name === "replicate") this.replicate(child, body, frame, childClass, ending);
      else if (child.name !== "inertial") this.report.leftOut(child, tagOf(child));
    }
  }

  private body(
    element: XmlElement,
    parent: MjcfBody,
    frame: Pose,
    outerClass: string | undefined,
    ending: string,
  ): void {
    if (this.bodies.length >= MAX_BODIES) throw new ImportError(element, `there are more than ${MAX_BODIES} bodies`);
    const { compiler } = this.document;
    const childClass = element.attributes.childclass ?? outerClass;
    const body: Growing = {
      element,
      name: suffixed(element.attributes.name, ending),
      parent,
      pose: compose(frame, readPose(element, compiler)),
      joints: [],
      geoms: [],
      inertia: null,
      mocap: element.attributes.mocap === "true",
    };
    this.bodies.push(body);
    this.contents(element, body, HERE, childClass, ending);
    body.inertia = bodyInertia(element, body.geoms, compiler);
  }

  private joint(given: XmlElement, element: XmlElement, frame: Pose, ending: string): MjcfJoint {
    const { compiler } = this.document;
    const type = given.name === "freejoint" ? "free" : ((element.attributes.type ?? "hinge") as MjcfJoint["type"]);
    if (!["hinge", "slide", "ball", "free"].includes(type))
      throw new ImportError(given, `${tagOf(given)} has the unknown type "${type}"`);
    const plain = given.name === "freejoint" ? given : element;
    const angle = type === "slide" || type === "free" ? 1 : compiler.angle;
    const range = numbers(plain, "range", 2);
    const limited = plain.attributes.limited ?? "auto";
    const used = range !== undefined && (limited === "true" || (limited === "auto" && compiler.autolimits));
    const axis = vector(plain, "axis") ?? [0, 0, 1];
    if (axis.every((x) => x === 0)) throw new ImportError(given, `${tagOf(given)}: the axis has no length`);
    const turned = compose(frame, { position: vector(plain, "pos") ?? [0, 0, 0], turn: [0, 0, 0, 1] });
    const passive = type !== "free";
    return {
      element: given,
      name: suffixed(plain.attributes.name, ending),
      type,
      position: turned.position,
      axis: compose({ position: [0, 0, 0], turn: frame.turn }, { position: axis, turn: [0, 0, 0, 1] }).position,
      range: used ? [range[0] * angle, range[1] * angle] : undefined,
      ref: (number(plain, "ref") ?? 0) * angle,
      springref: (number(plain, "springref") ?? 0) * angle,
      stiffness: passive ? (numbers(plain, "stiffness")?.[0] ?? 0) : 0,
      damping: passive ? (numbers(plain, "damping")?.[0] ?? 0) : 0,
      friction: passive ? (number(plain, "frictionloss") ?? 0) : 0,
    };
  }

  private site(element: XmlElement, body: MjcfBody, frame: Pose, ending: string): void {
    const name = suffixed(element.attributes.name, ending);
    if (name === undefined) return;
    this.sites.set(name, {
      body,
      position: compose(frame, readPose(element, this.document.compiler)).position,
      place: element,
    });
    if (ending !== "" && element.attributes.name !== undefined) {
      const list = this.copies.get(element.attributes.name) ?? [];
      list.push(ending);
      this.copies.set(element.attributes.name, list);
    }
  }

  /** Copies of the children, each moved on by offset and turned on by euler. */
  private replicate(
    element: XmlElement,
    body: Growing,
    frame: Pose,
    childClass: string | undefined,
    ending: string,
  ): void {
    const count = number(element, "count") ?? 0;
    if (!(Number.isInteger(count) && count >= 1 && count <= MAX_BODIES))
      throw new ImportError(element, `<replicate> needs a count from 1 to ${MAX_BODIES}`);
    const step = compose(
      { position: vector(element, "offset") ?? [0, 0, 0], turn: [0, 0, 0, 1] },
      {
        position: [0, 0, 0],
        turn: readPose(
          {
            ...element,
            attributes: element.attributes.euler === undefined ? {} : { euler: element.attributes.euler },
          } as XmlElement,
          this.document.compiler,
        ).turn,
      },
    );
    const digits = String(count - 1).length;
    const { sep = "" } = element.attributes;
    let pose = HERE;
    for (let k = 0; k < count; k++) {
      this.contents(
        element,
        body,
        compose(frame, pose),
        childClass,
        `${ending}${sep}${String(k).padStart(digits, "0")}`,
      );
      pose = compose(pose, step);
    }
  }
}

function suffixed(name: string | undefined, ending: string): string | undefined {
  return name === undefined ? undefined : name + ending;
}

function moved(frame: Pose, { mass, center, tensor }: Inertia): Inertia {
  return {
    mass,
    center: compose(frame, { position: center, turn: [0, 0, 0, 1] }).position,
    tensor: turnTensor(frame.turn, tensor),
  };
}

/** `<inertial>`, or the sum over geoms. */
function bodyInertia(element: XmlElement, geoms: readonly Geom[], compiler: CompilerSettings): Inertia | null {
  const inertial = element.children.find(({ name }) => name === "inertial");
  if (inertial !== undefined && compiler.inertiaFromGeom !== "true") return readInertial(inertial, compiler);
  if (compiler.inertiaFromGeom === "false") return null;
  const [low, high] = compiler.inertiaGroups;
  const parts = geoms.flatMap((geom) =>
    geom.inertia && geom.group >= low && geom.group <= high ? [geom.inertia] : [],
  );
  const total = sumInertia(parts);
  return total.mass > 0 ? total : null;
}

function readInertial(element: XmlElement, compiler: CompilerSettings): Inertia {
  const mass = number(element, "mass") ?? 0;
  if (mass < 0) throw new ImportError(element, `<inertial>: expected a mass of at least 0, got ${mass}`);
  const { position, turn } = readPose(element, compiler);
  const full = numbers(element, "fullinertia", 6);
  const diagonal = numbers(element, "diaginertia", 3);
  const tensor: Tensor = full
    ? (full as unknown as Tensor)
    : diagonal
      ? [diagonal[0], diagonal[1], diagonal[2], 0, 0, 0]
      : NO_TENSOR;
  return { mass, center: position, tensor: turnTensor(turn, tensor) };
}

/** Bounds, balance and total of `<compiler>`. */
function adjustMasses(bodies: readonly MjcfBody[], compiler: CompilerSettings): void {
  for (const body of bodies) {
    if (body.inertia === null) continue;
    let { mass, tensor } = body.inertia;
    mass = Math.max(mass, compiler.boundMass);
    const { moments } = principal(tensor);
    if (compiler.balanceInertia && moments[0] + moments[1] < moments[2]) {
      const mean = (moments[0] + moments[1] + moments[2]) / 3;
      tensor = [mean, mean, mean, 0, 0, 0];
    }
    if (compiler.boundInertia > 0 && moments[0] < compiler.boundInertia) tensor = raise(tensor, compiler.boundInertia);
    body.inertia = { ...body.inertia, mass, tensor };
  }
  const total = bodies.reduce((sum, { inertia }) => sum + (inertia?.mass ?? 0), 0);
  if (!(compiler.setTotalMass > 0 && total > 0)) return;
  const factor = compiler.setTotalMass / total;
  for (const body of bodies)
    if (body.inertia)
      body.inertia = {
        ...body.inertia,
        mass: factor * body.inertia.mass,
        tensor: body.inertia.tensor.map((x) => factor * x) as unknown as Tensor,
      };
}

/** Principal moments of at least `least`. */
function raise(tensor: Tensor, least: number): Tensor {
  const { moments, axes } = principal(tensor);
  const out = [...tensor];
  moments.forEach((moment, k) => {
    const more = Math.max(0, least - moment);
    const [x, y, z] = axes[k];
    [x * x, y * y, z * z, x * y, x * z, y * z].forEach((value, i) => {
      out[i] += more * value;
    });
  });
  return out as unknown as Tensor;
}
