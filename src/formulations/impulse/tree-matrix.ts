import type { ImpulseFields } from "./fields.js";
import type { TreeSystem } from "./tree-system.js";

/** A pivot below this part of its diagonal is round-off: its row is left as it is. */
const LEAST_PIVOT = 1e-12;

/**
 * A = J M⁻¹ Jᵀ of tree t for the rows as they are, as L D Lᵀ. Reads: invMass, invInertia. Writes: matrix, diagonal,
 * inversePivot.
 */
export function factorTree(trees: TreeSystem, f: ImpulseFields, t: number): void {
  const { treeFamily } = trees;
  for (let k = treeFamily[t]; k < treeFamily[t + 1]; k++) assembleFamily(trees, f, k);
  for (let k = treeFamily[t]; k < treeFamily[t + 1]; k++) factorFamily(trees, k);
  trees.factored[t] = trees.fresh[t] = 1;
}

/** The columns of family k: with M⁻¹ of the body that its joints share, and within a joint also that of the child. */
function assembleFamily(trees: TreeSystem, f: ImpulseFields, k: number): void {
  const { first, familyJoint, familyUp, parent, child, jacobian: j, matrix: m } = trees;
  const { invMass, invInertia: i } = f;
  const end = first[familyJoint[k + 1]];
  const up = familyUp[k];
  const above = up < 0 ? 0 : first[up];
  const aboveEnd = up < 0 ? 0 : first[up + 1];
  let o = trees.familyAt[k];
  for (let joint = familyJoint[k]; joint < familyJoint[k + 1]; joint++) {
    const p = 6 * parent[joint];
    const c = 6 * child[joint];
    const massP = invMass[parent[joint]];
    const massC = invMass[child[joint]];
    const own = first[joint + 1];
    for (let column = first[joint]; column < own; column++) {
      const at = 12 * column;
      // M⁻¹ Jᵀ of parent and child
      const p0 = i[p] * j[at] + i[p + 3] * j[at + 1] + i[p + 4] * j[at + 2];
      const p1 = i[p + 3] * j[at] + i[p + 1] * j[at + 1] + i[p + 5] * j[at + 2];
      const p2 = i[p + 4] * j[at] + i[p + 5] * j[at + 1] + i[p + 2] * j[at + 2];
      const p3 = massP * j[at + 3];
      const p4 = massP * j[at + 4];
      const p5 = massP * j[at + 5];
      const c0 = i[c] * j[at + 6] + i[c + 3] * j[at + 7] + i[c + 4] * j[at + 8];
      const c1 = i[c + 3] * j[at + 6] + i[c + 1] * j[at + 7] + i[c + 5] * j[at + 8];
      const c2 = i[c + 4] * j[at + 6] + i[c + 5] * j[at + 7] + i[c + 2] * j[at + 8];
      const c3 = massC * j[at + 9];
      const c4 = massC * j[at + 10];
      const c5 = massC * j[at + 11];
      trees.diagonal[column] =
        p0 * j[at] +
        p1 * j[at + 1] +
        p2 * j[at + 2] +
        (p3 * j[at + 3] + p4 * j[at + 4] + p5 * j[at + 5]) +
        (c0 * j[at + 6] + c1 * j[at + 7] + c2 * j[at + 8]) +
        (c3 * j[at + 9] + c4 * j[at + 10] + c5 * j[at + 11]);
      m[o++] = trees.diagonal[column];
      for (let row = column + 1; row < own; row++) {
        const r = 12 * row;
        m[o++] =
          p0 * j[r] +
          p1 * j[r + 1] +
          p2 * j[r + 2] +
          (p3 * j[r + 3] + p4 * j[r + 4] + p5 * j[r + 5]) +
          (c0 * j[r + 6] + c1 * j[r + 7] + c2 * j[r + 8]) +
          (c3 * j[r + 9] + c4 * j[r + 10] + c5 * j[r + 11]);
      }
      for (let r = 12 * own; r < 12 * end; r += 12)
        m[o++] = p0 * j[r] + p1 * j[r + 1] + p2 * j[r + 2] + (p3 * j[r + 3] + p4 * j[r + 4] + p5 * j[r + 5]);
      // the shared body is the child of the joint above
      for (let r = 12 * above + 6; r < 12 * aboveEnd; r += 12)
        m[o++] = p0 * j[r] + p1 * j[r + 1] + p2 * j[r + 2] + (p3 * j[r + 3] + p4 * j[r + 4] + p5 * j[r + 5]);
    }
  }
}

/** Eliminates the rows of family k; what that changes of the joint above goes to the columns of its own family. */
function factorFamily(trees: TreeSystem, k: number): void {
  const { first, familyJoint, familyUp, familyAt, familyOf, matrix: m } = trees;
  const start = first[familyJoint[k]];
  const own = first[familyJoint[k + 1]] - start;
  const up = familyUp[k];
  const above = up < 0 ? 0 : first[up + 1] - first[up];
  const n = own + above;
  // where the columns of the joint above stand in its family
  let upAt = 0;
  let upLength = 0;
  if (up >= 0) {
    const family = familyOf[up];
    const before = first[up] - first[familyJoint[family]];
    const over = familyUp[family];
    upLength = first[familyJoint[family + 1]] - first[familyJoint[family]];
    if (over >= 0) upLength += first[over + 1] - first[over];
    upAt = familyAt[family] + before * upLength - (before * (before - 1)) / 2;
    upLength -= before;
  }
  let o = familyAt[k];
  for (let a = 0; a < own; a++) {
    const d = m[o];
    const inverse = d > LEAST_PIVOT * trees.diagonal[start + a] ? 1 / d : 0;
    trees.inversePivot[start + a] = inverse;
    let to = o + n - a;
    for (let c = a + 1; c < own; c++) {
      const s = m[o + c - a] * inverse;
      for (let r = c; r < n; r++) m[to + r - c] -= s * m[o + r - a];
      to += n - c;
    }
    to = upAt;
    for (let c = own; c < n; c++) {
      const s = m[o + c - a] * inverse;
      for (let r = c; r < n; r++) m[to + r - c] -= s * m[o + r - a];
      to += upLength - (c - own);
    }
    for (let r = a + 1; r < n; r++) m[o + r - a] *= inverse;
    o += n - a;
  }
}

/** x ← A⁻¹ x for the rows of tree t. */
export function solveTree(trees: TreeSystem, t: number): void {
  const { first, familyJoint, familyUp, familyAt, treeFamily, matrix: m, inversePivot, x } = trees;
  for (let k = treeFamily[t]; k < treeFamily[t + 1]; k++) {
    const end = first[familyJoint[k + 1]];
    const up = familyUp[k];
    const above = up < 0 ? 0 : first[up];
    const aboveEnd = up < 0 ? 0 : first[up + 1];
    let o = familyAt[k];
    for (let a = first[familyJoint[k]]; a < end; a++) {
      const s = x[a];
      o++;
      for (let r = a + 1; r < end; r++) x[r] -= m[o++] * s;
      for (let r = above; r < aboveEnd; r++) x[r] -= m[o++] * s;
    }
  }
  for (let k = treeFamily[t + 1] - 1; k >= treeFamily[t]; k--) {
    const start = first[familyJoint[k]];
    const end = first[familyJoint[k + 1]];
    const up = familyUp[k];
    const above = up < 0 ? 0 : first[up];
    const aboveEnd = up < 0 ? 0 : first[up + 1];
    let o = familyAt[k + 1];
    for (let a = end - 1; a >= start; a--) {
      let s = x[a] * inversePivot[a];
      for (let r = aboveEnd - 1; r >= above; r--) s -= m[--o] * x[r];
      for (let r = end - 1; r > a; r--) s -= m[--o] * x[r];
      o--;
      x[a] = s;
    }
  }
}
