/** `--poses`: every body that moves is in the table. */
import { expect, test } from "vitest";
import { withPoses } from "../../cli/pose-sensors.js";

test("adds position and orientation of bodies that are not static, after the sensors of the scene", () => {
  const spec = {
    bodies: [
      { name: "floor", type: "static" as const },
      { name: "lift", type: "kinematic" as const },
      { name: "box", mass: 1 },
    ],
    sensors: ["system/all/energy", "body/box/position"],
  };
  expect(withPoses(spec).sensors).toEqual([
    "system/all/energy",
    "body/box/position",
    "body/lift/position",
    "body/lift/orientation",
    "body/box/orientation",
  ]);
});

test("leaves a scene alone that makes no sense", () => {
  for (const wrong of [{}, { bodies: 3 }, { bodies: [null], sensors: "all" }])
    expect(withPoses(wrong as object)).toEqual(wrong);
  expect(withPoses({ bodies: [null, { mass: 1 }] } as object)).toEqual({ bodies: [null, { mass: 1 }], sensors: [] });
});
