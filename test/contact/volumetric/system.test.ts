/** Volumetric contact in scenes: tangent of the step, choices of geometry, what is refused, what is deep. */
import {
  addBody,
  bodyPosition,
  bodyVelocity,
  compile,
  createData,
  type ShapeSpec,
  type Spec,
  SpecError,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";
import { beginContacts } from "../../../src/contact/contact-step.js";
import { addVolumeTangent } from "../../../src/contact/volumetric/volume-tangent.js";
import { tangentError } from "../../judges/contact-tangent.js";

const H = 1e-3;
const BOX = { type: "box", halfExtents: [0.5, 0.25, 0.25] } satisfies ShapeSpec;
/** Deep enough to bear its weight. */
const RESTING = { position: [0, 0, 0.25 - 1.962e-5] };
const FLOOR = { type: "box", halfExtents: [3, 2, 0.25], position: [0, 0, -0.25] } satisfies ShapeSpec;

function scene(more: object = {}, law: object = {}, floor: ShapeSpec = FLOOR, block: object = {}): Spec {
  return {
    timestep: H,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: { friction: 0.5, contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, damping: 1, ...law } },
    },
    bodies: [
      { name: "floor", type: "static", material: "layer", shapes: [floor] },
      { name: "block", mass: 1, material: "layer", position: [0, 0, 0.2499], shapes: [BOX], ...block },
    ],
    ...more,
  };
}

function run(spec: Spec, steps: number) {
  const model = compile(spec);
  const data = createData(model);
  let status = 0;
  for (let k = 0; k < steps; k++) status |= step(model, data);
  return { model, data, status, at: bodyPosition(model, data, "block"), velocity: bodyVelocity(model, data, "block") };
}

function worst(spec: Spec, steps: number): number {
  const { model, data } = run(spec, steps);
  const volumes = data.systems.volumetric;
  return tangentError(model, data, {
    bodies: ["block", "floor"],
    begin: (weight) => beginContacts(model, data, H, weight),
    add(tangent) {
      expect(volumes.count).toBe(1);
      addVolumeTangent(model, data, tangent);
    },
    by: 1e-9,
  });
}

describe("tangent", () => {
  // forces turn with their levers when bodies turn, which is left out: weight × lever over stiffness × area moment, 10 N × 0.25 m of 4e4 N m/rad
  test.each([
    ["held", {}, {}],
    ["sliding", { velocity: [0.5, 0.2, 0] }, {}],
    ["spinning and sliding", { velocity: [0.2, 0, 0], angularVelocity: [0, 0, 3] }, {}],
    ["spinning and sliding, as a disk", { velocity: [0.2, 0, 0], angularVelocity: [0, 0, 3] }, { friction: "disk" }],
    [
      "spinning and sliding, by the average",
      { velocity: [0.2, 0, 0], angularVelocity: [0, 0, 3] },
      { friction: "average" },
    ],
    ["as printed", { velocity: [0.2, 0, 0], angularVelocity: [0, 0, 3] }, { friction: "literal", slipSpeed: 1 }],
  ] as const)("%s: equals differences", (_what, block, law) => {
    expect(worst(scene({}, law, FLOOR, { ...RESTING, ...block }), 10)).toBeLessThan(5e-4);
  });
});

describe("geometry", () => {
  const moving = { ...RESTING, velocity: [0.3, 0.1, 0], angularVelocity: [0, 0, 2] };

  test("a plane is a floor without ends", () => {
    const box = run(scene({}, {}, FLOOR, moving), 300);
    const plane = run(scene({}, {}, { type: "plane" }, moving), 300);
    // the same sums over other faces: round-off, through 300 steps of friction
    for (let k = 0; k < 3; k++) expect(plane.at[k]).toBeCloseTo(box.at[k], 9);
  });

  test("it does not matter which body is A", () => {
    const other = scene({}, {}, FLOOR, moving) as { bodies: { name: string }[] };
    other.bodies[0].name = "a-floor";
    const one = run(scene({}, {}, FLOOR, moving), 300);
    const two = run(other, 300);
    for (let k = 0; k < 3; k++) {
      expect(two.at[k]).toBeCloseTo(one.at[k], 9);
      expect(two.velocity[k]).toBeCloseTo(one.velocity[k], 8);
    }
  });

  test("found in every iteration or once per step: the same motion", () => {
    // damped, lest it rattle: then both differ as two rattles do
    const once = run(scene({}, { damping: 20 }, FLOOR, moving), 300);
    const always = run(scene({}, { damping: 20, detect: "iteration" }, FLOOR, moving), 300);
    // what is frozen is of the second order in the corrections of Newton's method, some µm of 0.1 mm
    for (let k = 0; k < 3; k++) expect(Math.abs(always.at[k] - once.at[k])).toBeLessThan(1e-5);
  });

  test("plane rims: their normal is that of the vector area", () => {
    const area = run(scene({}, {}, FLOOR, moving), 100);
    const contour = run(scene({}, { normal: "contour" }, FLOOR, moving), 100);
    for (let k = 0; k < 3; k++) expect(contour.at[k]).toBeCloseTo(area.at[k], 9);
  });

  test("two legs are two regions, each with its half of the load", () => {
    const legs = [-0.4, 0.4].map(
      (x) => ({ type: "box", halfExtents: [0.1, 0.25, 0.25], position: [x, 0, 0] }) satisfies ShapeSpec,
    );
    const { data, at } = run(scene({}, { damping: 10 }, FLOOR, { shapes: legs }), 1500);
    expect(data.systems.volumetric.count).toBe(2);
    expect(at[2]).toBeCloseTo(0.25 - 9.81 / (1e6 * 0.2), 9);
  });

  test("one mesh with two legs is two regions as well", () => {
    const outline = [
      [-0.5, 0.3], [-0.5, -0.3], [-0.3, -0.3], [-0.3, 0], [0.3, 0], [0.3, -0.3], [0.5, -0.3], [0.5, 0.3],
    ]; // biome-ignore format: an outline
    const n = outline.length;
    const all = outline.map((_, k) => k);
    const bridge = {
      type: "mesh",
      vertices: [0.25, -0.25].flatMap((y) => outline.map(([x, z]) => [x, y, z])),
      faces: [[...all].reverse(), all.map((k) => n + k), ...all.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k])],
    } satisfies ShapeSpec;
    const { data, at, model } = run(
      scene({}, { damping: 10 }, FLOOR, { shapes: [bridge], position: [0, 0, 0.3], inertia: [0.04, 0.1, 0.1] }),
      1500,
    );
    expect(model.warnings).toEqual([]);
    expect(data.systems.volumetric.count).toBe(2);
    expect(at[2]).toBeCloseTo(0.3 - 9.81 / (1e6 * 0.2), 8);
  });

  test("a ball on a plane or a box sinks as its cap says; an ellipsoid on a box by its facets, better the more there are", () => {
    const ball = { type: "sphere", radius: 0.25 } satisfies ShapeSpec;
    const depth = (facets: number, floor: ShapeSpec, shape: object = ball) => {
      const { at } = run(scene({}, { damping: 10, facets }, floor, { shapes: [shape], position: [0, 0, 0.25] }), 1500);
      return 0.25 - at[2];
    };
    // π δ² (R − δ/3) K = m g
    let exact = 3e-3;
    for (let k = 0; k < 50; k++) exact = Math.sqrt(9.81e-6 / (Math.PI * (0.25 - exact / 3)));
    expect(depth(32, { type: "plane" })).toBeCloseTo(exact, 12);
    expect(depth(32, FLOOR)).toBeCloseTo(exact, 12);
    const same = { type: "ellipsoid", semiAxes: [0.25, 0.25, 0.25] } satisfies ShapeSpec;
    const [coarse, fine] = [32, 64].map((facets) => Math.abs(depth(facets, FLOOR, same) - exact));
    // inscribed triangles: R π²/(2 N²) at most
    expect(fine).toBeLessThan((0.25 * Math.PI ** 2) / (2 * 64 ** 2));
    expect(fine).toBeLessThan(coarse);
  });
});

describe("what does not fit", () => {
  test("an open mesh is refused, with its triangles and a way to mend it", () => {
    const open = {
      type: "mesh",
      vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
      faces: [[0, 2, 1], [0, 1, 3], [0, 3, 2]],
    } satisfies ShapeSpec; // biome-ignore format: a tetrahedron without a face
    expect(() => compile(scene({}, {}, FLOOR, { shapes: [open], inertia: [1, 1, 1] }))).toThrow(SpecError);
    expect(() => compile(scene({}, {}, FLOOR, { shapes: [open], inertia: [1, 1, 1] }))).toThrow(
      /bodies\[1\]\.shapes\[0\].*solid/s,
    );
  });

  test("a height field is solid below, a chain link bounds no volume: a punch, and a warning", () => {
    const field = { type: "height-field", heights: [[0, 0, 0], [0, 0, 0], [0, 0, 0]], dx: 1, dy: 1 } satisfies ShapeSpec; // biome-ignore format: a flat field
    expect(compile(scene({}, {}, field)).warnings).toEqual([]);
    const link = { type: "chain-link", radius: 0.1, wire: 0.02 } satisfies ShapeSpec;
    expect(compile(scene({}, {}, link)).warnings.join()).toMatch(/chain-link.*bounds none/);
  });

  test("a ball inside a box is pushed out, finite and without an end of force", () => {
    const ball = { shapes: [{ type: "sphere", radius: 0.05 }], position: [0.1, 0.05, -0.1] };
    const { data } = run(scene({}, { facets: 16 }, FLOOR, ball), 200);
    expect([...data.bodyPos, ...data.bodyVel].every(Number.isFinite)).toBe(true);
    expect(Math.hypot(...data.bodyVel.subarray(9, 12))).toBeLessThan(100);
  });

  test("other formulations say so", () => {
    const { warnings } = compile(scene({ formulation: { type: "impulse" } }));
    expect(warnings.length).toBeLessThan(2);
  });
});

test("dwell time: what has just come to rest is let go sooner than what has lain", () => {
  const law = (dwellTime: number) => ({ damping: 10, dwellTime });
  const spec = (dwellTime: number, wait: number) =>
    scene(
      {
        materials: {
          layer: {
            friction: 0.8,
            kineticFriction: 0.4,
            contact: { type: "volumetric", modulus: 1e5, thickness: 0.1, ...law(dwellTime) },
          },
        },
        // 6 N of a weight of 9.81 N: between both
        controllers: [
          {
            type: "profile",
            name: "push",
            output: "bodies.block.force.x",
            times: [wait, wait + 0.05],
            values: [0, 6],
            between: "linear",
          },
        ],
      },
      {},
      FLOOR,
      { position: [0, 0, 0.25 - 1.962e-5] },
    );
  const speedAfter = (dwellTime: number, wait: number) =>
    run(spec(dwellTime, wait), Math.round((wait + 0.3) / H)).velocity[0];
  expect(speedAfter(0.5, 0.02)).toBeGreaterThan(0.1);
  expect(Math.abs(speedAfter(0.5, 3))).toBeLessThan(1e-6);
  expect(Math.abs(speedAfter(0, 0.02))).toBeLessThan(1e-2);
});

test("what sticks goes on sticking when a body is added", () => {
  const tilt = (10 * Math.PI) / 180;
  const gravity = [9.81 * Math.sin(tilt), 0, -9.81 * Math.cos(tilt)];
  const { model, data } = run(scene({ gravity }, { damping: 10 }, FLOOR, RESTING), 2000);
  const before = bodyPosition(model, data, "block")[0];
  const more = addBody(
    { model, data },
    {
      name: "ball",
      mass: 1,
      position: [2, 0, 3],
      shapes: [{ type: "sphere", radius: 0.1 }],
    },
  );
  for (let k = 0; k < 100; k++) step(more.model, more.data);
  // bristles that started anew would give way by m g sin θ/k_t = 4e-5 m
  expect(Math.abs(bodyPosition(more.model, more.data, "block")[0] - before)).toBeLessThan(1e-8);
});
