import { events } from "stiction";
import { expect, test } from "vitest";

test("no two kinds of events share a code", () => {
  const codes = Object.values(events).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
