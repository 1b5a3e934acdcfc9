/** Contact from the rim in events and sensors: told from what pushed in the step, without finding anything twice. */
import { compile, createData, events, type Spec, step, takeEvents } from "stiction";
import { expect, test } from "vitest";
import { boxMesh, icoSphere, type MeshShape } from "../../../scenes/parts/meshes.js";
import { rimMaterial } from "../../../scenes/parts/rim.js";

const TOP = 0.1;

function scene(mesh: MeshShape, mass: number, height: number, restitution: number, more: Partial<Spec> = {}) {
  const inertia = 0.01 * mass;
  const model = compile({
    timestep: 5e-4,
    formulation: { type: "forces" },
    materials: { soft: rimMaterial(2.1e6, { restitution }) },
    bodies: [
      { name: "block", type: "static", material: "soft", shapes: [boxMesh(2, 2, 2 * TOP)] },
      {
        name: "body",
        mass,
        inertia: [inertia, inertia, inertia],
        material: "soft",
        position: [0.03, 0.02, height],
        shapes: [mesh],
      },
    ],
    ...more,
  });
  return { model, data: createData(model) };
}

test("a bouncing ball begins and ceases to touch when its lowest corner passes the block's top", () => {
  const ball = icoSphere(0.2, 2);
  const { model, data } = scene(ball, 1, 0.32, 0.9);
  const b = model.bodyNames.indexOf("body");
  const lowest = () => {
    const [x, y, z, w] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
    // third row of the rotation
    const row = [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
    return (
      data.bodyPos[3 * b + 2] + Math.min(...ball.vertices.map((v) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]))
    );
  };
  const told: string[] = [];
  const seen: string[] = [];
  let touching = false;
  for (let k = 0; k < 1600; k++) {
    // what overlaps when a step begins pushes in it
    const overlaps = lowest() < TOP;
    step(model, data);
    if (overlaps !== touching) seen.push(`${overlaps ? "begin" : "end"} ${data.time}`);
    touching = overlaps;
    for (const { code, time } of takeEvents(data)) {
      if (code === events.contactBegin.code) told.push(`begin ${time}`);
      if (code === events.contactEnd.code) told.push(`end ${time}`);
    }
  }
  expect(seen.length).toBeGreaterThan(3);
  expect(told).toEqual(seen);
});

test("a resting cube: gap is the indentation, the normal points up, and there is one point in its middle", () => {
  const sensors = ["gap", "points", "normal"].map((quantity) => `contact/block:body/${quantity}`);
  const { model, data } = scene(boxMesh(0.2, 0.2, 0.2), 10, 0.2 + 1e-9, 0.3, { sensors });
  for (let k = 0; k < 1500; k++) step(model, data);
  const read = (name: string) => {
    const column = model.sensors.columns.find((c) => c.name === name);
    return data.slot[column?.slot as number];
  };
  // δ = 4 W/(K_p L_c L_r)
  const depth = (4 * 98.1) / (1153846.15 * 0.8 * 0.5);
  expect(Math.abs(read("contact/block:body/gap") + depth)).toBeLessThan(5e-6);
  expect(read("contact/block:body/points")).toBe(1);
  expect(read("contact/block:body/normal.z")).toBeGreaterThan(0.99);
  expect(data.pointPos[0]).toBeCloseTo(0.03, 3);
  expect(data.pointPos[1]).toBeCloseTo(0.02, 3);
  expect(data.pointPos[2]).toBeCloseTo(TOP, 3);
});

test("shapes that only feel are found as ever", () => {
  const feels = { ...icoSphere(0.2, 1), sensor: true } as MeshShape;
  const { model, data } = scene(feels, 1, 0.35, 0.5);
  const begun: number[] = [];
  for (let k = 0; k < 400; k++) {
    step(model, data);
    for (const { code, time } of takeEvents(data)) if (code === events.contactBegin.code) begun.push(time);
  }
  expect(begun).toHaveLength(1);
});

test.each(["forces", "augmented-lagrangian"] as const)("%s: sensors tell what the rim bears", (type) => {
  const sensors = ["force.z", "normalForce"].map((q) => `contact/block:body/${q}`);
  const { model, data } = scene(boxMesh(0.2, 0.2, 0.2), 1, 0.199, 0.3, { formulation: { type }, sensors });
  for (let k = 0; k < 6000; k++) step(model, data);
  const read = (name: string) =>
    data.slot[(model.sensors.columns.find((c) => c.name === name) as { slot: number }).slot];
  // at rest: to what is left of the motion after 3 s
  expect(read(sensors[0])).toBeCloseTo(9.81, 4);
  // vertical normals of the block's top, and sides of the cube that bear against each other
  expect(read(sensors[1])).toBeGreaterThan(9.809);
});
