/** Problem files: what is written is read again bit for bit; what is wrong is named with its line. */
import { complementarity } from "stiction";
import {
  parseProblemText,
  problemToHdf5,
  problemToJson,
  type ReadProblem,
  SceneTextError,
  writeHdf5,
} from "stiction/io";
import { describe, expect, test } from "vitest";
import { buildProblem } from "../../proof/reference/complementarity-problems.js";
import { seeded } from "../../proof/reference/random.js";
import { readHdf5 } from "./read-hdf5.js";

const messageOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SceneTextError);
    return (error as Error).message;
  }
  return "no error";
};

const parse = (text: string, format?: ReadProblem["format"]) => parseProblemText(text, "p.dat", format);

describe("JSON", () => {
  test("gives every number back bit for bit", () => {
    for (let index = 0; index < 100; index += 3) {
      const { problem, solution } = buildProblem(index);
      const back = parseProblemText(problemToJson({ problem, solution, name: "x" }), "p.json");
      expect(back.format).toBe("json");
      expect(back.name).toBe("x");
      expect(back.problem.matrix).toEqual(problem.matrix);
      expect(back.problem.vector).toEqual(problem.vector);
      expect(back.problem.kind).toEqual(problem.kind);
      expect(back.solution).toEqual(solution);
    }
  });

  test("bounds, infinite ones too, −0, cones", () => {
    const problem: complementarity.ComplementarityProblem = {
      size: 4,
      matrix: Float64Array.from({ length: 16 }, (_, k) => (k === 5 ? -0 : 1 / (k + 3))),
      vector: Float64Array.of(5e-324, 1.7976931348623157e308, -1, 2),
      kind: Uint8Array.of(2, 0, 3, 3),
      lower: Float64Array.of(Number.NEGATIVE_INFINITY, 0, 0, 0),
      upper: Float64Array.of(7, 0, 0, 0),
      cones: { count: 1, start: Int32Array.of(2), size: Int32Array.of(2), mu: Float64Array.of(0.1) },
    };
    const back = parseProblemText(problemToJson({ problem }), "p.json").problem;
    expect(Object.is(back.matrix[5], -0)).toBe(true);
    expect(back.vector).toEqual(problem.vector);
    expect(back.lower?.[0]).toBe(Number.NEGATIVE_INFINITY);
    expect(back.upper?.[0]).toBe(7);
    expect(back.cones).toEqual(problem.cones);
  });

  test("says what is wrong, and where", () => {
    const good = problemToJson({ problem: buildProblem(60).problem });
    const read = (text: string) => messageOf(() => parseProblemText(text, "p.json"));
    expect(read("{")).toMatch(/^p\.json:1:2 expected a key/);
    expect(read("[]")).toMatch(/expected an object/);
    expect(read('{ "bodies": [] }')).toMatch(/p\.json:1:3 bodies: unknown key "bodies"/);
    expect(read(good.replace('"version": 1', '"version": 2'))).toMatch(/p\.json:3:\d+ version: expected "version": 1/);
    expect(read(good.replace(/"vector": \[[^,]*,/, '"vector": ['))).toMatch(/vector: expected a list of \d+ numbers/);
    expect(read(good.replace(/"vector": \[[^,]*,/, '"vector": ["NaN",'))).toMatch(
      /vector\[0\]: expected a finite number, got "NaN"/,
    );
    expect(read(good.replace('"matrix"', '"rows": ["free"], "matrix"'))).toMatch(/rows: expected a list/);
    expect(
      read(`{"format": "complementarity-problem", "version": 1, "matrix": [[1]], "vector": [1], "rows": ["fre"]}`),
    ).toMatch(/rows\[0\]: unknown kind "fre"; did you mean "free"/);
    expect(
      read(`{"format": "complementarity-problem", "version": 1, "matrix": [[1]], "vector": [1], "rows": ["cone"]}`),
    ).toMatch(/belongs to no block/);
  });
});

describe("plain text", () => {
  test("lcp: dense entries stand column by column", () => {
    const { problem, format } = parse("2\n0\n2\n2\n\n2 2\n1 3\n2 4\n\n-5 -6\nand a comment");
    expect(format).toBe("lcp");
    expect([...problem.matrix]).toEqual([1, 2, 3, 4]);
    expect([...problem.vector]).toEqual([-5, -6]);
  });

  test("lcp: blocks", () => {
    // [[1, 2, 0], [3, 4, 0], [0, 0, 5]]; blocks 2×2 and 1×1
    const { problem } = parse("3 1 3 3  2 2 2  2 3  2 3  3 2  0 1 2  0 1  0 1 3 2 4  1 5  -1 -2 -3");
    expect([...problem.matrix]).toEqual([1, 2, 0, 3, 4, 0, 0, 0, 5]);
  });

  test("mlcp: whole, and in four parts; both are the same problem", () => {
    // A = [[−1]], C = [[2]], D = [[3]], B = [[4]]
    const whole = parse("1 0 1 1  0 1 2  0 1  0 2 2  2 2  -1 3  2 4  7 -8");
    const parts = parse("0 1 1 1  -1  4  2  3  7  -8");
    for (const { problem, format } of [whole, parts]) {
      expect(format).toBe("mlcp");
      expect([...problem.matrix]).toEqual([-1, 2, 3, 4]);
      expect([...problem.vector]).toEqual([7, -8]);
      expect([...(problem.kind ?? [])]).toEqual([0, 1]);
    }
    // an LCP of one row looks alike
    expect(parse("1 0 1 1 1 1 5 -1").format).toBe("lcp");
  });

  test("friction: normal first, one mu per contact, a mark at the end", () => {
    const { problem, format } = parse("2 1 0 2 2 2 2  3 0  0 4  -1 0.5  0.3  1");
    expect(format).toBe("friction");
    expect(problem.cones).toEqual({
      count: 1,
      start: Int32Array.of(0),
      size: Int32Array.of(2),
      mu: Float64Array.of(0.3),
    });
  });

  test("says what is wrong, and where", () => {
    expect(messageOf(() => parse("hello"))).toMatch(/^p\.dat:1:1 expected a problem as JSON, or numbers/);
    expect(messageOf(() => parse("2 0 2 2 2 2\n1 2\n3 x\n-1 -1"))).toBe(
      'p.dat:3:3 entry (1, 1) of the matrix: expected a finite number, got "x"',
    );
    expect(messageOf(() => parse("2 0 2 2 2 2\n1 2\n3 NaN\n-1 -1"))).toMatch(/p\.dat:3:3 .*got "NaN"/);
    expect(messageOf(() => parse("2 0 2 2 2 2 1 2 3 4 5"))).toMatch(/the file ends before entry 1 of q/);
    expect(messageOf(() => parse("2 0 2 3 2 2 1", "lcp"))).toMatch(
      /the columns of the matrix: expected a whole number from 2 to 2, got 3/,
    );
    expect(messageOf(() => parse("1000000000 0 1000000000 1000000000 1000000000 1000000000"))).toMatch(
      /from 1 to 3000/,
    );
    expect(messageOf(() => parse("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 -0.5"))).toMatch(
      /mu of contact 0: expected a number >= 0/,
    );
    expect(messageOf(() => parse("2 0 2 2 2 2 1 1e999 0 1 1 1"))).toMatch(/expected a finite number, got "1e999"/);
  });

  test("whatever numbers follow, a file is read or refused, at once", () => {
    const random = seeded(9);
    for (let k = 0; k < 3000; k++) {
      const words = Array.from({ length: Math.floor(random() * 30) }, () =>
        random() < 0.9 ? String(Math.floor(random() * 4)) : ["-1", "x", "1e9", "NaN", "0.5"][Math.floor(random() * 5)],
      );
      try {
        const { problem } = parse(words.join(" "));
        expect(complementarity.problemTrouble(problem)).toBe(undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(SceneTextError);
      }
    }
  });
});

describe("HDF5", () => {
  test("holds problem and solution, as an independent reader finds them", () => {
    const { problem, solution } = buildProblem(95);
    const file = readHdf5(
      problemToHdf5([
        { problem, solution },
        { problem, groups: { step: { h: { values: Float64Array.of(0.01), dimensions: [1] } } } },
      ]),
    );
    expect(file["/Manifest/toolkit"].text).toBe("stiction");
    const matrix = file["/mbs_frame000001/problem/matrix"];
    expect(matrix.dimensions).toEqual([problem.size, problem.size]);
    expect(matrix.values).toEqual([...problem.matrix]);
    expect(file["/mbs_frame000001/problem/rows"].values).toEqual([...(problem.kind ?? [])]);
    expect(file["/mbs_frame000001/solutions/solution"].values).toEqual([...solution]);
    expect(file["/mbs_frame000002/step/h"].values).toEqual([0.01]);
  });

  test("groups of many entries, in the order of their bytes", () => {
    const group = Object.fromEntries(
      Array.from({ length: 500 }, (_, k) => [`d${k}`, { values: Float64Array.of(k), dimensions: [1] }]),
    );
    const file = readHdf5(writeHdf5({ many: group }));
    for (let k = 0; k < 500; k++) expect(file[`/many/d${k}`].values).toEqual([k]);
    expect(() => writeHdf5({ bad: { values: Float64Array.of(1), dimensions: [2] } })).toThrow(/expected 2 values/);
  });
});
