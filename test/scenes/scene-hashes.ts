/** State hashes of shipped scenes after some steps: what scripts/hashes.ts records and hashes.test.ts compares. */
import { buildScene, compileUntyped, createData, type Simulation, stateHash, step, type UntypedSpec } from "stiction";
import { sceneByName } from "stiction/scenes";

/** A run: number of steps, status bits of all of them, hash of the state after the last. */
export interface HashRow {
  readonly steps: number;
  readonly status: number;
  readonly hash: string;
}

/** A scene in one formulation; "own" is the scene's. Undefined where that formulation does not take the scene, or is the scene's own. */
export function startScene(name: string, formulation: string): Simulation | undefined {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`no scene ${name}`);
  let spec: UntypedSpec = buildScene(scene);
  const own = (spec.formulation as { type?: string } | undefined)?.type ?? "forces";
  if (formulation !== "own") {
    if (formulation === own) return undefined;
    spec = { ...spec, formulation: { type: formulation } };
  }
  try {
    const model = compileUntyped(spec);
    return { model, data: createData(model) };
  } catch (error) {
    if (formulation === "own") throw error;
    return undefined;
  }
}

/** Steps while `more(steps so far)`; `look` sees the simulation at its end, with the status bits of all steps. */
export function hashRun(
  name: string,
  formulation: string,
  more: (k: number) => boolean,
  look: (simulation: Simulation, status: number) => void = () => {},
): HashRow | undefined {
  const simulation = startScene(name, formulation);
  if (!simulation) return undefined;
  const { model, data } = simulation;
  let status = 0;
  let k = 0;
  for (; more(k); k++) status |= step(model, data);
  look(simulation, status);
  return { steps: k, status, hash: stateHash(data) };
}
