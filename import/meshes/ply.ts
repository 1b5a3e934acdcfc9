import { ImportError, wholeFile } from "../error.js";
import type { MeshFile, MeshReading } from "./mesh-file.js";
import { triangulateFace } from "./polygon.js";
import { Numbers, Scanner } from "./scanner.js";

interface Property {
  readonly name: string;
  readonly type: string;
  /** Type of the count of a list; undefined for a single number. */
  readonly count: string | undefined;
}
interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

const SIZES: Readonly<Record<string, number>> = {
  char: 1, int8: 1, uchar: 1, uint8: 1, short: 2, int16: 2, ushort: 2, uint16: 2,
  int: 4, int32: 4, uint: 4, uint32: 4, float: 4, float32: 4, double: 8, float64: 8,
}; // biome-ignore format: a table
/** Longest list of one face. */
const MAX_CORNERS = 100_000;
const REPORT_EVERY = 1 << 14;

/** PLY in text or binary of either byte order: points, faces of any number of corners, normals, texture coordinates. */
export function readPly(bytes: Uint8Array, reading: MeshReading): MeshFile {
  const scanner = new Scanner(bytes, reading.file);
  const { format, elements } = readHeader(scanner);
  const input =
    format === "ascii" ? textInput(scanner) : binaryInput(bytes, scanner, format === "binary_little_endian");
  checkCounts(scanner, elements, bytes.length - scanner.at, format === "ascii");
  return readElements(elements, input, reading, bytes.length);
}

function readHeader(scanner: Scanner): { format: string; elements: Element[] } {
  if (scanner.word() !== "ply") scanner.fail('expected a PLY file, which begins with "ply"');
  const elements: Element[] = [];
  let format = "";
  for (scanner.nextLine(); !scanner.ended; scanner.nextLine()) {
    const keyword = scanner.word();
    if (keyword === "end_header") {
      if (format === "") scanner.fail("the header names no format");
      scanner.nextLine();
      return { format, elements };
    }
    if (keyword === "format") {
      format = scanner.word();
      if (!/^(ascii|binary_little_endian|binary_big_endian)$/.test(format)) scanner.fail(`unknown format "${format}"`);
    } else if (keyword === "element") {
      const name = scanner.word();
      if (scanner.endOfLine()) scanner.fail("expected a count after the name of the element");
      const count = scanner.integer();
      if (!(count >= 0)) scanner.fail(`expected a count of at least 0, got ${count}`);
      elements.push({ name, count, properties: [] });
    } else if (keyword === "property") {
      const type = scanner.word();
      const list = type === "list" ? [scanner.word(), scanner.word()] : [undefined, type];
      const name = scanner.word();
      for (const kind of list)
        if (kind !== undefined && SIZES[kind] === undefined) scanner.fail(`unknown type "${kind}"`);
      const element = elements.at(-1) ?? scanner.fail("a property comes before its element");
      element.properties.push({ name, type: list[1] as string, count: list[0] });
    }
  }
  return scanner.fail("the header has no end");
}

/** Refuses counts that the file cannot hold, before room is made for them. */
function checkCounts(scanner: Scanner, elements: readonly Element[], left: number, text: boolean): void {
  let least = 0;
  for (const { name, count, properties } of elements) {
    const size = properties.reduce((sum, { type, count: list }) => sum + (text ? 2 : SIZES[list ?? type]), 0);
    least += count * size;
    if (properties.length === 0 && count > 0) scanner.fail(`element ${name} has no properties`);
    // the last line of a text may lack its end
    if (least > left + 1) scanner.fail(`the header tells of ${count} of element ${name}, more than the file holds`);
  }
}

interface Input {
  next(type: string): number;
  endRow(): void;
  position(): number;
  fail(message: string): never;
}

function textInput(scanner: Scanner): Input {
  return {
    next: () => {
      if (!scanner.toWord()) scanner.fail("the file ends too early");
      return scanner.number();
    },
    endRow() {},
    position: () => scanner.at,
    fail: (message) => scanner.fail(message),
  };
}

function binaryInput(bytes: Uint8Array, scanner: Scanner, little: boolean): Input {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = scanner.at;
  const fail = (message: string): never => {
    throw new ImportError(wholeFile(scanner.file), `at byte ${at}: ${message}`);
  };
  return {
    next(type) {
      const size = SIZES[type];
      if (at + size > bytes.length) fail("the file ends too early");
      const o = at;
      at += size;
      switch (type) {
        case "char":
        case "int8": return view.getInt8(o); // biome-ignore format: a table
        case "uchar":
        case "uint8": return view.getUint8(o); // biome-ignore format: a table
        case "short":
        case "int16": return view.getInt16(o, little); // biome-ignore format: a table
        case "ushort":
        case "uint16": return view.getUint16(o, little); // biome-ignore format: a table
        case "int":
        case "int32": return view.getInt32(o, little); // biome-ignore format: a table
        case "uint":
        case "uint32": return view.getUint32(o, little); // biome-ignore format: a table
        case "float":
        case "float32": return view.getFloat32(o, little); // biome-ignore format: a table
        default: return view.getFloat64(o, little); // biome-ignore format: a table
      }
    },
    endRow() {},
    position: () => at,
    fail,
  };
}

function readElements(elements: readonly Element[], input: Input, reading: MeshReading, bytes: number): MeshFile {
  let positions = new Float64Array(0);
  let [normals, uvs]: (Float32Array | null)[] = [null, null];
  const triangles = new Numbers();
  const corners: number[] = [];
  for (const element of elements) {
    const { name, count, properties } = element;
    const names = properties.map((property) => property.name);
    const isVertex = name === "vertex";
    const slot = properties.map((property) => (isVertex ? slotOf(property.name) : -1));
    if (isVertex) {
      if (!["x", "y", "z"].every((axis) => names.includes(axis))) input.fail("vertices have no x, y and z");
      positions = new Float64Array(3 * count);
      if (names.includes("nx")) normals = new Float32Array(3 * count);
      if (slot.includes(6) && slot.includes(7)) uvs = new Float32Array(2 * count);
      const colors = names.filter((n) => /^(red|green|blue|alpha)$/.test(n));
      if (colors.length > 0) reading.leftOut(wholeFile(reading.file), "colours of single points");
    }
    for (let row = 0; row < count; row++) {
      properties.forEach((property, k) => {
        if (property.count !== undefined) {
          const n = input.next(property.count);
          if (!(n >= 0 && n <= MAX_CORNERS)) input.fail(`expected a list of at most ${MAX_CORNERS}, got ${n}`);
          corners.length = 0;
          for (let i = 0; i < n; i++) corners.push(input.next(property.type));
          if (name === "face" && /^vertex_ind(ex|ices)$/.test(property.name))
            addFace(corners, positions, triangles, input);
          return;
        }
        const value = input.next(property.type);
        const place = slot[k];
        if (place < 0) return;
        if (place < 3) {
          if (!Number.isFinite(value)) input.fail("a point is no number");
          positions[3 * row + place] = value;
        } else if (place < 6 && normals) normals[3 * row + place - 3] = value;
        else if (uvs && place >= 6) uvs[2 * row + place - 6] = value;
      });
      if (row % REPORT_EVERY === 0) reading.progress?.(input.position() / bytes);
    }
  }
  if (positions.length === 0) throw new ImportError(wholeFile(reading.file), "the file holds no points");
  return { parts: [{ positions, normals, uvs, triangles: triangles.integers(), look: null, object: 0 }] };
}

function slotOf(name: string): number {
  const plain = ["x", "y", "z", "nx", "ny", "nz"].indexOf(name);
  if (plain >= 0) return plain;
  return /^(s|u|texture_u)$/.test(name) ? 6 : /^(t|v|texture_v)$/.test(name) ? 7 : -1;
}

function addFace(corners: readonly number[], positions: Float64Array, triangles: Numbers, input: Input): void {
  const n = positions.length / 3;
  for (const corner of corners)
    if (!(corner >= 0 && corner < n)) input.fail(`a face has the corner ${corner}, and there are ${n} points`);
  if (corners.length === 3) for (let k = 0; k < 3; k++) triangles.push(corners[k]);
  else for (const k of triangulateFace(corners, positions)) triangles.push(corners[k]);
}
