/** Devices and machines to follow, as the options of `stiction link` name them. */
import { readFile } from "node:fs/promises";
import { createData, type Model, nearestWord, readSensor, SpecError } from "stiction";
import { parseSceneText } from "stiction/io";
import { DeviceBridge, Follower, type LinkHost, type LinkLog, parseInputMap } from "stiction/link";
import { type OpenSource, openSource } from "stiction/link/node";
import { InputError, systemReason } from "./errors.js";

/** Opens the devices of a map; undefined without a file. */
export async function openDevices(file: string | undefined, host: LinkHost, clock: () => number, log: LinkLog) {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((error) => {
    throw new InputError(`cannot read ${file}: ${systemReason(error)}`);
  });
  const { spec } = await parseSceneText(text, file);
  try {
    const map = parseInputMap(spec, host.simulation.model.controls);
    const bridge = new DeviceBridge(host, map, clock, log);
    const sources: OpenSource[] = [];
    for (const source of map.sources) {
      sources.push(
        await openSource(bridge, source, map.map).catch((error: Error) => {
          throw new InputError(`${file}: source ${source.name}: ${systemReason(error)}`);
        }),
      );
    }
    return { bridge, close: () => Promise.all(sources.map((source) => source.close())) };
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message.split("\n").map((line) => `${file}: ${line}`));
    throw error;
  }
}

/** `boom=guide/boom/position@0.3` → the control, the sensor that its values measure, and the speed of the lever. */
export function parseFollow(texts: readonly string[], model: Model) {
  const data = texts.length > 0 ? createData(model) : undefined;
  const entries = texts.map((text) => {
    const found = /^([^=]+)=([^@]+)@(.+)$/.exec(text);
    const speed = Number(found?.[3]);
    if (found === null || !(speed > 0))
      throw new InputError(`--follow ${text}: expected control=sensor@speed, such as boom=guide/boom/position@0.3`);
    const [, control, sensor] = found;
    const names = model.controls.map(({ name }) => name);
    if (!names.includes(control)) {
      const near = nearestWord(control, names);
      throw new InputError(
        `--follow ${text}: no control "${control}"; ${near ? `did you mean "${near}"?` : names.join(", ")}`,
      );
    }
    try {
      if (data !== undefined) readSensor(model, data, sensor);
    } catch (error) {
      if (error instanceof SpecError) throw new InputError(`--follow ${text}: ${error.message}`);
      throw error;
    }
    return [control, { sensor, follower: new Follower({ speed }) }] as const;
  });
  return new Map(entries);
}
