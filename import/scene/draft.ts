import { formatPlace, type Place } from "../error.js";
import { type Inertia, validTensor } from "../inertia.js";
import { type GlbNode, writeGlb } from "../meshes/glb.js";
import type { ImportedLook, MeshPart } from "../meshes/mesh-file.js";
import { compose, inverse, NO_TURN, type Pose, type Q4, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { nameOf } from "../source.js";
import { Names } from "./names.js";
import { sceneYaml } from "./yaml.js";

/** An entry of a list of the scene. */
export type Entry = Record<string, unknown>;

/** A body of the draft; `pose` is that of its frame in the world. */
export interface DraftBody {
  readonly name: string;
  readonly comment: string;
  readonly fixed: boolean;
  readonly pose: Pose;
  readonly inertia: Inertia | null;
  readonly shapes: readonly Entry[];
  readonly visuals: readonly Entry[];
  readonly color?: string | undefined;
  readonly place: Place;
}

/** What of a scene an importer fills in; entries are as the scene format has them. */
export class SceneDraft {
  readonly names = new Names();
  readonly jointNames = new Names();
  readonly sensorNames = new Names();
  readonly bodies: DraftBody[] = [];
  readonly joints: Entry[] = [];
  readonly forces: Entry[] = [];
  readonly controllers: Entry[] = [];
  readonly sensors: Entry[] = [];
  readonly looks: Record<string, ImportedLook> = {};
  readonly materials: Record<string, Entry> = {};
  readonly materialPairs: Entry[] = [];
  readonly ignore: [string, string][] = [];
  gravity: V3 = [0, 0, -9.81];
  timestep: number | undefined;
  private readonly comments = new Map<object, string>();
  private readonly nodes = new Map<string, GlbNode>();
  private readonly nodeNames = new Names();
  private readonly report: Report;
  /** Name of the file with the meshes that are drawn. */
  readonly meshFile: string;

  constructor(report: Report, meshFile: string) {
    this.report = report;
    this.meshFile = meshFile;
  }

  comment<T extends object>(entry: T, text: string): T {
    this.comments.set(entry, text);
    return entry;
  }

  /** A visual of triangles, which go to the file of meshes; those of one key are stored once. */
  meshVisual(key: string, name: string, parts: () => readonly MeshPart[]): Entry {
    let node = this.nodes.get(key);
    if (node === undefined) {
      node = { name: this.nodeNames.take(name, "mesh"), parts: parts() };
      this.nodes.set(key, node);
    }
    return { type: "gltf", file: this.meshFile, node: node.name, up: "z" };
  }

  /** Files that belong to the scene, by name. */
  files(): Map<string, Uint8Array> {
    return this.nodes.size === 0 ? new Map() : new Map([[this.meshFile, writeGlb([...this.nodes.values()])]]);
  }

  /** The scene as the format has it. */
  spec(name: string, title: string): Entry {
    return {
      name,
      title,
      gravity: [...this.gravity],
      ...(this.timestep === undefined ? {} : { timestep: this.timestep }),
      formulation: "impulse",
      ...(Object.keys(this.materials).length > 0 ? { materials: this.materials } : {}),
      ...(Object.keys(this.looks).length > 0 ? { looks: this.looks } : {}),
      ...(this.ignore.length > 0 ? { collision: { ignore: this.ignore } } : {}),
      materialPairs: this.materialPairs,
      bodies: this.bodies.map((body) => this.bodyEntry(body)),
      joints: this.joints,
      forces: this.forces,
      controllers: this.controllers,
      sensors: this.sensors,
    };
  }

  yaml(spec: Entry, header: readonly string[]): string {
    return sceneYaml(spec, this.comments, header);
  }

  private bodyEntry(body: DraftBody): Entry {
    const { inertia } = body;
    const entry: Entry = {
      name: body.name,
      ...(body.fixed ? { type: "static" } : {}),
      ...placement(body.pose),
      ...(inertia === null || body.fixed
        ? {}
        : { mass: inertia.mass, centerOfMass: tidy(inertia.center), inertia: this.tensor(body, inertia) }),
      ...(body.color === undefined ? {} : { color: body.color }),
      shapes: body.shapes,
      visuals: body.visuals,
    };
    return this.comment(entry, body.comment);
  }

  private tensor(body: DraftBody, inertia: Inertia): readonly number[] {
    const { tensor, changed } = validTensor(inertia.tensor);
    if (changed) this.report.changed(body.place, `the inertia of ${body.name} is that of no body: its principal moments were set to their mean`); // biome-ignore format: one line
    return tensor.slice(3).every((x) => x === 0) ? tensor.slice(0, 3) : [...tensor];
  }
}

/** Position and orientation of an entry, without what is at its default. */
export function placement({ position, turn }: Pose): Entry {
  return {
    ...(position.every((x) => x === 0) ? {} : { position: tidy(position) }),
    ...(isTurned(turn) ? { orientation: tidy(turn) } : {}),
  };
}

function isTurned(q: Q4): boolean {
  return NO_TURN.some((x, k) => Math.abs(x - q[k]) > 1e-15) && NO_TURN.some((x, k) => Math.abs(x + q[k]) > 1e-15);
}

/** Numbers without the last digit or two, in which sums of decimals differ from what people wrote. */
export function tidy(values: readonly number[]): number[] {
  const size = Math.max(1e-300, ...values.map(Math.abs));
  return values.map((x) => (Math.abs(x) < 1e-15 * size ? 0 : Number(x.toPrecision(15))));
}

/** Frames of a joint on its two bodies, from its frame in the world and the bodies' poses there. */
export function jointFrames(frame: Pose, a: Pose, b: Pose): Entry {
  return { frameA: framePlacement(compose(inverse(a), frame)), frameB: framePlacement(compose(inverse(b), frame)) };
}

/** A frame needs a position, be it at the origin. */
export function framePlacement(pose: Pose): Entry {
  return { position: tidy(pose.position), ...placement(pose) };
}

/** `file:line` for a comment. */
export function lineOf(place: Place): string {
  return formatPlace({ file: nameOf(place.file), line: place.line, column: 1 }).replace(/:1$/, "");
}
