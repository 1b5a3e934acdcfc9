/** Example scenes after those of RPIsim: each keeps one promise, and every step is solved. */
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
import { overlapArea, overlapVolume, totalOverlap } from "../../proof/reference/convex-overlap.js";

const G = 9.81;

/** Runs a scene, for its whole duration unless told, and fails where a step is not solved or another status is raised. */
function run(
  name: string,
  params: Record<string, unknown> = {},
  seconds = Number.POSITIVE_INFINITY,
  each: (simulation: Simulation) => void = () => {},
): Simulation {
  const spec = buildScene(sceneByName(name) as Scene, params);
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
    const { rowError } = data.items.joints;
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
    const { rowError } = data.items.joints;
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
    // observed 8.7e-15 at most
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
  // observed 0
  expect(at(simulation, "coin")[2]).toBeCloseTo(0.025, 6);
  // observed 7.3e-17 at most
  expect(Math.hypot(...velocity(simulation, "coin"))).toBeLessThan(1e-6);
});

test("five single steps: free to move on, or at rest, with exact geometry; trapped or unsolved in the standard model", () => {
  const once = (params: Record<string, unknown>) => {
    const spec = buildScene(sceneByName("single-steps") as Scene, params);
    const model = compile(spec);
    const data = createData(model);
    const status = step(model, data);
    return { status, velocity: bodyVelocity(model, data, "moving") };
  };
  const start = { i1: [1, 0, 0], i2: [1, -1, 0], i3: [-1, 0, 0], i4: [0, 0, 1], i5: [0, 0, 0] };
  for (const [name, v] of Object.entries(start)) {
    const peg = once({ case: name });
    expect(peg.status).toBe(0);
    expect([...peg.velocity]).toEqual(v.map((x) => expect.closeTo(x, 9)));
    const standard = once({ case: name, contacts: "standard" });
    const change = Math.hypot(...standard.velocity.map((x, c) => x - v[c]));
    if (name === "i5") expect(standard.status & STATUS.notConverged).not.toBe(0);
    else expect(change).toBeGreaterThan(0.3);
  }
});

test("rotating rectangles: overlap by ½ (1 − cos ωh) m² after the first step, and by nothing with implicit", () => {
  const first = (params: Record<string, unknown>) => {
    let overlap = -1;
    run("rotating-rectangles", params, 1, (simulation) => {
      if (overlap < 0) overlap = totalOverlap(simulation, overlapArea);
    });
    return overlap;
  };
  for (const h of [0.01, 0.1, 0.5]) expect(first({ step: h })).toBeCloseTo(0.5 * (1 - Math.cos(h)), 12);
  expect(first({ step: 0.1, speed: 2 })).toBeCloseTo(0.5 * (1 - Math.cos(0.2)), 12);
  // 0.0025 m² without; two digits per round
  expect(first({ step: 0.1, implicit: 4 })).toBeLessThan(1e-6);
});

test("plastic row: 3 kg m/s in every step, 3/3.67 m/s in the end", () => {
  const masses = [1.5, 1, 0.25, 0.12, 0.8];
  const simulation = run("plastic-row", {}, 6, ({ data }) => {
    const momentum = masses.reduce((sum, m, k) => sum + m * data.bodyVel[6 * (k + 1) + 3], 0);
    expect(Math.abs(momentum - 3)).toBeLessThan(1e-12);
  });
  for (let k = 0; k < 5; k++) expect(velocity(simulation, `body-${k}`)[0]).toBeCloseTo(3 / 3.67, 9);
});

test("hanging rod: the joint opens by what its rows say; the sphere has the period of a physical pendulum", () => {
  const opening = (params: Record<string, unknown>, seconds = 5) => {
    let most = 0;
    run("hanging-rod", params, seconds, ({ data }) => {
      const [x, y, z, w] = data.bodyQuat.subarray(4, 8);
      const up = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
      most = Math.max(most, Math.hypot(...up.map((u, c) => data.bodyPos[3 + c] + 0.25 * u - (c === 2 ? 0.25 : 0))));
    });
    return most;
  };
  expect(Math.abs(opening({}) - 1.36e-4)).toBeLessThan(1e-6);
  // observed 9.0e-10 at most
  expect(Math.abs(opening({ rows: "velocity" }) - 6.68e-5)).toBeLessThan(2e-7);
  expect(opening({ rows: "none" })).toBeGreaterThan(0.01);
  // observed 1.4e-5 at most
  expect(opening({ rows: "none", correction: true })).toBeLessThan(1.8e-5);
  // a hinge: the joint opens by ½ h² ω² r with ω² of the fall of a point mass at most
  expect(opening({ body: "sphere" })).toBeLessThan(0.5e-4 * 0.25 * ((2 * G * (1 - Math.cos(Math.PI / 5))) / 0.25));
  const crossings: number[] = [];
  let before = -1;
  run("hanging-rod", { body: "sphere", step: 0.002 }, 5, (simulation) => {
    const x = at(simulation, "rod")[0];
    if (before < 0 && x >= 0) crossings.push(simulation.data.time);
    before = x;
  });
  // T = 2π √(I/(m g l)) (1 + θ²/16 + 11 θ⁴/3072), θ = π/5; the next term is 2e-4 of it, the scheme first order in 2 ms
  const swing = Math.PI / 5;
  const small = 2 * Math.PI * Math.sqrt((0.25 * 0.25 + 0.4 * 0.01) / (G * 0.25));
  const period = small * (1 + swing ** 2 / 16 + (11 * swing ** 4) / 3072);
  const mean = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
  expect(Math.abs(mean / period - 1)).toBeLessThan(0.005);
});

test("spheres on a cube: roll down at 5/7 g sin α, and all come off", () => {
  const speeds: number[] = [];
  run("spheres-on-cube", { layers: 1, side: 1 }, 1, (simulation) => {
    speeds.push(Math.hypot(...velocity(simulation, "ball-0")));
  });
  // on the face between 0.4 s and 1 s
  expect((speeds[99] - speeds[39]) / 0.6).toBeCloseTo((5 / 7) * G * Math.sin(0.2), 6);
  const simulation = run("spheres-on-cube");
  for (let k = 0; k < 18; k++) expect(at(simulation, `ball-${k}`)[2]).toBeLessThan(-1);
});

test("cube stack: lands in steps 40 and 57 and stays as it is", () => {
  const landed = [0, 0];
  const simulation = run("cube-stack", {}, 1, (now) => {
    for (const k of [0, 1])
      if (landed[k] === 0 && at(now, `cube-${k}`)[2] < k + 0.5 + 1e-6) landed[k] = Math.round(now.data.time / 0.005);
  });
  // 0.2 m and 0.4 m of semi-implicit fall
  expect(landed).toEqual([40, 57]);
  expect([...at(simulation, "cube-1")]).toEqual([0.03, 0, 1.5].map((x) => expect.closeTo(x, 9)));
});

test("icosahedron: rests on a face of its own, or slides off edge and tip", () => {
  const rest = run("icosahedron-landing", {}, 3, (simulation) => {
    // observed 5.4e-11 at most
    expect(totalOverlap(simulation, overlapVolume)).toBeLessThan(1e-6);
  });
  // an icosahedron's inradius is 0.794654 of its circumradius
  expect(at(rest, "icosahedron")[2]).toBeCloseTo(0.794654 * 0.5, 6);
  expect(Math.hypot(...velocity(rest, "icosahedron"))).toBeLessThan(1e-9);
  for (const onto of ["edge", "tetrahedron"]) {
    const off = run("icosahedron-landing", { onto }, 3, (simulation) => {
      // turning within a step: 0.3 m³ and 5 rad/s, (ω h)² of it and less
      expect(totalOverlap(simulation, overlapVolume)).toBeLessThan(1e-5);
    });
    expect(at(off, "icosahedron")[2]).toBeLessThan(-5);
  }
});

test("small triangles in a box: stay in it, and overlap no more than polygons may", () => {
  let sum = 0;
  const simulation = run("polygon-box", { shape: "triangle" }, 5, (now) => {
    sum += totalOverlap(now, overlapArea);
  });
  // the limit of row V10 for 10 ms
  expect(sum / 500).toBeLessThan(1e-5);
  for (let k = 0; k < 9; k++) expect(at(simulation, `polygon-0${k}`)[1]).toBeGreaterThan(0);
});
