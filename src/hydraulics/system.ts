import { type Data, itemFields } from "../data/data.js";
import { LINE_SIZE } from "../forces/two-point.js";
import { type ProblemList, unknownWord } from "../model/errors.js";
import { defineFields, type FieldArrays } from "../model/fields.js";
import type { ItemTable } from "../model/item.js";
import type { Model, SystemKind } from "../model/model.js";
import { DONE, DONE_SIZE, GIVEN_SIZE, OIL_SIZE, PART_SIZE, PUMP_SIZE, SUPPLY_SIZE } from "./layout.js";

declare module "../model/model.js" {
  interface ModelSystems {
    readonly hydraulics?: HydraulicSetup;
  }
}
declare module "../data/data.js" {
  interface DataSystems {
    readonly hydraulics?: HydraulicWork;
  }
}

const HYDRAULIC_FIELDS = defineFields({
  oil: { type: "f64", role: "state", size: "nOil", stride: OIL_SIZE, unit: "", help: "functions, see OIL" },
  supply: { type: "f64", role: "state", size: "nPump", stride: SUPPLY_SIZE, unit: "", help: "pumps, see SUPPLY" },
  done: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nOil",
    stride: DONE_SIZE,
    unit: "",
    help: "what functions did, see DONE",
  },
  given: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nPump",
    stride: GIVEN_SIZE,
    unit: "",
    help: "what pumps did, see GIVEN",
  },
});

export type HydraulicFields = FieldArrays<typeof HYDRAULIC_FIELDS>;

export function hydraulicFields(data: Data): HydraulicFields {
  return itemFields(data, "hydraulics", HYDRAULIC_FIELDS);
}

/** Which functions each pump feeds. Functions are numbered: cylinders, then motors. */
export interface HydraulicSetup {
  readonly pumps: ItemTable | null;
  readonly cylinders: ItemTable | null;
  readonly motors: ItemTable | null;
  /** Number of cylinders: the function from which on motors follow. */
  readonly firstMotor: number;
  readonly functions: number;
  /** Functions of pump i: member[memberStart[i]] … */
  readonly memberStart: Int32Array;
  readonly member: Int32Array;
  /** Pump of each function. */
  readonly pumpOf: Int32Array;
}

/** Scratch; nothing here is state. */
export interface HydraulicWork {
  /** Numbers of functions and pumps, see PART and PUMP. */
  readonly part: Float64Array;
  readonly pump: Float64Array;
  /** State of the oil as it is tried, and the state at the start of a sub-step. */
  readonly oil: Float64Array;
  readonly supply: Float64Array;
  readonly oilBefore: Float64Array;
  readonly supplyBefore: Float64Array;
  /** Right-hand sides of a stage, by function (a, b) and pump (pressure, load, felt, engine). */
  readonly oilBase: Float64Array;
  readonly pilotBase: Float64Array;
  readonly supplyBase: Float64Array;
  /** What they did, as in the fields. */
  readonly done: Float64Array;
  readonly given: Float64Array;
  /** Work of the evaluation, per pump: of the pump, heat, compression, on pistons. */
  readonly work: Float64Array;
  /** Present length and speed of functions, and motion over the evaluation: 3 each. */
  readonly motion: Float64Array;
  /** Derivatives of φ of both pressures by the length at the end, and those at the start of a sub-step. */
  readonly slope: Float64Array;
  readonly slopeBefore: Float64Array;
  /** Flows and derivatives of one function, see FLOW; blocks of the Newton matrix, see BLOCK. */
  readonly flow: Float64Array;
  readonly block: Float64Array;
  /** Matrix and right-hand side of the head, 4 × 5. */
  readonly head: Float64Array;
  readonly line: Float64Array;
  readonly number: Float64Array;
}

/** Circuits as a system of the model: who feeds whom. */
export const hydraulicSystem: SystemKind = {
  name: "hydraulics",
  fields: HYDRAULIC_FIELDS,
  prepare(model: Model, problems: ProblemList) {
    const setup = prepareCircuits(model, problems);
    return { setup, dims: { nOil: setup.functions, nPump: setup.pumps?.count ?? 0 } };
  },
  entryNames: (model) => {
    const { pumps, cylinders, motors } = model.systems.hydraulics as HydraulicSetup;
    return { nOil: [...(cylinders?.names ?? []), ...(motors?.names ?? [])], nPump: pumps?.names ?? [] };
  },
  create: (model): HydraulicWork => {
    const { functions: n, pumps } = model.systems.hydraulics as HydraulicSetup;
    const m = pumps?.count ?? 0;
    const f64 = (size: number) => new Float64Array(size);
    return {
      part: f64(PART_SIZE * n),
      pump: f64(PUMP_SIZE * m),
      oil: f64(OIL_SIZE * n),
      supply: f64(SUPPLY_SIZE * m),
      oilBefore: f64(OIL_SIZE * n),
      supplyBefore: f64(SUPPLY_SIZE * m),
      oilBase: f64(2 * n),
      pilotBase: f64(n),
      supplyBase: f64(4 * m),
      done: f64(DONE_SIZE * n),
      given: f64(GIVEN_SIZE * m),
      work: f64(4 * m),
      motion: f64(3 * n),
      slope: f64(2 * n),
      slopeBefore: f64(2 * n),
      flow: f64(FLOW_SIZE),
      block: f64(BLOCK_SIZE * n),
      head: f64(20),
      line: f64(LINE_SIZE),
      number: f64(NUMBER_SIZE),
    };
  },
};

/**
 * Flows of one function: from the pump, into A and into B in all, heat (W); derivatives of the first three by p_A, p_B,
 * pump pressure and load pressure, 4 each; the pressure that it asks the pump for; a root, and the pressure of the
 * pilot, with their derivatives.
 */
export const FLOW = {
  pump: 0,
  a: 1,
  b: 2,
  heat: 3,
  ofPump: 4,
  ofA: 8,
  ofB: 12,
  load: 16,
  root: 17,
  pilot: 19,
} as const;
const FLOW_SIZE = 21;

/**
 * Block of a function in Newton's matrix: B (2 × 2, by rows), C (columns of pump and load pressure, 2 × 2), row of the
 * pump pressure (2) and of the load pressure (2), right-hand side (2).
 */
export const BLOCK = { matrix: 0, head: 4, pumpRow: 8, loadRow: 10, side: 12 } as const;
export const BLOCK_SIZE = 14;

/** Numbers that are passed in an array, as a call would box them. */
export const NUMBER = { tau: 0, way: 1, span: 2, change: 3, flow: 4, torque: 5, heat: 6 } as const;
const NUMBER_SIZE = 8;

function prepareCircuits(model: Model, problems: ProblemList): HydraulicSetup {
  const tableOf = (name: string) => model.forces.find(({ kind }) => kind.name === name) ?? null;
  const pumps = tableOf("hydraulic-pump");
  const [cylinders, motors] = [tableOf("hydraulic-cylinder"), tableOf("hydraulic-motor")];
  const names = pumps?.names ?? [];
  const pumpOf: number[] = [];
  for (const table of [cylinders, motors]) {
    table?.specs.forEach((spec, i) => {
      const { pump } = spec as { readonly pump: string };
      const found = names.indexOf(pump);
      if (found < 0)
        problems.add(
          `${table.paths[i]}.pump`,
          names.length === 0
            ? `"${pump}": the scene has no hydraulic-pump; add { type: hydraulic-pump, name: ${pump}, pressure: 25e6 } to forces`
            : unknownWord("hydraulic-pump", pump, names),
        );
      pumpOf.push(found);
    });
  }
  const members = names.map((_, k) => pumpOf.flatMap((pump, f) => (pump === k ? [f] : [])));
  const memberStart = new Int32Array(names.length + 1);
  members.forEach((list, k) => {
    memberStart[k + 1] = memberStart[k] + list.length;
  });
  return {
    pumps,
    cylinders,
    motors,
    firstMotor: cylinders?.count ?? 0,
    functions: pumpOf.length,
    memberStart,
    member: Int32Array.from(members.flat()),
    pumpOf: Int32Array.from(pumpOf),
  };
}

/** Number of instance `i` of a table among the functions. */
export function functionIndex(setup: HydraulicSetup, table: ItemTable, i: number): number {
  return table === setup.cylinders ? i : setup.firstMotor + i;
}

/** out ← stiffness and damping as the last evaluation found them. */
export function tangentOf(data: Data, table: ItemTable, i: number, out: Float64Array): void {
  const { done } = data.systems.hydraulics as HydraulicWork;
  const o = DONE_SIZE * functionIndex(data.model.systems.hydraulics as HydraulicSetup, table, i);
  out[0] = done[o + DONE.stiffness];
  out[1] = done[o + DONE.damping];
}
