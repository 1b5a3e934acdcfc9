import type { Data } from "../data/data.js";
import type { ForceQuantity } from "../forces/force.js";
import type { ItemTable } from "../model/item.js";
import type { Params } from "../model/params.js";
import { DONE, DONE_SIZE, GIVEN, GIVEN_SIZE, OIL, OIL_SIZE, SUPPLY, SUPPLY_SIZE } from "./layout.js";
import { functionIndex, type HydraulicFields, type HydraulicSetup, hydraulicFields } from "./system.js";

type Read = (fields: HydraulicFields, f: number) => number;

function quantity<P extends Params>(
  unit: string,
  help: string,
  read: Read,
  indexOf: (table: ItemTable<P>, i: number, data: Data) => number,
): ForceQuantity<P> {
  return {
    unit,
    help,
    components: [],
    read(_model, data, table, i, out, at) {
      out[at] = read(hydraulicFields(data), indexOf(table, i, data));
    },
  };
}

/** What can be read of a cylinder or motor; `effort` is the unit of its force, `way` that of its length. */
export function functionQuantities<P extends Params>(effort: string, way: string) {
  const functionOf = (table: ItemTable<P>, i: number, { model }: Data) =>
    functionIndex(model.systems.hydraulics as HydraulicSetup, table as ItemTable, i);
  const of = (unit: string, help: string, read: Read) => quantity<P>(unit, help, read, functionOf);
  return {
    pressureA: of("Pa", "gauge pressure in A", ({ oil }, f) => oil[OIL_SIZE * f + OIL.a]),
    pressureB: of("Pa", "gauge pressure in B", ({ oil }, f) => oil[OIL_SIZE * f + OIL.b]),
    flow: of(
      "m³/s",
      "flow from the valve into A at the end of the step, less what leaves it",
      ({ done }, f) => done[DONE_SIZE * f + DONE.flowA],
    ),
    flowB: of("m³/s", "the same of B", ({ done }, f) => done[DONE_SIZE * f + DONE.flowB]),
    force: of(effort, "on the load, positive where A pushes", ({ done }, f) => done[DONE_SIZE * f + DONE.force]),
    spool: of("1", "position of the spool, −1 … 1", ({ oil }, f) => oil[OIL_SIZE * f + OIL.spool]),
    power: of("W", "on the load", ({ done }, f) => done[DONE_SIZE * f + DONE.power]),
    length: of(way, "length, or angle turned since the start", ({ oil }, f) => oil[OIL_SIZE * f + OIL.length]),
    speed: of(`${way}/s`, "its rate", ({ oil }, f) => oil[OIL_SIZE * f + OIL.speed]),
  };
}

/** What can be read of a pump. */
export function supplyQuantities<P extends Params>() {
  const of = (unit: string, help: string, read: Read) => quantity<P>(unit, help, read, (_table, i) => i);
  const supply =
    (at: number): Read =>
    ({ supply: s }, k) =>
      s[SUPPLY_SIZE * k + at];
  return {
    pressure: of("Pa", "gauge pressure of its line", supply(SUPPLY.pressure)),
    loadPressure: of("Pa", "highest pressure that a function asks for", supply(SUPPLY.load)),
    flow: of("m³/s", "that it gives", ({ given }, k) => given[GIVEN_SIZE * k + GIVEN.flow]),
    engineSpeed: of("rad/s", "speed of the engine", supply(SUPPLY.engine)),
    load: of("N m", "torque on the engine", ({ given }, k) => given[GIVEN_SIZE * k + GIVEN.torque]),
    stalled: of("1", "0 while the engine runs", supply(SUPPLY.stalled)),
    pumpWork: of("J", "work since the start", supply(SUPPLY.pumpWork)),
    heat: of("J", "lost in valves and by leaks since the start", supply(SUPPLY.heat)),
    compression: of("J", "work of compressing oil since the start", supply(SUPPLY.compression)),
    pistonWork: of("J", "work on pistons since the start", supply(SUPPLY.pistonWork)),
  };
}
