import { facePlanes, polyhedronEdges } from "../../geometry/polyhedron.js";
import type { Polyhedron } from "../../geometry/types.js";
import type { HullGeometry } from "../narrow/types.js";

/** Prepares a convex polyhedron for SAT, clipping and hill climbing. */
export function createHull(polyhedron: Polyhedron): HullGeometry {
  const { vertices } = polyhedron;
  const edges = polyhedronEdges(polyhedron);
  const count = vertices.length / 3;
  const neighbourStart = new Uint32Array(count + 1);
  for (let e = 0; e < edges.length; e += 4) {
    neighbourStart[edges[e] + 1]++;
    neighbourStart[edges[e + 1] + 1]++;
  }
  for (let v = 0; v < count; v++) neighbourStart[v + 1] += neighbourStart[v];
  const fill = neighbourStart.slice();
  const neighbours = new Uint32Array(neighbourStart[count]);
  for (let e = 0; e < edges.length; e += 4) {
    neighbours[fill[edges[e]]++] = edges[e + 1];
    neighbours[fill[edges[e + 1]]++] = edges[e];
  }
  return {
    polyhedron,
    planes: facePlanes(polyhedron),
    edges,
    neighbourStart,
    neighbours,
    center: vertexMean(vertices),
  };
}

function vertexMean(v: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let i = 0; i < v.length; i++) mean[i % 3] += v[i];
  return mean.map((sum) => (3 * sum) / v.length);
}
