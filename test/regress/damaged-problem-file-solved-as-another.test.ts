// A problem file of `run --problems` or `solve --out` with a changed digit is solved without a word.
import { complementarity } from "stiction";
import { problemFromJson, problemToJson, SceneTextError } from "stiction/io";
import { describe, expect, test } from "vitest";

const n = 9;
const document = {
  name: "nine rows",
  problem: {
    size: n,
    matrix: Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 4.25 : 1 / (3 + k))),
    vector: Float64Array.from({ length: n }, (_, k) => 0.7 - k / 7),
    kind: new Uint8Array(n).fill(complementarity.ROW.complementary),
  },
  solution: new Float64Array(n).fill(1 / 3),
};
const text = problemToJson(document);

describe("a problem file of ours", () => {
  test("is read back bit for bit, with line ends of either kind", () => {
    for (const whole of [text, text.replaceAll("\n", "\r\n"), text.trimEnd()]) {
      const { problem, solution } = problemFromJson(whole, "p.json");
      expect(problem.matrix).toEqual(document.problem.matrix);
      expect(solution).toEqual(document.solution);
    }
  });

  test("is refused with any byte changed, and the message says where", () => {
    const bytes = new TextEncoder().encode(text);
    let kept = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = bytes.slice();
        damaged[at] ^= 1 << bit;
        try {
          const { problem } = problemFromJson(new TextDecoder().decode(damaged), "p.json");
          // a blank or a line end that became another one
          expect(problem.matrix).toEqual(document.problem.matrix);
          expect(problem.vector).toEqual(document.problem.vector);
          kept++;
        } catch (error) {
          expect(error).toBeInstanceOf(SceneTextError);
          expect((error as Error).message).toMatch(/^p\.json:\d+:\d+ /);
        }
      }
    }
    expect(kept).toBeLessThan(10);
  });

  test("is refused when it was cut", () => {
    for (let length = 0; length < text.trimEnd().length; length += 3)
      expect(() => problemFromJson(text.slice(0, length), "p.json")).toThrow(SceneTextError);
  });

  test("by hand needs no checksums", () => {
    const { checksums, ...plain } = JSON.parse(text);
    expect(checksums).toHaveLength(1);
    expect(problemFromJson(JSON.stringify(plain), "p.json").problem.matrix).toEqual(document.problem.matrix);
  });
});
