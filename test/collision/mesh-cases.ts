import { createCollider } from "../../src/collision/narrow/collider.js";
import type { Collider } from "../../src/collision/narrow/types.js";
import { heightFieldMesh } from "../../src/geometry/height-field.js";
import { inspectMesh } from "../../src/geometry/mesh.js";
import type { HeightField, Polyhedron, TriangleMesh } from "../../src/geometry/types.js";
import type { ShapeForm, ShapeGeometry } from "../../src/model/shape.js";

/** Colliders, and planes cut into triangles, for the tests of mesh contact. */

const nothing = () => ({ vertices: new Float64Array(0), triangles: new Uint32Array(0) });

function vertexBounds(v: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < v.length; i++) {
    box[i % 3] = Math.min(box[i % 3], v[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], v[i]);
  }
  return box;
}

export function shape(form: ShapeForm, size: readonly number[], polyhedron?: Polyhedron): Collider {
  const geometry: ShapeGeometry = { form, size, mass: null, bounds: new Float64Array(6), drawing: nothing };
  return createCollider(polyhedron === undefined ? geometry : { ...geometry, polyhedron });
}

/** One-sided by default when the mesh is closed, two-sided otherwise, as in a scene. */
export function meshShape(mesh: TriangleMesh, sides?: "one" | "two"): Collider {
  const { closed, oriented } = inspectMesh(mesh);
  const mass = closed && oriented ? { volume: 1, center: new Float64Array(3), inertia: new Float64Array(6) } : null;
  const geometry: ShapeGeometry = {
    form: "mesh",
    size: [],
    mass,
    bounds: vertexBounds(mesh.vertices),
    mesh,
    drawing: nothing,
  };
  return createCollider(sides === undefined ? geometry : { ...geometry, twoSided: sides === "two" });
}

export function fieldShape(heightField: HeightField): Collider {
  const mesh = heightFieldMesh(heightField);
  const bounds = vertexBounds(mesh.vertices);
  return createCollider({ form: "height-field", size: [], mass: null, bounds, mesh, heightField, drawing: nothing });
}

export type Cut = "regular" | "random" | "slivers";

/**
 * The square [−half, half]² of z = 0 cut into about `count` triangles: squares with one diagonal; the same with displaced vertices and
 * random diagonals; strips across the whole square, 1:10⁴ for 20,000.
 */
export function cutPlane(half: number, count: number, cut: Cut, rnd: () => number): TriangleMesh {
  const nx = cut === "slivers" ? count / 2 : Math.round(Math.sqrt(count / 2));
  const ny = cut === "slivers" ? 1 : nx;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= ny; j++) {
    for (let i = 0; i <= nx; i++) {
      const inner = cut === "random" && i > 0 && i < nx && j > 0 && j < ny;
      const x = i + (inner ? 0.48 * (rnd() - 0.5) : 0);
      const y = j + (inner ? 0.48 * (rnd() - 0.5) : 0);
      vertices.push(half * ((2 * x) / nx - 1), half * ((2 * y) / ny - 1), 0);
      if (i === nx || j === ny) continue;
      const a = j * (nx + 1) + i;
      const [b, c, d] = [a + 1, a + nx + 2, a + nx + 1];
      // displaced by less than a quarter, cells stay convex: either diagonal will do
      if (cut === "random" && rnd() < 0.5) triangles.push(a, b, d, b, c, d);
      else triangles.push(a, b, c, a, c, d);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** Vertices turned by the unit quaternion q and moved by p. */
export function moveMesh(mesh: TriangleMesh, q: readonly number[], p: readonly number[]): TriangleMesh {
  const vertices = new Float64Array(mesh.vertices.length);
  for (let i = 0; i < vertices.length; i += 3) {
    rotate(q, mesh.vertices, i).forEach((x, k) => {
      vertices[i + k] = x + p[k];
    });
  }
  return { vertices, triangles: mesh.triangles };
}

export function rotate(q: ArrayLike<number>, v: ArrayLike<number>, o = 0): [number, number, number] {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const [a, b, c] = [v[o], v[o + 1], v[o + 2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** Pose of b after pose a: x → a(b(x)). */
export function compose(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const qa = [a[3], a[4], a[5], a[6]];
  const [bx, by, bz, bw] = [b[3], b[4], b[5], b[6]];
  const [ax, ay, az, aw] = qa;
  const p = rotate(qa, b);
  return Float64Array.of(
    a[0] + p[0],
    a[1] + p[1],
    a[2] + p[2],
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  );
}
