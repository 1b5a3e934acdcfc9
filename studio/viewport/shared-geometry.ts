/**
 * Geometries that differ only by their size along the axes are drawn as one: boxes of all proportions are one unit box,
 * each with its own scale. So a pile of a thousand different boxes is still one draw call.
 */
import type { DrawnGeometry } from "../worker/protocol.js";

export interface SharedGeometries {
  /** What is drawn. */
  readonly forms: readonly DrawnGeometry[];
  /**
   * Per given geometry: its form, and the centre and the scale (3 numbers each) by which the form becomes the geometry.
   */
  readonly form: Int32Array;
  readonly center: Float32Array;
  readonly scale: Float32Array;
}

/** Steps of a unit in which forms are compared: coarser than rounding, finer than anything that can be seen. */
const STEPS = 1 << 12;

/** How a geometry is shared: not at all, since a scale would distort its bevels; as a unit form; or with its like. */
export type Sharing =
  | { readonly kind: "rigid" }
  | { readonly kind: "unit"; readonly form: string; readonly drawn: DrawnGeometry }
  | null;

export function shareGeometries(
  geometries: readonly DrawnGeometry[],
  sharing: (g: number) => Sharing = () => null,
): SharedGeometries {
  const n = geometries.length;
  const form = new Int32Array(n);
  const center = new Float32Array(3 * n);
  const scale = new Float32Array(3 * n).fill(1);
  const groups = new Map<string, number[]>();
  geometries.forEach((geometry, g) => {
    const way = sharing(g);
    if (way?.kind === "rigid") {
      groups.set(`${g}`, [g]);
      return;
    }
    measure(geometry, center, scale, 3 * g);
    const key = way?.kind === "unit" ? way.form : keyOf(geometry, center, scale, 3 * g);
    const group = groups.get(key);
    if (group) group.push(g);
    else groups.set(key, [g]);
  });
  const forms: DrawnGeometry[] = [];
  for (const group of groups.values()) {
    const first = group[0];
    for (const g of group) form[g] = forms.length;
    const way = sharing(first);
    if (way?.kind === "unit") forms.push(way.drawn);
    else if (group.length > 1) forms.push(normalised(geometries[first], center, scale, 3 * first));
    else {
      forms.push(geometries[first]);
      center.fill(0, 3 * first, 3 * first + 3);
      scale.fill(1, 3 * first, 3 * first + 3);
    }
  }
  return { forms, form, center, scale };
}

/** Middle and half size of the bounds; a flat form keeps its size across. */
function measure({ positions }: DrawnGeometry, center: Float32Array, scale: Float32Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let p = k; p < positions.length; p += 3) {
      low = Math.min(low, positions[p]);
      high = Math.max(high, positions[p]);
    }
    center[o + k] = positions.length > 0 ? (low + high) / 2 : 0;
    scale[o + k] = high > low ? (high - low) / 2 : 1;
  }
}

/** Equal for geometries that are the same form: counts, and two sums over the rounded corners in their order. */
function keyOf({ positions, edges }: DrawnGeometry, center: Float32Array, scale: Float32Array, o: number): string {
  let [a, b] = [0, 0];
  for (let p = 0; p < positions.length; p++) {
    const k = o + (p % 3);
    const value = Math.round((STEPS * (positions[p] - center[k])) / scale[k]);
    a = (Math.imul(a, 31) + value) | 0;
    b = (Math.imul(b, 1_000_003) ^ (value + p)) | 0;
  }
  return `${positions.length} ${edges.length} ${a} ${b}`;
}

function normalised(
  { positions, normals, uvs, edges }: DrawnGeometry,
  center: Float32Array,
  scale: Float32Array,
  o: number,
): DrawnGeometry {
  const inUnits = (points: Float32Array) => points.map((x, p) => (x - center[o + (p % 3)]) / scale[o + (p % 3)]);
  const turned = new Float32Array(normals.length);
  for (let p = 0; p < normals.length; p += 3) {
    const [x, y, z] = [normals[p] * scale[o], normals[p + 1] * scale[o + 1], normals[p + 2] * scale[o + 2]];
    const length = Math.hypot(x, y, z) || 1;
    turned.set([x / length, y / length, z / length], p);
  }
  return { positions: inUnits(positions), normals: turned, uvs, edges: inUnits(edges) };
}
