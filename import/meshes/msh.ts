import { ImportError, wholeFile } from "../error.js";
import type { MeshFile, MeshReading } from "./mesh-file.js";

/**
 * The binary mesh of MuJoCo: four counts (points, normals, texture points, faces), then points, normals, texture
 * points as 32-bit floats and faces as 32-bit integers.
 */
export function readMsh(bytes: Uint8Array, { file }: MeshReading): MeshFile {
  const place = wholeFile(file);
  if (bytes.length < 16) throw new ImportError(place, "expected a header of 16 bytes");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [points, normals, texture, faces] = [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  const size = 16 + 12 * points + 12 * normals + 8 * texture + 12 * faces;
  if (points < 1 || normals < 0 || texture < 0 || faces < 0 || size !== bytes.length)
    throw new ImportError(place, `the header tells of ${size} bytes, and there are ${bytes.length}`);
  const float = (at: number, count: number) =>
    Float32Array.from({ length: count }, (_, k) => view.getFloat32(at + 4 * k, true));
  const positions = Float64Array.from(float(16, 3 * points));
  if (!positions.every(Number.isFinite)) throw new ImportError(place, "a point is no number");
  const at = 16 + 12 * points;
  const face = at + 12 * normals + 8 * texture;
  const triangles = Uint32Array.from({ length: 3 * faces }, (_, k) => view.getUint32(face + 4 * k, true));
  if (triangles.some((v) => v >= points)) throw new ImportError(place, "a face has a corner that is not there");
  return {
    parts: [
      {
        positions,
        normals: normals === points ? float(at, 3 * normals) : null,
        uvs: texture === points ? float(at + 12 * normals, 2 * texture) : null,
        triangles,
        look: null,
        object: 0,
      },
    ],
  };
}
