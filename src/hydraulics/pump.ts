import { defineForce } from "../forces/force.js";
import { forceStepSystem } from "../forces/force-step.js";
import * as p from "../model/params.js";
import { commitOil, evaluateOil, resetOil, startOil } from "./evaluate-oil.js";
import { supplyQuantities } from "./quantities.js";
import { hydraulicSystem } from "./system.js";

const params = {
  control: p.choice(["load-sensing", "pressure", "source"], {
    default: "load-sensing",
    help: "load-sensing: margin above the highest load; pressure: holds pressure; source: an ideal supply of that pressure",
  }),
  pressure: p.number({ unit: "Pa", above: 0, help: "largest pressure, at which the regulator cuts the flow off" }),
  displacement: p.number({ unit: "m³", above: 0, default: 1e-4, help: "per revolution, at full stroke" }),
  speed: p.number({ unit: "rad/s", above: 0, default: 200, help: "of the engine under full load" }),
  throttle: p.number({
    unit: "1",
    min: 0,
    max: 1,
    default: 1,
    input: true,
    help: "part of that speed that is asked for",
  }),
  margin: p.number({ unit: "Pa", above: 0, default: 2e6, help: "load-sensing: drop that it keeps over the valves" }),
  band: p.number({
    unit: "Pa",
    above: 0,
    default: 5e5,
    help: "rise of pressure over which the regulator takes the stroke back",
  }),
  response: p.number({ unit: "s", above: 0, default: 0.02, help: "load-sensing: time constant of the signal" }),
  power: p.number({ unit: "W", above: 0, optional: true, help: "the regulator limits pressure × flow to this" }),
  relief: p.number({ unit: "Pa", above: 0, optional: true, help: "main relief valve; 1.1 × pressure when absent" }),
  tankPressure: p.number({ unit: "Pa", default: 0, help: "gauge pressure of the tank" }),
  lineVolume: p.number({ unit: "m³", above: 0, default: 5e-3, help: "oil between pump and valves" }),
  efficiency: p.number({ unit: "1", above: 0, max: 1, default: 0.9, help: "hydraulic over mechanical power" }),
  engineTorque: p.number({
    unit: "N m",
    above: 0,
    optional: true,
    help: "largest torque of the engine; without it the speed is given",
  }),
  engineInertia: p.number({ unit: "kg m²", above: 0, default: 3, help: "of engine and pump" }),
  droop: p.number({ unit: "1", above: 0, max: 0.5, default: 0.06, help: "rise of speed from full load to none" }),
  stallSpeed: p.number({ unit: "rad/s", min: 0, default: 60, help: "below this the engine stops" }),
  bulkModulus: p.number({ unit: "Pa", above: 0, default: 1.4e9, help: "E of the oil, hoses included" }),
  air: p.number({
    unit: "1",
    min: 0,
    max: 0.1,
    default: 0.001,
    help: "free air in the oil, part of its volume at 1 atm",
  }),
  density: p.number({ unit: "kg/m³", above: 0, default: 870, help: "ρ of the oil" }),
  discharge: p.number({ unit: "1", above: 0, max: 1, default: 0.62, help: "C_d of all openings" }),
  oilStep: p.number({
    unit: "s",
    above: 0,
    default: 2.5e-3,
    help: "longest step of the oil; it is integrated within the step of the bodies",
  }),
} as const;

/**
 * Variable displacement pump on an engine, with regulator, main relief valve and the oil of its line: the head of a
 * circuit. Its functions are the cylinders and motors that name it. The line, with regulator stroke α and engine speed
 * n:
 *
 *   V_s ṗ_s = E (α D n − Σ Q_in − Q_relief),   α = (p_set − p_s)/band within 0 … 1 and P/(p_s D n)
 *   p_set = pressure, or felt load pressure + margin,   J ṅ = T(n) − α D p_s/η
 *
 * Compensated valves share what there is in the ratio of their openings (`function-flows.ts`). Source: [Merritt1967].
 */
export const pump = defineForce({
  name: "hydraulic-pump",
  help: "pump with engine, regulator and relief valve: feeds hydraulic cylinders and motors",
  params,
  systems: [forceStepSystem, hydraulicSystem],
  complete(table, i) {
    const { col } = table;
    if (Number.isNaN(col.relief[i])) col.relief[i] = 1.1 * col.pressure[i];
    if (Number.isNaN(col.power[i])) col.power[i] = Number.POSITIVE_INFINITY;
    if (Number.isNaN(col.engineTorque[i])) col.engineTorque[i] = Number.POSITIVE_INFINITY;
    if (col.relief[i] < col.pressure[i])
      return `relief ${col.relief[i]} Pa is below pressure ${col.pressure[i]} Pa: the pump would run through its relief valve; raise relief or lower pressure`;
    if (col.tankPressure[i] >= col.pressure[i])
      return `tankPressure ${col.tankPressure[i]} Pa is not below pressure ${col.pressure[i]} Pa`;
    if (col.stallSpeed[i] >= col.speed[i])
      return `stallSpeed ${col.stallSpeed[i]} rad/s is not below speed ${col.speed[i]} rad/s: the engine would never run`;
    return undefined;
  },
  evaluate: (model, data) => evaluateOil(model, data),
  start: (model, data) => startOil(model, data),
  commit: (model, data, _table, span) => commitOil(model, data, span),
  reset: (model, data) => resetOil(model, data),
  quantities: supplyQuantities<typeof params>(),
});
