/** Contacts of bodies that sleep are neither found again nor copied, and the tables are those of a full detection. */
import { buildScene, compile, createData, restore, snapshot, stateHash, step } from "stiction";
import { sceneByName, type scenes } from "stiction/scenes";
import { expect, test } from "vitest";

function start(objects: number) {
  const scene = sceneByName("large-site") as (typeof scenes)[number];
  const model = compile(buildScene(scene, { objects, speed: 4 }));
  return { model, data: createData(model) };
}

/** Rows of pairs at rest that forty steps carried over, and those among them that moved in the tables. */
function work(objects: number): { carried: number; moved: number } {
  const { model, data } = start(objects);
  const { still } = data.systems.collision;
  for (let k = 0; k < 20; k++) step(model, data);
  const { carried, moved } = still;
  for (let k = 0; k < 40; k++) step(model, data);
  return { carried: still.carried - carried, moved: still.moved - moved };
}

test("four times as many sleepers move no more rows of the contact tables", () => {
  const few = work(15);
  const many = work(60);
  expect(many.carried).toBeGreaterThan(3.5 * few.carried);
  // what the plough strikes comes first in both; behind it rows move only where its contacts change
  expect(many.moved).toBeLessThan(0.05 * many.carried);
  expect(few.moved).toBeLessThan(0.05 * few.carried);
});

test("tables that were kept are those of a detection that begins anew in every step", () => {
  const kept = start(10);
  const anew = start(10);
  for (let k = 0; k < 30; k++) {
    step(kept.model, kept.data);
    restore(anew.model, anew.data, snapshot(anew.data));
    step(anew.model, anew.data);
    expect(stateHash(anew.data), `step ${k}`).toBe(stateHash(kept.data));
  }
});
