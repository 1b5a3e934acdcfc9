/** Meshes for experiments with contact from the rim: spheres of several kinds and boxes of twelve triangles. */

export interface MeshShape {
  readonly type: "mesh";
  readonly vertices: readonly (readonly number[])[];
  readonly faces: readonly (readonly number[])[];
}

/** Vertices on the sphere: `segments` around, `rings` from pole to pole; 15 and 10 give 137 vertices and 270 triangles. */
export function uvSphere(radius: number, segments: number, rings: number): MeshShape {
  const vertices: number[][] = [[0, 0, radius]];
  for (let i = 1; i < rings; i++) {
    const polar = (Math.PI * i) / rings;
    for (let j = 0; j < segments; j++) {
      const angle = (2 * Math.PI * j) / segments;
      vertices.push([
        radius * Math.sin(polar) * Math.cos(angle),
        radius * Math.sin(polar) * Math.sin(angle),
        radius * Math.cos(polar),
      ]);
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
