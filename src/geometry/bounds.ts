/**
 * Axis-aligned bounds of shapes under a pose, tight to round-off. Every function has the same form, fit for a loop over
 * thousands of shapes (typed arrays and offsets, so nothing is boxed):
 *
 *   size, s   the shape's lengths in m, from size[s]
 *   pos, p    p_WS from pos[p], m
 *   quat, q   q_WS from quat[q], unit quaternion [x, y, z, w]
 *   out, o    receives [minx, miny, minz, maxx, maxy, maxz] at out[o]
 *
 * The half width along a world axis is the support function of the shape in that direction; with u, v, w the world axis
 * seen from the shape (a row of R_WS), it is given at each function.
 */
export type BoundsFunction = (
  size: Float64Array,
  s: number,
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  out: Float64Array,
  o: number,
) => void;

/** Scratch: the world axis seen from the shape. Meaningless between calls. */
const row = new Float64Array(3);

/** Row `axis` of R(q) into `row`. */
function rotationRow(quat: Float64Array, q: number, axis: number): void {
  const x = quat[q];
  const y = quat[q + 1];
  const z = quat[q + 2];
  const w = quat[q + 3];
  if (axis === 0) {
    row[0] = 1 - 2 * (y * y + z * z);
    row[1] = 2 * (x * y - z * w);
    row[2] = 2 * (x * z + y * w);
  } else if (axis === 1) {
    row[0] = 2 * (x * y + z * w);
    row[1] = 1 - 2 * (x * x + z * z);
    row[2] = 2 * (y * z - x * w);
  } else {
    row[0] = 2 * (x * z - y * w);
    row[1] = 2 * (y * z + x * w);
    row[2] = 1 - 2 * (x * x + y * y);
  }
}

/** Sphere, size [r]: half width r. */
export const sphereBounds: BoundsFunction = (size, s, pos, p, _quat, _q, out, o) => {
  for (let k = 0; k < 3; k++) {
    out[o + k] = pos[p + k] - size[s];
    out[o + 3 + k] = pos[p + k] + size[s];
  }
};

/** Box, size [hx, hy, hz]: half width |u| hx + |v| hy + |w| hz. */
export const boxBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const h = Math.abs(row[0]) * size[s] + Math.abs(row[1]) * size[s + 1] + Math.abs(row[2]) * size[s + 2];
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/** Capsule along z, size [r, l]: half width |w| l + r. */
export const capsuleBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const h = Math.abs(row[2]) * size[s + 1] + size[s];
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/** Cylinder along z, size [r, h]: half width |w| h + r √(u² + v²). */
export const cylinderBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const h = Math.abs(row[2]) * size[s + 1] + size[s] * Math.sqrt(row[0] * row[0] + row[1] * row[1]);
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/**
 * Cone along z, size [r, h], base at z = −h/4 and apex at z = 3h/4: the farther of the apex and the base's rim, on each
 * side: max(±w 3h/4, ∓w h/4 + r √(u² + v²)).
 */
export const coneBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const apex = row[2] * 0.75 * size[s + 1];
    const base = -row[2] * 0.25 * size[s + 1];
    const rim = size[s] * Math.sqrt(row[0] * row[0] + row[1] * row[1]);
    out[o + k] = pos[p + k] + Math.min(apex, base - rim);
    out[o + 3 + k] = pos[p + k] + Math.max(apex, base + rim);
  }
};

/** Ellipsoid, size [a, b, c]: half width √((u a)² + (v b)² + (w c)²). */
export const ellipsoidBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const a = row[0] * size[s];
    const b = row[1] * size[s + 1];
    const c = row[2] * size[s + 2];
    const h = Math.sqrt(a * a + b * b + c * c);
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/** Torus about z, size [R, r]: half width R √(u² + v²) + r. */
export const torusBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const h = size[s] * Math.sqrt(row[0] * row[0] + row[1] * row[1]) + size[s + 1];
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/** Disc in the plane z = const of a planar scene, size [r]. */
export const circleBounds: BoundsFunction = (size, s, pos, p, _quat, _q, out, o) => {
  for (let k = 0; k < 3; k++) {
    const h = k < 2 ? size[s] : 0;
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/** Capsule of a planar scene, along its own x, size [r, l]. */
export const planarCapsuleBounds: BoundsFunction = (size, s, pos, p, quat, q, out, o) => {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const h = k < 2 ? Math.abs(row[0]) * size[s + 1] + size[s] : 0;
    out[o + k] = pos[p + k] - h;
    out[o + 3 + k] = pos[p + k] + h;
  }
};

/**
 * Polyhedron or mesh by its vertices: 3 numbers per vertex in `vertices[from] … vertices[to - 1]`. Empty gives an empty
 * box (min = ∞, max = −∞).
 */
export function vertexBounds(
  vertices: Float64Array,
  from: number,
  to: number,
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  out: Float64Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const u = row[0];
    const v = row[1];
    const w = row[2];
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i += 3) {
      const x = u * vertices[i] + v * vertices[i + 1] + w * vertices[i + 2];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    out[o + k] = pos[p + k] + low;
    out[o + 3 + k] = pos[p + k] + high;
  }
}

/** Polygon of a planar scene by its vertices: as `vertexBounds`, 2 numbers per vertex, flat in z. */
export function polygonBounds(
  vertices: Float64Array,
  from: number,
  to: number,
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  out: Float64Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) {
    rotationRow(quat, q, k);
    const u = k < 2 ? row[0] : 0;
    const v = k < 2 ? row[1] : 0;
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i += 2) {
      const x = u * vertices[i] + v * vertices[i + 1];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    out[o + k] = pos[p + k] + low;
    out[o + 3 + k] = pos[p + k] + high;
  }
}
