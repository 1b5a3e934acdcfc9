/** The surfaces of all bodies as one, for pictures that must cost little: a single draw call. */
import { BufferAttribute, BufferGeometry, Color, Matrix3, type Matrix4, Vector3 } from "three";
import type { DrawnLook } from "../worker/protocol.js";
import type { Swarm } from "./bodies.js";
import { isClosed } from "./closed-surface.js";
import { colorAt, meanColor, type PictureColors } from "./picture-colors.js";

/** Patterns that are drawn, in the order of their numbers. */
export const PLAIN_PATTERNS = ["stripes", "checker", "grid", "treads", "planks", "bricks"] as const;
/** Patterns of clouds, and the share of the second colour in them. */
const CLOUDED: ReadonlySet<string> = new Set(["worn", "grain"]);
const CLOUDS = 0.25;
/** What a look without a second colour has in its pattern, as a share of its first. */
const SHADE = 0.55;

/** One swarm, and the version of its geometry that is drawn. */
export interface PlainPart {
  readonly swarm: Swarm;
  readonly geometry: BufferGeometry;
  /** Which of its instances; absent: all. */
  readonly instances?: readonly number[];
}

/** The sides of a surface that are drawn: parts that bound a volume stand before those that do not. */
export const SIDES = { outer: 0, both: 1 } as const;

/** Vertices that the parts have together. */
export function countVertices(parts: readonly PlainPart[]): number {
  return parts.reduce(
    (n, { swarm, geometry, instances }) =>
      n + (instances ?? swarm.body).length * geometry.getAttribute("position").count,
    0,
  );
}

/**
 * One geometry of the parts: vertices are in the axes of their bodies. `lift`: how far each instance is moved along z,
 * m. `pictures`: what was read of the pictures of looks. Groups are numbered by SIDES.
 */
export function plainGeometry(
  parts: readonly PlainPart[],
  lift: (swarm: Swarm, i: number) => number,
  pictures: ReadonlyMap<string, PictureColors> = new Map(),
): BufferGeometry {
  const sorted = [...parts].sort((a, b) => sideOf(a) - sideOf(b));
  const vertices = new Vertices(countVertices(sorted));
  const index: number[] = [];
  const ends = [0, 0];
  for (const part of sorted) {
    vertices.add(part, index, lift, pictures.get(part.swarm.look?.image ?? "") ?? null);
    ends[sideOf(part)] = index.length;
  }
  const geometry = vertices.geometry();
  geometry.setIndex(new BufferAttribute(Uint32Array.from(index), 1));
  const outer = ends[SIDES.outer];
  if (outer > 0) geometry.addGroup(0, outer, SIDES.outer);
  if (index.length > outer) geometry.addGroup(outer, index.length - outer, SIDES.both);
  return geometry;
}

function sideOf({ geometry }: PlainPart): number {
  return isClosed(geometry) ? SIDES.outer : SIDES.both;
}

/** Vertex attributes, filled from the front. */
class Vertices {
  private readonly position: Float32Array;
  private readonly normal: Int8Array;
  private readonly body: Float32Array;
  /** Colour, and opacity. */
  private readonly tint: Uint8Array;
  /** Second colour, and one more than the number of the pattern. */
  private readonly mark: Uint8Array;
  /** Place in the pattern. */
  private readonly plane: Float32Array;
  private count = 0;

  constructor(n: number) {
    this.position = new Float32Array(3 * n);
    this.normal = new Int8Array(4 * n);
    this.body = new Float32Array(n);
    this.tint = new Uint8Array(4 * n);
    this.mark = new Uint8Array(4 * n);
    this.plane = new Float32Array(2 * n);
  }

  add(
    { swarm, geometry, instances = [...swarm.body.keys()] }: PlainPart,
    index: number[],
    lift: (swarm: Swarm, i: number) => number,
    picture: PictureColors | null,
  ): void {
    const positions = geometry.getAttribute("position").array as Float32Array;
    const normals = geometry.getAttribute("normal").array as Float32Array;
    const uvs = (geometry.getAttribute("uv")?.array as Float32Array | undefined) ?? null;
    const corners = geometry.getIndex()?.array ?? null;
    const n = positions.length / 3;
    const planes = patternPlaces(swarm.look, positions, normals, uvs);
    for (const i of instances) {
      const first = this.count;
      this.place(positions, normals, swarm.local[i], lift(swarm, i));
      this.body.fill(swarm.body[i], first, first + n);
      const [tint, mark] = coloursOf(swarm, i);
      for (let v = first; v < first + n; v++) {
        this.tint.set(tint, 4 * v);
        this.mark.set(mark, 4 * v);
      }
      if (picture) this.paint(picture, uvs, first, n);
      if (planes) this.plane.set(planes, 2 * first);
      for (let k = 0; k < (corners?.length ?? n); k++) index.push(first + (corners ? corners[k] : k));
      this.count += n;
    }
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.position, 3));
    geometry.setAttribute("normal", new BufferAttribute(this.normal, 4, true));
    geometry.setAttribute("body", new BufferAttribute(this.body, 1));
    geometry.setAttribute("tint", new BufferAttribute(this.tint, 4, true));
    geometry.setAttribute("mark", new BufferAttribute(this.mark, 4, true));
    geometry.setAttribute("plane", new BufferAttribute(this.plane, 2));
    return geometry;
  }

  /** Multiplies the colours of vertices by a picture: at their places in it, or by its mean where they have none. */
  private paint(picture: PictureColors, uvs: Float32Array | null, first: number, n: number): void {
    const mean = meanColor(picture);
    const here = Uint8Array.from(mean);
    for (let v = 0; v < n; v++) {
      if (uvs) colorAt(picture, uvs[2 * v], uvs[2 * v + 1], here, 0);
      const o = 4 * (first + v);
      for (let k = 0; k < 3; k++) this.tint[o + k] = Math.round((this.tint[o + k] * here[k]) / 255);
    }
  }

  private place(positions: Float32Array, normals: Float32Array, local: Matrix4, lift: number): void {
    NORMALS.getNormalMatrix(local);
    for (let k = 0; k < positions.length; k += 3) {
      const v = this.count + k / 3;
      POINT.fromArray(positions, k)
        .applyMatrix4(local)
        .toArray(this.position, 3 * v);
      this.position[3 * v + 2] += lift;
      POINT.fromArray(normals, k).applyNormalMatrix(NORMALS);
      for (let i = 0; i < 3; i++) this.normal[4 * v + i] = Math.round(127 * POINT.getComponent(i));
    }
  }
}

/** First and second colour of an instance, in sRGB bytes, with opacity and the number of the pattern. */
function coloursOf({ look, colors }: Swarm, i: number): [number[], number[]] {
  const { awake } = colors[i];
  const second = look?.patternColor ? COLOR.set(look.patternColor) : COLOR.copy(awake).multiplyScalar(SHADE);
  const pattern = (PLAIN_PATTERNS as readonly string[]).indexOf(look?.pattern ?? "");
  const clouded = CLOUDED.has(look?.pattern ?? "");
  const mark = bytes(second);
  const first = bytes(clouded ? FIRST.copy(awake).lerp(second, CLOUDS) : awake);
  return [
    [...first, Math.round(255 * (look?.opacity ?? 1))],
    [...mark, pattern + 1],
  ];
}

function bytes(color: Color): number[] {
  const hex = color.getHex("srgb");
  return [hex >> 16, (hex >> 8) & 255, hex & 255];
}

/** Where the vertices are in the pattern of a look: in the plane that a normal is closest to, or by texture. */
function patternPlaces(
  look: DrawnLook | null,
  positions: Float32Array,
  normals: Float32Array,
  uvs: Float32Array | null,
): Float32Array | null {
  if (!look || !(PLAIN_PATTERNS as readonly string[]).includes(look.pattern)) return null;
  const out = new Float32Array((2 * positions.length) / 3);
  const [places, width] = look.mapping === "uv" && uvs ? [uvs, 2] : [positions, 3];
  for (let v = 0; v < out.length / 2; v++) {
    const [i, j] = width === 2 ? [0, 1] : axesAcross(normals, 3 * v);
    out[2 * v] = places[width * v + i] / look.patternSize;
    out[2 * v + 1] = places[width * v + j] / look.patternSize;
  }
  return out;
}

function axesAcross(normals: Float32Array, o: number): [number, number] {
  const [x, y, z] = [Math.abs(normals[o]), Math.abs(normals[o + 1]), Math.abs(normals[o + 2])];
  return z >= x && z >= y ? [0, 1] : y >= x ? [0, 2] : [1, 2];
}

const POINT = new Vector3();
const NORMALS = new Matrix3();
const COLOR = new Color();
const FIRST = new Color();
