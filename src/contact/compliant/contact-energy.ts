import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import type { LawPair } from "../material-laws.js";
import type { CompliantState } from "./compliant-state.js";
import { PUSH } from "./push-out.js";

/** Nodes in 0 … 1 and weights of Gauss' rule of eight points. */
const NODE = Float64Array.of(
  0.01985507175123188,
  0.10166676129318664,
  0.2372337950418355,
  0.4082826787521751,
  0.5917173212478249,
  0.7627662049581645,
  0.8983332387068134,
  0.9801449282487681,
);
const WEIGHT = Float64Array.of(
  0.05061426814518813,
  0.11119051722668723,
  0.15685332293894363,
  0.181341891689181,
  0.181341891689181,
  0.15685332293894363,
  0.11119051722668723,
  0.05061426814518813,
);

/**
 * Elastic energy of the points of contact, J: what the normal law would give back if it were let go slowly,
 *
 *   U = ∫ f(δ, δ̇ = 0) dδ = δ ∫ f(δ u²) 2u du over u = 0 … 1
 *
 * by Gauss' rule, exact for f ∝ δⁿ where 2n is a whole number. Points that share a stiffness have one energy, at the
 * depth of their patch. Points that are being pushed apart have none. Reads: contacts. Writes: out.
 */
export function addPointEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const setup = model.systems.compliant;
  const state = data.systems.compliant;
  const { batch, count, pair, patches, push, weight } = state;
  let patch = -1;
  for (let c = 0; c < count; c++) {
    if (push[c] !== PUSH.none) continue;
    let depth = -batch.gap[c];
    if (setup.sharedStiffness && patches.depth[c] > 0) {
      if (patches.of[c] === patch) continue;
      patch = patches.of[c];
      depth = patches.depth[c];
    }
    if (!(depth > 0)) continue;
    const scale = setup.round === null ? 1 : weight[c];
    addPotential(setup.pairs[pair[c]], state, c, depth, scale, out, at);
  }
}

/** out[at] += scale × U at a depth, m, of a contact with the impact speed of contact c. */
function addPotential(
  { law, params }: LawPair,
  { batch, work: { trial } }: CompliantState,
  c: number,
  depth: number,
  scale: number,
  out: Float64Array,
  at: number,
): void {
  const { input, output } = trial;
  input.gapRate[0] = 0;
  input.impactSpeed[0] = batch.impactSpeed[c];
  for (let k = 0; k < NODE.length; k++) {
    input.gap[0] = -depth * NODE[k] * NODE[k];
    law.evaluate(params, input, output, 0, 1);
    out[at] += scale * depth * WEIGHT[k] * 2 * NODE[k] * output.force[0];
  }
}
