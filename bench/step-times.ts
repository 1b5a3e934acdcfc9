import { buildScene, compile, createData, step } from "stiction";
import { sceneByName } from "stiction/scenes";

/** Wall time of every step of a scene, ms, from its start on: in a worker of Node or of a browser. */
export function stepTimes(name: string, params: Record<string, unknown>, steps: number): number[] {
  const scene = sceneByName(name);
  if (scene === undefined) throw new Error(`no scene ${name}`);
  const model = compile(buildScene(scene, params));
  const data = createData(model);
  const times: number[] = [];
  for (let k = 0; k < steps; k++) {
    const begin = performance.now();
    step(model, data);
    times.push(performance.now() - begin);
  }
  return times;
}
