import { type BodySpec, COUNTER, compile, createData, type ShapeSpec, type Spec, stateHash, step } from "stiction";
import { describe, expect, test } from "vitest";

let seed = 11;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 4294967296;
};

/** Boxes, hulls, capsules and balls that fall into a trough and on each other; one body is led through the heap. */
function heap(): Spec {
  seed = 11;
  const direction = () => [random() - 0.5, random() - 0.5, random() - 0.5];
  const shapes = [
    () => ({ type: "box", halfExtents: [0.1, 0.15, 0.2] }) satisfies ShapeSpec,
    () =>
      ({
        type: "convex-hull",
        vertices: Array.from({ length: 12 }, () => direction().map((x) => 0.5 * x)),
      }) satisfies ShapeSpec,
    () => ({ type: "capsule", radius: 0.08, halfLength: 0.15 }) satisfies ShapeSpec,
    () => ({ type: "sphere", radius: 0.15 }) satisfies ShapeSpec,
  ];
  const wall = (name: string, position: number[]) =>
    ({
      name,
      type: "static",
      position,
      shapes: [{ type: "box", halfExtents: [1, 1, 1] }],
    }) satisfies BodySpec;
  return {
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast" },
    bodies: [
      wall("floor", [0, 0, -1]),
      wall("left", [-1.6, 0, 0]),
      wall("right", [1.6, 0, 0]),
      {
        name: "plough",
        type: "kinematic",
        position: [0, -2, 0.3],
        velocity: [0, 0.8, 0],
        shapes: [{ type: "box", halfExtents: [0.4, 0.1, 0.2] }],
      },
      ...Array.from({ length: 40 }, (_, k) => ({
        name: `b${k}`,
        mass: 1,
        position: [(random() - 0.5) * 0.9, (random() - 0.5) * 1.6, 0.3 + 0.1 * k],
        velocity: direction(),
        angularVelocity: direction().map((x) => 4 * x),
        shapes: [shapes[k % 4]()],
      })),
    ],
  };
}

/** Polygons, circles and capsules in the plane that fall into a box. */
function planarHeap(): Spec {
  seed = 12;
  const shapes: (() => ShapeSpec)[] = [
    () => ({ type: "polygon", halfExtents: [0.12, 0.2] }),
    () => ({ type: "circle", radius: 0.15 }),
    () => ({
      type: "polygon",
      vertices: [
        [0, 0.2],
        [-0.2, -0.1],
        [0.2, -0.1],
      ],
    }),
  ];
  const wall = (name: string, position: number[], halfExtents: number[]): BodySpec => ({
    name,
    type: "static",
    position,
    shapes: [{ type: "polygon", halfExtents }],
  });
  return {
    plane: "xy",
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast" },
    bodies: [
      wall("floor", [0, -1], [4, 1]),
      wall("left", [-1.6, 2], [0.5, 4]),
      wall("right", [1.6, 2], [0.5, 4]),
      ...Array.from({ length: 60 }, (_, k) => ({
        name: `b${k}`,
        mass: 1,
        position: [(random() - 0.5) * 1.6, 0.3 + 0.12 * k],
        angularVelocity: [0, 0, 6 * (random() - 0.5)],
        shapes: [shapes[k % 3]()],
      })),
    ],
  };
}

const apartOf = (data: ReturnType<typeof createData>) => data.systems.collision.apart;

describe("pairs that are known to be apart", () => {
  test.each([
    ["in space", heap],
    ["in the plane", planarHeap],
  ])("asking all of them again gives the same bits, %s", (_where, build) => {
    const model = compile(build());
    const known = createData(model);
    const asked = createData(model);
    let spared = 0;
    let noted = 0;
    for (let k = 0; k < 120; k++) {
      const { now } = apartOf(known);
      const before = new Map(
        Array.from({ length: now.count }, (_, i) => [`${now.key[2 * i]}-${now.key[2 * i + 1]}`, now.until[i]]),
      );
      step(model, known);
      apartOf(asked).now.count = 0;
      step(model, asked);
      expect(stateHash(known)).toBe(stateHash(asked));
      const after = apartOf(known).now;
      noted += after.count;
      for (let i = 0; i < after.count; i++)
        if (before.get(`${after.key[2 * i]}-${after.key[2 * i + 1]}`) === after.until[i]) spared++;
    }
    // else the test compares nothing
    expect(noted).toBeGreaterThan(1000);
    expect(spared).toBeGreaterThan(200);
  });

  test("every pair of kinds that is apart is noted, by no more than its distance", () => {
    const cases: readonly (readonly [ShapeSpec, ShapeSpec, boolean])[] = [
      [{ type: "sphere", radius: 0.5 }, { type: "sphere", radius: 0.5 }, false],
      [{ type: "sphere", radius: 0.5 }, { type: "box", halfExtents: [0.5, 0.5, 0.5] }, false],
      [{ type: "capsule", radius: 0.5, halfLength: 0.5 }, { type: "capsule", radius: 0.5, halfLength: 0.5 }, false],
      [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }, { type: "box", halfExtents: [0.5, 0.5, 0.5] }, false],
      [{ type: "circle", radius: 0.5 }, { type: "circle", radius: 0.5 }, true],
      [{ type: "polygon", halfExtents: [0.5, 0.5] }, { type: "polygon", halfExtents: [0.5, 0.5] }, true],
      [{ type: "polygon", halfExtents: [0.5, 0.5] }, { type: "circle", radius: 0.5 }, true],
    ];
    for (const [one, two, planar] of cases) {
      // turned by half a right angle, boxes overlap far beyond the shapes
      const orientation = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
      const model = compile({
        ...(planar ? { plane: "xy" as const } : {}),
        gravity: [0, 0, 0],
        formulation: { type: "impulse", preset: "fast" },
        bodies: [
          { name: "a", mass: 1, orientation, shapes: [one] },
          { name: "b", mass: 1, orientation, position: planar ? [0.9, 0.9] : [0.9, 0.9, 0], shapes: [two] },
        ],
      });
      const data = createData(model);
      step(model, data);
      const { now, way } = apartOf(data);
      expect(now.count, `${one.type} and ${two.type}`).toBe(1);
      const gap = now.until[0] - way[0] - way[1];
      expect(gap).toBeGreaterThan(0);
      // |p_B − p_A| = 0.9 √2, less the radii of the balls within the shapes: the distance is not larger
      const inner = (s: ShapeSpec) => ("radius" in s ? (s.radius as number) : 0.5);
      expect(gap).toBeLessThanOrEqual(0.9 * Math.SQRT2 - inner(one) - inner(two) + 1e-12);
    }
  });

  test("a body that is put elsewhere meets what is there", () => {
    const box = (name: string, x: number) =>
      ({
        name,
        mass: 1,
        position: [x, 0, 0],
        shapes: [
          {
            type: "convex-hull",
            vertices: [
              [0, 0, 0],
              [0.4, 0, 0],
              [0, 0.4, 0],
              [0, 0, 0.4],
            ],
          },
        ],
      }) satisfies BodySpec;
    const model = compile({
      gravity: [0, 0, 0],
      timestep: 0.01,
      formulation: { type: "impulse", preset: "fast" },
      bodies: [box("a", 0), { ...box("b", 0.3), position: [0.28, 0.28, 0] }],
    });
    const data = createData(model);
    step(model, data);
    expect(apartOf(data).now.count).toBe(1);
    expect(data.counter[COUNTER.pairs]).toBe(0);
    // beside the step, without notice
    data.bodyPos[3 * 2] -= 0.25;
    step(model, data);
    expect(data.counter[COUNTER.pairs]).toBe(1);
  });
});
