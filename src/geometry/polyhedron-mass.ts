import type { MassProperties, Polyhedron, TriangleMesh } from "./types.js";

/**
 * Exact integrals over the solid bounded by a closed triangle mesh, by signed tetrahedra from a reference point to
 * every triangle. For a tetrahedron with apex at the reference and corners a, b, c, with D = a · (b × c) and s = a + b
 * + c:
 *
 *   ∫ dV = D/6,   ∫ x dV = D s/24,   ∫ x xᵀ dV = D (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/120
 *
 * (the same sums as the divergence theorem's surface integrals [Mirtich1996], [Eberly2002], arranged around a point).
 * The first pass takes the mean of the vertices as reference and finds the centroid; the second integrates about the
 * centroid. A body far from the origin therefore loses only the digits that its vertices have lost already. The mesh
 * must be closed and consistently oriented (`inspectMesh`); an inside-out mesh has a negative volume.
 */
export function meshMass(mesh: TriangleMesh): MassProperties {
  return integrate(mesh.vertices, mesh.triangles);
}

/** As `meshMass`, for a polyhedron with polygonal faces, each split into a fan of triangles. */
export function polyhedronMass(polyhedron: Polyhedron): MassProperties {
  return integrate(polyhedron.vertices, fanTriangles(polyhedron));
}

/** Signed volume of a closed mesh, m³: positive when its triangles are counter-clockwise seen from outside. */
export function meshVolume(mesh: TriangleMesh): number {
  const moments = new Float64Array(10);
  const [x, y, z] = vertexMean(mesh.vertices);
  tetrahedraMoments(mesh.vertices, mesh.triangles, x, y, z, moments);
  return moments[0];
}

/** Splits every face of a polyhedron into a fan of triangles around its first vertex. */
export function fanTriangles(polyhedron: Polyhedron): Uint32Array {
  const { faceStart, faceVertex } = polyhedron;
  const nf = faceStart.length - 1;
  const triangles = new Uint32Array(3 * (faceVertex.length - 2 * nf));
  let t = 0;
  for (let f = 0; f < nf; f++) {
    for (let k = faceStart[f] + 2; k < faceStart[f + 1]; k++) {
      triangles[t++] = faceVertex[faceStart[f]];
      triangles[t++] = faceVertex[k - 1];
      triangles[t++] = faceVertex[k];
    }
  }
  return triangles;
}

function integrate(vertices: Float64Array, triangles: Uint32Array): MassProperties {
  const m = new Float64Array(10);
  const [x, y, z] = vertexMean(vertices);
  tetrahedraMoments(vertices, triangles, x, y, z, m);
  const cx = x + m[1] / m[0];
  const cy = y + m[2] / m[0];
  const cz = z + m[3] / m[0];
  tetrahedraMoments(vertices, triangles, cx, cy, cz, m);
  // The remaining first moments are the round-off of the first pass; their squares are far below round-off.
  const volume = m[0];
  const center = Float64Array.of(cx + m[1] / volume, cy + m[2] / volume, cz + m[3] / volume);
  const inertia = Float64Array.of(m[5] + m[6], m[4] + m[6], m[4] + m[5], -m[7], -m[8], -m[9]);
  return { volume, center, inertia };
}

function vertexMean(v: Float64Array): [number, number, number] {
  const n = v.length / 3;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < v.length; i += 3) {
    x += v[i];
    y += v[i + 1];
    z += v[i + 2];
  }
  return n > 0 ? [x / n, y / n, z / n] : [0, 0, 0];
}

/** out = [∫1, ∫x, ∫y, ∫z, ∫xx, ∫yy, ∫zz, ∫xy, ∫xz, ∫yz] about the reference (ox, oy, oz). */
function tetrahedraMoments(
  v: Float64Array,
  triangles: Uint32Array,
  ox: number,
  oy: number,
  oz: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ax = v[a] - ox;
    const ay = v[a + 1] - oy;
    const az = v[a + 2] - oz;
    const bx = v[b] - ox;
    const by = v[b + 1] - oy;
    const bz = v[b + 2] - oz;
    const cx = v[c] - ox;
    const cy = v[c + 1] - oy;
    const cz = v[c + 2] - oz;
    const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    out[0] += d;
    out[1] += d * sx;
    out[2] += d * sy;
    out[3] += d * sz;
    out[4] += d * (sx * sx + ax * ax + bx * bx + cx * cx);
    out[5] += d * (sy * sy + ay * ay + by * by + cy * cy);
    out[6] += d * (sz * sz + az * az + bz * bz + cz * cz);
    out[7] += d * (sx * sy + ax * ay + bx * by + cx * cy);
    out[8] += d * (sx * sz + ax * az + bx * bz + cx * cz);
    out[9] += d * (sy * sz + ay * az + by * bz + cy * cz);
  }
  out[0] /= 6;
  for (let i = 1; i < 4; i++) out[i] /= 24;
  for (let i = 4; i < 10; i++) out[i] /= 120;
}
