/**
 * `run --strict` succeeds with every shipped scene in its own formulation: no status bit in any step, no warning of `compile`, no body that left. With
 * STICTION_FULL=1 over the whole duration of all; otherwise the first steps of all, and the whole of those that are quick and once said something.
 */
import { buildScene, compileUntyped, createData, type Scene, STATUS, step, takeEvents } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { leftBodies } from "../../cli/left-bodies.js";
import { stepsFor } from "../../cli/simulate.js";

const full = process.env.STICTION_FULL === "1";

/** Steps of the quick form. */
const FIRST = 10;

/** Scenes that take a second or two and reported `slowed`, `openJoint` or `notConverged` somewhere in the middle. */
const WHOLE = ["hydraulic-driver", "ragdoll-planar", "conveyor"];

/**
 * Steps that are reported, and how: polygons that overlap by a centimetre, since gaps are linear, are pushed apart within one step of 500; rocks that fall
 * on each other in a bucket have impacts shorter than the shortest part of a step, in 3 steps of 1,200.
 */
const REPORTED: Readonly<Record<string, readonly [bit: string, steps: number]>> = {
  "polygon-box": ["gained", 1],
  "rock-bucket": ["unresolved", 3],
};

test.each(scenes.map((scene: Scene) => [scene.name, scene] as const))("%s", (name, scene) => {
  const model = compileUntyped(buildScene(scene));
  const data = createData(model);
  const all = stepsFor(model.spec.duration, model.options.timestep);
  const steps = full || WHOLE.includes(name) ? all : Math.min(all, FIRST);
  const trouble: string[] = [...model.warnings];
  for (let k = 0; k < steps; k++) {
    const status = step(model, data);
    // as `run` does: events that nobody reads overflow
    takeEvents(data);
    for (const [bit, value] of Object.entries(STATUS)) if ((status & value) !== 0) trouble.push(`step ${k}: ${bit}`);
  }
  const [bit, most] = REPORTED[name] ?? ["", 0];
  const known = trouble.filter((text) => most > 0 && text.endsWith(`: ${bit}`));
  expect(known.length).toBeLessThanOrEqual(most);
  expect([...trouble.filter((text) => !known.includes(text)), ...leftBodies(model, data)]).toEqual([]);
});
