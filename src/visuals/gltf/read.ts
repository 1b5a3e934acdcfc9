import { pow } from "../../math/elementary.js";
import type { LookInput } from "../../model/look.js";
import type { ReadyVisual, VisualFiles, VisualMesh } from "../../model/visual.js";
import { decodeDataUri, encodeBase64, GltfError, type Json, openContainer } from "./container.js";
import { IDENTITY, type Matrix, multiply, nodeMatrix, scaling, transformMesh, Y_UP } from "./transform.js";

/** What of a file is drawn. */
export interface GltfOptions {
  readonly node: string | undefined;
  readonly scale: number;
  readonly up: "y" | "z";
  readonly files: VisualFiles;
}

/** Deepest tree of nodes; deeper ones go in a circle. */
const DEEPEST = 100;
const TRIANGLES = 4;
/** Most vectors of one accessor. */
const MOST = 50_000_000;

/** The meshes of a file, each triangle list with its look, in the frame of the visual. Throws a GltfError. */
export function readGltf(bytes: Uint8Array, { node, scale, up, files }: GltfOptions): ReadyVisual[] {
  const { json, binary } = openContainer(bytes);
  const required = (json.extensionsRequired as readonly string[] | undefined) ?? [];
  if (required.length > 0) throw new GltfError(`the file needs extensions that are not read: ${required.join(", ")}`);
  const reader = new Reader(json, binary, files);
  const nodes = listOf(json, "nodes");
  const out: ReadyVisual[] = [];
  const walk = (index: number, parent: Matrix, depth: number, own: boolean) => {
    const entry = nodes[index];
    if (entry === undefined) throw new GltfError(`there is no node ${index}`);
    if (depth > DEEPEST) throw new GltfError("the nodes go in a circle");
    const matrix = own ? multiply(parent, nodeMatrix(entry)) : parent;
    if (typeof entry.mesh === "number") out.push(...reader.mesh(entry.mesh, matrix));
    for (const child of (entry.children as readonly number[] | undefined) ?? []) walk(child, matrix, depth + 1, true);
  };
  const base = multiply(scaling(scale), up === "y" ? Y_UP : IDENTITY);
  if (node !== undefined) {
    const index = nodes.findIndex(({ name }) => name === node);
    if (index < 0) throw new GltfError(`there is no node "${node}"`);
    walk(index, base, 0, false);
  } else for (const index of roots(json, nodes)) walk(index, base, 0, true);
  return out;
}

function listOf(json: Json, key: string): readonly Json[] {
  return (json[key] as readonly Json[] | undefined) ?? [];
}

/** The nodes of the scene that the file shows first, or all that are nobody's child. */
function roots(json: Json, nodes: readonly Json[]): readonly number[] {
  const scene = listOf(json, "scenes")[(json.scene as number | undefined) ?? 0];
  if (scene !== undefined) return (scene.nodes as readonly number[] | undefined) ?? [];
  const children = new Set(nodes.flatMap(({ children }) => (children as readonly number[] | undefined) ?? []));
  return nodes.flatMap((_, k) => (children.has(k) ? [] : [k]));
}

/** Bytes and largest value of each type of component, and how it is read. */
const COMPONENTS: Readonly<
  Record<number, { size: number; most: number; get: (view: DataView, at: number) => number }>
> = {
  5120: { size: 1, most: 127, get: (v, at) => v.getInt8(at) },
  5121: { size: 1, most: 255, get: (v, at) => v.getUint8(at) },
  5122: { size: 2, most: 32767, get: (v, at) => v.getInt16(at, true) },
  5123: { size: 2, most: 65535, get: (v, at) => v.getUint16(at, true) },
  5125: { size: 4, most: 4294967295, get: (v, at) => v.getUint32(at, true) },
  5126: { size: 4, most: 1, get: (v, at) => v.getFloat32(at, true) },
};
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

class Reader {
  private readonly json: Json;
  private readonly binary: Uint8Array | null;
  private readonly files: VisualFiles;

  constructor(json: Json, binary: Uint8Array | null, files: VisualFiles) {
    this.json = json;
    this.binary = binary;
    this.files = files;
  }

  mesh(index: number, matrix: Matrix): ReadyVisual[] {
    const mesh = listOf(this.json, "meshes")[index];
    if (mesh === undefined) throw new GltfError(`there is no mesh ${index}`);
    return (mesh.primitives as readonly Json[]).flatMap((primitive) => {
      // points and lines have no surface
      if (((primitive.mode as number | undefined) ?? TRIANGLES) !== TRIANGLES) return [];
      const look = this.look(primitive.material as number | undefined);
      return [
        {
          mesh: transformMesh(this.triangles(primitive), matrix),
          position: [0, 0, 0],
          orientation: [0, 0, 0, 1],
          ...(look === null ? {} : { look }),
        },
      ];
    });
  }

  private triangles(primitive: Json): VisualMesh {
    const attributes = primitive.attributes as Readonly<Record<string, number>>;
    if (attributes.POSITION === undefined) throw new GltfError("a mesh has no positions");
    const positions = this.accessor(attributes.POSITION, 3);
    const count = positions.length / 3;
    const normals = attributes.NORMAL === undefined ? null : this.accessor(attributes.NORMAL, 3);
    const uvs = attributes.TEXCOORD_0 === undefined ? null : this.accessor(attributes.TEXCOORD_0, 2);
    const triangles =
      typeof primitive.indices === "number"
        ? Uint32Array.from(this.accessor(primitive.indices, 1))
        : Uint32Array.from({ length: count }, (_, k) => k);
    if (triangles.some((v) => v >= count)) throw new GltfError("a triangle has a corner that is not there");
    return { positions: Float32Array.from(positions), normals: normals && Float32Array.from(normals), uvs: uvs && Float32Array.from(uvs), triangles }; // biome-ignore format: one line
  }

  /** Numbers of an accessor; 64-bit, since 32-bit floats do not hold every index. */
  private accessor(index: number, width: number): Float64Array {
    const accessor = listOf(this.json, "accessors")[index];
    if (accessor === undefined) throw new GltfError(`there is no accessor ${index}`);
    const kind = COMPONENTS[accessor.componentType as number];
    if (kind === undefined || WIDTHS[accessor.type as string] !== width)
      throw new GltfError(`accessor ${index} has an unexpected type`);
    const count = accessor.count as number;
    if (!(Number.isInteger(count) && count >= 0 && count <= MOST))
      throw new GltfError(`accessor ${index} has no count`);
    const factor = accessor.normalized === true ? 1 / kind.most : 1;
    const out =
      typeof accessor.bufferView === "number" ? this.numbers(accessor, width, count) : new Float64Array(width * count);
    for (let k = 0; factor !== 1 && k < out.length; k++) out[k] *= factor;
    if (accessor.sparse !== undefined) this.replace(out, accessor, width, factor);
    return out;
  }

  /** Numbers of a buffer view, as they are stored; `at` has bufferView, byteOffset and componentType. */
  private numbers(at: Json, width: number, count: number): Float64Array {
    const kind = COMPONENTS[at.componentType as number];
    if (kind === undefined) throw new GltfError("an accessor has an unexpected type");
    const view = listOf(this.json, "bufferViews")[at.bufferView as number];
    if (view === undefined) throw new GltfError(`there is no buffer view ${at.bufferView}`);
    const bytes = this.buffer(view.buffer as number);
    const stride = (view.byteStride as number | undefined) ?? width * kind.size;
    const start = ((view.byteOffset as number | undefined) ?? 0) + ((at.byteOffset as number | undefined) ?? 0);
    if (
      !(start >= 0 && stride >= 0 && (count === 0 || start + (count - 1) * stride + width * kind.size <= bytes.length))
    )
      throw new GltfError("an accessor reaches beyond its buffer");
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const out = new Float64Array(width * count);
    for (let k = 0; k < count; k++)
      for (let i = 0; i < width; i++) out[width * k + i] = kind.get(data, start + k * stride + i * kind.size);
    return out;
  }

  /** Sparse accessors: some of the vectors are replaced by others. */
  private replace(out: Float64Array, accessor: Json, width: number, factor: number): void {
    const { count, indices, values } = accessor.sparse as { count: number; indices: Json; values: Json };
    if (!(Number.isInteger(count) && count >= 0 && width * count <= out.length))
      throw new GltfError("a sparse accessor replaces more than it has");
    const at = this.numbers(indices, 1, count);
    const vectors = this.numbers({ ...values, componentType: accessor.componentType }, width, count);
    at.forEach((index, k) => {
      if (!(index >= 0 && width * (index + 1) <= out.length))
        throw new GltfError("a sparse accessor replaces what is not there");
      for (let i = 0; i < width; i++) out[width * index + i] = factor * vectors[width * k + i];
    });
  }

  private buffer(index: number): Uint8Array {
    const uri = listOf(this.json, "buffers")[index]?.uri as string | undefined;
    if (uri === undefined) {
      if (index === 0 && this.binary !== null) return this.binary;
      throw new GltfError(`buffer ${index} is not in the file`);
    }
    if (uri.startsWith("data:")) return decodeDataUri(uri);
    const bytes = this.file(uri);
    if (bytes === undefined) throw new GltfError(`its buffer "${uri}" has not been read`);
    return bytes;
  }

  /** The look of a material; null for none, so that the body's colour shows. */
  private look(index: number | undefined): LookInput | null {
    if (index === undefined) return null;
    const material = listOf(this.json, "materials")[index] ?? {};
    const shine = (material.pbrMetallicRoughness ?? {}) as Json;
    const factor = (shine.baseColorFactor as readonly number[] | undefined) ?? [1, 1, 1, 1];
    return {
      color: `#${factor.slice(0, 3).map(byteOf).join("")}`,
      roughness: (shine.roughnessFactor as number | undefined) ?? 1,
      metalness: (shine.metallicFactor as number | undefined) ?? 1,
      opacity: material.alphaMode === "BLEND" ? (factor[3] ?? 1) : 1,
      ...this.image(shine.baseColorTexture as Json | undefined),
    };
  }

  /** The picture of a texture, as a data URI; nothing where there is none, or one of a format that is not drawn. */
  private image(texture: Json | undefined): { readonly image?: string } {
    const source = listOf(this.json, "textures")[texture?.index as number]?.source as number | undefined;
    const image = source === undefined ? undefined : listOf(this.json, "images")[source];
    if (image === undefined) return {};
    const { uri } = image as { readonly uri?: string };
    if (uri?.startsWith("data:")) return { image: uri.replace(/\s/g, "") };
    const bytes = uri === undefined ? this.bytesOf(image.bufferView as number) : this.file(uri);
    const type = bytes && imageType(bytes);
    return bytes && type ? { image: `data:${type};base64,${encodeBase64(bytes)}` } : {};
  }

  private bytesOf(index: number): Uint8Array {
    const view = listOf(this.json, "bufferViews")[index];
    if (view === undefined) throw new GltfError(`there is no buffer view ${index}`);
    const bytes = this.buffer(view.buffer as number);
    const start = (view.byteOffset as number | undefined) ?? 0;
    const end = start + (view.byteLength as number);
    if (!(end <= bytes.length)) throw new GltfError("a picture reaches beyond its buffer");
    return bytes.subarray(start, end);
  }

  private file(uri: string): Uint8Array | undefined {
    return this.files.get(uri) ?? this.files.get(decodeURIComponent(uri));
  }
}

/** A linear component of a colour as two digits of sRGB. */
function byteOf(linear: number): string {
  const x = Math.min(1, Math.max(0, linear));
  const curved = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
  return Math.round(255 * curved)
    .toString(16)
    .padStart(2, "0");
}

/** The type of a picture by its first bytes; null for formats that are not drawn. */
function imageType(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "image/jpeg";
  return bytes[0] === 0x52 && bytes[8] === 0x57 ? "image/webp" : null;
}
