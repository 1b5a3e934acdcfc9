/** Scenes of contact from the rim [Moisio2013, chapters 4–6]: each keeps its promise. `verify` (moisio.v…) measures the same physics against published figures. */
import {
  bodyPosition,
  bodyVelocity,
  buildScene,
  compile,
  createData,
  geometry,
  type Scene,
  type Simulation,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { headMesh } from "../../scenes/parts/head.js";
import { loose, type MeshShape, octaSphere, tray } from "../../scenes/parts/meshes.js";

const full = process.env.STICTION_FULL === "1";

function start(name: string, params: Record<string, unknown> = {}): Simulation {
  const model = compile(buildScene(sceneByName(name) as Scene, params));
  return { model, data: createData(model) };
}

function run(simulation: Simulation, seconds: number, each: () => void = () => {}): Simulation {
  const { model, data } = simulation;
  const steps = Math.round(seconds / model.options.timestep);
  let status = 0;
  for (let k = 0; k < steps; k++) {
    status |= step(model, data);
    each();
  }
  expect(status).toBe(0);
  return simulation;
}

const at = ({ model, data }: Simulation, body: string) => bodyPosition(model, data, body);

/** First peak of a body after it has bounced: height, m, and time, s. */
function firstPeaks(simulation: Simulation, seconds: number, bodies: readonly string[]) {
  const { model, data } = simulation;
  const peaks: Record<string, { height: number; time: number }> = {};
  const before = new Map<string, number>();
  run(simulation, seconds, () => {
    for (const body of bodies) {
      const rate = bodyVelocity(model, data, body)[2];
      if ((before.get(body) ?? 0) > 0 && rate <= 0)
        peaks[body] ??= { height: at(simulation, body)[2], time: data.time };
      before.set(body, rate);
    }
  });
  return peaks;
}

describe("normal laws", () => {
  const LAWS = ["hertz", "hunt-crossley", "lankarani-nikravesh", "flores", "rim"];

  test("elastic: all return to 1 m, the softer later", () => {
    const half = firstPeaks(start("normal-laws", { restitution: 1, timestep: 2e-4 }), 0.85, LAWS);
    for (const law of LAWS) expect(half[law].height).toBeCloseTo(1, 3);
    // peak times of the reference runs, four digits; steps of 0.2 ms end no later after the peak
    for (const law of LAWS.slice(0, 4)) expect(Math.abs(half[law].time - 0.8364)).toBeLessThan(2.5e-4);
    expect(Math.abs(half.rim.time - 0.8392)).toBeLessThan(2.5e-4);
    const whole = firstPeaks(start("normal-laws", { restitution: 1, correction: 1, timestep: 2e-4 }), 0.85, ["rim"]);
    expect(Math.abs(whole.rim.time - 0.8314)).toBeLessThan(2.5e-4);
  });

  test("damped: only Flores' come near ε", () => {
    const peaks = firstPeaks(start("normal-laws", { restitution: 0.5, modulus: 2.1e6, timestep: 2e-4 }), 0.75, LAWS);
    // 0.2 + 0.8 e² with the e of the law; weight during the impact costs up to 1.5 % of the height
    const heights = { "hunt-crossley": 0.663, "lankarani-nikravesh": 0.725, flores: 0.47, rim: 0.47 };
    for (const [law, e] of Object.entries(heights)) {
      expect(Math.abs(peaks[law].height - 0.2 - 0.8 * e * e), law).toBeLessThan(0.012);
    }
  });
});

test("mesh spheres bounce as mathematical ones do; friction takes height from elastic ones", () => {
  const peaks = firstPeaks(start("mesh-spheres"), 0.55, ["mesh", "sphere"]);
  // 20 mm, as in `verify moisio.v12`
  expect(Math.abs(peaks.mesh.height - peaks.sphere.height)).toBeLessThan(0.02);
  const without = firstPeaks(start("mesh-spheres", { restitution: 1 }), 0.73, ["mesh"]);
  const rubbed = firstPeaks(start("mesh-spheres", { restitution: 1, friction: true }), 0.73, ["mesh"]);
  expect(without.mesh.height - rubbed.mesh.height).toBeGreaterThan(0.005);
});

test("cubes: elastic ones return to 1 m, friction alone slows them", () => {
  const elastic = firstPeaks(start("mesh-cubes"), 0.83, ["cube"]);
  // 0.1 %, as in `verify moisio.v19`
  expect(Math.abs(elastic.cube.height - 1)).toBeLessThan(1e-3);
  const rubbed = firstPeaks(start("mesh-cubes", { friction: true }), 0.83, ["cube"]);
  // three digits of the reference run
  expect(Math.abs(rubbed.cube.height - 0.988)).toBeLessThan(1e-3);
});

describe("meshes that are made here", () => {
  const inspect = ({ vertices, faces }: MeshShape) => {
    const made = geometry.meshFromFaces(Float64Array.from(vertices.flat()), faces);
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    return { mesh: made.mesh, problems: geometry.inspectMesh(made.mesh) };
  };

  test("the head is closed, faces outwards, and is far from convex", () => {
    for (const n of [4, 11, 12, 20]) {
      const head = headMesh(0.14, n);
      expect(head.faces).toHaveLength(8 * n * n);
      const { mesh, problems } = inspect(head);
      expect(problems).toMatchObject({ closed: true });
      expect(geometry.meshMass(mesh).volume).toBeGreaterThan(0.011);
    }
    // a corner of the hull's inside: the eye sockets lie behind the line from muzzle to brow
    const { vertices } = headMesh(1, 20);
    const radius = (x: number, y: number, z: number) => {
      const r = Math.hypot(x, y, z);
      let best = [-2, 0];
      for (const v of vertices) {
        const length = Math.hypot(...v);
        const cosine = (v[0] * x + v[1] * y + v[2] * z) / (r * length);
        if (cosine > best[0]) best = [cosine, length];
      }
      return best[1];
    };
    expect(radius(0.36, -0.9, 0.22)).toBeLessThan(0.9);
    expect(radius(0, -0.92, -0.4)).toBeGreaterThan(1.2);
    expect(radius(0.96, 0.1, 0.25)).toBeGreaterThan(1.6);
    expect(radius(0.7, 0.6, 0.25)).toBeLessThan(1.1);
  });

  test("the tray is closed, with the volume of its floor and walls", () => {
    const { mesh, problems } = inspect(tray(1.5, 0.45, 0.1));
    expect(problems).toMatchObject({ closed: true });
    expect(geometry.meshMass(mesh).volume).toBeCloseTo(1.7 * 1.7 * 0.55 - 1.5 * 1.5 * 0.45, 12);
  });

  test("loose triangles share nothing", () => {
    const soup = loose(octaSphere(3));
    expect(soup.vertices).toHaveLength(3 * soup.faces.length);
  });
});

test("mixed objects come to rest inside of the container, at 1.5 ms", () => {
  for (const seed of full ? [1, 2, 3, 4, 5, 6] : [1]) {
    const simulation = run(start("mixed-objects", { seed }), full ? 12 : 2);
    const { model, data } = simulation;
    for (const body of ["box-0", "sphere-0", "head-0"]) {
      const [x, y, z] = at(simulation, body);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.75);
      expect(z).toBeGreaterThan(0.1);
      expect(z).toBeLessThan(0.6);
      // the facetted sphere still rocks a little after 2 s
      expect(Math.hypot(...bodyVelocity(model, data, body))).toBeLessThan(full ? 0.02 : 0.3);
    }
  }
});

test("a heap of heads stays in its tray", () => {
  const count = full ? 24 : 6;
  const simulation = run(start("head-heap", { count, detail: full ? 12 : 6 }), full ? 4 : 0.9);
  for (let k = 0; k < count; k++) {
    const [x, y, z] = at(simulation, `head-${k}`);
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1.2);
    expect(z).toBeGreaterThan(0.05);
    expect(z).toBeLessThan(0.8);
  }
});

test("grasp: bristles hold, smoothed Coulomb friction creeps", () => {
  const speed = ({ model, data }: Simulation) => bodyVelocity(model, data, "workpiece")[2];
  const held = run(start("friction-grasp"), full ? 20 : 1.5);
  expect(Math.abs(speed(held))).toBeLessThan(1e-9);
  expect(at(held, "workpiece")[2]).toBeGreaterThan(-0.01);
  const slides = run(start("friction-grasp", { friction: "coulomb" }), 1);
  // v_r s/√(1 − s²), s = W/(2 μ N) = 0.425, v_r = 50 mm/s
  expect(Math.abs(speed(slides) + 0.02348)).toBeLessThan(2e-4);
});

describe("towers", () => {
  test("straight: stays aligned", () => {
    const simulation = run(start("cube-tower", { layout: "straight" }), full ? 10 : 0.4);
    for (let k = 0; k < 5; k++) expect(Math.hypot(...at(simulation, `cube-${k}`).slice(0, 2))).toBeLessThan(1e-3);
  });

  test("shifted: topples about the lowest cube, which stays", () => {
    const simulation = run(start("cube-tower", { layout: "shifted" }), 0.6);
    expect(bodyVelocity(simulation.model, simulation.data, "cube-4")[0]).toBeGreaterThan(0.5);
    expect(Math.abs(at(simulation, "cube-0")[0])).toBeLessThan(1e-3);
  });

  test("balanced: stands", () => {
    const simulation = run(start("cube-tower"), full ? 10 : 0.4);
    // reference runs: 7.6 and 11 mm while the stack is compressed
    [0, 0.05, 0.1, 0.05, 0].forEach((x, k) => {
      expect(Math.abs(at(simulation, `cube-${k}`)[0] - x)).toBeLessThan(0.015);
    });
  });
});

test("open meshes are carried by an open mesh", () => {
  const simulation = run(start("open-meshes"), full ? 4 : 1);
  for (const body of ["ball", "shell", "soup"]) {
    const [, , z] = at(simulation, body);
    // radius 0.2, facets up to 6 mm inside, pressed in by a few mm
    expect(z).toBeGreaterThan(0.185);
    expect(z).toBeLessThan(0.2);
  }
});
