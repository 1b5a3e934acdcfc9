/** A form that is not among those that ship: one file (`rounded-box-shape.ts`, as in docs/guide/extend.md) and one line. */
import { readFileSync } from "node:fs";
import { compileUntyped, createData, defaultItems, geometry, query, sensorValues, step } from "stiction";
import { describe, expect, test } from "vitest";
import { createCollider } from "../../src/collision/narrow/collider.js";
import { contactsOf, routinesOf, separationOf } from "../../src/collision/narrow/pair-table.js";
import { createSeparation, createSink, KIND } from "../../src/collision/narrow/types.js";
import type { Vec3 } from "../../src/math/vec3.js";
import type { ShapeGeometry } from "../../src/model/shape.js";
import { blocksOf } from "../docs/markdown.js";
import { random } from "../geometry/random.js";
import { roundedBox } from "./rounded-box-shape.js";

const items = { ...defaultItems, shapes: { ...defaultItems.shapes, "rounded-box": roundedBox } };
const geometryOf = (halfExtents: Vec3, radius: number): ShapeGeometry => {
  const made = roundedBox.prepare({ halfExtents, radius });
  if (typeof made === "string") throw new Error(made);
  return made;
};

/** Signed distance of a point in the frame of the box: that from the core, less the radius. */
function signedDistance([a, b, c]: readonly number[], r: number, p: readonly number[]): number {
  const q = [Math.abs(p[0]) - a + r, Math.abs(p[1]) - b + r, Math.abs(p[2]) - c + r];
  const outside = Math.hypot(...q.map((x) => Math.max(x, 0)));
  return outside + Math.min(Math.max(...q), 0) - r;
}

test("is the file of the guide", () => {
  const block = blocksOf("docs/guide/extend.md").find(({ file }) => file === "rounded-box.ts");
  expect(block?.text.trim()).toBe(readFileSync(new URL("./rounded-box-shape.ts", import.meta.url), "utf8").trim());
});

describe("a rounded box", () => {
  const half: Vec3 = [0.5, 0.3, 0.2];
  const radius = 0.1;

  test("has the mass of its triangles, in the limit of fine ones", () => {
    const { mass, drawing } = geometryOf(half, radius);
    // inscribed triangles: the error falls by four with each level; the drawing is level 3, the coarse one level 2
    const [coarse, fine] = [geometryOf(half, radius).triangles!(10), drawing()].map((m) => geometry.meshMass(m));
    const limit = (x: number, y: number) => (4 * y - x) / 3;
    // next term of the extrapolation, h⁴: observed 2e-4
    expect(limit(coarse.volume, fine.volume) / mass!.volume).toBeCloseTo(1, 3);
    for (let k = 0; k < 3; k++) expect(limit(coarse.inertia[k], fine.inertia[k]) / mass!.inertia[k]).toBeCloseTo(1, 3);
    // without a core's extent along any axis it is a sphere
    const sphere = geometryOf([radius + 1e-12, radius + 1e-12, radius + 1e-12], radius).mass!;
    expect(sphere.volume).toBeCloseTo((4 / 3) * Math.PI * radius ** 3, 9);
    expect(sphere.inertia[0]).toBeCloseTo(0.4 * sphere.volume * radius ** 2, 9);
  });

  test("is drawn closed and outward", () => {
    expect(geometry.inspectMesh(geometryOf(half, radius).drawing()).problems).toEqual([]);
  });

  test("meets spheres by the general routine at the distance of the closed form", () => {
    const box = createCollider(geometryOf(half, radius));
    const ball = createCollider(prepared("sphere", { radius: 0.15 }));
    const out = createSeparation();
    const rnd = random(19);
    for (let i = 0; i < 300; i++) {
      const p = [0, 1, 2].map(() => 2.4 * (rnd() - 0.5));
      const exact = signedDistance(half, radius, p) - 0.15;
      separationOf(box, Float64Array.of(0, 0, 0, 0, 0, 0, 1), 0, ball, Float64Array.of(...p, 0, 0, 0, 1), 0, out);
      // inside the core the shortest way out is by a face, as in the closed form; EPA ends within 1e-7 of the size
      expect(Math.abs(out.values[0] - exact)).toBeLessThan(1e-7);
    }
  });

  const others: [string, object][] = [
    ["sphere", { radius: 0.3 }],
    ["capsule", { radius: 0.2, halfLength: 0.3 }],
    ["box", { halfExtents: [0.3, 0.2, 0.4] }],
    ["cylinder", { radius: 0.3, halfLength: 0.2 }],
    ["cone", { radius: 0.3, height: 0.5 }],
    ["ellipsoid", { semiAxes: [0.4, 0.3, 0.2] }],
    ["prism", { sides: 5, radius: 0.3, height: 0.4 }],
    ["rounded-box", { halfExtents: [0.3, 0.3, 0.2], radius: 0.05 }],
    ["torus", { radius: 0.4, tube: 0.1 }],
    ["chain-link", { radius: 0.3, wire: 0.1, halfLength: 0.2 }],
    ["mesh", { vertices: [[-1, -1, -0.1], [1, -1, -0.1], [0, 1, -0.1], [0, 0, 0.4]], faces: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] }],
    ["height-field", { heights: [[0, 0.1, 0], [0, 0.2, 0], [0.1, 0, 0]] }],
    ["plane", {}],
  ]; // biome-ignore format: a list

  test.each(others)("a %s meets it: the same gap in both orders, and contacts at the first touch", (type, params) => {
    const box = createCollider(geometryOf(half, radius));
    const other = createCollider(prepared(type, params));
    expect(box.kind).toBe(KIND.convex);
    expect(routinesOf(box, other)).not.toBeNull();
    // from above: apart, then touching at the same height from both sides of the call
    const sink = createSink(64, 0.01);
    const [out, back] = [createSeparation(), createSeparation()];
    const pose = Float64Array.of(0.02, 0.01, 2, 0, 0, 0, 1);
    const ground = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    for (let i = 0; i < 40; i++) {
      separationOf(box, pose, 0, other, ground, 0, out);
      separationOf(other, ground, 0, box, pose, 0, back);
      expect(Math.abs(out.values[0] - back.values[0])).toBeLessThan(1e-6);
      for (let k = 1; k < 4; k++) expect(Math.abs(out.values[k] + back.values[k])).toBeLessThan(1e-5);
      pose[2] -= Math.max(0, out.values[0]) + 1e-4;
      if (out.values[0] < 1e-3) break;
    }
    expect(Math.abs(out.values[0])).toBeLessThan(1e-3);
    contactsOf(box, pose, 0, other, ground, 0, sink);
    expect(sink.count).toBeGreaterThan(0);
  });

  test("rests on a plane with its weight, at the height of its half extent", () => {
    const scene = {
      formulation: "impulse",
      timestep: 1 / 240,
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }] },
        {
          name: "box",
          density: 1000,
          position: [0, 0, 0.21],
          shapes: [{ type: "rounded-box", halfExtents: half, radius }],
        },
      ],
      sensors: ["contact/box:floor/force.z", "contact/box:floor/points", "body/box/position.z"],
    };
    const model = compileUntyped(scene, items);
    const data = createData(model);
    while (data.time < 1.5) step(model, data);
    const values = new Float64Array(model.sensors.columns.length);
    sensorValues(model, data, values);
    const weight = 1000 * geometryOf(half, radius).mass!.volume * 9.81;
    expect(model.bodyMass[2] * 9.81).toBeCloseTo(weight, 6);
    expect(Math.abs(values[0])).toBeCloseTo(weight, 1);
    expect(values[1]).toBe(4);
    expect(values[2]).toBeCloseTo(0.2, 3);
  });

  test("is hit by rays where a march along its distance ends, and holds points", () => {
    const body = { name: "box", type: "static", shapes: [{ type: "rounded-box", halfExtents: half, radius }] };
    const model = compileUntyped({ bodies: [body] }, items);
    const data = createData(model);
    const rnd = random(7);
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const from = [0, 1, 2].map(() => 2 * (rnd() - 0.5));
      expect(query.shapesAt(model, data, from).length).toBe(signedDistance(half, radius, from) <= 0 ? 1 : 0);
      if (signedDistance(half, radius, from) <= 0) continue;
      const to = [0, 1, 2].map((k) => half[k] * 1.6 * (rnd() - 0.5));
      const d = to.map((x, k) => x - from[k]);
      const length = Math.hypot(...d);
      let t = 0;
      for (let n = 0; n < 400 && t < 3; n++) {
        const gap = signedDistance(
          half,
          radius,
          from.map((x, k) => x + (t * d[k]) / length),
        );
        if (gap < 1e-13) break;
        t += gap;
      }
      const hit = query.rayCast(
        model,
        data,
        from,
        d.map((x) => x / length),
      );
      if (t >= 3) {
        expect(hit).toBeNull();
        continue;
      }
      hits++;
      expect(Math.abs(hit!.t - t)).toBeLessThan(1e-9);
      // the normal is the gradient of the distance
      const step = 1e-6;
      const slope = [0, 1, 2].map((k) => {
        const at = (s: number) =>
          signedDistance(
            half,
            radius,
            hit!.point.map((x, j) => x + (j === k ? s : 0)),
          );
        return (at(step) - at(-step)) / (2 * step);
      });
      for (let k = 0; k < 3; k++) expect(Math.abs(hit!.normal[k] - slope[k])).toBeLessThan(1e-4);
    }
    expect(hits).toBeGreaterThan(80);
  });
});

function prepared(type: string, params: object): ShapeGeometry {
  const body = { name: "x", type: "static", shapes: [{ type, ...params }] };
  return compileUntyped({ bodies: [body] }, items).shapes[0].geometry;
}
