import { readSensor, type Simulation, setControl } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";
import {
  centreOf,
  excavatorOnPlane,
  G,
  groundOn,
  leanPlane,
  placeOf,
  WEIGHT,
  WHEELS,
  wheelLoad,
} from "../reference/excavator-on-plane.js";

/** What holds the wheeled excavator where it stands: tyres, blade and outriggers, and its arm. */

/** Speed of the machine while it is pulled with 0.95 of what its tyres hold, m/s, and what held it at 1.3 of it, N. */
function pullBucket(context: Context, friction: number): { creep: number; held: number } {
  const { spec } = excavatorOnPlane({ friction, formula: "brush", pose: { boom: 2.2, stick: 2.5 } });
  const holds = friction * WEIGHT;
  const simulation = context.simulate({
    ...spec,
    controllers: [
      {
        type: "profile",
        name: "pull",
        output: "bodies.bucket.force.x",
        times: [0, 1, 2.5, 2.7],
        values: [0, 0.95 * holds, 0.95 * holds, 1.3 * holds],
        between: "linear",
      },
      ...(spec.controllers ?? []),
    ],
  });
  runFor(simulation, 2.5);
  const creep = momentum(simulation) / MASS;
  runFor(simulation, 0.7);
  const before = momentum(simulation);
  runFor(simulation, 0.4);
  return { creep, held: 1.3 * holds - (momentum(simulation) - before) / 0.4 };
}

const MASS = WEIGHT / G;

/** Of all bodies along x, kg m/s. */
function momentum({ model, data }: Simulation): number {
  let sum = 0;
  for (let b = 1; b < model.nb; b++) sum += model.bodyMass[b] * data.bodyVel[6 * b + 3];
  return sum;
}

export const dragging = defineExperiment({
  id: "luaces.x7",
  title: "Wheeled excavator that is pulled at its bucket",
  reference: "braked tyres by the brush model hold a pull up to μ W, and slide with μ W beyond",
  rows: {
    holds: near("speed under a pull of 0.95 μ W", "m/s", 0, 2e-3, "what is left of the settling"),
    slides: near(
      "what holds the machine under a pull of 1.3 μ W over μ W",
      "1",
      1,
      0.01,
      "rocking on its tyres: 0.02 m/s in 0.4 s of 0.3 μ g",
    ),
  },
  *measure(context) {
    const { creep, held } = pullBucket(context, 0.3);
    yield ["holds", creep];
    yield ["slides", held / (0.3 * WEIGHT)];
  },
});

/** The scene's cut through the soil: how far the undercarriage is from where it was when the cut began, at most, m. */
function dig(context: Context, anchored: boolean): { way: number; end: number; filled: number; pull: number } {
  const simulation = context.scene("excavator", { params: { anchored, wet: true } });
  const { model, data } = simulation;
  runFor(simulation, 4.6);
  const start = placeOf(simulation, "undercarriage", 0);
  let [way, pull] = [0, 0];
  runFor(simulation, 3, () => {
    way = Math.max(way, Math.abs(placeOf(simulation, "undercarriage", 0) - start));
    pull = Math.max(pull, readSensor(model, data, "soil/bucket/resistance.x"));
  });
  return {
    way,
    end: Math.abs(placeOf(simulation, "undercarriage", 0) - start),
    filled: readSensor(model, data, "soil/bucket/volume"),
    pull: pull / WEIGHT,
  };
}

export const draggedByDigging = defineExperiment({
  id: "luaces.x7-digging",
  title: "Wheeled excavator that digs on wet earth, anchored and not",
  reference:
    "[Luaces2013] §6.3.3: digging drags a machine that does not use its stabilisers; tyres hold 0.3 of the weight, claws and edge of feet and blade 0.9",
  scene: "excavator",
  full: true,
  rows: {
    pull: atLeast("largest pull of the soil over the weight", "1", 0.3, "more than tyres on wet earth hold"),
    dragged: atLeast(
      "way of the machine on its tyres",
      "m",
      0.1,
      "luaces.x7: what is pulled by more than its tyres hold slides",
    ),
    anchored: atMost(
      "farthest from its place with blade and outriggers down",
      "m",
      0.02,
      "treads, feet and legs give way by that",
    ),
    stays: atMost("from its place after the cut", "m", 0.01, "what friction has let go"),
    filled: atLeast("soil in the bucket of the anchored machine", "m³", 0.9, "a full bucket"),
  },
  *measure(context) {
    const { way, end, filled, pull } = dig(context, true);
    yield ["anchored", way];
    yield ["stays", end];
    yield ["filled", filled];
    yield ["pull", pull];
    yield ["dragged", dig(context, false).way];
  },
});

/** Slope, and friction of tyres on it, which hold up to 26.6°; the bucket's teeth and edge hold up to 45°. */
const SLOPE = (32 * Math.PI) / 180;
const ON_TYRES = 0.5;
const ON_TEETH = 1;

/** The machine heads down a plane that leans ever more; `arm`: its bucket is pressed on the ground before that. */
function descend(context: Context, arm: boolean): Simulation {
  const simulation = context.simulate(
    excavatorOnPlane({
      pitch: -0.3,
      friction: ON_TYRES,
      formula: "brush",
      teeth: ON_TEETH,
      pose: { boom: 2.15, stick: 2.75, bucket: 2.2 },
    }).spec,
  );
  const { model, data } = simulation;
  runFor(simulation, 0.5);
  setControl(model, data, "boom", arm ? -0.25 : 0.5);
  runFor(simulation, 2.5);
  setControl(model, data, "boom", 0);
  const start = data.time;
  runFor(simulation, 1.5, () => {
    leanPlane(simulation, -0.3 - (SLOPE - 0.3) * Math.min(1, (data.time - start) / 1.2));
  });
  return simulation;
}

export const armSupport = defineExperiment({
  id: "luaces.x8",
  title: "Wheeled excavator that holds itself on a slope with its arm",
  reference:
    "[Luaces2013] fig. 6.3: a steep descent with the arm as support; N_bucket (x_bucket − x_rear) is the moment of the weight about the rear wheels, friction acts in the plane",
  full: true,
  rows: {
    slides: atLeast(
      "way down 32° in 1.5 s on tyres that hold up to 26.6°",
      "m",
      1,
      "½ g (sin θ − μ cos θ) t² is 1.17 m from rest",
    ),
    holds: atMost("way with the bucket on the ground", "m", 0.01, "what treads and teeth give way by"),
    sum: near("loads of wheels and bucket over weight across the slope", "1", 1, 1e-3, "what is left of the settling"),
    along: near("forces along the slope over weight along it", "1", 1, 1e-3, "as above"),
    lifted: near("load of the front wheels, which the arm has lifted", "N", 0, 1, "off the ground"),
    bucket: near("load of the bucket over the moment of the weight about the rear wheels", "1", 1, 1e-3, "as above"),
  },
  *measure(context) {
    const slides = descend(context, false);
    let start = placeOf(slides, "undercarriage", 0);
    runFor(slides, 1.5);
    yield ["slides", placeOf(slides, "undercarriage", 0) - start];

    const holds = descend(context, true);
    runFor(holds, 1.5);
    start = placeOf(holds, "undercarriage", 0);
    runFor(holds, 1.5);
    yield ["holds", Math.abs(placeOf(holds, "undercarriage", 0) - start)];
    const loads = WHEELS.map((wheel) => wheelLoad(holds, wheel));
    const { model, data } = holds;
    const bucket = readSensor(model, data, "contact/bucket:ground/normalForce");
    const sum = loads.reduce((all, n) => all + n, bucket);
    yield ["sum", sum / (WEIGHT * Math.cos(SLOPE))];
    const held = [...WHEELS, "bucket"].reduce(
      (all, body) => all + readSensor(model, data, `contact/ground:${body}/force.x`),
      0,
    );
    yield ["along", held / (-WEIGHT * Math.sin(SLOPE))];
    // about the line on which the rear wheels stand; their front ones are off the ground
    const rear = placeOf(holds, "wheel-rear-left", 0);
    const [force, moment] = groundOn(holds, "bucket");
    const arm = -moment / force - rear;
    const [x, , z] = centreOf(holds);
    const statics = (WEIGHT * (Math.cos(SLOPE) * (x - rear) + Math.sin(SLOPE) * z)) / arm;
    yield ["lifted", loads[0] + loads[1]];
    yield ["bucket", bucket / statics];
  },
});
