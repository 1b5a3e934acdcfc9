/** Scenes of parts that fit into each other: what each promises. `verify own.assembly` measures depths and noise of all of them. */
import { buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";

function start(name: string, params: Record<string, unknown> = {}) {
  const model = compile(buildScene(sceneByName(name) as Scene, params));
  expect(model.warnings).toEqual([]);
  const data = createData(model);
  const read = (sensor: string) => {
    const column = model.sensors.columns.find((c) => c.name === sensor);
    return data.slot[column!.slot];
  };
  const run = (seconds: number) => {
    let status = 0;
    const steps = Math.round(seconds / model.options.timestep);
    for (let k = 0; k < steps; k++) status |= step(model, data);
    expect(status).toBe(0);
  };
  return { model, data, run, read };
}

test("shaft-in-bearing: bears its load on the crescent, and climbs to the angle of friction", () => {
  const { run, read } = start("shaft-in-bearing");
  run(0.3);
  expect(read("force.z")).toBeCloseTo(100, 0);
  // μ = 0.1, and what the damped layer adds as it is pressed on one side and let go on the other: a ω e, 0.02
  const climbs = -read("aside") / read("height");
  expect(climbs).toBeGreaterThan(0.09);
  expect(climbs).toBeLessThan(0.16);
});

test("dovetail-slide: pulled by μ (N_base + N_flank) it keeps its speed", () => {
  const { run, read } = start("dovetail-slide");
  run(0.4);
  const speed = read("speed");
  run(0.6);
  expect(read("speed")).toBeCloseTo(speed, 4);
  const flank = 30 / Math.sin(Math.PI / 3);
  expect(read("load")).toBeCloseTo(2 * 9.81 + 1.5 * flank, 2);
});

test("u-channel with a block: floor and wall bear m g and the push, and it keeps its speed", () => {
  const { run, read } = start("u-channel", { moving: "block", aside: 25 });
  run(0.4);
  const speed = read("speed");
  run(0.4);
  expect(read("speed")).toBeCloseTo(speed, 6);
  expect(read("force.z")).toBeCloseTo(5 * 9.81, 6);
  expect(read("force.x")).toBeCloseTo(-25, 6);
});

test("keyed-shaft: the key takes the hub along", () => {
  const { run, read } = start("keyed-shaft");
  run(0.5);
  expect(read("speed")).toBeCloseTo(2 * Math.PI, 3);
  // lags by the play of both flanks and twice the depth at the edge that it leans on, three times 2 × 23 µm at most: 0.3 mm of 20 mm
  expect(Math.abs(read("angle") - Math.PI)).toBeLessThan(0.016);
});

test("geneva-drive: one turn of the crank is a quarter turn of the wheel, by steps", () => {
  const { run, read } = start("geneva-drive");
  run(2);
  // play of 20 µm and the last of the push, of 0.07 m
  expect(read("angle")).toBeCloseTo(-Math.PI / 2, 2);
  expect(Math.abs(read("speed"))).toBeLessThan(1e-6);
});

test("bolt-in-nut: a turn is the pitch; lifting takes F P/2π and friction", () => {
  const { run, read } = start("bolt-in-nut", { friction: 0, speed: -4 * Math.PI });
  run(0.4);
  const before = read("height");
  run(0.5);
  expect(read("height") - before).toBeCloseTo(0.006, 6);
  expect(-read("torque.z")).toBeCloseTo((9.81 * 0.006) / (2 * Math.PI), 4);
  const rough = start("bolt-in-nut", { friction: 0.1 });
  rough.run(0.2);
  // bristles stand on an ellipse with the second moments of the ring: 2/3 √2 r_g = 11.7 mm, of 12.3 mm
  const more = -rough.read("torque.z") - (9.81 * 0.006) / (2 * Math.PI);
  expect(more / (0.1 * 9.81 * 0.0117)).toBeCloseTo(1, 1);
});

test("gear-pair by volume: the wheel turns by z/z′, pushed by T/r_b", () => {
  const { run, read } = start("gear-pair", { volumetric: true, friction: 0, speed: 1 });
  run(0.5);
  expect(read("joint/shaft/position")).toBeCloseTo((-0.5 * 18) / 27, 2);
  const base = 0.27 * Math.cos((20 * Math.PI) / 180);
  expect(read("contact/driver:wheel/normalForce") / (5 / base)).toBeCloseTo(1, 1);
});

test("threads are solids: closed, not inside out, without crossing themselves", () => {
  // meshes that are not are refused when they are compiled
  const { model } = start("bolt-in-nut", { facets: 48, pitch: 0.004 });
  const { solids } = model.systems.volumetric;
  const volumes = solids.filter((solid) => solid?.mesh && !solid.round).map((solid) => solid!.mesh!.nf);
  // eight and three turns, 48 corners, four quads each, ends of two triangles
  expect(volumes.slice(0, 2).sort((a, b) => b - a)).toEqual([8 * 48 * 8 + 4, 3 * 48 * 8 + 4].sort((a, b) => b - a));
});
