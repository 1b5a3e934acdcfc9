import { events } from "stiction";
import { expect, test } from "vitest";

test("no two kinds of events have one code", () => {
  const codes = Object.values(events).map(({ code }) => code);
  expect(codes.filter((code, k) => codes.indexOf(code) !== k)).toEqual([]);
});
