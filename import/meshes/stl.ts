import { ImportError, wholeFile } from "../error.js";
import type { ImportedLook, MeshFile, MeshPart, MeshReading } from "./mesh-file.js";
import { latin, Numbers, Scanner } from "./scanner.js";
import { PointSet } from "./weld.js";

const HEADER = 84;
const RECORD = 50;
const REPORT_EVERY = 1 << 16;

/**
 * STL, in text or binary. A binary file is known by its length, 84 + 50 n, since its header may begin with "solid" as
 * well. Facets have no common corners in the file; those at equal places are joined while it is read, since a corner
 * comes six times.
 */
export function readStl(bytes: Uint8Array, reading: MeshReading): MeshFile {
  const mesh = isBinary(bytes) ? readBinary(bytes, reading) : readAscii(bytes, reading);
  if (mesh.parts.length === 0) throw new ImportError(wholeFile(reading.file), "the file holds no triangles");
  return mesh;
}

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
  if (HEADER + RECORD * count === bytes.length) return true;
  // a text begins with solid and has a facet soon; a binary file that is cut, or has a tail, has neither
  return !/^\s*solid[\s\S]*?(facet|endsolid)/i.test(latin(bytes, 0, Math.min(bytes.length, 4096)));
}

function readBinary(bytes: Uint8Array, { file, leftOut, progress }: MeshReading): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  if (HEADER + RECORD * count > bytes.length)
    throw new ImportError(
      wholeFile(file),
      `the header tells of ${count} triangles, but after byte ${HEADER} there is room for ${Math.floor((bytes.length - HEADER) / RECORD)}`,
    );
  if (count === 0) return { parts: [] };
  const points = new PointSet();
  const triangles = new Uint32Array(3 * count);
  const corner = new Float64Array(9);
  let colored = 0;
  for (let t = 0; t < count; t++) {
    const at = HEADER + RECORD * t + 12;
    for (let k = 0; k < 9; k++) {
      const x = view.getFloat32(at + 4 * k, true);
      if (!Number.isFinite(x))
        throw new ImportError(wholeFile(file), `triangle ${t}, at byte ${at}, has a corner that is no number`);
      corner[k] = x;
    }
    for (let k = 0; k < 3; k++) triangles[3 * t + k] = points.add(corner[3 * k], corner[3 * k + 1], corner[3 * k + 2]);
    if (view.getUint16(at + 36, true) !== 0) colored++;
    if (t % REPORT_EVERY === 0) progress?.(t / count);
  }
  const look = headerLook(bytes);
  if (colored > 0 && look === null) leftOut(wholeFile(file), `colours of ${colored} triangles`);
  else if (colored > 0) leftOut(wholeFile(file), `colours of ${colored} triangles; the colour of the header is used`);
  return { parts: [{ positions: points.positions(), normals: null, uvs: null, triangles, look, object: 0 }] };
}

/** COLOR=rgba in the header, as some programs write it. */
function headerLook(bytes: Uint8Array): ImportedLook | null {
  const at = latin(bytes, 0, 80).indexOf("COLOR=");
  if (at < 0 || at > 70) return null;
  const digits = Array.from(bytes.subarray(at + 6, at + 9), (b) => b.toString(16).padStart(2, "0"));
  return { color: `#${digits.join("")}` };
}

function readAscii(bytes: Uint8Array, { file, progress }: MeshReading): MeshFile {
  const scanner = new Scanner(bytes, file);
  if (!scanner.toWord() || scanner.word().toLowerCase() !== "solid")
    scanner.fail('expected an STL file: binary, or a text that begins with "solid"');
  scanner.nextLine();
  const parts: MeshPart[] = [];
  let corners = new Numbers();
  let facets = 0;
  const finish = () => {
    if (corners.length % 9 !== 0) scanner.fail("expected three corners in every facet");
    if (corners.length > 0) parts.push(part(corners, parts.length));
    corners = new Numbers();
  };
  while (scanner.toWord()) {
    const word = scanner.word().toLowerCase();
    if (word === "vertex") {
      for (let k = 0; k < 3; k++) {
        if (scanner.endOfLine()) scanner.fail("expected three numbers after vertex");
        corners.push(scanner.number());
      }
    } else if (word === "endfacet") {
      if (corners.length % 9 !== 0) scanner.fail("expected three corners in a facet");
      if (++facets % REPORT_EVERY === 0) progress?.(scanner.at / bytes.length);
    } else if (word === "endsolid") {
      finish();
      scanner.nextLine();
    } else if (word === "solid" || word === "facet") scanner.nextLine();
    else if (word !== "outer" && word !== "loop" && word !== "endloop")
      scanner.fail(`expected a word of STL, got "${word.slice(0, 40)}"`);
  }
  finish();
  return { parts };
}

/** Triangles of three corners each, of which those at equal places are joined. */
function part(corners: Numbers, object: number): MeshPart {
  const points = new PointSet();
  const triangles = new Uint32Array(corners.length / 3);
  for (let k = 0; k < triangles.length; k++)
    triangles[k] = points.add(corners.at(3 * k), corners.at(3 * k + 1), corners.at(3 * k + 2));
  return { positions: points.positions(), normals: null, uvs: null, triangles, look: null, object };
}
