import { cos, log, sin } from "../math/elementary.js";
import { scaleMesh } from "./mesh-edit.js";
import { icosahedron } from "./solids.js";
import type { TriangleMesh } from "./types.js";

/**
 * Triangle meshes of round shapes, for drawing and for comparing closed forms with meshes: closed, outward oriented,
 * with all vertices on the true surface, so that volumes are approached from below (a torus: from either side) with an
 * error of order 1/resolution².
 */

/** Sphere by repeated halving of an icosahedron: 20·4^level nearly equal triangles. */
export function icosphere(radius: number, level: number): TriangleMesh {
  const start = icosahedron(1);
  const vertices = Array.from(start.vertices);
  let triangles = Array.from(start.faceVertex);
  for (let pass = 0; pass < level; pass++) {
    const middle = new Map<number, number>();
    const nv = vertices.length / 3;
    const midpoint = (a: number, b: number): number => {
      const key = Math.min(a, b) * nv + Math.max(a, b);
      let m = middle.get(key);
      if (m === undefined) {
        const x = vertices[3 * a] + vertices[3 * b];
        const y = vertices[3 * a + 1] + vertices[3 * b + 1];
        const z = vertices[3 * a + 2] + vertices[3 * b + 2];
        const length = Math.sqrt(x * x + y * y + z * z);
        m = vertices.length / 3;
        vertices.push(x / length, y / length, z / length);
        middle.set(key, m);
      }
      return m;
    };
    const finer: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const [ab, bc, ca] = [midpoint(a, b), midpoint(b, c), midpoint(c, a)];
      finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    triangles = finer;
  }
  const unit = { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
  return scaleMesh(unit, radius, radius, radius);
}

/** Level of an `icosphere` with about so many edges around: it has five times two to its level. */
export function icosphereLevel(facets: number): number {
  return Math.max(1, Math.round(log(facets / 5) / log(2)));
}

/** Sphere by latitude and longitude: `slices` around z, `stacks` from pole to pole. */
export function uvSphere(radius: number, slices: number, stacks: number): TriangleMesh {
  return lathe([[0, -radius], ...arc(radius, 0, -0.5, 0.5, stacks).slice(1, -1), [0, radius]], slices);
}

/** Ellipsoid with semi-axes a, b, c: a stretched `icosphere`. */
export function ellipsoidMesh(a: number, b: number, c: number, level: number): TriangleMesh {
  return scaleMesh(icosphere(1, level), a, b, c);
}

/** Cylinder along z from −halfLength to halfLength. */
export function cylinderMesh(radius: number, halfLength: number, slices: number): TriangleMesh {
  const h = halfLength;
  return lathe([[0, -h], [radius, -h], [radius, h], [0, h]], slices); // biome-ignore format: a profile
}

/** Cone along z: base at z = −height/4, apex at z = 3 height/4, so that the origin is the solid's centroid. */
export function coneMesh(radius: number, height: number, slices: number): TriangleMesh {
  return lathe([[0, -height / 4], [radius, -height / 4], [0, (3 * height) / 4]], slices); // biome-ignore format: a profile
}

/** Capsule around the segment z ∈ [−halfLength, halfLength], `stacks` per hemisphere. */
export function capsuleMesh(radius: number, halfLength: number, slices: number, stacks: number): TriangleMesh {
  const low = arc(radius, -halfLength, -0.5, 0, stacks).slice(1);
  const high = arc(radius, halfLength, 0, 0.5, stacks).slice(0, -1);
  // Without a cylinder in between, the two equators are one.
  const middle = halfLength > 0 ? [...low, ...high] : [...low, ...high.slice(1)];
  return lathe([[0, -halfLength - radius], ...middle, [0, halfLength + radius]], slices);
}

/** Torus about z: `slices` around the ring, `sides` around the tube. */
export function torusMesh(ringRadius: number, tubeRadius: number, slices: number, sides: number): TriangleMesh {
  const vertices = new Float64Array(3 * slices * sides);
  const triangles: number[] = [];
  for (let i = 0; i < slices; i++) {
    const around = (2 * Math.PI * i) / slices;
    for (let j = 0; j < sides; j++) {
      const tube = (2 * Math.PI * j) / sides;
      const r = ringRadius + tubeRadius * cos(tube);
      vertices.set([r * cos(around), r * sin(around), tubeRadius * sin(tube)], 3 * (i * sides + j));
      const [a, b] = [i * sides + j, ((i + 1) % slices) * sides + j];
      const [d, c] = [i * sides + ((j + 1) % sides), ((i + 1) % slices) * sides + ((j + 1) % sides)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { vertices, triangles: Uint32Array.from(triangles) };
}

/**
 * Surface of revolution about z of a profile of points [r, z] that runs from the lower pole (r = 0) to the upper one,
 * solid on the side of the axis.
 */
export function lathe(profile: readonly (readonly [number, number])[], slices: number): TriangleMesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const first: number[] = [];
  for (const [r, z] of profile) {
    first.push(vertices.length / 3);
    const around = r === 0 ? 1 : slices;
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / slices;
      vertices.push(r * cos(angle), r * sin(angle), z);
    }
  }
  for (let j = 0; j + 1 < profile.length; j++) {
    const below = profile[j][0] === 0 ? 0 : 1;
    const above = profile[j + 1][0] === 0 ? 0 : 1;
    for (let i = 0; i < slices; i++) {
      const next = (i + 1) % slices;
      const a = first[j] + below * i;
      const b = first[j] + below * next;
      const c = first[j + 1] + above * next;
      const d = first[j + 1] + above * i;
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(a, c, d);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** Points of a circle arc of given radius about [0, z], from angle `from`·π to `to`·π measured from the r axis. */
function arc(radius: number, z: number, from: number, to: number, steps: number): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, j) => {
    const angle = Math.PI * (from + ((to - from) * j) / steps);
    return [radius * cos(angle), z + radius * sin(angle)];
  });
}
