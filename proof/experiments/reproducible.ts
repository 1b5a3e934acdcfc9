import {
  addBody,
  type BodySpec,
  recompile,
  removeBody,
  restore,
  type Simulation,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { scenes } from "stiction/scenes";
import type { Context } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const STEPS = 1000;

function advance({ model, data }: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) step(model, data);
}

/** Even; the quick set gives scenes of many bodies fewer steps. */
function stepsOf(context: Context, { model }: Simulation): number {
  return context.full ? STEPS : Math.min(STEPS, 2 * Math.ceil(200 / model.nb ** 2));
}

/** Whether the hash differs between two runs of a scene, and between a run and one resumed from its middle. */
function compareRuns(context: Context, name: string): { twice: boolean; resumed: boolean } {
  const first = context.scene(name);
  const half = stepsOf(context, first) / 2;
  advance(first, half);
  const halfway = snapshot(first.data);
  advance(first, half);
  const hash = stateHash(first.data);
  const second = context.scene(name);
  advance(second, 2 * half);
  const twice = stateHash(second.data) !== hash;
  restore(second.model, second.data, halfway);
  advance(second, half);
  return { twice, resumed: stateHash(second.data) !== hash };
}

export const gribelDeterminism = defineExperiment({
  id: "gribel.v38",
  title: "Same scene twice, same bits",
  reference:
    "[Gribel2009], row V38: equal state hash at step 1,000, here of every shipped scene (in the quick set every third, and large ones earlier).",
  partial: "the browser's half is a browser test",
  rows: {
    twice: near("shipped scenes whose hash differs between two runs", "1", 0, 0, "a count"),
    resumed: near("shipped scenes whose hash differs when resumed from a snapshot", "1", 0, 0, "a count"),
  },
  *measure(context) {
    const runs: ReturnType<typeof compareRuns>[] = [];
    // the quick set takes every third scene: test/scenes/hashes.test.ts compares the first steps of all with recorded
    // ones
    for (const { name } of scenes.filter((_, k) => context.full || k % 3 === 0)) {
      const run = compareRuns(context, name);
      runs.push(run);
      // the quick set knows enough once one differs
      if (!context.full && (run.twice || run.resumed)) break;
    }
    yield ["twice", runs.filter(({ twice }) => twice).length];
    yield ["resumed", runs.filter(({ resumed }) => resumed).length];
  },
});

const visitor = (name: string, k: number): BodySpec => ({
  name,
  mass: 1 + k,
  position: [k % 7, k % 5, k % 3],
  velocity: [0.1 * k, 0, 1],
  angularVelocity: [1, 2, 3],
  shapes: [{ type: "box", halfExtents: [0.1, 0.2, 0.3] }],
});

/** Bodies come and go while the scene runs; returns the simulation that is left. */
function visits(context: Context, count: number): Simulation {
  let simulation = context.scene("spring-mass");
  for (let k = 0; k < count; k++) {
    simulation = addBody(simulation, visitor(`visitor${k}`, k));
    advance(simulation, 1);
    if (k >= 4) simulation = removeBody(simulation, `visitor${k - 4}`);
    advance(simulation, 1);
  }
  for (let k = Math.max(0, count - 4); k < count; k++) simulation = removeBody(simulation, `visitor${k}`);
  return simulation;
}

/** The seesaw, with a box and the hinge that holds it, which come and go while it runs. */
function jointVisits(context: Context, count: number): Simulation {
  let simulation = context.scene("seesaw");
  for (let k = 0; k < count; k++) {
    const alone = simulation.model.spec;
    const name = `guest${k}`;
    simulation = recompile(simulation, {
      ...alone,
      bodies: [
        ...(alone.bodies ?? []),
        { name, mass: 1, position: [5 + (k % 3), 3], shapes: [{ type: "circle", radius: 0.2 }] },
      ],
      joints: [...(alone.joints ?? []), { type: "hinge", name, bodyB: name, at: [5.5 + (k % 3), 3] }],
    });
    advance(simulation, 1);
    simulation = recompile(simulation, alone);
    advance(simulation, 1);
  }
  return simulation;
}

export const gribelComeAndGo = defineExperiment({
  id: "gribel.v43",
  title: "Bodies added and removed while running",
  reference:
    "[Gribel2009], row V43: tables return to their size at the start, the hash is reproducible, and remaining bodies are not affected.",
  rows: {
    bytes: near("growth of memory after 1,000 bodies came and went (100 in the quick set)", "B", 0, 0, "a count"),
    hash: near("hashes that differ when it is done twice", "1", 0, 0, "a count"),
    stayed: near(
      "bits of the mass that stayed that differ from a run without visitors",
      "1",
      0,
      0,
      "a count: bodies that do not touch do not change each other's arithmetic",
    ),
    "joint-bytes": near("growth of memory after a fifth as many joints came and went", "B", 0, 0, "a count"),
    "joint-hash": near("hashes that differ when it is done twice", "1", 0, 0, "a count"),
  },
  *measure(context) {
    const count = context.full ? 1000 : 100;
    const simulation = visits(context, count);
    const alone = context.scene("spring-mass");
    yield ["bytes", simulation.data.layout.bytes - alone.data.layout.bytes];
    yield ["hash", stateHash(simulation.data) === stateHash(visits(context, count).data) ? 0 : 1];
    advance(alone, 2 * count);
    const differs = (field: "bodyPos" | "bodyQuat" | "bodyVel") =>
      simulation.data[field].filter((value, k) => !Object.is(value, alone.data[field][k])).length;
    yield ["stayed", differs("bodyPos") + differs("bodyQuat") + differs("bodyVel")];
    const jointed = jointVisits(context, count / 5);
    yield ["joint-bytes", jointed.data.layout.bytes - context.scene("seesaw").data.layout.bytes];
    yield ["joint-hash", stateHash(jointed.data) === stateHash(jointVisits(context, count / 5).data) ? 0 : 1];
  },
});
