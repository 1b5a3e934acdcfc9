/** Example scenes after those of RPIsim (spec of the experiments, section 8): each keeps one promise, and every step is solved. */
import {
  bodyPosition,
  bodyVelocity,
  buildScene,
  compile,
  createData,
  type Scene,
  type Simulation,
  STATUS,
  sensorValues,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";

const G = 9.81;

/** Runs a scene, for its whole duration unless told, and fails where a step is not solved or another status is raised. */
function run(
  name: string,
  params: Record<string, unknown> = {},
  seconds = Number.POSITIVE_INFINITY,
  each: (simulation: Simulation) => void = () => {},
): Simulation {
  const spec = buildScene(sceneByName(name) as Scene, params as never);
  const model = compile(spec);
  const simulation = { model, data: createData(model) };
  const steps = Math.round(Math.min(seconds, spec.duration as number) / model.options.timestep);
  let status = 0;
  for (let k = 0; k < steps; k++) {
    status |= step(model, simulation.data);
    each(simulation);
  }
  expect(status & STATUS.notConverged).toBe(0);
  expect(simulation.data.bodyPos.every(Number.isFinite)).toBe(true);
  return simulation;
}

const at = ({ model, data }: Simulation, body: string) => bodyPosition(model, data, body);
const velocity = ({ model, data }: Simulation, body: string) => bodyVelocity(model, data, body);

test("sliding block: a = g (sin α − μ cos α), or it sticks", () => {
  const a = G * (Math.sin(Math.PI / 12) - 0.2 * Math.cos(Math.PI / 12));
  // on the ramp, the velocities of the scheme are exact; friction of eight directions holds the one down the ramp
  expect(Math.hypot(...velocity(run("sliding-block", {}, 0.5), "block"))).toBeCloseTo(0.5 * a, 6);
  // and off: below the lower end of the ramp
  expect(at(run("sliding-block"), "block")[2]).toBeLessThan(-1);
  const stuck = run("sliding-block", { friction: 1 });
  expect(at(stuck, "block")[1]).toBeCloseTo(0.5 * Math.cos(Math.PI / 12) - 0.075 * Math.sin(Math.PI / 12), 9);
});

test("sphere drop: falls for √(2 · 9 m/g) and stays; the small sphere rolls off the large one", () => {
  let landed = 0;
  const drop = run("sphere-drop", {}, 3, (simulation) => {
    if (landed === 0 && at(simulation, "ball")[2] < 1 + 1e-9) landed = simulation.data.time;
  });
  // within two steps: the step of the scheme falls h v/2 too far per step
  expect(Math.abs(landed - Math.sqrt(18 / G))).toBeLessThan(0.02);
  expect(at(drop, "ball")[2]).toBeCloseTo(1, 9);
  expect(Math.hypot(...velocity(drop, "ball"))).toBeLessThan(1e-9);
  expect(at(run("sphere-drop", { onto: "sphere" }), "ball")[2]).toBeCloseTo(-2.75, 6);
});

test("joint tree: angular momentum about the vertical is torque times time, and stays", () => {
  /** Σ (r × m v + I ω)_z. */
  const momentum = ({ model, data }: Simulation) => {
    let sum = 0;
    for (let b = 1; b < model.bodyNames.length; b++) {
      const [x, y] = data.bodyPos.subarray(3 * b, 3 * b + 2);
      const [wx, wy, wz, vx, vy] = data.bodyVel.subarray(6 * b, 6 * b + 5);
      const [qx, qy, qz, qw] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
      const level = Number(model.bodyNames[b].split("-")[1]);
      const square = (1.6 / 2 ** level) ** 2;
      const inertia = level % 2 === 0 ? [0.01, 0.34, 0.34] : [0.34, 0.01, 0.34];
      // columns of the rotation: axes of the body in the world
      const axes = [
        [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw)],
        [2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw)],
        [2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy)],
      ];
      sum += x * vy - y * vx;
      for (let k = 0; k < 3; k++) {
        const along = axes[k][0] * wx + axes[k][1] * wy + axes[k][2] * wz;
        sum += square * inertia[k] * along * axes[k][2];
      }
    }
    return sum;
  };
  const gaps: number[] = [];
  const turned = run("joint-tree", {}, 3, ({ data }) => {
    const { rowError } = data.items.joints as unknown as { rowError: Float64Array };
    gaps.push(rowError.reduce((most, error) => Math.max(most, Math.abs(error)), 0));
  });
  // 30 N m for 3 s; half of a step's torque, and what open joints lever
  expect(Math.abs(momentum(turned) / 90 - 1)).toBeLessThan(0.5 / 300);
  expect(Math.abs(momentum(run("joint-tree")) / 90 - 1)).toBeLessThan(0.5 / 300);
  // a joint of position rows opens by the turning of a step: ½ (h ω)² of 1.6 m, ω < 3.5 rad/s
  expect(Math.max(...gaps)).toBeLessThan(1e-3);
});

test("smoke test: both bodies are off the tilted cube after 3 s (row V27)", () => {
  for (const second of ["cube", "icosahedron"]) {
    const simulation = run("smoke-test", { second });
    for (const name of ["cube", "half"]) expect(at(simulation, name)[2]).toBeLessThan(-2);
  }
});

test("leaning cards: stand with friction 0.2, slip apart with 0.05", () => {
  const stands = run("leaning-cards", {}, process.env.STICTION_FULL === "1" ? 2 : 0.3);
  const height = 0.005 * Math.sin(0.2) + 0.4 * Math.cos(0.2);
  for (const name of ["left", "right"]) expect(at(stands, name)[2]).toBeCloseTo(height, 6);
  // on the way down; without friction at the feet they would fall faster still
  expect(velocity(run("leaning-cards", { friction: 0.05 }, 0.3), "left")[2]).toBeLessThan(-0.05);
});

test("bowling: both balls are driven away together, and roll without slipping; the hinge stays closed", () => {
  let gap = 0;
  const simulation = run("bowling", {}, 3, ({ data }) => {
    const { rowError } = data.items.joints as unknown as { rowError: Float64Array };
    gap = rowError.reduce((most, error) => Math.max(most, Math.abs(error)), gap);
  });
  // of 0.4 m and 5 rad/s, ½ (h ω)² 0.4 m
  expect(gap).toBeLessThan(1e-3);
  const { model, data } = simulation;
  for (const name of ["ball-0", "ball-1"]) {
    const b = model.bodyNames.indexOf(name);
    expect(at(simulation, name)[0]).toBeGreaterThan(1);
    expect(data.bodyVel[6 * b + 3]).toBeCloseTo(0.1 * data.bodyVel[6 * b + 1], 6);
  }
});

test("tetrahedron and prism: slides off the ridge; after the slide both lie still against a wall", () => {
  expect(at(run("tetra-on-prism"), "tetrahedron")[2]).toBeLessThan(-1);
  const slide = run("tetra-on-prism", { start: "slide" });
  // flush on the floor
  for (const name of ["tetrahedron", "prism"]) expect(at(slide, name)[2]).toBeCloseTo(0.15, 6);
  expect(at(slide, "prism")[0]).toBeGreaterThan(-1.75 + 0.25);
});

test("two triangles: inelastic, with the momentum they had; or at rest on each other", () => {
  for (const variant of ["free", "floor"]) {
    const simulation = run("two-triangles", { variant });
    const [a, b] = ["first", "second"].map((name) => velocity(simulation, name)[0]);
    expect(a + b).toBeCloseTo(-2, 9);
    // not through each other, and not thrown back
    expect(a).toBeLessThanOrEqual(b + 1e-9);
  }
  const rest = at(run("two-triangles", { variant: "inverted" }), "second");
  expect(rest[0]).toBeCloseTo(-0.015, 9);
  expect(rest[1]).toBeCloseTo(Math.SQRT2, 9);
});

test("rolling cart: from rest v = M g sin α t/(M + n I/r²), n wheels spun up of four; drives make it faster", () => {
  for (const [wheels, inertia] of [
    ["cylinder", 0.5],
    ["sphere", 0.4],
  ] as const) {
    const speed = (torque: number) => Math.hypot(...velocity(run("rolling-cart", { wheels, torque }, 3), "chassis"));
    const push = 5 * G * Math.sin(Math.atan(0.17)) * 3;
    const free = speed(0);
    // load on four wheels is not unique: two may bear all of it, and one that bears none need not turn
    expect(free).toBeGreaterThan(push / (5 + 4 * inertia));
    expect(free).toBeLessThan(push / (5 + 2 * inertia));
    expect(speed(0.7)).toBeGreaterThan(free + 0.5);
  }
});

test("ten balls: stay in the box, and energy does not grow", () => {
  const energies: number[] = [];
  const value = new Float64Array(1);
  const simulation = run("ten-balls", {}, 2, ({ model, data }) => {
    // the only sensor of the scene is its energy
    sensorValues(model, data, value);
    energies.push(value[0]);
  });
  // round-off of some 100 J
  for (let k = 1; k < energies.length; k++) expect(energies[k] - energies[k - 1]).toBeLessThan(1e-6);
  for (let k = 0; k < 10; k++) {
    const [x, y, z] = at(simulation, `ball-${k}`);
    // radii are at least 0.1 m
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.9 + 1e-6);
    expect(z).toBeGreaterThan(-0.9 - 1e-6);
  }
});

test("pachinko: every ball comes through the pins to the ground", () => {
  const simulation = run("pachinko");
  for (let k = 0; k < 16; k++) expect(at(simulation, `ball-${k}`)[2]).toBeLessThan(-2.5);
});

test("regular solids: two stay on the cube at rest, two go over its edge", () => {
  const simulation = run("mesh-medley");
  for (const name of ["icosahedron", "dodecahedron"]) {
    expect(at(simulation, name)[2]).toBeGreaterThan(0.3);
    expect(Math.hypot(...velocity(simulation, name))).toBeLessThan(1e-6);
  }
  // a dodecahedron rests on a face: its inradius is 0.7947 of the circumradius
  expect(at(simulation, "dodecahedron")[2]).toBeCloseTo(0.794654 * 0.8, 5);
  for (const name of ["tetrahedron", "octahedron"]) expect(at(simulation, name)[2]).toBeLessThan(-4);
});

test("row of boxes: held by friction, or dropped", () => {
  const held = run("squeeze-grasp");
  // one step of free fall is g h² = 1 mm, until the jaws press
  for (let k = 0; k < 3; k++) expect(Math.abs(at(held, `box-${k}`)[2])).toBeLessThan(2e-3);
  // 2 μ F = 2 N against 9.81 N
  expect(at(run("squeeze-grasp", { boxes: 1, friction: 0.1 }, 1), "box-0")[2]).toBeLessThan(-1);
});

test("rolling coin: comes to lie flat", () => {
  const simulation = run("rolling-coin");
  expect(at(simulation, "coin")[2]).toBeCloseTo(0.025, 6);
  expect(Math.hypot(...velocity(simulation, "coin"))).toBeLessThan(1e-6);
});

test("cube through a gap: falls freely", () => {
  // semi-implicit: n steps fall g h² n (n + 1)/2
  expect(at(run("box-drop"), "cube")[2]).toBeCloseTo(1.2 - (G * 1e-4 * 100 * 101) / 2, 9);
});
