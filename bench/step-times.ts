import { buildScene, compile, createData, prefersRealTime, step, warmUp } from "stiction";
import { sceneByName } from "stiction/scenes";

/**
 * Wall time of every step of a scene, ms, from its start on: in a worker of Node or of a browser. A scene that is made
 * for real time is prepared first, as by all that run it in real time, where `prepared` does not say otherwise.
 */
export function stepTimes(
  name: string,
  params: Record<string, unknown>,
  steps: number,
  prepared: boolean = true,
): number[] {
  const scene = sceneByName(name);
  if (scene === undefined) throw new Error(`no scene ${name}`);
  const model = compile(buildScene(scene, params));
  const data = createData(model);
  if (prepared && prefersRealTime(model)) warmUp({ model, data }, { clock: () => performance.now() / 1000 });
  const times: number[] = [];
  for (let k = 0; k < steps; k++) {
    const begin = performance.now();
    step(model, data);
    times.push(performance.now() - begin);
  }
  return times;
}
