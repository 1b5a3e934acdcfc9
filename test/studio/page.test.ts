/** Small parts of the page that need no browser. */
import { describe, expect, test } from "vitest";
import { decimalsFor, fixed, given, quantity, significant, unitText } from "../../studio/format.js";
import { History } from "../../studio/history.js";
import { parseRoute, routeTo } from "../../studio/route.js";

describe("numbers", () => {
  test.each([
    [fixed(-1.5, 2), "−1.50"],
    [fixed(-0.001, 2), "0.00"],
    [fixed(12345.678, 1), "12\u2009345.7"],
    [fixed(1234.5, 0), "1235"],
    [fixed(Number.NaN, 3), "–"],
    [fixed(-Infinity, 3), "−∞"],
    [significant(2.3456, 3), "2.35"],
    [significant(0.00001234, 2), "1.2e−5"],
    [significant(-2.5e-11, 2), "−2.5e−11"],
    [significant(0, 3), "0"],
    [quantity(0.00218, "s"), "2.18 ms"],
    [quantity(68_400, "N"), "68.4 kN"],
    [quantity(4.4e-6, "s"), "4.40 µs"],
    [quantity(0, "m"), "0 m"],
    [quantity(-1.5, "m"), "−1.50 m"],
    [given(0.001, "s"), "1 ms"],
    [given(0.0005, "s"), "500 µs"],
    [given(-1.5, "m"), "−1.5 m"],
    [given(10, "m"), "10 m"],
    [unitText("kg m^2"), "kg m²"],
    [unitText("1"), ""],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });

  test("decimals show a thousandth of a span", () => {
    expect([20, 2, 0.02, 1e5, 0].map(decimalsFor)).toEqual([2, 3, 5, 0, 3]);
  });
});

describe("links to scenes", () => {
  test("name and parameters, and back", () => {
    expect(parseRoute("#/scene/pendulum")).toEqual({ scene: "pendulum", params: {} });
    expect(parseRoute("#/scene/a?mass=3&name=x&list=[1,2]&flag=true")).toEqual({
      scene: "a",
      params: { mass: 3, name: "x", list: [1, 2], flag: true },
    });
    expect(parseRoute(routeTo("odd name/?"))?.scene).toBe("odd name/?");
    expect(parseRoute("#/scene/%")?.scene).toBe("%");
    expect(parseRoute("")).toBeNull();
    expect(parseRoute("#/scene/")).toBeNull();
  });
});

describe("the history", () => {
  test("keeps the newest rows in order, whatever the size of the batches, and its memory does not grow", () => {
    const history = new History();
    history.open(1);
    let next = 0;
    for (let batch = 1; next < 100_000; batch = (batch * 7) % 997) {
      const rows = new Float64Array(2 * batch);
      for (let k = 0; k < batch; k++) rows.set([next, -next++], 2 * k);
      history.append(rows);
      const [time, value] = [history.column(0), history.column(1)];
      expect(time.length).toBe(Math.min(next, 20_000));
      expect([time[0], time.at(-1)]).toEqual([next - time.length, next - 1]);
      expect(value.at(-1)).toBe(-(next - 1));
    }
    const time = history.column(0);
    expect(time.every((t, k) => k === 0 || t === time[k - 1] + 1)).toBe(true);
    expect(time.buffer.byteLength).toBe(40_000 * 8);
    history.clear();
    expect(history.length).toBe(0);
    expect(history.latest(1)).toBeNaN();
  });
});
