import type { Data } from "../data/data.js";
import type { ItemTable } from "../model/item.js";
import type { Model } from "../model/model.js";
import { PART, PART_SIZE, PUMP, PUMP_SIZE } from "./layout.js";
import type { HydraulicSetup, HydraulicWork } from "./system.js";

type Columns = Readonly<Record<string, Float64Array>>;

/** Parameters as they are now → numbers of functions and pumps. Reads: columns, input. Writes: part, pump. */
export function gatherNumbers(model: Model, data: Data): void {
  const setup = model.systems.hydraulics as HydraulicSetup;
  const work = data.systems.hydraulics as HydraulicWork;
  const { pumps, cylinders, motors, firstMotor, functions } = setup;
  if (pumps === null) return;
  for (let k = 0; k < pumps.count; k++) gatherPump(data, pumps, k, work.pump);
  for (let f = 0; f < functions; f++) {
    const table = (f < firstMotor ? cylinders : motors) as ItemTable;
    const i = f < firstMotor ? f : f - firstMotor;
    const k = setup.pumpOf[f];
    const { density, discharge } = pumps.col as Columns;
    gatherValve(data, table, i, discharge[k] * Math.sqrt(2 / density[k]), work.part, PART_SIZE * f);
    if (f < firstMotor) gatherCylinder(table, i, work.part, PART_SIZE * f);
    else gatherMotor(table, i, work.part, PART_SIZE * f);
    gatherRelief(table, i, work.part, PART_SIZE * f);
  }
}

function gatherPump(data: Data, table: ItemTable, i: number, out: Float64Array): void {
  const col = table.col as Columns;
  const o = PUMP_SIZE * i;
  out[o + PUMP.control] = col.control[i];
  out[o + PUMP.limit] = col.pressure[i];
  out[o + PUMP.tank] = col.tankPressure[i];
  out[o + PUMP.displacement] = col.displacement[i] / (2 * Math.PI);
  out[o + PUMP.margin] = col.margin[i];
  out[o + PUMP.band] = col.band[i];
  out[o + PUMP.volume] = col.lineVolume[i];
  out[o + PUMP.response] = col.response[i];
  out[o + PUMP.power] = col.power[i];
  out[o + PUMP.efficiency] = col.efficiency[i];
  out[o + PUMP.relief] = col.relief[i];
  out[o + PUMP.reliefGain] = (out[o + PUMP.displacement] * col.speed[i]) / col.band[i];
  out[o + PUMP.torque] = col.engineTorque[i];
  out[o + PUMP.inertia] = col.engineInertia[i];
  out[o + PUMP.droop] = col.droop[i];
  out[o + PUMP.stall] = col.stallSpeed[i];
  out[o + PUMP.target] = col.speed[i] * data.input[table.input.throttle[i]];
  out[o + PUMP.bulk] = col.bulkModulus[i];
  out[o + PUMP.step] = col.oilStep[i];
  out[o + PUMP.air] = col.air[i] * col.bulkModulus[i];
}

function gatherValve(data: Data, table: ItemTable, i: number, root: number, out: Float64Array, o: number): void {
  const col = table.col as Columns;
  out[o + PART.inA] = root * col.inletArea[i];
  out[o + PART.inB] = root * col.inletAreaB[i];
  out[o + PART.outA] = root * col.outletArea[i];
  out[o + PART.outB] = root * col.outletAreaB[i];
  out[o + PART.makeUp] = root * col.makeUpArea[i];
  out[o + PART.leak] = col.leak[i];
  out[o + PART.reliefA] = col.relief[i];
  out[o + PART.reliefB] = col.relief[i];
  out[o + PART.counterbalance] = col.counterbalance[i];
  out[o + PART.pilotRatio] = col.pilotRatio[i];
  out[o + PART.pilotBand] = col.pilotBand[i];
  out[o + PART.pilotTime] = col.pilotTime[i];
  out[o + PART.frequency] = col.spoolFrequency[i];
  out[o + PART.ratio] = col.spoolDamping[i];
  out[o + PART.deadBand] = col.deadBand[i];
  out[o + PART.compensated] = col.compensated[i];
  out[o + PART.friction] = col.friction[i];
  out[o + PART.frictionSpeed] = col.frictionSpeed[i];
  out[o + PART.viscous] = col.viscous[i];
  const command = data.input[table.input.command[i]];
  out[o + PART.command] = Math.max(-1, Math.min(1, command));
}

function gatherCylinder(table: ItemTable, i: number, out: Float64Array, o: number): void {
  const col = table.col as Columns;
  const quarter = 0.25 * Math.PI * col.count[i];
  out[o + PART.areaA] = quarter * col.bore[i] * col.bore[i];
  out[o + PART.areaB] = quarter * (col.bore[i] * col.bore[i] - col.rod[i] * col.rod[i]);
  out[o + PART.volumeA] = col.deadVolume[i];
  out[o + PART.volumeB] = col.deadVolume[i];
  out[o + PART.low] = col.minLength[i];
  out[o + PART.high] = col.maxLength[i];
  out[o + PART.cushion] = col.cushion[i];
  out[o + PART.cushionOpening] = col.cushionOpening[i];
  out[o + PART.stop] = col.stopStiffness[i];
  out[o + PART.stopDamping] = col.stopDamping[i];
  out[o + PART.brake] = 0;
}

function gatherMotor(table: ItemTable, i: number, out: Float64Array, o: number): void {
  const col = table.col as Columns;
  const area = (col.displacement[i] * col.gearRatio[i]) / (2 * Math.PI);
  out[o + PART.areaA] = area;
  out[o + PART.areaB] = area;
  out[o + PART.volumeA] = col.volume[i];
  out[o + PART.volumeB] = col.volume[i];
  out[o + PART.low] = 0;
  out[o + PART.high] = 0;
  out[o + PART.cushion] = 0;
  out[o + PART.brake] = col.brake[i];
}

/** A relief valve passes the flow of unit speed at reliefBand above its setting. */
function gatherRelief(table: ItemTable, i: number, out: Float64Array, o: number): void {
  const { reliefBand } = table.col as Columns;
  out[o + PART.gainA] = out[o + PART.areaA] / reliefBand[i];
  out[o + PART.gainB] = out[o + PART.areaB] / reliefBand[i];
}
