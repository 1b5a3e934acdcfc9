import { type MeshTree, NODE_STRIDE, stepDown, stepUp } from "./mesh-tree.js";

/**
 * Fits the boxes to the mesh's vertices as they are now, keeping the shape of the tree: for meshes whose vertices move
 * but whose triangles stay. O(n), in place, nothing allocated. After large deformations a new tree answers faster
 * (compare `treeCost`).
 */
export function refitMeshTree(tree: MeshTree): void {
  const { bounds, links, corners, nodeCount } = tree;
  const { vertices } = tree.mesh;
  // children have higher numbers than their parents
  for (let n = nodeCount - 1; n >= 0; n--) {
    if (n === 1) continue;
    const o = NODE_STRIDE * n;
    const count = links[o + 7];
    if (count > 0) fitLeaf(vertices, corners, 3 * links[o + 6], 3 * (links[o + 6] + count), bounds, links, o);
    else fitParent(bounds, NODE_STRIDE * links[o + 6], o);
  }
}

function fitLeaf(
  vertices: Float64Array,
  corners: Uint32Array,
  from: number,
  to: number,
  bounds: Float32Array,
  bits: Int32Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let c = from; c < to; c++) {
      const x = vertices[3 * corners[c] + k];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    bounds[o + k] = low;
    if (bounds[o + k] > low) stepDown(bits, o + k);
    bounds[o + 3 + k] = high;
    if (bounds[o + 3 + k] < high) stepUp(bits, o + 3 + k);
  }
}

function fitParent(bounds: Float32Array, child: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    const other = child + NODE_STRIDE;
    bounds[o + k] = bounds[child + k] < bounds[other + k] ? bounds[child + k] : bounds[other + k];
    bounds[o + 3 + k] = bounds[child + 3 + k] > bounds[other + 3 + k] ? bounds[child + 3 + k] : bounds[other + 3 + k];
  }
}
