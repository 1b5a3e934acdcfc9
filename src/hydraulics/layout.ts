/** What the arrays of a hydraulic circuit hold. Pressures are gauge pressures, Pa; volumes m³; flows m³/s. */

/**
 * State of a function, a cylinder or a motor with its valve: pressures of the two chambers, position (−1 … 1) and speed
 * of the spool, length (m, or the angle rad) and speed of the piston when the memory was written, 1 while a port relief
 * valve is open, pressure that opens a counterbalance valve, behind the orifice of its pilot line.
 */
export const OIL = { a: 0, b: 1, spool: 2, spoolSpeed: 3, length: 4, speed: 5, relief: 6, pilot: 7 } as const;
export const OIL_SIZE = 8;

/**
 * State of a pump: pressure of its line, highest load pressure and the same as the regulator feels it, speed of the
 * engine (rad/s), 0 while the engine runs, 1 when it has stalled, 2 when it may be started again; 1 while the main
 * relief valve is open; work since the start, J: of the pump, turned into heat, of compression, done on pistons.
 */
export const SUPPLY = {
  pressure: 0,
  load: 1,
  felt: 2,
  engine: 3,
  stalled: 4,
  relief: 5,
  pumpWork: 6,
  heat: 7,
  compression: 8,
  pistonWork: 9,
} as const;
export const SUPPLY_SIZE = 10;

/** What a function did last: force (N or N m), its stiffness and damping, flows into A and B, power on the load. */
export const DONE = { force: 0, stiffness: 1, damping: 2, flowA: 3, flowB: 4, power: 5 } as const;
export const DONE_SIZE = 6;

/** What a pump did last: flow, torque on the engine. */
export const GIVEN = { flow: 0, torque: 1 } as const;
export const GIVEN_SIZE = 2;

/**
 * Numbers of a function, gathered from its parameters. Areas in m² (m³/rad of a motor); volumes at `low`; `inA` … are
 * C_d A √(2/ρ) of the valve fully open, m³/(s √Pa): into A, into B, out of A, out of B, and of the make-up valves.
 */
export const PART = {
  areaA: 0,
  areaB: 1,
  volumeA: 2,
  volumeB: 3,
  /** Shortest and longest length; both 0 for a motor, whose volumes do not change. */
  low: 4,
  high: 5,
  inA: 6,
  inB: 7,
  outA: 8,
  outB: 9,
  makeUp: 10,
  leak: 11,
  reliefA: 12,
  reliefB: 13,
  /** Flow per pressure above the setting. */
  gainA: 14,
  gainB: 15,
  counterbalance: 16,
  pilotRatio: 17,
  cushion: 18,
  cushionOpening: 19,
  frequency: 20,
  ratio: 21,
  deadBand: 22,
  friction: 23,
  frictionSpeed: 24,
  viscous: 25,
  stop: 26,
  stopDamping: 27,
  compensated: 28,
  /** Holding torque of the brake while the spool is centred. */
  brake: 29,
  command: 30,
  /** Pressure over which a counterbalance valve opens. */
  pilotBand: 31,
  /** Time in which its pilot follows. */
  pilotTime: 32,
} as const;
export const PART_SIZE = 33;

/** Numbers of a pump, gathered from its parameters. */
export const PUMP = {
  /** 0 load-sensing, 1 pressure, 2 source. */
  control: 0,
  limit: 1,
  tank: 2,
  /** m³/rad */
  displacement: 3,
  margin: 4,
  band: 5,
  volume: 6,
  response: 7,
  power: 8,
  efficiency: 9,
  relief: 10,
  reliefGain: 11,
  /** Largest torque, N m; infinite: the speed is given. */
  torque: 12,
  inertia: 13,
  droop: 14,
  stall: 15,
  /** Speed that the throttle asks for, rad/s. */
  target: 16,
  bulk: 17,
  step: 18,
  /** α E: part of free air times bulk modulus, Pa. */
  air: 19,
} as const;
export const PUMP_SIZE = 20;

export const CONTROL = { loadSensing: 0, pressure: 1, source: 2 } as const;
