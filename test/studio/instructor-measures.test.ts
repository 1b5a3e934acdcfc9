/** Names of what a seat measures, as an instructor reads them. */
import { expect, test } from "vitest";
import { measureOf } from "../../studio/pages/instructor/machines.js";

test("sensors of the machine and of an exercise's surveys have names and units that people read", () => {
  expect(measureOf("dug")).toEqual(["Dug", "m³", 2]);
  expect(measureOf("trenchVolume")).toEqual(["Trench, volume", "m³", 2]);
  expect(measureOf("leftBankLow")).toEqual(["Left bank, lowest", "m", 2]);
  expect(measureOf("pipeGap")).toEqual(["Pipe gap", "", 2]);
});
