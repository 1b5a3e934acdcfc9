/**
 * Disjoint sets over the numbers 0 … n − 1. `parent[i]` points towards the representative of i's set, which is the
 * lowest number of the set and points to itself. A negative entry belongs to no set.
 */

/** Makes n sets of one number each. */
export function resetSets(parent: Int32Array, n: number): void {
  for (let i = 0; i < n; i++) parent[i] = i;
}

/** The lowest number of the set of i; halves the path on the way. */
export function rootOf(parent: Int32Array, i: number): number {
  let root = i;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

/** Unites the sets of i and j, if both belong to one; returns whether they were different. */
export function unite(parent: Int32Array, i: number, j: number): boolean {
  if (parent[i] < 0 || parent[j] < 0) return false;
  const a = rootOf(parent, i);
  const b = rootOf(parent, j);
  if (a === b) return false;
  if (a < b) parent[b] = a;
  else parent[a] = b;
  return true;
}
