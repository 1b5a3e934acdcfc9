/**
 * VTK XML PolyData, the .vtp files of ParaView: points, and cells over them (vertices, polylines, polygons) with data
 * per point and per cell. Numbers stand in the file as base64 (little-endian, a count of bytes and the values encoded
 * together, as VTK's reader has it) or as text with all digits.
 */
import { checkWord } from "../../model/arguments.js";
import { show } from "../../model/errors.js";
export const VTP_ENCODINGS = ["base64", "ascii"] as const;
/** How the numbers of a .vtp file are written. */
export type VtpEncoding = (typeof VTP_ENCODINGS)[number];

/** Numbers at points or cells, with their name. */
export interface VtpArray {
  readonly name: string;
  /** Float64Array, Int32Array or Uint8Array. */
  readonly values: Float64Array | Int32Array | Uint8Array;
  /** Numbers per point or cell; 1 by default. */
  readonly components?: number;
}

/** Points, lines and polygons with numbers at points and cells, as a .vtp file holds them. */
export interface PolyData {
  /** 3 per point, m. */
  readonly points: Float64Array;
  /** Cells as lists of points. Cell data has vertices first, then polylines, then polygons. */
  readonly verts?: readonly (readonly number[])[];
  readonly lines?: readonly (readonly number[])[];
  readonly polys?: readonly (readonly number[])[];
  readonly pointData?: readonly VtpArray[];
  readonly cellData?: readonly VtpArray[];
}

/** One file. `time` goes with it as VTK's field `TimeValue`, s. */
export function writeVtp(data: PolyData, time: number, encoding: VtpEncoding = "base64"): string {
  if (typeof data !== "object" || data === null || !ArrayBuffer.isView(data.points))
    throw new RangeError(`expected an object with points, a typed array, got ${show(data)}`);
  checkWord("encoding", encoding, VTP_ENCODINGS);
  const { points, verts = [], lines = [], polys = [], pointData = [], cellData = [] } = data;
  const array = (a: VtpArray) => dataArray(a, encoding);
  const cells = (tag: string, list: readonly (readonly number[])[]) => [
    `      <${tag}>`,
    array({ name: "connectivity", values: Int32Array.from(list.flat()) }),
    array({ name: "offsets", values: offsetsOf(list) }),
    `      </${tag}>`,
  ];
  const counts = `NumberOfPoints="${points.length / 3}" NumberOfVerts="${verts.length}" NumberOfLines="${lines.length}" NumberOfStrips="0" NumberOfPolys="${polys.length}"`;
  return `${[
    '<?xml version="1.0"?>',
    '<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt32">',
    "  <PolyData>",
    "    <FieldData>",
    `      <DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">${time}</DataArray>`,
    "    </FieldData>",
    `    <Piece ${counts}>`,
    "      <PointData>",
    ...pointData.map(array),
    "      </PointData>",
    "      <CellData>",
    ...cellData.map(array),
    "      </CellData>",
    "      <Points>",
    array({ name: "Points", values: points, components: 3 }),
    "      </Points>",
    ...cells("Verts", verts),
    ...cells("Lines", lines),
    ...cells("Polys", polys),
    "    </Piece>",
    "  </PolyData>",
    "</VTKFile>",
  ].join("\n")}\n`;
}

/** Ends of the cells in their list of points. */
function offsetsOf(list: readonly (readonly number[])[]): Int32Array {
  let end = 0;
  return Int32Array.from(list, (cell) => {
    end += cell.length;
    return end;
  });
}

function dataArray({ name, values, components = 1 }: VtpArray, encoding: VtpEncoding): string {
  const type = values instanceof Float64Array ? "Float64" : values instanceof Int32Array ? "Int32" : "UInt8";
  const format = encoding === "ascii" ? "ascii" : "binary";
  const content = encoding === "ascii" ? asciiOf(values, components) : base64Of(values);
  return `        <DataArray type="${type}" Name="${escapeXml(name)}" NumberOfComponents="${components}" format="${format}">${content}</DataArray>`;
}

/** A line per point or cell; numbers as JavaScript writes them, which is enough digits to read them back. */
function asciiOf(values: VtpArray["values"], components: number): string {
  let text = "\n";
  for (let i = 0; i < values.length; i += components) {
    text += `${Array.from(values.subarray(i, i + components), digitsOf).join(" ")}\n`;
  }
  return text;
}

function digitsOf(x: number): string {
  if (Number.isNaN(x)) return "nan";
  return Object.is(x, -0) ? "-0" : String(x);
}

/** A count of bytes (4 bytes), then the values, as one stream. */
function base64Of(values: VtpArray["values"]): string {
  const width = values.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(4 + values.length * width);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, values.length * width, true);
  for (let i = 0; i < values.length; i++) {
    const at = 4 + i * width;
    if (values instanceof Float64Array) view.setFloat64(at, values[i], true);
    else if (values instanceof Int32Array) view.setInt32(at, values[i], true);
    else view.setUint8(at, values[i]);
  }
  return encodeBase64(bytes);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i], bytes[i + 1] ?? 0, bytes[i + 2] ?? 0];
    const left = bytes.length - i;
    parts.push(
      DIGITS[a >> 2] +
        DIGITS[((a & 3) << 4) | (b >> 4)] +
        (left > 1 ? DIGITS[((b & 15) << 2) | (c >> 6)] : "=") +
        (left > 2 ? DIGITS[c & 63] : "="),
    );
  }
  return parts.join("");
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
