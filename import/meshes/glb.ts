import { linearColor } from "./color.js";
import type { ImportedLook, MeshPart } from "./mesh-file.js";

/** A node of a file: its name and the triangles below it. */
export interface GlbNode {
  readonly name: string;
  readonly parts: readonly MeshPart[];
}

const FLOAT = 5126;
const UNSIGNED = 5125;

/** Meshes as one binary glTF file, a node each. z is up, as in scenes: draw them with `up: z`. */
export function writeGlb(nodes: readonly GlbNode[]): Uint8Array {
  const buffer = new BufferBuilder();
  const materials: unknown[] = [];
  const known = new Map<string, number>();
  const meshes = nodes.map(({ name, parts }) => ({
    name,
    primitives: parts.map((part) => ({
      attributes: {
        POSITION: buffer.vectors(new Float32Array(part.positions), "VEC3", true),
        ...(part.normals === null ? {} : { NORMAL: buffer.vectors(unitNormals(part.normals), "VEC3", false) }),
        ...(part.uvs === null ? {} : { TEXCOORD_0: buffer.vectors(part.uvs, "VEC2", false) }),
      },
      indices: buffer.indices(part.triangles),
      ...(part.look === null ? {} : { material: materialIndex(part.look, known, materials) }),
    })),
  }));
  const json = {
    asset: { version: "2.0", generator: "stiction" },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, k) => k) }],
    nodes: nodes.map(({ name }, k) => ({ name, mesh: k })),
    meshes,
    ...(materials.length > 0 ? { materials } : {}),
    ...buffer.json(),
  };
  return packGlb(json, buffer.bytes());
}

function materialIndex(look: ImportedLook, known: Map<string, number>, materials: unknown[]): number {
  const { image: _, ...plain } = look;
  const key = JSON.stringify(plain);
  const found = known.get(key) ?? materials.length;
  if (found === materials.length) {
    known.set(key, found);
    materials.push(materialOf(look));
  }
  return found;
}

export function materialOf({ color = "#cccccc", opacity = 1, roughness = 0.6, metalness = 0 }: ImportedLook): unknown {
  return {
    pbrMetallicRoughness: {
      baseColorFactor: [...linearColor(color), opacity],
      roughnessFactor: roughness,
      metallicFactor: metalness,
    },
    ...(opacity < 1 ? { alphaMode: "BLEND" } : {}),
  };
}

/** Normals of length 1: files have others, and viewers need these. */
function unitNormals(normals: Float32Array): Float32Array {
  const out = new Float32Array(normals.length);
  for (let k = 0; k < normals.length; k += 3) {
    const l = Math.sqrt(normals[k] ** 2 + normals[k + 1] ** 2 + normals[k + 2] ** 2);
    if (l > 0 && Number.isFinite(l)) for (let i = 0; i < 3; i++) out[k + i] = normals[k + i] / l;
    else out[k + 2] = 1;
  }
  return out;
}

/** Accessors over one buffer. */
export class BufferBuilder {
  private readonly chunks: Uint8Array[] = [];
  private readonly accessors: unknown[] = [];
  private readonly views: unknown[] = [];
  private length = 0;

  vectors(
    values: Float32Array,
    type: "SCALAR" | "VEC2" | "VEC3" | "VEC4",
    bounds: boolean,
    target: number | null = 34962,
  ): number {
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
    return this.add(values, FLOAT, type, values.length / width, target, bounds ? boundsOf(values, width) : {});
  }

  indices(values: Uint32Array): number {
    return this.add(values, UNSIGNED, "SCALAR", values.length, 34963, {});
  }

  private add(
    values: Float32Array | Uint32Array,
    componentType: number,
    type: string,
    count: number,
    target: number | null,
    bounds: object,
  ): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.views.push({
      buffer: 0,
      byteOffset: this.length,
      byteLength: bytes.length,
      ...(target === null ? {} : { target }),
    });
    this.accessors.push({ bufferView: this.views.length - 1, componentType, type, count, ...bounds });
    this.chunks.push(bytes);
    this.length += bytes.length;
    return this.accessors.length - 1;
  }

  json(): object {
    return { accessors: this.accessors, bufferViews: this.views, buffers: [{ byteLength: this.length }] };
  }

  bytes(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      out.set(chunk, at);
      at += chunk.length;
    }
    return out;
  }
}

function boundsOf(values: Float32Array, width: number): object {
  const min = Array.from({ length: width }, () => Number.POSITIVE_INFINITY);
  const max = min.map(() => Number.NEGATIVE_INFINITY);
  for (let k = 0; k < values.length; k++) {
    min[k % width] = Math.min(min[k % width], values[k]);
    max[k % width] = Math.max(max[k % width], values[k]);
  }
  return { min, max };
}

/** Header, a chunk of JSON and one of bytes, each a multiple of 4 long. */
export function packGlb(json: unknown, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const first = 4 * Math.ceil(text.length / 4);
  const second = 4 * Math.ceil(binary.length / 4);
  const out = new Uint8Array(28 + first + second).fill(0x20, 20, 20 + first);
  const view = new DataView(out.buffer);
  const words: readonly (readonly [number, number])[] = [
    [0, 0x46546c67], [4, 2], [8, out.length], [12, first], [16, 0x4e4f534a], [20 + first, second], [24 + first, 0x004e4942],
  ]; // biome-ignore format: a table
  for (const [at, word] of words) view.setUint32(at, word, true);
  out.set(text, 20);
  out.set(binary, 28 + first);
  return out;
}
