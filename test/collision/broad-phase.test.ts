import { describe, expect, test } from "vitest";
import { broadPhases, sceneries } from "../../historical/broad/index.js";
import { createPairFilter, heedPair, ignorePair, partBodies, unpartBodies } from "../../src/collision/filter.js";
import {
  addAll,
  brutePairs,
  createSwarm,
  expectSame,
  idsOf,
  kinds,
  meet,
  moveAll,
  pairsOf,
  randomSource,
  withSceneries,
} from "./broad-scenes.js";

const FULL = Boolean(process.env.STICTION_FULL);

/** Coordinates that break arithmetic: signed zero, subnormal, neighbours at 1e12, beyond the clamp of the tree, infinite. */
const NASTY = [0, -0, 5e-324, 1, -1, 1.5, 1e12, 1e12 + 2 ** -13, -1e12, 1e100, 2e100, -3e100, 1.7e308, -1.7e308].concat(
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
);

describe.each(kinds)("%s", (name, create) => {
  test("does not care how it came to the present boxes", () => {
    const swarm = createSwarm(300, 0.5, 0.5, 3);
    for (let k = 0; k < 20; k++) swarm.step();
    const { boxes } = swarm;
    const straight = create();
    addAll(straight, boxes);
    const expected = pairsOf(straight);
    expectSame(expected, brutePairs(boxes));

    for (let seed = 0; seed < (FULL ? 100 : 3); seed++) {
      const random = randomSource(seed);
      const order = Array.from({ length: 300 }, (_, i) => i);
      for (let i = 299; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      // in another order, from another place, with updates, other proxies, removals and filters in between
      const broad = create();
      for (const i of order) {
        broad.add(i, boxes, 6 * Math.floor(random() * 300), {});
        if (random() < 0.05) pairsOf(broad);
        if (random() < 0.2) broad.add(1000 + i, boxes, 6 * i, {});
      }
      ignorePair(broad.filter, 1, 2);
      pairsOf(broad);
      heedPair(broad.filter, 1, 2);
      for (const i of order) {
        if (broad.has(1000 + i)) broad.remove(1000 + i);
        broad.move(i, boxes, 6 * i);
        if (random() < 0.05) pairsOf(broad);
      }
      expectSame(pairsOf(broad), expected);
    }
  });

  test("a copy built from the boxes in the middle of a run goes on with the same pairs", () => {
    const swarm = createSwarm(200, 0.1, 0.5, 4);
    const broad = create();
    addAll(broad, swarm.boxes);
    for (let k = 0; k < 20; k++) {
      swarm.step();
      moveAll(broad, swarm.boxes);
      pairsOf(broad);
    }
    const copy = create();
    addAll(copy, swarm.boxes);
    for (let k = 0; k < 20; k++) {
      expectSame(pairsOf(copy), pairsOf(broad));
      swarm.step();
      moveAll(broad, swarm.boxes);
      moveAll(copy, swarm.boxes);
    }
  });

  test("nothing happens in a still scene (V14)", () => {
    const swarm = createSwarm(500, 0, 0.5, 5);
    const broad = create();
    addAll(broad, swarm.boxes);
    const first = pairsOf(broad);
    for (let k = 0; k < 5; k++) {
      moveAll(broad, swarm.boxes);
      expectSame(pairsOf(broad), first);
      expect(broad.stats.swaps).toBe(0);
      if (!name.includes("always")) expect(broad.stats).toMatchObject({ reinserted: 0, rebuilds: 0 });
    }
  });

  test("touching boxes overlap; a gap of one ulp does not", () => {
    const ulp = 2 ** -52;
    const boxes = Float64Array.of(
      ...[0, 0, 0, 1, 1, 1], // 0
      ...[1, 0, 0, 2, 1, 1], // 1 touches 0 in a face
      ...[1, 1, 1, 2, 2, 2], // 2 touches 0 in a corner, 1 in an edge
      ...[1 + ulp, -2, 0, 2, -1, 1], // 3 clears 0 in x, and lies below 1 in y
      ...[0, 0, 1 + ulp, 1, 1, 2], // 4 clears 0 in z, touches 1 and 2
      ...[0.5, 0.5, 0.5, 0.5, 0.5, 0.5], // 5 a point in 0
      ...[1, 1, 1, 1, 1, 1], // 6 a point: the corner of 0, 1, 2
    );
    const expected = [0, 1, 0, 2, 0, 5, 0, 6, 1, 2, 1, 6, 2, 4, 2, 6];
    const broad = create();
    addAll(broad, boxes);
    expect([...pairsOf(broad)]).toEqual(expected);

    // the same when they come one after the other, forwards and backwards; the pairs are there at once
    for (const order of [
      [0, 1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1, 0],
    ]) {
      const late = create();
      order.forEach((i, k) => {
        late.add(i, boxes, 6 * i, {});
        const there = order.slice(0, k + 1).sort((a, b) => a - b);
        expectSame(pairsOf(late), brutePairs(boxes, there));
      });
      expect([...pairsOf(late)]).toEqual(expected);
    }
  });

  test("planes, points and huge coordinates: same pairs as brute force", () => {
    const random = randomSource(21);
    const pick = () => NASTY[Math.floor(random() * NASTY.length)];
    const count = 60;
    const boxes = new Float64Array(6 * count);
    const place = (i: number) => {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [pick(), pick()];
        boxes[6 * i + k] = Math.min(a, b);
        boxes[6 * i + 3 + k] = random() < 0.2 ? Math.min(a, b) : Math.max(a, b);
      }
    };
    const broad = create();
    // every fourth is static, and moved nevertheless
    for (let i = 0; i < count; i++) {
      place(i);
      broad.add(i, boxes, 6 * i, { static: i % 4 === 0 });
    }
    const allowed = (a: number, b: number) => a % 4 > 0 || b % 4 > 0;
    for (let k = 0; k < (FULL ? 2000 : 60); k++) {
      expectSame(pairsOf(broad), brutePairs(boxes, null, allowed));
      const asked = boxes.slice(6 * (k % count), 6 * (k % count) + 6);
      const touched = Array.from({ length: count }, (_, i) => i).filter((i) => meet(boxes, i, k % count));
      expect(idsOf(broad, asked)).toEqual(touched);
      for (let i = 0; i < count; i++) if (random() < 0.3) place(i);
      moveAll(broad, boxes);
    }
    expect(broad.stats.refused).toBe(0);
  });

  test("a plane under a swarm that is unbounded in z", () => {
    const swarm = createSwarm(300, 0.1, 0.5, 6);
    const { boxes } = swarm;
    const infinite = Number.POSITIVE_INFINITY;
    const broad = create();
    const flatten = () => {
      for (let i = 0; i < 300; i++) [boxes[6 * i + 2], boxes[6 * i + 5]] = [-infinite, infinite];
      boxes.set([-infinite, -infinite, -infinite, infinite, 1, infinite], 0);
    };
    flatten();
    broad.add(0, boxes, 0, { static: true });
    for (let i = 1; i < 300; i++) broad.add(i, boxes, 6 * i, {});
    for (let k = 0; k < 20; k++) {
      expectSame(pairsOf(broad), brutePairs(boxes));
      swarm.step();
      flatten();
      for (let i = 1; i < 300; i++) broad.move(i, boxes, 6 * i);
    }
  });

  test("refuses NaN and boxes inside out, and goes on as if it had not been asked", () => {
    const good = Float64Array.of(0, 0, 0, 1, 1, 1);
    const broad = create();
    broad.add(0, good, 0, {});
    broad.add(1, good, 0, {});
    let refused = 0;
    for (let k = 0; k < 6; k++) {
      const bad = good.slice();
      bad[k] = Number.NaN;
      expect(broad.add(2, bad, 0, {})).toBe(false);
      expect(broad.has(2)).toBe(false);
      expect(broad.move(1, bad, 0)).toBe(false);
      bad[k] = k < 3 ? 1.5 : -0.5;
      expect(broad.move(1, bad, 0)).toBe(false);
      expect(broad.stats.refused).toBe((refused += 3));
      expect([...pairsOf(broad)]).toEqual([0, 1]);
      bad[k] = Number.NaN;
      expect(idsOf(broad, bad)).toEqual([]);
    }
    expect(broad.add(2, good, 0, {})).toBe(true);
    expect([...pairsOf(broad)]).toEqual([0, 1, 0, 2, 1, 2]);
  });

  test("reports what the filter lets pass, also when the filter changes", () => {
    const swarm = createSwarm(300, 0.1, 1, 9);
    const random = randomSource(10);
    const options = Array.from({ length: 300 }, (_, i) => ({
      body: Math.floor(i / 3),
      category: 1 << Math.floor(3 * random()),
      mask: Math.floor(8 * random()),
      static: random() < 0.3,
    }));
    const broad = create();
    options.forEach((o, i) => {
      broad.add(i, swarm.boxes, 6 * i, o);
    });
    const ignored = new Set<string>();
    const parted = new Set<string>();
    const allowed = (a: number, b: number) => {
      const [p, q] = [options[a], options[b]];
      if (p.body === q.body || (p.static && q.static)) return false;
      if ((p.category & q.mask) === 0 || (q.category & p.mask) === 0) return false;
      return !ignored.has(`${a} ${b}`) && !parted.has(`${p.body} ${q.body}`) && !parted.has(`${q.body} ${p.body}`);
    };
    for (let k = 0; k < 30; k++) {
      const found = pairsOf(broad);
      expectSame(found, brutePairs(swarm.boxes, null, allowed));
      // take a pair that is reported, by proxies or by bodies, and give one back now and then
      const i = 2 * Math.floor((random() * found.length) / 2);
      const [a, b] = [found[i], found[i + 1]];
      if (k % 3 === 0) {
        ignorePair(broad.filter, b, a);
        ignored.add(`${a} ${b}`);
      } else if (k % 3 === 1) {
        partBodies(broad.filter, options[a].body, options[b].body);
        parted.add(`${options[a].body} ${options[b].body}`);
      } else if (k % 2 === 0) {
        const [first] = ignored;
        const [p, q] = first.split(" ").map(Number);
        heedPair(broad.filter, p, q);
        ignored.delete(first);
      } else {
        const [first] = parted;
        const [p, q] = first.split(" ").map(Number);
        unpartBodies(broad.filter, q, p);
        parted.delete(first);
      }
      if (k % 4 > 0) continue;
      swarm.step();
      moveAll(broad, swarm.boxes);
    }
  });

  test("a number may come back as another proxy in the same step", () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 5, 0, 0, 6, 1, 1);
    const broad = create();
    broad.add(0, boxes, 0, {});
    broad.add(1, boxes, 0, {});
    broad.add(2, boxes, 6, {});
    expect([...pairsOf(broad)]).toEqual([0, 1]);
    broad.remove(1);
    broad.add(1, boxes, 6, { static: true });
    expect([...pairsOf(broad)]).toEqual([1, 2]);
    broad.remove(2);
    broad.add(2, boxes, 6, { static: true });
    expect([...pairsOf(broad)]).toEqual([]);
    // a static proxy may be moved
    broad.move(2, boxes, 0);
    expect([...pairsOf(broad)]).toEqual([0, 2]);
    broad.remove(0);
    broad.remove(2);
    expect([...pairsOf(broad)]).toEqual([]);
    expect(idsOf(broad, boxes.subarray(6))).toEqual([1]);
  });

  test("queries see the present boxes, before and after updates", () => {
    const swarm = createSwarm(200, 0.4, 0.5, 11);
    const random = randomSource(12);
    const broad = create();
    expect(idsOf(broad, [0, 0, 0, 9, 9, 9])).toEqual([]);
    for (let i = 0; i < 200; i++) broad.add(i, swarm.boxes, 6 * i, { static: i % 5 === 0 });
    for (let k = 0; k < 40; k++) {
      const boxes = new Float64Array(6 * 201);
      boxes.set(swarm.boxes);
      for (let axis = 0; axis < 3; axis++) {
        const x = 8 * random();
        boxes[6 * 200 + axis] = x;
        boxes[6 * 200 + 3 + axis] = x + 4 * random();
      }
      const expected = Array.from({ length: 200 }, (_, i) => i).filter((i) => meet(boxes, i, 200));
      expect(idsOf(broad, boxes.subarray(1200))).toEqual(expected);
      if (k % 3 === 0) pairsOf(broad);
      swarm.step();
      moveAll(broad, swarm.boxes);
    }
  });

  test("casts meet what a moving box meets", () => {
    // whole numbers, so that the judge can compare fractions exactly and grazing casts are common
    const random = randomSource(14);
    const whole = (n: number) => Math.floor(random() * n);
    const count = 150;
    const boxes = new Float64Array(6 * count);
    for (let i = 0; i < 3 * count; i++) {
      const k = 6 * Math.floor(i / 3) + (i % 3);
      boxes[k] = whole(40);
      boxes[k + 3] = boxes[k] + whole(5);
    }
    boxes.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0], 0);
    const broad = create();
    for (let i = 0; i < count; i++) broad.add(i, boxes, 6 * i, { static: i % 2 === 0 });
    let met = 0;
    for (let k = 0; k < (FULL ? 5000 : 300); k++) {
      const sweep = new Float64Array(10);
      for (let axis = 0; axis < 3; axis++) {
        sweep[axis] = whole(50) - 5;
        sweep[3 + axis] = whole(3) === 0 ? 0 : whole(41) - 20;
        sweep[7 + axis] = k % 2 === 0 ? 0 : whole(3);
      }
      sweep[6] = k % 5 === 0 ? Number.POSITIVE_INFINITY : whole(3);
      const found: number[] = [];
      broad.cast(sweep, 0, (proxy) => found.push(proxy));
      const expected = Array.from({ length: count }, (_, i) => i).filter((i) => exactlyMeets(boxes, i, sweep));
      expect(found.sort((a, b) => a - b)).toEqual(expected);
      met += expected.length;
    }
    expect(met).toBeGreaterThan(100);
  });

  test("a cast that is cut short leaves out what lies beyond", () => {
    // boxes in a row along x: the nearest is found whatever the order of visits
    const boxes = Float64Array.from({ length: 600 }, (_, i) => 10 * Math.floor(i / 6) + (i % 6 < 3 ? 5 : 6));
    for (let i = 0; i < 600; i++) if (i % 3 > 0) boxes[i] = i % 6 < 3 ? 0 : 1;
    const broad = create();
    addAll(broad, boxes);
    const sweep = Float64Array.of(250, 0.5, 0.5, 1, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0);
    let nearest = -1;
    broad.cast(sweep, 0, (proxy) => {
      const t = boxes[6 * proxy] - 250;
      if (t <= sweep[6]) {
        sweep[6] = t;
        nearest = proxy;
      }
    });
    expect(nearest).toBe(25);
  });
});

/** Slab test on fractions n/d with d > 0, for whole numbers: is the intersection of [0, limit] and the three slabs not empty? */
function exactlyMeets(boxes: Float64Array, i: number, sweep: Float64Array): boolean {
  const lows: [number, number][] = [[0, 1]];
  const highs: [number, number][] = [[sweep[6], 1]];
  for (let axis = 0; axis < 3; axis++) {
    const d = sweep[3 + axis];
    const min = boxes[6 * i + axis] - sweep[7 + axis] - sweep[axis];
    const max = boxes[6 * i + 3 + axis] + sweep[7 + axis] - sweep[axis];
    if (d === 0 && (min > 0 || max < 0)) return false;
    if (d > 0) lows.push([min, d]);
    if (d > 0) highs.push([max, d]);
    if (d < 0) lows.push([-max, -d]);
    if (d < 0) highs.push([-min, -d]);
  }
  return lows.every(([a, b]) => highs.every(([c, d]) => a * d <= c * b));
}

test.each([["tree", () => broadPhases.tree.create(createPairFilter())] as const, ...withSceneries])(
  "%s: static proxies cost nothing per step",
  (_, create) => {
    // one body glides within its enlarged box over a floor of tiles; more tiles elsewhere change nothing
    const testsPerStep = [10, 10_000].map((tiles) => {
      const broad = create();
      const box = new Float64Array(6);
      for (let i = 0; i < tiles; i++) {
        box.set([i, 0, -1, i + 1, 1, 0]);
        broad.add(i + 1, box, 0, { static: true });
      }
      const counts: number[] = [];
      for (let k = 0; k < 10; k++) {
        box.set([2.1 + 0.001 * k, 0.1, 0, 2.9 + 0.001 * k, 0.9, 1]);
        if (k === 0) broad.add(0, box, 0, {});
        else broad.move(0, box, 0);
        pairsOf(broad);
        counts.push(broad.stats.tests);
        if (k > 0) expect(broad.stats).toMatchObject({ reinserted: 0, rebuilds: 0, swaps: 0, pairs: 1 });
      }
      return counts.slice(1);
    });
    expect(testsPerStep[1]).toEqual(testsPerStep[0]);
    expect(testsPerStep[0][0]).toBeLessThan(4);
  },
);

test("broad phases and structures for scenery have the names they are registered by", () => {
  for (const [name, kind] of Object.entries(broadPhases)) {
    expect(kind.name).toBe(name);
    expect(kind.create(createPairFilter()).name).toBe(name);
    for (const scenery of Object.values(sceneries)) expect(kind.create(createPairFilter(), scenery).name).toBe(name);
  }
  for (const [name, kind] of Object.entries(sceneries)) expect(kind.name).toBe(name);
});

test("a static proxy that is moved, removed or added is noticed by those that stand still", () => {
  for (const [name, create] of withSceneries) {
    const broad = create();
    const box = (x: number, y: number) => Float64Array.of(x, y, 0, x + 1, y + 1, 1);
    broad.add(3, box(0, 0), 0, {});
    expect([...pairsOf(broad)], name).toEqual([]);
    broad.add(5, box(0.5, 0), 0, { static: true });
    expect([...pairsOf(broad)], name).toEqual([3, 5]);
    broad.move(5, box(7, 0), 0);
    expect([...pairsOf(broad)], name).toEqual([]);
    broad.add(1, box(0, 1), 0, { static: true });
    expect(idsOf(broad, box(0, 0.5)), name).toEqual([1, 3]);
    expect([...pairsOf(broad)], name).toEqual([1, 3]);
    broad.move(5, box(1, 1), 0);
    expect([...pairsOf(broad)], name).toEqual([1, 3, 3, 5]);
    ignorePair(broad.filter, 1, 3);
    expect([...pairsOf(broad)], name).toEqual([3, 5]);
    broad.remove(5);
    heedPair(broad.filter, 1, 3);
    expect([...pairsOf(broad)], name).toEqual([1, 3]);
    // the number of the removed one comes back as one that moves
    broad.add(5, box(0.9, 0.9), 0, {});
    expect([...pairsOf(broad)], name).toEqual([1, 3, 1, 5, 3, 5]);
  }
});
