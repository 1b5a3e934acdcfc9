import { addHook, type Data, type Model, setControl } from "stiction";
import { InputError } from "./errors.js";

/** A named input is moved at a time, s. */
interface Move {
  readonly name: string;
  readonly value: number;
  readonly time: number;
}

/** `boom=0.4@1.5s` → at 1.5 s boom goes to 0.4; without a time at the start. */
function parseMove(text: string): Move {
  const found = /^([^=@]+)=([^@]+?)(?:@([^@]+?)\s*s?)?$/.exec(text.trim());
  const [value, time] = [Number(found?.[2] ?? Number.NaN), Number(found?.[3] ?? 0)];
  if (found === null || !Number.isFinite(value) || !(time >= 0))
    throw new InputError(`--control ${text}: expected name=value or name=value@time, such as boom=0.4@1.5s`);
  return { name: found[1].trim(), value, time };
}

/** Moves named inputs during a run, as `--control` says. */
export function moveControls(model: Model, data: Data, texts: readonly string[]): void {
  const moves = texts.map(parseMove).sort((a, b) => a.time - b.time);
  const names = model.controls.map(({ name }) => name);
  for (const { name } of moves) {
    if (names.includes(name)) continue;
    const known = names.length === 0 ? "the scene has no controls" : `controls: ${names.join(", ")}`;
    throw new InputError(`--control ${name}: ${known}`);
  }
  let next = 0;
  addHook(data, "begin", () => {
    while (next < moves.length && moves[next].time <= data.time + 0.5 * model.options.timestep) {
      const { name, value } = moves[next++];
      setControl(model, data, name, value);
    }
  });
}
