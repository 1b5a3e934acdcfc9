import { compileUntyped, createData, query } from "stiction";
import { describe, expect, test } from "vitest";
import { KIND } from "../../src/collision/narrow/types.js";
import { createNarrowWorkspace } from "../../src/collision/narrow/workspace.js";
import { castCollider } from "../../src/collision/query/ray/cast.js";
import { allocatedBytes } from "../judges/allocation.js";
import { aimAt, direction, judgedForms, march, random, torusCollider } from "./query-judges.js";

const FULL = process.env.STICTION_FULL === "1";
const RAYS = FULL ? 20_000 : 400;
const STEPS = FULL ? 1000 : 300;

const work = createNarrowWorkspace();

/** First hit as plain numbers, or null. */
function cast(
  form: { collider: Parameters<typeof castCollider>[1] },
  o: number[],
  d: number[],
  exit = true,
  end = 1e9,
) {
  const hit = new Float64Array(5);
  const ray = Float64Array.from([...o, ...d, 0, end]);
  return castCollider(work, form.collider, ray, hit, exit)
    ? { t: hit[0], normal: [...hit.subarray(1, 4)], side: hit[4] }
    : null;
}

describe.each(judgedForms)("a ray at a $name", (form) => {
  const { inside, size, planar } = form;
  const at = (o: number[], d: number[], t: number) => [o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]];

  test(`finds what a march finds: ${RAYS} rays, from outside and from inside`, () => {
    const next = random(7);
    let hits = 0;
    for (let k = 0; k < RAYS; k++) {
      // a third begins within the size, so that many start inside
      const from = k % 3 === 0 ? aimAt(form, next) : direction(next, planar).map((x) => 3 * size * x);
      const aim = aimAt(form, next);
      const scale = 0.3 + 3 * next();
      const length = Math.hypot(aim[0] - from[0], aim[1] - from[1], aim[2] - from[2]);
      const d = aim.map((x, i) => (scale * (x - from[i])) / length);
      const end = (5 * size) / scale;
      const found = cast(form, from, d);
      const judge = march(form, from, d, end, STEPS);
      if (!Number.isNaN(judge)) expect(found, `ray ${k}`).not.toBeNull();
      if (found === null || found.t > end) continue;
      hits++;
      // on the surface: round-off of a dozen operations on numbers up to 3 sizes, over the slope of the implicit function (ellipsoid: 10)
      const place = at(from, d, found.t);
      expect(Math.abs(inside(place))).toBeLessThan(1e-12 * size);
      // where both find something it is the same, unless the march stepped over a short chord
      const step = end / STEPS;
      if (found.t > judge - step) {
        // the slope of the implicit function along the ray turns round-off of the surface into one of t
        const slope = Math.abs(inside(at(from, d, judge + 1e-7)) - inside(at(from, d, judge - 1e-7))) / 2e-7;
        expect(Math.abs(found.t - judge)).toBeLessThan(1e-13 * size * (1 + 10 / slope) + 1e-12);
      } else {
        // stepped over: the way inside is shorter than two steps
        const next1 = march(form, at(from, d, found.t + 1e-9), d, 2 * step, 2000);
        expect(Number.isNaN(next1) ? 0 : next1).toBeLessThan(2 * step);
      }
      // normal: unit, and where the implicit function grows
      expect(Math.hypot(...found.normal)).toBeCloseTo(1, 12);
      const out = place.map((x, i) => x + 1e-6 * found.normal[i]);
      const back = place.map((x, i) => x - 1e-6 * found.normal[i]);
      const rise = inside(out) - inside(back);
      if (!Number.isNaN(rise)) expect(rise).toBeGreaterThan(0);
      // side as the start says
      const start = inside(from);
      if (Math.abs(start) > 1e-9) expect(found.side).toBe(start < 0 ? -1 : 1);
    }
    expect(hits).toBeGreaterThan(RAYS / 10);
  });

  test("a start inside is a hit at once, against the ray, unless the exit is wanted", () => {
    const next = random(11);
    let seen = 0;
    for (let k = 0; k < 2000 && seen < 100; k++) {
      const o = aimAt(form, next);
      if (!(inside(o) < -1e-9)) continue;
      seen++;
      const d = direction(next, planar).map((x) => 2 * x);
      const found = cast(form, o, d, false)!;
      expect(found.t).toBe(0);
      expect(found.side).toBe(0);
      for (let i = 0; i < 3; i++) expect(found.normal[i]).toBeCloseTo(-d[i] / 2, 14);
    }
    expect(seen).toBeGreaterThan(10);
  });

  test("directions with components that are zero, of either sign", () => {
    const axes = planar ? 2 : 3;
    const next = random(13);
    for (let k = 0; k < 60; k++) {
      for (let axis = 0; axis < axes; axis++) {
        for (const sign of [1, -1]) {
          const o = aimAt(form, next);
          o[axis] = -3 * sign * size;
          const d = [0, 0, 0].map((_, i) => (i === axis ? sign : sign * (k % 2 === 0 ? 0 : -0)));
          const judge = march(form, o, d, 6 * size, STEPS);
          const found = cast(form, o, d);
          if (Number.isNaN(judge)) continue;
          expect(found).not.toBeNull();
          if (found!.t > judge - (6 * size) / STEPS) expect(Math.abs(found!.t - judge)).toBeLessThan(1e-9 * size);
        }
      }
    }
  });

  test("an origin a million sizes away costs the digits it must", () => {
    const next = random(17);
    let hits = 0;
    for (let k = 0; k < 200; k++) {
      const away = direction(next, planar);
      const aim = aimAt(form, next);
      const far = 1e6 * size;
      const o = away.map((x, i) => aim[i] + far * x);
      const d = away.map((x) => -x);
      const found = cast(form, o, d);
      // the same line from nearby
      const near = cast(
        form,
        away.map((x, i) => aim[i] + 8 * size * x),
        d,
      );
      if (near === null || found === null) continue;
      hits++;
      const place = at(o, d, found.t);
      // eps × 1e6 sizes is 2e-10; a few roundings, and ten of slope in the ellipsoid
      const gap = inside(place);
      if (!Number.isNaN(gap)) expect(Math.abs(gap)).toBeLessThan(4e-8 * size);
      expect(Number.isFinite(found.t)).toBe(true);
    }
    expect(hits).toBeGreaterThan(20);
  });

  test("a range ends before the hit, or begins after it", () => {
    const next = random(19);
    for (let k = 0; k < 100; k++) {
      const o = direction(next, planar).map((x) => 3 * size * x);
      const d = o.map((x) => -x + (next() - 0.5) * (planar ? 0 : 0.1) * size);
      const found = cast(form, o, d);
      if (found === null || found.side !== 1) continue;
      expect(cast(form, o, d, true, found.t * (1 - 1e-12))).toBeNull();
      expect(cast(form, o, d, true, found.t * (1 + 1e-12))).not.toBeNull();
    }
  });
});

describe("lines that graze", () => {
  test("a ray that touches a ball, a tube or a torus within round-off hits or misses beside the tangent point, never elsewhere", () => {
    const next = random(23);
    const forms = judgedForms.filter((f) => ["sphere", "capsule", "cylinder", "torus", "circle"].includes(f.name));
    for (const form of forms) {
      const radius = { sphere: 0.7, capsule: 0.4, cylinder: 0.6, torus: 1.3, circle: 0.7 }[form.name]!;
      for (let k = 0; k < 500; k++) {
        const phi = 2 * Math.PI * next();
        const off = (next() - 0.5) * 1e-9;
        const r = radius * (1 + off);
        const o = [r * Math.cos(phi) - 2 * Math.sin(phi), r * Math.sin(phi) + 2 * Math.cos(phi), 0];
        const d = [Math.sin(phi), -Math.cos(phi), 0];
        const found = cast(form, o, d);
        if (off > 1e-14) expect(found).toBeNull();
        if (off < -1e-14) {
          // half the chord: √(2 |off|) radii
          expect(found).not.toBeNull();
          const half = radius * Math.sqrt(-2 * off);
          expect(Math.abs(2 - found!.t - half)).toBeLessThan(1e-6 * half + 1e-8);
        }
      }
    }
  });

  test("box edges and corners: a ray into the corner hits, one just beside it does not", () => {
    const form = judgedForms.find((f) => f.name === "box")!;
    const corner = [0.5, 1, 0.25];
    const found = cast(form, [1.5, 2, 1.25], [-1, -1, -1])!;
    expect(found.t).toBe(1);
    expect(found.side).toBe(1);
    expect(cast(form, [corner[0], corner[1] + 1, corner[2]], [0, -1, 0])!.t).toBe(1);
    expect(cast(form, [corner[0] + 1e-15, corner[1] + 1, corner[2]], [0, -1, 0])).toBeNull();
  });

  test("the apex of a cone, straight down and sideways", () => {
    const form = judgedForms.find((f) => f.name === "cone")!;
    expect(cast(form, [0, 0, 5], [0, 0, -1])!.t).toBeCloseTo(3.8, 15);
    expect(cast(form, [0, 0, 5], [0, 0, -1])!.normal[2]).toBe(1);
    expect(cast(form, [-2, 0, 1.2 - 1e-6], [1, 0, 0])!.t).toBeCloseTo(2 - 0.5e-6, 12);
    expect(cast(form, [-2, 0, 1.2 + 1e-6], [1, 0, 0])).toBeNull();
  });

  test("a line along the side of a cone", () => {
    const form = judgedForms.find((f) => f.name === "cone")!;
    // parallel to the side x = 0.5 (1.2 − z) and just inside it: enters by the base at the rim
    const found = cast(form, [0.8 + 0.5 - 1e-3, 0, -0.4 - 1], [-0.5, 0, 1]);
    expect(found!.t).toBeCloseTo(1, 12);
    expect(found!.normal).toEqual([0, 0, -1]);
    expect(cast(form, [0.8 + 0.5 + 1e-3, 0, -0.4 - 1], [-0.5, 0, 1])).toBeNull();
  });

  test("a chain link along its straight side, through its joints, and between the sides", () => {
    const link = judgedForms.find((f) => f.name === "chain link")!;
    // R = 0.6, r = 0.2, l = 0.7: in at the right bend and out at the left one, whatever joints are on the way
    const along = (y: number, z: number) => {
      const into = cast(link, [5, y, z], [-1, 0, 0])!;
      const out = cast(link, [5 - into.t - 1e-9, y, z], [-1, 0, 0])!;
      return [5 - into.t, 5 - into.t - 1e-9 - out.t];
    };
    // in the middle of the wire: |(x − 0.7, 0.6)| = 0.8 → x = 0.7 + √(0.64 − 0.36)
    const end = 0.7 + Math.sqrt(0.28);
    for (const [k, x] of along(0.6, 0).entries()) expect(x).toBeCloseTo(k === 0 ? end : -end, 8);
    // across the middle: in and out of both sides; normals across
    expect(cast(link, [0.2, 5, 0.1], [0, -1, 0])!.t).toBeCloseTo(5 - 0.6 - Math.sqrt(0.03), 14);
    expect(cast(link, [0.2, 0, 0], [0, -1, 0])!).toMatchObject({
      t: expect.closeTo(0.4, 14),
      side: 1,
      normal: [0, 1, 0],
    });
    // exactly in a joint
    expect(cast(link, [0.7, 5, 0], [0, -1, 0])!.t).toBeCloseTo(4.2, 14);
    expect(cast(link, [0.7, 0.6, 5], [0, 0, -1])!.t).toBeCloseTo(4.8, 14);
    // through the hole
    expect(cast(link, [0.3, 0.39, 5], [0, 0, -1])).toBeNull();
    expect(cast(link, [0.7 + 0.39, 0, 5], [0, 0, -1])).toBeNull();
  });

  test("points are in a wire exactly where the judge says, and asking allocates nothing", () => {
    const next = random(29);
    for (const form of judgedForms.filter((f) => /torus|chain link/.test(f.name))) {
      const { kind, size } = form.collider;
      const type = kind === KIND.torus ? "torus" : "chain-link";
      const shape =
        type === "torus"
          ? { type, radius: size[0], tube: size[1] }
          : { type, radius: size[0], wire: size[1], halfLength: size[2], stud: size[3] };
      const model = compileUntyped({ contact: "none", bodies: [{ name: "wire", shapes: [shape] }] });
      const data = createData(model);
      let seen = 0;
      for (let k = 0; k < 500; k++) {
        const p = aimAt(form, next);
        const judge = form.inside(p);
        if (Math.abs(judge) < 1e-12) continue;
        expect(query.pointInBody(model, data, p as [number, number, number], "wire"), `${form.name} ${p}`).toBe(
          judge < 0,
        );
        if (judge < 0) seen++;
      }
      expect(seen).toBeGreaterThan(20);
      const rays = Float64Array.from({ length: 8 * 2000 }, (_, i) =>
        i % 8 === 7 ? 1e9 : i % 8 === 6 ? 0 : next() - 0.5,
      );
      const hit = new Float64Array(5);
      const ray = new Float64Array(8);
      const go = () => {
        for (let i = 0; i < 2000; i++) {
          for (let k = 0; k < 8; k++) ray[k] = rays[8 * i + k];
          castCollider(work, form.collider, ray, hit, true);
        }
      };
      for (let k = 0; k < 40; k++) go();
      // 2,000 rays; a boxed number each would be 24,000 bytes
      expect(allocatedBytes(go, 8000), form.name).toBeLessThan(8192);
    }
  });

  test("through the hole of a torus, and along its axis circle", () => {
    const torus = { collider: torusCollider(1, 0.3) };
    expect(cast(torus, [0.69, 0, 3], [0, 0, -1])).toBeNull();
    expect(cast(torus, [0.7 + 1e-12, 0, 3], [0, 0, -1])!.t).toBeCloseTo(3, 5);
    expect(cast(torus, [1, 0, 3], [0, 0, -1])!.t).toBeCloseTo(2.7, 14);
    expect(cast(torus, [0, 0, 0], [1, 0, 0])!.t).toBeCloseTo(0.7, 14);
    // four crossings: −1.3, −0.7, 0.7, 1.3
    const ts: number[] = [];
    for (let t = 0, o = -5; ; ) {
      const found = cast(torus, [o, 0, 0], [1, 0, 0]);
      if (found === null) break;
      t = o + found.t;
      ts.push(t);
      o = t + 1e-9;
    }
    expect(ts.map((t) => Math.round(t * 1e6) / 1e6)).toEqual([-1.3, -0.7, 0.7, 1.3]);
  });
});
