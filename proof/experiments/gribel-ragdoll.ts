import { BODY_STATE, BODY_TYPE, buildScene, type Scene, type Simulation, type Spec } from "stiction";
import { sceneByName } from "stiction/scenes";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

const LOCK = 1;
const LIMIT = 2;

/** Largest error of a lock (m or rad) and largest violation of a limit (rad) at the moment. */
function violations({ data }: Simulation): { lock: number; limit: number } {
  const { rowKind, rowError } = data.items.joints;
  let [lock, limit] = [0, 0];
  for (let r = 0; r < rowKind.length; r++) {
    if (rowKind[r] === LOCK) lock = Math.max(lock, Math.abs(rowError[r]));
    if (rowKind[r] === LIMIT) limit = Math.max(limit, -rowError[r]);
  }
  return { lock, limit };
}

/** The fall of 5 s: worst of all, worst of the last half second, and the parts that are awake at its end. */
function fall(context: Context, name: string) {
  const simulation = context.scene(name, { set: { "formulation.sleep": true } });
  const { model, data } = simulation;
  let [lock, limit] = [0, 0];
  const watch = () => {
    const now = violations(simulation);
    lock = Math.max(lock, now.lock);
    limit = Math.max(limit, now.limit);
  };
  runFor(simulation, 4.5, watch);
  const worst = { lock, limit };
  lock = 0;
  runFor(simulation, 0.5, watch);
  const awake = model.bodyNames.filter(
    (_, b) => model.bodyType[b] === BODY_TYPE.dynamic && data.bodyState[b] === BODY_STATE.active,
  );
  return { ...worst, late: lock, awake: awake.length };
}

/** Relative change of momentum and angular momentum of a figure that flails in free flight, in 2 s. */
function flight(context: Context, name: string): number {
  const built = buildScene(sceneByName(name) as Scene);
  const planar = built.plane === "xy";
  const simulation = context.simulate({
    ...built,
    gravity: planar ? [0, 0] : [0, 0, 0],
    contact: "none",
    bodies: (built.bodies ?? []).map((body) => ({
      ...body,
      ...(body.name === "head" ? { velocity: planar ? [2, 1] : [2, 1, -1] } : {}),
      ...(body.name === "left-shank" ? { angularVelocity: planar ? [0, 0, -4] : [0, 4, 0] } : {}),
    })) as Spec["bodies"],
    sensors: ["system/all/momentum", "system/all/angularMomentum"],
  });
  const names = ["momentum", "angularMomentum"].flatMap((q) => ["x", "y", "z"].map((c) => `system/all/${q}.${c}`));
  const read = names.flatMap((n) => {
    try {
      return [sensorOf(simulation, n)];
    } catch {
      return [];
    }
  });
  runFor(simulation, 1 / 60);
  const start = read.map((value) => value());
  runFor(simulation, 2);
  const size = Math.hypot(...start);
  return Math.hypot(...read.map((value, k) => value() - start[k])) / size;
}

export const gribelRagdoll = defineExperiment({
  id: "gribel.v27",
  title: "Ragdolls dropped on stairs",
  full: true,
  reference: "[Gribel2009], row V27: accuracy of joints and limits of a ragdoll, in the plane and in space.",
  rows: {
    planar: atMost("widest joint at any time, plane", "m", 0.01, "10 mm at any time"),
    spatial: atMost("widest joint at any time, space", "m", 0.01, "10 mm at any time"),
    "planar-rest": atMost("widest joint at the end, plane", "m", 0.001, "1 mm at rest"),
    "spatial-rest": atMost("widest joint at the end, space", "m", 0.001, "1 mm at rest"),
    "planar-limit": atMost(
      "largest violation of a limit, plane",
      "rad",
      (3 * Math.PI) / 180,
      "acceptance limit of row V27: 3°",
    ),
    "spatial-limit": atMost(
      "largest violation of a limit, space",
      "rad",
      (3 * Math.PI) / 180,
      "acceptance limit of row V27: 3°",
    ),
    "planar-awake": near("parts awake after 5 s, plane", "1", 0, 0, "at rest after 5 s"),
    "spatial-awake": near("parts awake after 5 s, space", "1", 0, 0, "at rest after 5 s"),
    "planar-flight": atMost(
      "relative change of momenta in free flight, plane",
      "1",
      1e-6,
      "internal forces do not change momenta: round-off",
    ),
    "spatial-flight": atMost(
      "relative change of momenta in free flight, space",
      "1",
      1e-6,
      "internal forces do not change momenta: round-off",
    ),
  },
  *measure(context) {
    for (const [key, name] of [
      ["planar", "ragdoll-planar"],
      ["spatial", "ragdoll"],
    ] as const) {
      const { lock, late, limit, awake } = fall(context, name);
      yield [key, lock];
      yield [`${key}-rest`, late];
      yield [`${key}-limit`, limit];
      yield [`${key}-awake`, awake];
      yield [`${key}-flight`, flight(context, name)];
    }
  },
});
