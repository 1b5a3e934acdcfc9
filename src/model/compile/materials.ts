import { type ProblemList, unknownWord } from "../errors.js";
import type { MaterialTable } from "../model.js";
import type { FullSpec } from "../spec.js";

/**
 * Materials and their pair table. A missing pair is mixed: μ = √(μ₁ μ₂), e = max(e₁, e₂), in every formulation.
 */
export function compileMaterials(spec: FullSpec, problems: ProblemList): MaterialTable {
  const names = Object.keys(spec.materials);
  const n = names.length;
  const own = names.map((name) => spec.materials[name]);
  const friction = new Float64Array(n * n);
  const restitution = new Float64Array(n * n);
  const mixed = new Uint8Array(n * n).fill(1);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      friction[i * n + j] = i === j ? own[i].friction : Math.sqrt(own[i].friction * own[j].friction);
      restitution[i * n + j] = Math.max(own[i].restitution, own[j].restitution);
    }
    mixed[i * n + i] = 0;
  }
  spec.materialPairs.forEach((pair, k) => {
    const [i, j] = pair.between.map((name) => names.indexOf(name));
    for (const [side, index] of [i, j].entries()) {
      if (index < 0)
        problems.add(`materialPairs[${k}].between[${side}]`, unknownWord("material", pair.between[side], names));
    }
    if (i < 0 || j < 0) return;
    for (const at of [i * n + j, j * n + i]) {
      if (pair.friction !== undefined) friction[at] = pair.friction;
      if (pair.restitution !== undefined) restitution[at] = pair.restitution;
      mixed[at] = 0;
    }
  });
  const density = Float64Array.from(own, (m) => m.density ?? Number.NaN);
  return { names, density, friction, restitution, mixed };
}
