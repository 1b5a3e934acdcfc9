import { type Data, type Model, readSensor, setParameter, step, type UntypedSpec } from "stiction";
import {
  COURSE_TYRE,
  COURSE_VEHICLE,
  COURSE_WHEELS,
  courseInputs,
  courseVehicle,
} from "../../scenes/parts/course-vehicle.js";
import type { Context } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

/** A truck on four tyres: loads, turns, brakes, rolls out, stands on slopes. */

const G = 9.81;
const CAR = COURSE_VEHICLE;
const MASS = CAR.chassis + 2 * CAR.knuckle + 4 * CAR.wheel;
const BASE = CAR.front + CAR.rear;
const { stiffness: K, friction: MU, slipStiffness: SLOPE } = COURSE_TYRE;
/** Peak formula at the slip −1 of a locked wheel, μ sin(C atan(c/(C μ))), C = 1.65. */
const LOCKED = MU * Math.sin(1.65 * Math.atan(SLOPE / (1.65 * MU)));

interface Trial {
  readonly speed?: number;
  /** Of the ground, up ahead, rad. */
  readonly slope?: number;
  readonly tyre?: object;
  readonly rear?: object;
  readonly shapes?: readonly object[];
}

function vehicleOn({ speed = 0, slope = 0, tyre = {}, rear, shapes = [] }: Trial): UntypedSpec {
  const { bodies, joints } = courseVehicle({ speed, drop: (MASS * G) / (4 * K), maxTorque: 1e5, maxPower: 1e9 });
  const material = (name: string) => (rear !== undefined && name.startsWith("wheel-rear") ? "rear" : "tyre");
  const contact = (own: object) => ({ contact: { ...COURSE_TYRE, ...own } });
  return {
    timestep: 5e-3,
    gravity: [-G * Math.sin(slope), 0, -G * Math.cos(slope)],
    formulation: "augmented-lagrangian",
    materials: { tyre: contact(tyre), ...(rear === undefined ? {} : { rear: contact(rear) }) },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }, ...shapes] },
      ...bodies.map((body) => ("material" in body ? { ...body, material: material(body.name as string) } : body)),
    ],
    joints,
  } as UntypedSpec;
}

interface Run {
  readonly model: Model;
  readonly data: Data;
  read(sensor: string): number;
  /** All inputs of a kind. */
  set(kind: keyof typeof courseInputs, value: number): void;
  go(seconds: number): void;
}

function start(context: Context, trial: Trial): Run {
  const { model, data } = context.simulateUntyped(vehicleOn(trial));
  return {
    model,
    data,
    read: (sensor) => readSensor(model, data, sensor),
    set(kind, value) {
      for (const path of courseInputs[kind]) setParameter(model, data, path, value);
    },
    go(seconds) {
      for (let k = 0; k < Math.round(seconds / model.options.timestep); k++) step(model, data);
    },
  };
}

const wheelsOf = (end: string) => COURSE_WHEELS.filter(({ name }) => name.startsWith(end)).map(({ name }) => name);

/**
 * Load of the front axle by statics, from the places where all is: tyres push below the axles, weights where they are.
 */
function frontLoad({ read }: Run, slope: number): number {
  const masses: [string, number][] = [
    ["chassis", CAR.chassis],
    ...COURSE_WHEELS.map(({ name }): [string, number] => [`wheel-${name}`, CAR.wheel]),
    ...wheelsOf("front").map((name): [string, number] => [`knuckle-${name}`, CAR.knuckle]),
  ];
  const at = (name: string, axis: string) => read(`body/${name}/position.${axis}`);
  const behind = at("wheel-rear-left", "x");
  let moment = 0;
  for (const [name, mass] of masses)
    moment += mass * G * ((at(name, "x") - behind) * Math.cos(slope) - at(name, "z") * Math.sin(slope));
  for (const { name } of COURSE_WHEELS) moment += read(`contact/ground:wheel-${name}/rollingTorque`);
  return moment / (at("wheel-front-left", "x") - behind);
}

const axleLoad = ({ read }: Run, end: string) =>
  wheelsOf(end).reduce((sum, name) => sum + read(`contact/ground:wheel-${name}/endNormalForce`), 0);

/** Static loads per wheel. */
export const tyreLoads = defineExperiment({
  id: "luaces.x-tyre-loads",
  title: "Tyres: static loads of the wheels",
  reference: "statics: moments about the axles and the wheel tracks",
  rows: {
    level: near(
      "load of a front wheel on level ground over that of statics",
      "1",
      1,
      1e-3,
      "a part in a thousand, as for weighing; deflection of the tyres moves the load by less",
    ),
    rear: near(
      "load of a rear wheel on level ground over that of statics",
      "1",
      1,
      1e-3,
      "a part in a thousand, as for weighing; deflection of the tyres moves the load by less",
    ),
    slope: near(
      "load of the front axle on 20° over that of statics",
      "1",
      1,
      1e-3,
      "a part in a thousand, as for weighing; deflection of the tyres moves the load by less",
    ),
  },
  *measure(context) {
    const flat = start(context, {});
    flat.set("brake", 5000);
    flat.go(3);
    // weights of chassis and knuckles by levers, wheels on their own
    const front = (G * (CAR.chassis * CAR.rear)) / (2 * BASE) + G * (CAR.knuckle + CAR.wheel);
    const rear = (G * (CAR.chassis * CAR.front)) / (2 * BASE) + G * CAR.wheel;
    yield ["level", flat.read("contact/ground:wheel-front-left/endNormalForce") / front];
    yield ["rear", flat.read("contact/ground:wheel-rear-right/endNormalForce") / rear];
    const slope = (20 * Math.PI) / 180;
    const steep = start(context, { slope });
    steep.set("brake", 8000);
    steep.go(4);
    yield ["slope", axleLoad(steep, "front") / frontLoad(steep, slope)];
  },
});

/** Steady turns against the linear bicycle: δ = L/ρ + (v²/(g ρ)) (1/c_f − 1/c_r), stiffnesses over the load. */
export const tyreTurn = defineExperiment({
  id: "luaces.x-tyre-turn",
  title: "Tyres: radius of a steady turn",
  reference: "linear bicycle with its understeer [Pacejka2012, §1.3]",
  rows: {
    understeer: near(
      "radius over that of the bicycle, c_f = 6, c_r = 9, 8 m/s",
      "1",
      1,
      5e-3,
      "a = 0.022 g: slip y = 0.02 in sin(C atan y), y²; (track/radius)²",
    ),
    oversteer: near("radius over that of the bicycle, c_f = 9, c_r = 6, 8 m/s", "1", 1, 5e-3, "as above"),
    ratio: atLeast("radius of the first over that of the second", "1", 1.2, "bicycle: 3.26/2.54 = 1.28"),
  },
  *measure(context) {
    const angle = 0.01;
    const turn = (front: number, rear: number) => {
      const plain = { rollingResistance: 0, turningResistance: 0 };
      const run = start(context, {
        speed: 8,
        tyre: { ...plain, corneringStiffness: front },
        rear: { ...plain, corneringStiffness: rear },
      });
      run.set("steer", angle);
      run.go(3);
      const speed = run.read("body/chassis/speed");
      const radius = speed / run.read("body/chassis/angularVelocity.z");
      return [radius, (BASE + ((speed * speed) / G) * (1 / front - 1 / rear)) / angle];
    };
    const [under, expectedUnder] = turn(6, 9);
    yield ["understeer", under / expectedUnder];
    const [over, expectedOver] = turn(9, 6);
    yield ["oversteer", over / expectedOver];
    yield ["ratio", under / over];
  },
});

/** Distance and mean deceleration from a speed to rest, and between two speeds. */
function brakeFrom(run: Run, torque: number, speed: number): { distance: number; slowing: number } {
  const from = run.read("body/chassis/position.x");
  run.set("brake", torque);
  const marks: number[] = [];
  for (let k = 0; k < 1200; k++) {
    run.go(5e-3);
    const v = run.read("body/chassis/velocity.x");
    if (v < 0.7 * speed && marks.length === 0) marks.push(v, run.data.clock[0]);
    if (v < 0.3 * speed && marks.length === 2) marks.push(v, run.data.clock[0]);
    if (v <= 0) break;
  }
  return {
    distance: run.read("body/chassis/position.x") - from,
    slowing: (marks[0] - marks[2]) / (marks[3] - marks[1]),
  };
}

const START = 12;

/** Braking with locked and with rolling wheels, and rolling out. */
export const tyreBraking = defineExperiment({
  id: "luaces.x-tyre-braking",
  title: "Tyres: braking distances and rolling out",
  reference: "v²/(2 μ g); torque of the brakes over m + Σ I/r²; f_r g",
  rows: {
    locked: near(
      "deceleration with locked wheels over μ(κ = −1) g",
      "1",
      1,
      2e-3,
      "slip is −1 but for what relaxation leaves",
    ),
    "locked-distance": near(
      "distance with locked wheels less v²/(2 μ g)",
      "m",
      0,
      0.5,
      "two relaxation lengths of 0.25 m, in which forces go over the peak",
    ),
    rolling: near("deceleration with brakes of 1.5 kN m over that of their torque", "1", 1, 2e-3, "pitching"),
    "rolling-distance": near("distance with these over v²/(2 a)", "1", 1, 1e-2, "forces build up over 0.25 m of 17 m"),
    coast: near(
      "deceleration of rolling out over f_r g m/(m + Σ I/r²)",
      "1",
      1,
      2e-3,
      "pitching; asked of rolling resistance",
    ),
  },
  *measure(context) {
    const plain = { rollingResistance: 0 };
    const locked = brakeFrom(start(context, { speed: START, tyre: plain }), 2e4, START);
    yield ["locked", locked.slowing / (LOCKED * G)];
    yield ["locked-distance", locked.distance - (START * START) / (2 * LOCKED * G)];
    // loaded radius, and wheels as cylinders
    const r = CAR.radius - (MASS * G) / (4 * K);
    const mass = MASS + (4 * 0.5 * CAR.wheel * CAR.radius ** 2) / (r * r);
    const torque = 1500;
    const slowing = (4 * torque) / (r * mass);
    const rolling = brakeFrom(start(context, { speed: START, tyre: plain }), torque, START);
    yield ["rolling", rolling.slowing / slowing];
    yield ["rolling-distance", rolling.distance / ((START * START) / (2 * slowing))];
    const coasting = start(context, { speed: START });
    coasting.go(1);
    const before = coasting.read("body/chassis/velocity.x");
    coasting.go(3);
    const lost = (before - coasting.read("body/chassis/velocity.x")) / 3;
    yield ["coast", lost / ((COURSE_TYRE.rollingResistance * G * MASS) / mass)];
  },
});

/** Standing on a slope, and sliding down one. */
export const tyreSlope = defineExperiment({
  id: "luaces.x-tyre-slope",
  title: "Tyres: a slope of 20° holds or not",
  reference: "statics of a braked truck; sliding by g (sin α − μ cos α) beyond the cone",
  rows: {
    creep: atMost(
      "way of a braked truck on 20° from 5 s on, within 10 s, with --full 60 s",
      "m",
      5e-3,
      "creep that an operator cannot see",
    ),
    hold: near("braking forces over weight × sin 20°", "1", 1, 1e-3, "statics"),
    slide: near(
      "acceleration with μ = 0.3 on 20° over g (sin α − μ(κ = −1) cos α)",
      "1",
      1,
      1e-2,
      "pitching while it slides",
    ),
  },
  *measure(context) {
    const slope = (20 * Math.PI) / 180;
    const held = start(context, { slope });
    held.set("brake", 8000);
    held.go(5);
    const at = held.read("body/chassis/position.x");
    held.go(context.full ? 60 : 10);
    yield ["creep", Math.abs(held.read("body/chassis/position.x") - at)];
    const forces = COURSE_WHEELS.map(({ name }) => held.read(`contact/ground:wheel-${name}/longitudinalForce`));
    yield ["hold", forces.reduce((a, b) => a + b, 0) / (MASS * G * Math.sin(slope))];
    const slid = start(context, { slope, tyre: { friction: 0.3 } });
    slid.set("brake", 2e4);
    slid.go(2);
    const before = slid.read("body/chassis/velocity.x");
    slid.go(2);
    const gained = (before - slid.read("body/chassis/velocity.x")) / 2;
    const mu = 0.3 * Math.sin(1.65 * Math.atan(SLOPE / (1.65 * 0.3)));
    yield ["slide", gained / (G * (Math.sin(slope) - mu * Math.cos(slope)))];
  },
});

/** Energy over bumps, edges and a step on one side, nothing driving. */
export const tyreEnergy = defineExperiment({
  id: "luaces.x-tyre-energy",
  title: "Tyres: no energy from bumps, edges and brakes",
  reference: "first law: a wheel that rolls over bumps without drive gains no energy",
  rows: {
    bumps: atMost(
      "most that the energy grows after any time, over ½ m v², without friction",
      "1",
      1e-5,
      "the force is the derivative of an energy; what is left is the step, (ω h)² of what a bump stores",
    ),
    treads: atMost(
      "the same with friction",
      "1",
      2.2e-3,
      "treads give back what they hold, 4 × ½ N μ² σ/c = 250 J of 114 kJ, which the sensor does not count",
    ),
    standing: atMost("kinetic energy 4 s after braking began at 6 m/s, over ½ m v²", "1", 1e-8, "it stands"),
  },
  *measure(context) {
    const orientation = { axis: [1, 0, 0], angle: Math.PI / 2 };
    const shapes = [
      { type: "cylinder", radius: 0.6, halfLength: 2, position: [6, 0, -0.5], orientation },
      { type: "box", halfExtents: [2, 2, 0.05], position: [12, 0, 0.05] },
      { type: "box", halfExtents: [1, 2, 0.04], position: [18, 1.5, 0.04] },
    ];
    const whole = 0.5 * MASS * 64;
    const ride = (tyre: object): [number, Run] => {
      const run = start(context, { speed: 8, shapes, tyre: { rollingResistance: 0, ...tyre } });
      let low = run.read("system/all/energy");
      let grown = 0;
      for (let k = 0; k < 700; k++) {
        run.go(5e-3);
        const energy = run.read("system/all/energy");
        grown = Math.max(grown, energy - low);
        low = Math.min(low, energy);
      }
      return [grown / whole, run];
    };
    yield ["bumps", ride({ friction: 1e-9 })[0]];
    const [treads, run] = ride({});
    yield ["treads", treads];
    run.set("brake", 6000);
    run.go(4);
    yield ["standing", run.read("system/all/kineticEnergy") / whole];
  },
});
