import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";

/** Triangles as they are. */
export const mesh = defineVisual({
  name: "mesh",
  help: "triangles, with normals and texture coordinates of their own where they are given",
  params: {
    vertices: p.rows({ unit: "m", minLength: 3, help: "points [x, y, z]" }),
    triangles: p.rows({
      minLength: 1,
      help: "three numbers of vertices each, from 0, counter-clockwise seen from outside",
    }),
    normals: p.rows({
      optional: true,
      help: "a unit vector [x, y, z] per vertex; from the angles between the triangles when absent",
    }),
    uvs: p.rows({ optional: true, help: "texture coordinates [u, v] per vertex" }),
  },
  check: ({ vertices, triangles, normals, uvs }) => {
    const n = vertices.length;
    const isPoint = (row: readonly number[]) => row.length === 3;
    const isTriangle = (row: readonly number[]) =>
      row.length === 3 && row.every((v) => Number.isInteger(v) && v >= 0 && v < n);
    for (const [name, list, holds, what] of [
      ["vertices", vertices, isPoint, "[x, y, z]"],
      ["triangles", triangles, isTriangle, `three numbers of vertices from 0 to ${n - 1}`],
      ["normals", normals, isPoint, "[x, y, z]"],
      ["uvs", uvs, (row: readonly number[]) => row.length === 2, "[u, v]"],
    ] as const) {
      const bad = list?.findIndex((row) => !holds(row)) ?? -1;
      if (bad >= 0) return `${name}[${bad}] should be ${what}, got ${show(list?.[bad])}`;
      if (list !== undefined && name !== "triangles" && list.length !== n)
        return `expected as many ${name} as vertices, ${n}, got ${list.length}`;
    }
    return undefined;
  },
  build: ({ vertices, triangles, normals, uvs }) => ({
    positions: Float32Array.from(vertices.flat()),
    normals: normals === undefined ? null : Float32Array.from(normals.flat()),
    uvs: uvs === undefined ? null : Float32Array.from(uvs.flat()),
    triangles: Uint32Array.from(triangles.flat()),
  }),
});
