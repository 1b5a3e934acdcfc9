import { describe, expect, test } from "vitest";
import {
  createPairFilter,
  heedPair,
  ignorePair,
  type PairFilter,
  type ProxyOptions,
  pairAllowed,
  partBodies,
  setProxy,
  unpartBodies,
} from "../../src/collision/filter.js";
import { PairMap } from "../../src/collision/pair-map.js";
import { randomSource } from "./broad-scenes.js";

/** The answer, which must not depend on the order of the two. */
function allowed(filter: PairFilter, a: number, b: number): boolean {
  expect(pairAllowed(filter, a, b)).toBe(pairAllowed(filter, b, a));
  return pairAllowed(filter, a, b);
}

/** Filter with these proxies. */
function filterOf(...proxies: ProxyOptions[]): PairFilter {
  const filter = createPairFilter();
  proxies.forEach((options, i) => {
    setProxy(filter, i, options);
  });
  return filter;
}

describe("category and mask (V15)", () => {
  // The source gives group 0x1 to some and 0x2 to others (it prints 0x8 for the second bit, E-27). Masks: nobody, the
  // first group, the second group, everybody.
  test.each([
    // category A, mask A, category B, mask B, collide
    [0x1, 0x0, 0x1, 0x0, false],
    [0x1, 0x0, 0x1, 0x1, false],
    [0x1, 0x1, 0x1, 0x1, true],
    [0x1, 0x2, 0x1, 0x2, false],
    [0x1, 0x2, 0x2, 0x1, true],
    [0x1, 0x1, 0x2, 0x2, false],
    [0x1, 0x2, 0x2, 0x2, false], // A wants B, B does not want A: the source would ask one of them only (E-28)
    [0x1, 0xffffffff, 0x2, 0x1, true],
    [0x1, 0xffffffff, 0x2, 0x2, false],
    [0x1, 0xffffffff, 0x2, 0xffffffff, true],
    [0x3, 0x2, 0x2, 0x1, true],
    [0x0, 0xffffffff, 0x1, 0xffffffff, false], // in no group
    [0x80000000, 0x80000000, 0x80000000, 0x80000000, true], // the sign bit is a group like the others
    [0x80000000, 0x7fffffff, 0x80000000, 0xffffffff, false],
    [0x80000000, 0x1, 0x1, 0x80000000, true],
  ])("%# 0x%s 0x%s with 0x%s 0x%s", (categoryA, maskA, categoryB, maskB, collide) => {
    const a = { category: categoryA, mask: maskA };
    const b = { category: categoryB, mask: maskB };
    expect(allowed(filterOf(a, b), 0, 1)).toBe(collide);
  });

  test("the whole table of four masks, against sets of groups", () => {
    // a mask as the set of its groups; A and B collide when each has a group that the other wants
    const masks = [0x0, 0x1, 0x2, 0xffffffff];
    const groups = (bits: number) =>
      Array.from({ length: 32 }, (_, i) => i).filter((i) => Math.floor(bits / 2 ** i) % 2);
    const wants = (mask: number, category: number) => groups(mask).some((g) => groups(category).includes(g));
    let collisions = 0;
    for (const [ca, ma, cb, mb] of masks.flatMap((a) =>
      masks.flatMap((b) => masks.flatMap((c) => masks.map((d) => [a, b, c, d]))),
    )) {
      const filter = filterOf({ category: ca, mask: ma }, { category: cb, mask: mb });
      const expected = wants(ma, cb) && wants(mb, ca);
      expect(allowed(filter, 0, 1), `${ca} ${ma} ${cb} ${mb}`).toBe(expected);
      collisions += expected ? 1 : 0;
    }
    expect(collisions).toBe(49); // a mask wants a category in 7 of 16 cases, and both directions are independent: 7²
  });
});

describe("other reasons", () => {
  test("defaults collide", () => {
    expect(allowed(filterOf({}, {}), 0, 1)).toBe(true);
  });

  test("not both static", () => {
    const filter = filterOf({ static: true }, { static: true }, {});
    expect(allowed(filter, 0, 1)).toBe(false);
    expect(allowed(filter, 0, 2)).toBe(true);
  });

  test("not of one body; −1 is no body", () => {
    const filter = filterOf({ body: 4 }, { body: 4 }, { body: 5 }, {}, { body: 0 }, { body: 0 }, {});
    expect(allowed(filter, 0, 1)).toBe(false);
    expect(allowed(filter, 0, 2)).toBe(true);
    expect(allowed(filter, 4, 5)).toBe(false);
    expect(allowed(filter, 3, 6)).toBe(true);
  });

  test("ignored pairs of proxies", () => {
    const filter = filterOf({}, {}, {});
    ignorePair(filter, 1, 0);
    expect(allowed(filter, 0, 1)).toBe(false);
    expect(allowed(filter, 1, 2)).toBe(true);
    const { version } = filter;
    ignorePair(filter, 0, 1);
    expect(filter.version).toBe(version);
    heedPair(filter, 0, 1);
    expect(filter.version).toBeGreaterThan(version);
    expect(allowed(filter, 0, 1)).toBe(true);
  });

  test("bodies stay apart as long as one of two joints between them is there", () => {
    const filter = filterOf({ body: 0 }, { body: 1 }, { body: 1 }, { body: 2 });
    partBodies(filter, 1, 0);
    partBodies(filter, 0, 1);
    expect([1, 2, 3].map((b) => allowed(filter, 0, b))).toEqual([false, false, true]);
    unpartBodies(filter, 0, 1);
    expect(allowed(filter, 0, 1)).toBe(false);
    unpartBodies(filter, 1, 0);
    expect(allowed(filter, 0, 1)).toBe(true);
    unpartBodies(filter, 1, 0);
    expect(allowed(filter, 0, 1)).toBe(true);
  });

  test("many joints: every count survives that the table grows", () => {
    const filter = filterOf(...Array.from({ length: 200 }, (_, body) => ({ body })));
    for (let i = 1; i < 200; i++) partBodies(filter, i - 1, i);
    for (let i = 1; i < 200; i++) expect(allowed(filter, i - 1, i)).toBe(false);
    for (let i = 1; i < 200; i++) unpartBodies(filter, i - 1, i);
    expect(filter.parted.size).toBe(0);
  });
});

test("pair map: 20,000 random additions and removals against a Map", () => {
  const random = randomSource(1);
  const map = new PairMap();
  const judge = new Map<string, number>();
  // few numbers, so that pairs come back; some far apart, so that places collide
  const number = () => Math.floor(random() * 30) * (random() < 0.5 ? 1 : 65536);
  for (let k = 0; k < 20_000; k++) {
    const [a, b] = [number(), number()];
    if (a === b) continue;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let same = map.has(a, b) === judge.has(key);
    if (random() < (Math.floor(k / 4000) % 2 === 0 ? 0.7 : 0.3)) {
      const index = map.add(a, b);
      map.value[index] = k;
      judge.set(key, k);
    } else same &&= map.delete(a, b) === judge.delete(key);
    same &&= map.size === judge.size;
    // `expect` is slow
    if (!same) expect.fail(`step ${k}: pair ${key}`);
    if (k % 1000 > 0) continue;
    const members = Array.from({ length: map.size }, (_, i) => [`${map.low[i]} ${map.high[i]}`, map.value[i]] as const);
    expect(new Map(members)).toEqual(judge);
  }
  map.clear();
  expect(map.size).toBe(0);
  expect(map.has(0, 1)).toBe(false);
});
