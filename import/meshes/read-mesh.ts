import { ImportError, wholeFile } from "../error.js";
import type { Report } from "../report.js";
import { endingOf, type FileSource, folderOf, joinPath } from "../source.js";
import { readDae } from "./dae.js";
import { readGltf } from "./gltf.js";
import type { MeshFile, MeshReading } from "./mesh-file.js";
import { readMsh } from "./msh.js";
import { readObj } from "./obj.js";
import { readPly } from "./ply.js";
import { readPoly } from "./poly.js";
import { readStl } from "./stl.js";

const READERS = {
  stl: readStl,
  obj: readObj,
  ply: readPly,
  poly: readPoly,
  glb: readGltf,
  gltf: readGltf,
  dae: readDae,
  msh: readMsh,
};

/** Endings of mesh files that are read. */
export const MESH_ENDINGS: readonly string[] = Object.keys(READERS);

/** Reads a mesh by the ending of its name. */
export async function readMesh(
  path: string,
  bytes: Uint8Array,
  source: FileSource,
  report: Report,
  progress?: (done: number) => void,
): Promise<MeshFile> {
  const ending = endingOf(path);
  if (!Object.hasOwn(READERS, ending))
    throw new ImportError(wholeFile(path), `expected a mesh that ends in ${MESH_ENDINGS.join(", ")}`);
  const reading: MeshReading = {
    file: path,
    beside: (reference) => source.read(joinPath(folderOf(path), reference.replace(/\\/g, "/"))),
    leftOut: (place, text) => report.leftOut(place, text),
    ...(progress === undefined ? {} : { progress }),
  };
  return READERS[ending as keyof typeof READERS](bytes, reading);
}
