import type { Data, Model } from "stiction";
import { BufferBuilder, materialOf, packGlb } from "../import/meshes/glb.js";
import { isStill } from "./tree.js";

/** Bodies of a run as a binary glTF file with one animation: a node per body, below it a node per surface. */
export interface GlbExport {
  readonly frames: number;
  /** Takes the poses of the present state. */
  frame(data: Data): void;
  finish(): Uint8Array;
}

/** z up to y up: a quarter turn about x, backward. */
const Y_UP = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const BODY_COLOR = "#9aa4ad";

export function createGlbExport(model: Model): GlbExport {
  const times: number[] = [];
  const poses: number[][] = Array.from({ length: model.nb }, () => []);
  return {
    get frames() {
      return times.length;
    },
    frame(data) {
      // times of an animation only grow
      if (times.length > 0 && data.time <= times[times.length - 1]) return;
      times.push(data.time);
      for (let b = 1; b < model.nb; b++) poses[b].push(...data.bodyPos.subarray(3 * b, 3 * b + 3), ...data.bodyQuat.subarray(4 * b, 4 * b + 4)); // biome-ignore format: one line
    },
    finish: () => new GlbWriter(model).write(times, poses),
  };
}

interface Node {
  name?: string;
  mesh?: number;
  children?: number[];
  translation?: readonly number[];
  rotation?: readonly number[];
}

class GlbWriter {
  private readonly buffer = new BufferBuilder();
  private readonly nodes: Node[] = [];
  private readonly meshes: unknown[] = [];
  private readonly materials: unknown[] = [];
  private readonly known = new Map<string, number>();
  private readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  write(times: readonly number[], poses: readonly (readonly number[])[]): Uint8Array {
    const { model, nodes } = this;
    const bodies = Array.from({ length: model.nb - 1 }, (_, k) => this.body(k + 1, poses[k + 1]));
    nodes.push({ name: model.name, rotation: Y_UP, children: bodies });
    const animation = times.length > 1 ? this.animation(times, poses, bodies) : undefined;
    const json = {
      asset: { version: "2.0", generator: "stiction" },
      scene: 0,
      scenes: [{ name: model.name, nodes: [nodes.length - 1] }],
      nodes,
      ...(this.meshes.length > 0 ? { meshes: this.meshes, materials: this.materials } : {}),
      ...(animation === undefined ? {} : { animations: [animation] }),
      ...(this.meshes.length > 0 || animation !== undefined ? this.buffer.json() : {}),
    };
    return packGlb(json, this.buffer.bytes());
  }

  /** A node of a body, at its first pose, with what is drawn of it. */
  private body(b: number, pose: readonly number[]): number {
    const { model, nodes } = this;
    const { visuals, shapes, looks } = model;
    const own = visuals.filter((visual) => visual.body === b);
    const children =
      own.length > 0
        ? own.map((visual) => {
            const mesh = visual.build(0);
            const look = visual.look >= 0 ? looks[visual.look] : undefined;
            return this.surface(visual, visual.key, mesh, this.material(b, look));
          })
        : shapes
            .filter((shape) => shape.body === b && shape.kind !== "plane")
            .map((shape, k) => {
              const { vertices, triangles } = shape.geometry.drawing();
              const mesh = { positions: Float32Array.from(vertices), normals: null, uvs: null, triangles };
              return this.surface(shape, `shape ${b} ${k}`, mesh, this.material(b, undefined));
            });
    nodes.push({
      name: model.bodyNames[b],
      translation: pose.slice(0, 3),
      rotation: unit(pose.slice(3, 7)),
      ...(children.length > 0 ? { children } : {}),
    });
    return nodes.length - 1;
  }

  private surface(
    place: { readonly position: readonly number[]; readonly orientation: readonly number[] },
    key: string,
    mesh: { positions: Float32Array; normals: Float32Array | null; uvs: Float32Array | null; triangles: Uint32Array },
    material: number,
  ): number {
    const id = `${key}|${material}`;
    let index = this.known.get(id);
    if (index === undefined) {
      index = this.meshes.length;
      this.known.set(id, index);
      this.meshes.push({
        primitives: [
          {
            attributes: {
              POSITION: this.buffer.vectors(mesh.positions, "VEC3", true),
              ...(mesh.normals === null ? {} : { NORMAL: this.buffer.vectors(mesh.normals, "VEC3", false) }),
              ...(mesh.uvs === null ? {} : { TEXCOORD_0: this.buffer.vectors(mesh.uvs, "VEC2", false) }),
            },
            indices: this.buffer.indices(mesh.triangles),
            material,
          },
        ],
      });
    }
    this.nodes.push({ mesh: index, translation: [...place.position], rotation: unit(place.orientation) });
    return this.nodes.length - 1;
  }

  private material(
    b: number,
    look: { color?: string | undefined; opacity: number; roughness: number; metalness: number } | undefined,
  ): number {
    const { model } = this;
    const body = model.spec.bodies.find(({ name }) => name === model.bodyNames[b]);
    const named = look?.color ?? body?.color ?? BODY_COLOR;
    const color = /^#[0-9a-f]{6}$/i.test(named) ? named : BODY_COLOR;
    const entry = materialOf({
      color,
      opacity: look?.opacity ?? 1,
      roughness: look?.roughness ?? 0.6,
      metalness: look?.metalness ?? 0,
    });
    const key = `material ${JSON.stringify(entry)}`;
    const index = this.known.get(key) ?? this.materials.length;
    if (index === this.materials.length) {
      this.known.set(key, index);
      this.materials.push(entry);
    }
    return index;
  }

  private animation(
    times: readonly number[],
    poses: readonly (readonly number[])[],
    bodies: readonly number[],
  ): unknown {
    const input = this.buffer.vectors(Float32Array.from(times), "SCALAR", true, null);
    const samplers: unknown[] = [];
    const channels: unknown[] = [];
    const add = (node: number, path: string, values: Float32Array, type: "VEC3" | "VEC4") => {
      channels.push({ sampler: samplers.length, target: { node, path } });
      samplers.push({ input, output: this.buffer.vectors(values, type, false, null), interpolation: "LINEAR" });
    };
    bodies.forEach((node, k) => {
      const b = k + 1;
      if (isStill(this.model, b) && this.model.bodyType[b] !== KINEMATIC) return;
      const list = poses[b];
      add(
        node,
        "translation",
        Float32Array.from({ length: 3 * times.length }, (_, i) => list[7 * Math.floor(i / 3) + (i % 3)]),
        "VEC3",
      );
      add(node, "rotation", steady(list, times.length), "VEC4");
    });
    return { name: "run", samplers, channels };
  }
}

const KINEMATIC = 1;

function unit(q: readonly number[]): number[] {
  const l = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0)) || 1;
  return q.map((x) => x / l);
}

/** Quaternions of which none is the negative of its neighbour: viewers take the way that the numbers go. */
function steady(list: readonly number[], count: number): Float32Array {
  const out = new Float32Array(4 * count);
  for (let k = 0; k < count; k++) {
    const q = unit(list.slice(7 * k + 3, 7 * k + 7));
    const along = k === 0 ? 1 : q.reduce((sum, x, i) => sum + x * out[4 * (k - 1) + i], 0);
    for (let i = 0; i < 4; i++) out[4 * k + i] = along < 0 ? -q[i] : q[i];
  }
  return out;
}
