import { compile, createData, mobility, type Spec } from "stiction";
import { describe, expect, test } from "vitest";
import { quatMultiply, quatRotate } from "../../src/math/quat.js";
import { jointItems as items } from "./samples.js";

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
    expect(() => compile({ bodies: [link("a", [0, 0, 0])], joints: [joint] }, items)).toThrow(message);
  });
});

describe("mobility", () => {
  const bars = (planar: boolean): Spec => {
    const z = planar ? [] : [0];
    const at = (x: number, y: number) => [x, y, ...z] as [number, number, number];
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
    const model = compile({ bodies: rods, joints }, items);
    expect(mobility(model, createData(model))).toEqual({
      freedomOfBodies: 30,
      rows: 30,
      rank: 29,
      redundant: 1,
      freedom: 1,
    });
  });
});
