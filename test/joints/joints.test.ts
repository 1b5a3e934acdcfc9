import { compile, createData, defaultItems, type Items, mobility, type Spec } from "stiction";
import { describe, expect, test } from "vitest";
import { jointRows } from "../../src/joints/rows.js";
import { quatMultiply, quatRotate, turnInto } from "../../src/math/quat.js";

// No formulation of this version solves joints; their definition is tested with one that only claims to.
const claims = { ...defaultItems.formulations.forces, joints: "all" as const };
const items: Items = { ...defaultItems, formulations: { ...defaultItems.formulations, forces: claims } };

const link = (name: string, position: number[]) => ({
  name,
  mass: 1,
  inertia: [1, 1, 1],
  position: position as [number, number, number],
});

/** Separation of the two joint points and the relative rotation vector (small angles), in the frame on A. */
function residual(
  model: ReturnType<typeof compile>,
  data: ReturnType<typeof createData>,
  i: number,
): { d: number[]; axes: number[][] } {
  const { joints } = model;
  const [a, b] = [joints.bodyA[i], joints.bodyB[i]];
  const qa = data.bodyQuat.subarray(4 * a, 4 * a + 4);
  const qb = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const pa = quatRotate(qa, joints.pointA.subarray(3 * i, 3 * i + 3)).map((v, k) => v + data.bodyPos[3 * a + k]);
  const pb = quatRotate(qb, joints.pointB.subarray(3 * i, 3 * i + 3)).map((v, k) => v + data.bodyPos[3 * b + k]);
  const frame = quatMultiply(qa, joints.quatA.subarray(4 * i, 4 * i + 4));
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((e) => [...quatRotate(frame, e)]);
  return { d: axes.map((n) => n.reduce((s, c, k) => s + c * (pb[k] - pa[k]), 0)), axes };
}

describe("placement", () => {
  test("at and axis in the world become frames on both bodies that coincide at the start", () => {
    const model = compile(
      {
        bodies: [link("a", [1, 0, 0]), link("b", [2, 1, 0])],
        joints: [{ type: "hinge", bodyA: "a", bodyB: "b", at: [1.5, 0.5, 0], axis: [1, 1, 0] }],
      },
      items,
    );
    const data = createData(model);
    const { d, axes } = residual(model, data, 0);
    for (const c of d) expect(c).toBeCloseTo(0, 14);
    expect(axes[2]).toEqual([
      expect.closeTo(Math.SQRT1_2, 14),
      expect.closeTo(Math.SQRT1_2, 14),
      expect.closeTo(0, 14),
    ]);
  });

  test("limits, drive and friction stand in the one definition; the drive's target is an input", () => {
    const model = compile(
      {
        bodies: [link("a", [0, 0, 0])],
        joints: [
          {
            type: "hinge",
            name: "j",
            bodyB: "a",
            at: [0, 0, 0],
            zero: 0.1,
            limits: { lower: -1, upper: 2 },
            drive: { mode: "position", target: 0.5, maxEffort: 9 },
            friction: { effort: 3 },
          },
        ],
        controllers: [{ type: "expression", output: "joints.j.drive.target", expression: "t" }],
      },
      items,
    );
    const j = model.joints;
    expect([j.zero[0], j.lower[0], j.upper[0], j.driveMode[0], j.driveMaxEffort[0], j.friction[0]]).toEqual([
      0.1, -1, 2, 2, 9, 3,
    ]);
    expect(model.input0[j.driveInput[0]]).toBe(0.5);
  });

  test.each([
    [{ type: "hinge", bodyB: "a" }, "place the joint"],
    [{ type: "hinge", bodyA: "a", bodyB: "a", at: [0, 0, 0] }, "two different bodies"],
    [{ type: "hinge", bodyB: "a", at: [0, 0, 0], axis: [0, 0, 0] }, "non-zero length"],
    [{ type: "hinge", bodyB: "a", at: [0, 0, 0], limits: { lower: 1, upper: 0 } }, "lower <= upper"],
    [{ type: "hinge", bodyB: "a", at: [0, 0, 0], frameA: {} }, "not by both"],
  ])("%j is refused", (joint, message) => {
    expect(() => compile({ bodies: [link("a", [0, 0, 0])], joints: [joint] } as Spec, items)).toThrow(message);
  });
});

describe.each(Object.keys(defaultItems.joints))("%s", (type) => {
  test("velocity rows equal finite differences of the residual", () => {
    const model = compile(
      {
        bodies: [
          { ...link("a", [0.3, -0.2, 0.5]), orientation: { axis: [1, 2, 3], angle: 0.7 } },
          { ...link("b", [1.1, 0.4, -0.3]), orientation: { axis: [-1, 0.5, 2], angle: -1.1 } },
        ],
        joints: [{ type, bodyA: "a", bodyB: "b", at: [0.6, 0.1, 0.2], axis: [1, -1, 2] }],
      },
      items,
    );
    const kind = model.joints.kinds[0] as unknown as { translation: string[]; rotation: string[] };
    const data = createData(model);
    // move away from the assembled position, so that the separation counts too
    data.bodyPos[6] += 0.05;
    data.bodyPos[7] -= 0.03;
    const rows = jointRows(model, data, 0);
    const h = 1e-6;
    const numeric: number[][] = [];
    for (let body = 1; body <= 2; body++) {
      for (let k = 0; k < 6; k++) {
        const [plus, minus] = [h, -h].map((e) => {
          const moved = createData(model);
          moved.bodyPos.set(data.bodyPos);
          if (k < 3)
            turnInto(
              moved.bodyQuat,
              4 * body,
              Float64Array.from([0, 1, 2], (c) => (c === k ? e : 0)),
              0,
              moved.bodyQuat,
              4 * body,
            );
          else moved.bodyPos[3 * body + k - 3] += e;
          return residual(model, moved, 0).d;
        });
        numeric.push(plus.map((v, c) => (v - minus[c]) / (2 * h)));
      }
    }
    // translation rows come in the order x, y, z of the locked axes, each followed by its rotation row
    let r = 0;
    const { axes } = residual(model, data, 0);
    for (let axis = 0; axis < 3; axis++) {
      if (kind.translation[axis] === "locked") {
        const row = [...rows[r].a, ...rows[r].b];
        // round-off 1e-16/h plus h² curvature: 1e-9
        row.forEach((value, k) => {
          expect(value).toBeCloseTo(numeric[k][axis], 8);
        });
        r++;
      }
      if (kind.rotation[axis] === "locked") {
        expect(rows[r].b.slice(0, 3)).toEqual(axes[axis].map((v) => expect.closeTo(v, 14)));
        r++;
      }
    }
    expect(r).toBe(rows.length);
    expect(rows).toHaveLength(6 - model.joints.kinds[0].freedom.spatial);
  });
});

describe("mobility", () => {
  const bars = (planar: boolean): Spec => {
    const z = planar ? [] : [0];
    const at = (x: number, y: number) => [x, y, ...z] as unknown as [number, number, number];
    return {
      ...(planar ? { plane: "xy" as const } : {}),
      bodies: ["crank", "coupler", "rocker"].map((name, i) => ({
        name,
        mass: 1,
        inertia: [1, 1, 1],
        position: at(i, 0.5),
      })),
      joints: [
        { type: "hinge", bodyB: "crank", at: at(0, 0) },
        { type: "hinge", bodyA: "crank", bodyB: "coupler", at: at(0.2, 1) },
        { type: "hinge", bodyA: "coupler", bodyB: "rocker", at: at(1.8, 1.3) },
        { type: "hinge", bodyA: "rocker", bodyB: "world", at: at(2, 0) },
      ],
    };
  };

  test("a planar four-bar has one degree of freedom and no redundant row", () => {
    const model = compile(bars(true), items);
    expect(mobility(model, createData(model))).toEqual({
      freedomOfBodies: 9,
      rows: 8,
      rank: 8,
      redundant: 0,
      freedom: 1,
    });
  });

  test("the same in space has three redundant rows", () => {
    const model = compile(bars(false), items);
    expect(mobility(model, createData(model))).toEqual({
      freedomOfBodies: 18,
      rows: 20,
      rank: 17,
      redundant: 3,
      freedom: 1,
    });
  });

  test("Bricard's mechanism moves although counting says it should not (IFToMM A04: rank 29 of 30)", () => {
    const p = [
      [0, 0, 0],
      [1, 0, 0],
      [1, -1, 0],
      [1, -1, 1],
      [0, -1, 1],
      [0, 0, 1],
    ];
    const axes = [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ];
    const rods = [0, 1, 2, 3, 4].map((i) =>
      link(
        `rod${i}`,
        p[i].map((c, k) => (c + p[i + 1][k]) / 2),
      ),
    );
    const joints = p.map((at, i) => ({
      type: "hinge",
      bodyA: i === 0 ? "world" : `rod${i - 1}`,
      bodyB: i === 5 ? "world" : `rod${i}`,
      at,
      axis: axes[i],
    }));
    const model = compile({ bodies: rods, joints } as Spec, items);
    expect(mobility(model, createData(model))).toEqual({
      freedomOfBodies: 30,
      rows: 30,
      rank: 29,
      redundant: 1,
      freedom: 1,
    });
  });
});
