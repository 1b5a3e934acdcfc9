import { ImportError, type Place } from "../error.js";
import type { MeshFile, MeshReading } from "./mesh-file.js";
import { triangulateFace } from "./polygon.js";
import { Numbers } from "./scanner.js";

/** The numbers of a line and where it is. */
interface Row {
  readonly numbers: readonly number[];
  readonly place: Place;
}

/**
 * A `.poly` file, in the two forms that bear the name:
 *
 *   the simulator of Rensselaer      number of points, a point per line (its number may stand before it), number of
 *                                    faces, a face of three or more points per line
 *   TetGen                           the same with `points 3 attributes markers` as first line; a facet begins with its
 *                                    number of polygons, and a polygon with its number of points
 *
 * Points count from the number of the first one, else from 1, or from 0 where a face names point 0. What follows `#`,
 * `%` or `//` is a comment. Holes and regions of TetGen bound no surface and are skipped with a note.
 */
export function readPoly(bytes: Uint8Array, { file, leftOut }: MeshReading): MeshFile {
  const rows = rowsOf(bytes, file);
  const head = next(rows, file, "the number of points");
  const tetgen = head.numbers.length >= 2;
  if (tetgen && head.numbers[1] !== 3) fail(head, `expected points of 3 coordinates, got ${head.numbers[1]}`);
  const count = whole(head, 0, "a number of points");
  if (count === 0) fail(head, "points in a file of their own (.node) are not read");
  const positions = new Numbers();
  let first: number | undefined;
  for (let k = 0; k < count; k++) {
    const row = next(rows, file, `point ${k + 1} of ${count}`);
    const numbered = tetgen || row.numbers.length === 4;
    if (row.numbers.length < (numbered ? 4 : 3)) fail(row, "expected three coordinates");
    if (numbered && k === 0) first = whole(row, 0, "the number of a point");
    for (let c = 0; c < 3; c++) positions.push(row.numbers[(numbered ? 1 : 0) + c]);
  }
  const faces = tetgen ? facetsOf(rows, file, leftOut) : facesOf(rows, file);
  const base = first ?? (faces.some(({ numbers }) => numbers.includes(0)) ? 0 : 1);
  const triangles = new Numbers();
  const all = positions.done();
  for (const row of faces) {
    const corners = row.numbers.map((_, k) => whole(row, k, "the number of a point") - base);
    if (corners.some((c) => c < 0 || c >= count)) fail(row, `the face names a point that is not among the ${count}`);
    if (corners.length < 3) fail(row, "expected at least three points in a face");
    for (const k of triangulateFace(corners, all)) triangles.push(corners[k]);
  }
  const part = { positions: all, normals: null, uvs: null, triangles: triangles.integers(), look: null, object: 0 };
  return { parts: [part] };
}

/** Faces of the plain form. */
function facesOf(rows: Row[], file: string): Row[] {
  const count = whole(next(rows, file, "the number of faces"), 0, "a number of faces");
  const faces: Row[] = [];
  for (let k = 0; k < count; k++) faces.push(next(rows, file, `face ${k + 1} of ${count}`));
  if (rows.length > 0) fail(rows[rows.length - 1], `expected the end of the file after ${count} faces`);
  return faces;
}

/** Outlines of TetGen's facets: `polygons holes marker`, then every polygon as its number of points and the points. */
function facetsOf(rows: Row[], file: string, leftOut: MeshReading["leftOut"]): Row[] {
  const count = whole(next(rows, file, "the number of facets"), 0, "a number of facets");
  const faces: Row[] = [];
  for (let k = 0; k < count; k++) {
    const facet = next(rows, file, `facet ${k + 1} of ${count}`);
    const polygons = whole(facet, 0, "a number of polygons");
    const holes = facet.numbers.length > 1 ? whole(facet, 1, "a number of holes") : 0;
    if (holes > 0) fail(facet, "facets with holes are not read");
    for (let p = 0; p < polygons; p++) {
      const row = next(rows, file, "a polygon");
      const length = whole(row, 0, "a number of points");
      const numbers = row.numbers.slice(1, 1 + length);
      if (numbers.length !== length) fail(row, `expected ${length} points, got ${numbers.length}`);
      // two points are an edge within the facet, for the mesh that TetGen makes
      if (length >= 3) faces.push({ numbers, place: row.place });
    }
  }
  const rest = rows.find(({ numbers }) => numbers.length > 1);
  if (rest !== undefined) leftOut(rest.place, "holes and regions of the volume");
  return faces;
}

/** The lines that hold numbers, the last one first. */
function rowsOf(bytes: Uint8Array, file: string): Row[] {
  const rows: Row[] = [];
  for (const [k, line] of new TextDecoder().decode(bytes).split("\n").entries()) {
    const text = line.replace(/(#|%|\/\/).*/, "").trim();
    if (text === "") continue;
    const place = { file, line: k + 1, column: 1 + line.indexOf(text[0]) };
    const numbers = text.split(/[\s,]+/).map((word) => {
      const value = Number(word);
      if (word === "" || !Number.isFinite(value))
        throw new ImportError(place, `expected a finite number, got "${word.slice(0, 40)}"`);
      return value;
    });
    rows.push({ numbers, place });
  }
  return rows.reverse();
}

function next(rows: Row[], file: string, what: string): Row {
  const row = rows.pop();
  if (row === undefined) throw new ImportError({ file, line: 0, column: 0 }, `the file ends before ${what}`);
  return row;
}

function whole(row: Row, k: number, what: string): number {
  const value = row.numbers[k];
  if (!Number.isInteger(value) || value < 0) fail(row, `expected ${what}, got ${value}`);
  return value;
}

function fail({ place }: Row, message: string): never {
  throw new ImportError(place, message);
}
