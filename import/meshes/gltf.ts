import { defaultItems } from "stiction";
import { ImportError, wholeFile } from "../error.js";
import type { ImportedLook, MeshFile, MeshPart, MeshReading } from "./mesh-file.js";

/** glTF 2.0 through the visual of that kind, so that a file means the same here and in a scene. */
export async function readGltf(bytes: Uint8Array, reading: MeshReading): Promise<MeshFile> {
  const files = new Map([[reading.file, bytes]]);
  const json = jsonOf(bytes);
  for (const uri of referencesOf(json)) {
    const found = await reading.beside(decodeURIComponent(uri));
    if (found !== undefined) files.set(uri, found);
    else if (json.images?.some((image) => image.uri === uri))
      reading.leftOut(wholeFile(reading.file), `the picture "${uri}", which is not there`);
  }
  if ((json.animations?.length ?? 0) > 0)
    reading.leftOut(wholeFile(reading.file), `${json.animations?.length} animations`);
  if ((json.skins?.length ?? 0) > 0) reading.leftOut(wholeFile(reading.file), `${json.skins?.length} skins`);
  const { gltf } = defaultItems.visuals;
  const found = gltf.expand({ file: reading.file, node: undefined, scale: 1, up: "z" }, files);
  if (typeof found === "string") throw new ImportError(wholeFile(reading.file), found.replace(/^"[^"]*": /, ""));
  const parts = found.flatMap((visual, object): MeshPart[] =>
    "mesh" in visual && typeof visual.mesh === "object" && visual.mesh !== null && "positions" in visual.mesh
      ? [partOf(visual.mesh as unknown as Surface, visual.look as ImportedLook | undefined, object)]
      : [],
  );
  if (parts.length === 0) throw new ImportError(wholeFile(reading.file), "the file holds no triangles");
  if (parts.some((part) => !part.positions.every(Number.isFinite)))
    throw new ImportError(wholeFile(reading.file), "a point is no number");
  return { parts, unit: 1, up: "y" };
}

interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  readonly uvs: Float32Array | null;
  readonly triangles: Uint32Array;
}

function partOf(
  { positions, normals, uvs, triangles }: Surface,
  look: ImportedLook | undefined,
  object: number,
): MeshPart {
  return { positions: Float64Array.from(positions), normals, uvs, triangles, look: look ?? null, object };
}

interface GltfJson {
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly images?: readonly { readonly uri?: string }[];
  readonly animations?: readonly unknown[];
  readonly skins?: readonly unknown[];
}

function jsonOf(bytes: Uint8Array): GltfJson {
  try {
    const binary = bytes[0] === 0x67;
    const end = binary ? 20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) : bytes.length;
    return (JSON.parse(new TextDecoder().decode(bytes.subarray(binary ? 20 : 0, end))) as GltfJson | null) ?? {};
  } catch {
    // what is wrong is said by the reader itself
    return {};
  }
}

function referencesOf({ buffers, images }: GltfJson): string[] {
  const all = [...(Array.isArray(buffers) ? buffers : []), ...(Array.isArray(images) ? images : [])];
  return all.flatMap((entry) => (typeof entry?.uri === "string" && !entry.uri.startsWith("data:") ? [entry.uri] : []));
}
