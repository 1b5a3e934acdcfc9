import type { ForceSpec } from "stiction";
import { loadPressures } from "./load-pressures.js";
import { type CylinderFile, cylinderAreas, drawnLinkage, type MachineFile, type TurnFile } from "./machine-file.js";
import type { Place } from "./rotation.js";

/** What the files do not say of a machine's hydraulics; all of it assumed, as is usual in the class. */
const OIL = {
  /** Drop over the inlets that the pump keeps, and over the outlets at full speed, Pa. */
  margin: 2e6,
  outletDrop: 5e6,
  /** Flow of the pump over that of the function that takes most; power of the engine per mass of the machine, W/kg. */
  pumpShare: 1.2,
  power: 5.2,
  /** Speed of the engine under full load, rad/s, and torque that it has beyond the power's. */
  speed: 200,
  reserve: 1.25,
  /** Part of the pressure at which ports are relieved above the pump's, and pressure of a slew motor's relief, Pa. */
  relief: 1.1,
  slewRelief: 22e6,
  discharge: 0.62,
  density: 870,
} as const;

const K = OIL.discharge * Math.sqrt(2 / OIL.density);

/** Opening that passes `flow` m³/s at `drop` Pa, m². */
const opening = (flow: number, drop: number) => flow / (K * Math.sqrt(drop));

/**
 * Pump, cylinders and motors of a machine; names of the cylinders and turns that they move instead of guides. Oil holds
 * the arm from the start on.
 */
export function hydraulicParts(
  file: MachineFile,
  prefix: string,
  places: ReadonlyMap<string, Place>,
): { readonly forces: ForceSpec[]; readonly moved: ReadonlySet<string> } {
  const turns = file.turns.filter(({ lower, upper, torque }) => lower === undefined && upper === undefined && torque);
  const flows = file.cylinders.map((cylinder) => cylinderAreas(cylinder)[0] * cylinder.speed);
  const most = OIL.pumpShare * Math.max(...flows, ...turns.map(turnFlow));
  const power = OIL.power * file.parts.reduce((sum, { mass }) => sum + mass, 0);
  const pressure = Math.max(...file.cylinders.map((cylinder) => cylinder.pressure));
  const pump = `${prefix}pump`;
  return {
    forces: [
      {
        type: "hydraulic-pump",
        name: pump,
        pressure,
        displacement: (most / OIL.speed) * 2 * Math.PI,
        speed: OIL.speed,
        margin: OIL.margin,
        power,
        engineTorque: (OIL.reserve * power) / (0.9 * OIL.speed),
      },
      ...file.cylinders.map((cylinder) => ({
        ...cylinderOf(file, cylinder, prefix, pump),
        ...loadPressures(file, cylinder, places),
      })),
      ...turns.map((turn) => motorOf(file, turn, prefix, pump)),
    ],
    moved: new Set([...file.cylinders, ...turns].map(({ name }) => name)),
  };
}

function cylinderOf(file: MachineFile, cylinder: CylinderFile, prefix: string, pump: string): ForceSpec {
  const pin = file.pins.find(({ name }) => name === cylinder.pin) as MachineFile["pins"][number];
  const [push, pull] = cylinderAreas(cylinder);
  const { speed, speedBack } = cylinder;
  return {
    type: "hydraulic-cylinder",
    name: prefix + cylinder.name,
    bodyA: prefix + pin.bodyA,
    bodyB: prefix + pin.bodyB,
    pointA: [...cylinder.foot],
    pointB: [...cylinder.head],
    pump,
    bore: cylinder.bore,
    rod: cylinder.rod,
    count: cylinder.count,
    spacing: cylinder.spacing ?? 0,
    ...drawnLinkage(cylinder),
    minLength: cylinder.retracted,
    maxLength: cylinder.extended,
    inletArea: opening(push * speed, OIL.margin),
    inletAreaB: opening(pull * speedBack, OIL.margin),
    outletArea: opening(push * speedBack, OIL.outletDrop),
    outletAreaB: opening(pull * speed, OIL.outletDrop),
    relief: OIL.relief * cylinder.pressure,
    cushion: 0.05 * (cylinder.extended - cylinder.retracted),
    // seals: a hundredth of the largest force; damping of the oil's swing
    friction: 0.005 * push * cylinder.pressure,
    viscous: (0.01 * push * cylinder.pressure) / speed,
    deadBand: 0.03,
    spoolFrequency: 45,
  };
}

/** Volume per angle of a motor that has the turn's torque at the relief pressure, m³/rad. */
const volumePerAngle = ({ torque = 0 }: TurnFile) => torque / OIL.slewRelief;
const turnFlow = (turn: TurnFile) => volumePerAngle(turn) * turn.speed;

function motorOf(file: MachineFile, turn: TurnFile, prefix: string, pump: string): ForceSpec {
  const pin = file.pins.find(({ name }) => name === turn.pin) as MachineFile["pins"][number];
  const flow = turnFlow(turn);
  return {
    type: "hydraulic-motor",
    name: prefix + turn.name,
    bodyA: prefix + pin.bodyA,
    bodyB: prefix + pin.bodyB,
    axis: [...pin.axis],
    pump,
    displacement: 2 * Math.PI * volumePerAngle(turn),
    inletArea: opening(flow, OIL.margin),
    outletArea: opening(flow, OIL.outletDrop),
    relief: OIL.slewRelief,
    friction: 0.02 * (turn.torque ?? 0),
    brake: 0.8 * (turn.torque ?? 0),
    deadBand: 0.03,
    spoolFrequency: 45,
  };
}
