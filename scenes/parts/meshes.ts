/**
 * Triangle meshes for scenes with contact from the rim: spheres of several kinds, boxes of twelve triangles, a tray,
 * and open meshes.
 */
import { elementary } from "stiction";

const { cos, sin } = elementary;

export interface MeshShape {
  readonly type: "mesh";
  readonly vertices: readonly (readonly number[])[];
  readonly faces: readonly (readonly number[])[];
}

/**
 * Vertices on the sphere: `segments` around, `rings` from pole to pole; 15 and 10 give 137 vertices and 270 triangles.
 */
export function uvSphere(radius: number, segments: number, rings: number): MeshShape {
  const vertices: number[][] = [[0, 0, radius]];
  for (let i = 1; i < rings; i++) {
    const polar = (Math.PI * i) / rings;
    for (let j = 0; j < segments; j++) {
      const angle = (2 * Math.PI * j) / segments;
      vertices.push([radius * sin(polar) * cos(angle), radius * sin(polar) * sin(angle), radius * cos(polar)]);
    }
  }
  vertices.push([0, 0, -radius]);
  const last = vertices.length - 1;
  const at = (ring: number, j: number) => 1 + (ring - 1) * segments + (j % segments);
  const faces: number[][] = [];
  for (let j = 0; j < segments; j++) {
    faces.push([0, at(1, j), at(1, j + 1)]);
    for (let i = 1; i < rings - 1; i++) {
      faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
    faces.push([at(rings - 1, j), last, at(rings - 1, j + 1)]);
  }
  return { type: "mesh", vertices, faces };
}

/** An icosahedron divided `levels` times: 20 · 4^levels triangles. */
export function icoSphere(radius: number, levels: number): MeshShape {
  const g = (1 + Math.sqrt(5)) / 2;
  const vertices: number[][] = [];
  const add = (x: number, y: number, z: number) => {
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    return vertices.push([scale * x, scale * y, scale * z]) - 1;
  };
  for (const [x, y] of [
    [-1, g],
    [1, g],
    [-1, -g],
    [1, -g],
  ])
    add(x, y, 0);
  for (const [y, z] of [
    [-1, g],
    [1, g],
    [-1, -g],
    [1, -g],
  ])
    add(0, y, z);
  for (const [z, x] of [
    [-1, g],
    [1, g],
    [-1, -g],
    [1, -g],
  ])
    add(x, 0, z);
  let faces: number[][] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ];
  for (let level = 0; level < levels; level++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number) => {
      const key = i < j ? `${i},${j}` : `${j},${i}`;
      const [p, q] = [vertices[i], vertices[j]];
      const found = middles.get(key) ?? add(p[0] + q[0], p[1] + q[1], p[2] + q[2]);
      middles.set(key, found);
      return found;
    };
    faces = faces.flatMap(([i, j, k]) => {
      const [a, b, c] = [middle(i, j), middle(j, k), middle(k, i)];
      return [
        [i, a, c],
        [j, b, a],
        [k, c, b],
        [a, b, c],
      ];
    });
  }
  return { type: "mesh", vertices, faces };
}

/** A box of twelve triangles about the origin. */
export function boxMesh(x: number, y: number, z: number): MeshShape {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    (k & 1 ? 0.5 : -0.5) * x,
    (k & 2 ? 0.5 : -0.5) * y,
    (k & 4 ? 0.5 : -0.5) * z,
  ]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const faces = quads.flatMap(([a, b, c, d]) => [
    [a, b, c],
    [a, c, d],
  ]);
  return { type: "mesh", vertices, faces };
}

/**
 * An octahedron whose faces are divided into n² triangles, projected onto the unit sphere: 8 n² triangles, 4 n² + 2
 * vertices.
 */
export function octaSphere(n: number): MeshShape {
  const vertices: number[][] = [];
  const numbers = new Map<string, number>();
  // whole numbers |x| + |y| + |z| = n, so that faces share the vertices of their edges
  const at = (x: number, y: number, z: number) => {
    const key = `${x},${y},${z}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const r = Math.sqrt(x * x + y * y + z * z);
    numbers.set(key, vertices.length);
    return vertices.push([x / r, y / r, z / r]) - 1;
  };
  const faces: number[][] = [];
  for (const [sx, sy, sz] of OCTANTS) {
    const corner = (i: number, j: number) => at(sx * i, sy * j, sz * (n - i - j));
    const add = (a: number, b: number, c: number) => faces.push(sx * sy * sz > 0 ? [a, b, c] : [a, c, b]);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n - i; j++) {
        add(corner(i, j), corner(i + 1, j), corner(i, j + 1));
        if (i + j < n - 1) add(corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
      }
    }
  }
  return { type: "mesh", vertices, faces };
}

const OCTANTS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? -1 : 1, k & 2 ? -1 : 1, k & 4 ? -1 : 1]);

/**
 * A box without a lid, its middle on z = 0, as one solid: floor and walls `wall` thick, `width` wide and `height` high
 * inside.
 */
export function tray(width: number, height: number, wall: number): MeshShape {
  const inner = width / 2;
  const outer = inner + wall;
  const square = (half: number, z: number) => [
    [-half, -half, z],
    [half, -half, z],
    [half, half, z],
    [-half, half, z],
  ];
  const vertices = [...square(outer, -wall), ...square(outer, height), ...square(inner, height), ...square(inner, 0)];
  const quads = [
    [3, 2, 1, 0],
    [12, 13, 14, 15],
  ];
  for (let k = 0; k < 4; k++) {
    const next = (k + 1) % 4;
    for (const ring of [0, 4, 8]) quads.push([ring + k, ring + next, ring + 4 + next, ring + 4 + k]);
  }
  const faces = quads.flatMap(([a, b, c, d]) => [
    [a, b, c],
    [a, c, d],
  ]);
  return { type: "mesh", vertices, faces };
}

/** A square of two triangles in z = 0 that faces up, not a solid. */
export function sheet(width: number): MeshShape {
  const h = width / 2;
  const vertices = [
    [-h, -h, 0],
    [h, -h, 0],
    [h, h, 0],
    [-h, h, 0],
  ];
  return {
    type: "mesh",
    vertices,
    faces: [
      [0, 1, 2],
      [0, 2, 3],
    ],
  };
}

/** The faces of a mesh that lie wholly below a height: an open shell. */
export function cutAbove({ vertices, faces }: MeshShape, height: number): MeshShape {
  return { type: "mesh", vertices, faces: faces.filter((face) => face.every((v) => vertices[v][2] < height)) };
}

/** Separate faces, shrunk towards their middles: a soup of triangles without common vertices. */
export function loose({ vertices, faces }: MeshShape, share = 0.98): MeshShape {
  return {
    type: "mesh",
    vertices: faces.flatMap((face) => {
      const middle = [0, 1, 2].map((c) => face.reduce((sum, v) => sum + vertices[v][c], 0) / face.length);
      return face.map((v) => vertices[v].map((x, c) => middle[c] + share * (x - middle[c])));
    }),
    faces: faces.map((_, k) => [3 * k, 3 * k + 1, 3 * k + 2]),
  };
}
