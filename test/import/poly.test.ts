/** Both forms of .poly, by volume, and what is wrong in one by its place. */
import { expect, test } from "vitest";
import { importText } from "./support.js";

/** A tetrahedron with corners at the origin and at 1 along each axis: volume 1/6, mass 1000/6 kg. */
const PLAIN = `% a corner of a cube
4            // points
0 0 0
1 0 0
0 1 0
0 0 1
4
1 3 2        # seen from outside, counter-clockwise
1 2 4
1 4 3
2 3 4
`;
/** A cube of side 2 as TetGen has it, counting from 1; squares and a hole of the volume. */
const CUBE = `8 3 0 0
1 0 0 0
2 2 0 0
3 2 2 0
4 0 2 0
5 0 0 2
6 2 0 2
7 2 2 2
8 0 2 2
6 1
1 0 1
4 4 3 2 1
1 0 1
4 5 6 7 8
1 0 1
4 1 2 6 5
1 0 1
4 2 3 7 6
1 0 1
4 3 4 8 7
1 0 1
4 4 1 5 8
1
1 0.5 0.5 0.5
0
`;

test.each([
  ["counting from 1", PLAIN],
  [
    "counting from 0",
    PLAIN.replace("1 3 2", "0 2 1").replace("1 2 4", "0 1 3").replace("1 4 3", "0 3 2").replace("2 3 4", "1 2 3"),
  ],
  [
    "with numbered points",
    PLAIN.replace("0 0 0", "1 0 0 0")
      .replace("\n1 0 0\n", "\n2 1 0 0\n")
      .replace("\n0 1 0", "\n3 0 1 0")
      .replace("\n0 0 1", "\n4 0 0 1"),
  ],
])("a tetrahedron %s", async (_, text) => {
  const { summary } = await importText("corner.poly", { "corner.poly": text });
  expect(summary.mesh).toMatchObject({ triangles: 4, points: 4, closed: true, turned: 0 });
  // a sum of four products: round-off
  expect(summary.mesh?.volume).toBeCloseTo(1 / 6, 14);
  expect(summary.mass).toBeCloseTo(1000 / 6, 10);
});

test("a cube of TetGen, whose holes are told of", async () => {
  const { summary, notes } = await importText("cube.poly", { "cube.poly": CUBE });
  expect(summary.mesh).toMatchObject({ triangles: 12, points: 8, closed: true, turned: 0 });
  expect(summary.mesh?.volume).toBeCloseTo(8, 13);
  expect(notes).toMatchObject([{ kind: "left-out", line: 24, text: "holes and regions of the volume" }]);
});

test.each([
  ["a point too few", PLAIN.replace("0 0 1\n4", "4"), /corner\.poly:6.*expected three coordinates/],
  ["a word", PLAIN.replace("0 1 0", "0 one 0"), /corner\.poly:5.*got "one"/],
  ["a point that is not there", PLAIN.replace("2 3 4", "2 3 5"), /corner\.poly:11.*not among the 4/],
  ["an early end", PLAIN.slice(0, 40), /the file ends before/],
])("%s", async (_, text, message) => {
  await expect(importText("corner.poly", { "corner.poly": text })).rejects.toThrow(message);
});
