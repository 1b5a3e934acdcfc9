import { events, readSensor, type Simulation, type Spec, takeEvents } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";
import {
  centreOf,
  excavatorOnPlane,
  G,
  gravityOn,
  leanPlane,
  type OnPlane,
  type PlaneOptions,
  placeOf,
  WEIGHT,
  WHEELS,
  wheelLoad,
} from "../reference/excavator-on-plane.js";
import { placed, tipsAt } from "../reference/machine-on-springs.js";

/** What tips the wheeled excavator over: loads at the bucket, and a leaning ground. */

/** Where a falling line of samples crosses zero. */
function crossing(samples: readonly (readonly [at: number, value: number])[]): number {
  for (let k = 1; k < samples.length; k++) {
    const [[x0, y0], [x1, y1]] = [samples[k - 1], samples[k]];
    if (y0 > 0 && y1 <= 0) return x0 + ((x1 - x0) * y0) / (y0 - y1);
  }
  return Number.NaN;
}

/** Poses of the arm: radius of the load from the slew axis, about 5, 7 and 8 m. */
const POSES = {
  near: { boom: 2.45, stick: 3.1 },
  middle: { boom: 2.4, stick: 2.6 },
  far: { boom: 2.3, stick: 2.33 },
} as const;

interface Lift {
  /** Over the load of statics: where the far wheels lose theirs, and where the margin is zero. */
  readonly lifted: number;
  readonly margin: number;
}

const REAR = [2, 3];
const LEFT = [0, 2];
const RIGHT = [1, 3];

/**
 * Load at the bucket's centre that grows slowly from 0.9 to 1.04 of that of statics. `far`: wheels on the other side of
 * the edge.
 */
function lift(context: Context, options: PlaneOptions, far: readonly number[]): Lift {
  const { spec, machine, standing } = excavatorOnPlane(options);
  const at = placed(machine.places, "bucket", [0.72, 0, 0.02]);
  const statics = tipsAt(standing, (f) => ({ gravity: [0, 0, -G], force: [0, 0, -f], at }), far, 0, 2e5);
  const simulation = context.simulate({
    ...spec,
    controllers: [
      {
        type: "profile",
        name: "load",
        output: "bodies.bucket.force.z",
        times: [0, 1, 1.6, 3.8],
        values: [0, -0.9 * statics, -0.9 * statics, -1.04 * statics],
        between: "linear",
      },
      ...(spec.controllers ?? []),
    ],
  });
  const { model, data } = simulation;
  runFor(simulation, 1.6);
  const loads: [number, number][] = [];
  const margins: [number, number][] = [];
  runFor(simulation, 2.2, () => {
    const f = (0.9 + (0.14 * (data.time - 1.6)) / 2.2) * statics;
    loads.push([f, far.reduce((sum, k) => sum + wheelLoad(simulation, WHEELS[k]), 0) - 1e-4 * WEIGHT]);
    margins.push([f, readSensor(model, data, "stability/undercarriage/margin")]);
  });
  return { lifted: crossing(loads) / statics, margin: crossing(margins) / statics };
}

const LEANING = "ramp of 0.03 of the angle per second there behind tyres of 1.2e5 N s/m, 0.1 s; 1e-4 of the weight";
const SETTLED = "what is left of the settling";
const LIES = "a machine that lies on its side leans by about 90°";

/** Lean of the undercarriage against gravity, rad. */
function lean({ model, data }: Simulation): number {
  return readSensor(model, data, "stability/undercarriage/tilt");
}

function withRules({ spec, machine }: OnPlane): Spec {
  return { ...spec, events: machine.events };
}

/** The far wheels are to be found without load when they have less than 1e-4 of the weight, and then only in part. */
const LIFTING =
  "ramp of 0.064 of the load per second behind tyres of 1.2e5 N s/m (0.1 s, 0.6 %), and 1e-4 of the weight on the far wheels";

export const liftingCapacity = defineExperiment({
  id: "luaces.x5",
  title: "Wheeled excavator: load that tips it",
  reference:
    "moments about the front axle of the machine that leans ahead on tyres of 1e6 N/m: 3.5 t at 7 m from the slew axis",
  rows: {
    lifted: near("load at 7 m at which the rear wheels lift, over statics", "1", 1, 0.01, LIFTING),
    margin: near("load at 7 m at which the margin is zero, over statics", "1", 1, 0.01, LIFTING),
  },
  *measure(context) {
    const { lifted, margin } = lift(context, { pose: POSES.middle }, REAR);
    yield ["lifted", lifted];
    yield ["margin", margin];
  },
});

export const liftingByRadius = defineExperiment({
  id: "luaces.x5-radius",
  title: "Wheeled excavator: load that tips it, by radius and direction",
  reference: "as luaces.x5: 6.2 and 2.8 t at 5 and 8 m ahead; over the wheels of one side 2.3 t at 7 m",
  full: true,
  rows: {
    near: near("load at 5 m at which the rear wheels lift, over statics", "1", 1, 0.01, LIFTING),
    "near-margin": near("load at 5 m at which the margin is zero, over statics", "1", 1, 0.01, LIFTING),
    far: near("load at 8 m at which the rear wheels lift, over statics", "1", 1, 0.01, LIFTING),
    "far-margin": near("load at 8 m at which the margin is zero, over statics", "1", 1, 0.01, LIFTING),
    side: near("load at 7 m to the left at which the right wheels lift, over statics", "1", 1, 0.01, LIFTING),
    "side-margin": near("load at 7 m to the left at which the margin is zero, over statics", "1", 1, 0.01, LIFTING),
  },
  *measure(context) {
    for (const name of ["near", "far"] as const) {
      const { lifted, margin } = lift(context, { pose: POSES[name] }, REAR);
      yield [name, lifted];
      yield [`${name}-margin`, margin];
    }
    const { lifted, margin } = lift(context, { pose: { ...POSES.middle, slew: Math.PI / 2 } }, RIGHT);
    yield ["side", lifted];
    yield ["side-margin", margin];
  },
});

/** Angle at which a plane that leans to the right tips the machine, by statics, rad. */
function rollOverAngle(options: PlaneOptions): number {
  const { standing } = excavatorOnPlane(options);
  return tipsAt(standing, (roll) => ({ gravity: gravityOn(0, roll) }), LEFT, 0, 1);
}

/** Tyres that do not slide before the machine tips. */
const GRIP = 1.5;
/** Damping with which the machine follows the ground without rocking, N s/m. */
const FIRM = 3e5;

/** Part of the angle of statics with which a run begins. */
const START = 0.7;

/** Settles, then leans the ground further to `end` of an angle, ever more slowly. */
function leanSlowly(simulation: Simulation, angle: number, end: number, each?: (roll: number) => void): void {
  const { data } = simulation;
  const [settling, leaning] = [1, 2.5];
  runFor(simulation, settling);
  runFor(simulation, leaning, () => {
    const left = 1 - (data.time - settling) / leaning;
    const roll = (end - (end - START) * left * left) * angle;
    leanPlane(simulation, 0, roll);
    each?.(roll);
  });
}

export const rollOver = defineExperiment({
  id: "luaces.x6",
  title: "Wheeled excavator on a ground that leans sideways",
  reference:
    "moments about the lower wheels of the machine that leans on tyres of 1e6 N/m: 31.3°; 34.5° were they rigid",
  rows: {
    lifted: near("angle at which the upper wheels lift, over statics", "1", 1, 5e-3, LEANING),
    margin: near("angle at which the margin is zero, over statics", "1", 1, 5e-3, LEANING),
  },
  *measure(context) {
    const angle = rollOverAngle({});
    const loads: [number, number][] = [];
    const margins: [number, number][] = [];
    const simulation = context.simulate(excavatorOnPlane({ roll: START * angle, friction: GRIP, damping: FIRM }).spec);
    const { model, data } = simulation;
    leanSlowly(simulation, angle, 1.015, (roll) => {
      loads.push([roll, LEFT.reduce((sum, k) => sum + wheelLoad(simulation, WHEELS[k]), 0) - 1e-4 * WEIGHT]);
      margins.push([roll, readSensor(model, data, "stability/undercarriage/margin")]);
    });
    yield ["lifted", crossing(loads) / angle];
    yield ["margin", crossing(margins) / angle];
  },
});

/** Names of the scene's rules that were reported since the last call. */
function reported({ model, data }: Simulation): string[] {
  return takeEvents(data).flatMap(({ code, who }) => (code === events.rule.code ? [model.events[who[0]].name] : []));
}

export const rollOverEvent = defineExperiment({
  id: "luaces.x6-event",
  title: "Wheeled excavator that rolls over, and one that does not",
  reference: "luaces.x6: stands at 0.97 of the angle of statics, rolls over at 1.03 of it",
  full: true,
  rows: {
    stands: atMost("rise of its lean on a ground at 0.97 of the angle, within 4 s after 1 s", "rad", 2e-3, SETTLED),
    quiet: near("reports of a roll-over meanwhile", "1", 0, 0, "it stands"),
    lies: { ...near("lean 6 s after the ground is at 1.03 of the angle", "rad", 1.2, 0, LIES), comparison: "at-least" },
    event: near("reports of a roll-over", "1", 1, 0, "reported where it begins to be true"),
    constraints: atMost(
      "largest position error of constraints on the way",
      "m",
      1e-5,
      "[Luaces2013] §6.2, in our words",
    ),
  },
  *measure(context) {
    const angle = rollOverAngle({});
    const still = context.simulate(withRules(excavatorOnPlane({ roll: START * angle, friction: GRIP, damping: FIRM })));
    leanSlowly(still, angle, 0.97);
    runFor(still, 1);
    const before = lean(still);
    runFor(still, 4);
    yield ["stands", Math.abs(lean(still) - before)];
    yield ["quiet", reported(still).filter((name) => name === "rollover").length];

    const falls = context.simulate(withRules(excavatorOnPlane({ roll: START * angle, friction: GRIP, damping: FIRM })));
    leanSlowly(falls, angle, 1.03);
    let most = 0;
    const seen: string[] = [];
    runFor(falls, 6, () => {
      most = Math.max(most, readSensor(falls.model, falls.data, "mechanism/all/positionError"));
      seen.push(...reported(falls));
    });
    yield ["lies", lean(falls)];
    yield ["event", seen.filter((name) => name === "rollover").length];
    yield ["constraints", most];
  },
});

/** Largest lean of the machine against the ground on that slope, rad. */
const LEAN = (0.5 * WEIGHT) / 2 / (2e6 * 2.6);

/** Up ahead, rad. */
const UPHILL = 0.2;

export const stabilityOnSlope = defineExperiment({
  id: "luaces.x9",
  title: "Wheeled excavator on a slope: margin, moments and slope",
  reference:
    "the resultant at the centre of mass goes through the ground at p = x − z tan θ; margin (p − x_rear)/(x_middle − x_rear), moments of all parts about the rear wheels",
  rows: {
    margin: near("tip-over margin over statics", "1", 1, 1e-9, "round-off of sums over 14 parts"),
    moment: near("restoring moment that is left over statics", "1", 1, 1e-9, "round-off of sums over 14 parts"),
    "load-moment": near(
      "moment of what tips the machine over statics",
      "1",
      1,
      1e-9,
      "round-off of sums over 14 parts",
    ),
    utilization: near(
      "moment of what tips over that of what holds, over statics",
      "1",
      1,
      1e-9,
      "round-off of sums over 14 parts",
    ),
    slope: near(
      "slope of the undercarriage, that of the ground and lean on its tyres",
      "rad",
      UPHILL,
      LEAN,
      "axle loads differ by less than 0.5 W: 54 kN over 2e6 N/m and 2.6 m",
    ),
  },
  *measure(context) {
    const simulation = context.simulate(excavatorOnPlane({ pitch: UPHILL }).spec);
    const { model, data } = simulation;
    runFor(simulation, 3);
    const read = (quantity: string) => readSensor(model, data, `stability/undercarriage/${quantity}`);
    const [x, , z] = centreOf(simulation);
    const rear = placeOf(simulation, "wheel-rear-left", 0);
    const front = placeOf(simulation, "wheel-front-left", 0);
    const p = x - z * Math.tan(UPHILL);
    yield ["margin", read("margin") / ((p - rear) / (0.5 * (front - rear)))];
    yield ["moment", read("moment") / (WEIGHT * Math.cos(UPHILL) * (p - rear))];
    const [tips, holds] = momentsAbout(simulation, rear);
    yield ["load-moment", read("loadMoment") / tips];
    yield ["utilization", read("utilization") / (tips / holds)];
    yield ["slope", read("slope")];
  },
});

/** Moments about the line x = `edge` on the ground of parts that tip the machine, and of those that hold it, N m. */
function momentsAbout({ model, data }: Simulation, edge: number): [tips: number, holds: number] {
  let [tips, holds] = [0, 0];
  for (let b = 1; b < model.nb; b++) {
    if (!(model.bodyMass[b] < Number.POSITIVE_INFINITY)) continue;
    const [x, z] = [data.bodyPos[3 * b] - edge, data.bodyPos[3 * b + 2]];
    const moment = model.bodyMass[b] * G * (Math.cos(UPHILL) * x - Math.sin(UPHILL) * z);
    if (moment > 0) holds += moment;
    else tips -= moment;
  }
  return [tips, holds];
}
