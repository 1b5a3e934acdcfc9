import { type ConvexForm, defineShape, geometry, param } from "stiction";

/** All points within a radius of a box. Size: half extents of the core, radius. */
const form: ConvexForm = {
  name: "rounded-box",
  radius: (size) => size[3],
  support(size, d, di, out, o) {
    for (let k = 0; k < 3; k++) out[o + k] = d[di + k] < 0 ? -size[k] : size[k];
  },
};

/** A box with rounded edges and corners, around the origin. */
export const roundedBox = defineShape({
  name: "rounded-box",
  help: "a box with rounded edges and corners, along the axes of its frame, around the origin",
  space: "3d",
  params: {
    halfExtents: param.vector({ unit: "m", help: "half of the lengths along x, y, z, with the rounding" }),
    radius: param.number({ unit: "m", above: 0, help: "radius of the edges, less than the half extents" }),
  },
  prepare({ halfExtents, radius: r }) {
    if (!halfExtents.every((e) => e > r)) return `the half extents should be above the radius ${r} m`;
    const [x, y, z] = halfExtents;
    const [a, b, c] = halfExtents.map((e) => e - r);
    const xx = moment(a, b, c, r);
    const yy = moment(b, c, a, r);
    const zz = moment(c, a, b, r);
    const sphere = (4 / 3) * Math.PI * r * r * r;
    const volume = 8 * (a * b * c + r * (a * b + b * c + c * a)) + 2 * Math.PI * r * r * (a + b + c) + sphere;
    return {
      form,
      size: [a, b, c, r],
      mass: { volume, center: new Float64Array(3), inertia: Float64Array.of(yy + zz, zz + xx, xx + yy, 0, 0, 0) },
      bounds: Float64Array.of(-x, -y, -z, x, y, z),
      polyhedron: geometry.boxSolid(a, b, c), // the flat faces of the core: the box rests on them
      drawing: () => mesh([a, b, c], r, 3),
      triangles: (facets) => mesh([a, b, c], r, facets > 20 ? 3 : 2), // for volumetric contact
    };
  },
});

/** ∫ x² dV: sections across x are rectangles with the radius r, or √(r² − u²) at the distance u beyond the core. */
function moment(a: number, b: number, c: number, r: number): number {
  const r2 = r * r;
  const r3 = r2 * r;
  const middle = ((2 * a * a * a) / 3) * (4 * b * c + 4 * r * (b + c) + Math.PI * r2);
  const faces = 4 * b * c * (a * a * r + a * r2 + r3 / 3);
  const edges = 4 * (b + c) * ((a * a * Math.PI * r2) / 4 + (2 * a * r3) / 3 + (Math.PI * r2 * r2) / 16);
  const corners = Math.PI * ((2 * a * a * r3) / 3 + (a * r2 * r2) / 2 + (2 * r2 * r3) / 15);
  return middle + 2 * (faces + edges + corners);
}

/** A sphere of triangles whose octants are moved apart to the corners of the core. */
function mesh(core: number[], r: number, level: number) {
  const { vertices, triangles } = geometry.icosphere(r, level);
  return { vertices: vertices.map((x, i) => x + (x < 0 ? -core[i % 3] : core[i % 3])), triangles };
}
