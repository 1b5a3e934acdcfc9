import { describe, expect, test } from "vitest";
import { strongest } from "../../studio/overlays/strongest.js";

describe("crowded overlays", () => {
  const of = (values: readonly number[], most: number, floor?: number) => {
    const { kept, drawn, all } = strongest(values.length, (k) => values[k], most, floor);
    return { kept: [...kept], drawn, all };
  };

  test("all are drawn while there are few", () => {
    expect(of([3, 1, 2], 3)).toEqual({ kept: [1, 1, 1], drawn: 3, all: 3 });
    expect(of([], 3)).toEqual({ kept: [], drawn: 0, all: 0 });
  });

  test("of many the strongest, of equal ones the first", () => {
    expect(of([3, 1, 2, 5], 2)).toEqual({ kept: [1, 0, 0, 1], drawn: 2, all: 4 });
    expect(of([1, 1, 1, 1], 2)).toEqual({ kept: [1, 1, 0, 0], drawn: 2, all: 4 });
    expect(of([0.1, 7, 0.1, 0.1], 3)).toEqual({ kept: [1, 1, 1, 0], drawn: 3, all: 4 });
  });

  test("what is not above the floor, or no number, does not count", () => {
    expect(of([-1, 0, 2, Number.NaN, 4, 3], 2, 0)).toEqual({ kept: [0, 0, 0, 0, 1, 1], drawn: 2, all: 3 });
  });
});
