import { buildScene, compile, createData, type Scene, stateHash } from "stiction";
import { sceneByName } from "stiction/scenes";
import { type PolyhedraCost, polyhedraCost } from "../../proof/reference/polyhedra-cost.js";
import { cpuClock } from "../../proof/reference/real-time.js";
import type { Probe } from "./probe.js";

/** Steps that are compared, s; the thesis has figures of 3 and 10 ms. */
const STEPS = [0.001, 0.003, 0.01];
const SECONDS = 5;

/** Row V16 of [Williams2014]: the box of polyhedra, exact geometry and the corrective model at equal step. */
export const exactGeometry: Probe = {
  name: "exact-geometry",
  title: "Polyhedra in a box: collision and solution of a step, exact geometry over the corrective model",
  settings: `scene polyhedron-box, ${SECONDS} s; CPU time of stage advance per step, least of rounds; sizes of the reduced problem, mean and most`,
  rounds: 5,
  run(rounds) {
    const figures: Record<string, number> = {};
    let steps = 0;
    let ms = 0;
    let hash = "";
    for (const step of STEPS) {
      const cost = (contacts: string): PolyhedraCost => {
        const model = compile(buildScene(sceneByName("polyhedron-box") as Scene, { contacts, step }));
        let best: PolyhedraCost | undefined;
        for (let k = -1; k < rounds; k++) {
          const data = createData(model);
          const one = polyhedraCost({ model, data }, SECONDS, () => 1000 * cpuClock());
          if (k >= 0 && (best === undefined || one.ms < best.ms)) best = one;
          steps += Math.round(SECONDS / step);
          hash = stateHash(data);
        }
        return best as PolyhedraCost;
      };
      const [corrective, peg] = [cost("corrective"), cost("peg")];
      const name = `${1000 * step} ms`;
      ms = peg.ms;
      figures[`${name}: exact over corrective (3 asked)`] = peg.ms / corrective.ms;
      for (const [model, { ms: time, rows, contacts }] of [
        ["exact", peg],
        ["corrective", corrective],
      ] as const) {
        figures[`${name}, ${model}: ms per step`] = time;
        figures[`${name}, ${model}: rows`] = rows[0];
        figures[`${name}, ${model}: rows, most`] = rows[1];
        figures[`${name}, ${model}: contacts`] = contacts[0];
        figures[`${name}, ${model}: contacts, most`] = contacts[1];
      }
    }
    return { steps, cpuMsMean: ms, cpuMsP99: ms, figures, hash };
  },
};
