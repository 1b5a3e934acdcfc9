/** Terrain on the page: grids of tiles, heights that change, what a ray meets, what was worked, tracks. */
import { compile, createData } from "stiction";
import { Ray, Vector3 } from "three";
import { expect, test } from "vitest";
import { randomNumbers } from "../../scenes/parts/bodies.js";
import { HeightGrid } from "../../studio/viewport/terrain/height-grid.js";
import { landGrid } from "../../studio/viewport/terrain/land.js";
import { meetTerrain } from "../../studio/viewport/terrain/terrain-ray.js";
import { levelAt, rimGrid, STEPS, TILE, tileGrid } from "../../studio/viewport/terrain/tiles.js";
import { TrackMarks } from "../../studio/viewport/terrain/track-marks.js";
import { describeScene, transferables } from "../../studio/worker/describe.js";
import { drawnTerrains, workedSoil } from "../../studio/worker/terrain.js";
import type { DrawnTerrain } from "../../studio/worker/terrain-protocol.js";

function terrain(
  columns: number,
  rows: number,
  spacing: number,
  height: (i: number, j: number) => number,
): DrawnTerrain {
  const heights = Float32Array.from({ length: columns * rows }, (_, k) => height(k % columns, Math.floor(k / columns)));
  const none = () => new Uint8Array(columns * rows);
  return {
    body: 1,
    position: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    columns,
    rows,
    spacing: [spacing, spacing],
    heights,
    disturbance: none(),
    moisture: none(),
  };
}

/** Twice the signed area of triangles over the xy plane. */
function area(points: Float32Array, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum +=
      (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
      (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
  }
  return sum;
}

test("a tile covers its cells once, at every level of detail, facing up", () => {
  for (const step of STEPS) {
    const { points, triangles } = tileGrid(step);
    expect(triangles.length).toBe(6 * (TILE / step) ** 2);
    expect(area(points, triangles)).toBe(2 * TILE * TILE);
    // no triangle is turned over
    for (let t = 0; t < triangles.length; t += 3) expect(area(points, triangles.subarray(t, t + 3))).toBe(step * step);
  }
});

test("the sides and the bottom close the surface: every edge has two faces", () => {
  const [columns, rows] = [5, 4];
  const { points, triangles } = rimGrid(columns, rows);
  const edges = new Map<string, number>();
  const name = (v: number) => points.subarray(3 * v, 3 * v + 3).join();
  for (let k = 0; k < triangles.length; k++) {
    const [a, b] = [name(triangles[k]), name(triangles[k % 3 === 2 ? k - 2 : k + 1])];
    edges.set(`${a} > ${b}`, (edges.get(`${a} > ${b}`) ?? 0) + 1);
  }
  const open = [...edges.keys()].filter((edge) => !edges.has(edge.split(" > ").reverse().join(" > ")));
  // what is left open is the rim of the surface above, and the points of the bottom between its corners
  const above = open.filter((edge) => edge.split(" > ").every((point) => point.endsWith(",0")));
  expect(above.length).toBe(2 * (columns - 1) + 2 * (rows - 1));
  const below = open.filter((edge) => edge.split(" > ").every((point) => point.endsWith(",1")));
  expect(above.length + below.length).toBe(open.length);
  // the bottom faces down, and is whole
  expect(area(points, triangles.subarray(triangles.length - 6))).toBe(-2 * (columns - 1) * (rows - 1));
});

test("land around it goes outward from the rim and faces up", () => {
  const [columns, rows] = [4, 3];
  const { points, normals, triangles } = landGrid(columns, rows);
  // where the shader puts the points, with cells of a metre
  const flat = points.map((x, k) => (k % 3 === 2 ? 0 : x + points[k - (k % 3) + 2] * normals[k]));
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) least = Math.min(least, area(flat, triangles.subarray(t, t + 3)));
  expect(least).toBeGreaterThanOrEqual(0);
  // all of the square with round corners but the terrain itself; the arcs have six pieces to a quarter
  const reach = 700;
  const round = 24 * 0.5 * reach ** 2 * Math.sin(Math.PI / 12);
  expect(area(flat, triangles) / 2).toBeCloseTo(round + 2 * reach * (columns - 1 + rows - 1), -1);
});

test("tiles get coarser with the distance, the nearest are drawn in full", () => {
  expect(levelAt(0)).toBe(0);
  const levels = Array.from({ length: 60 }, (_, k) => levelAt(k));
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  expect(levels.at(-1)).toBe(STEPS.length - 1);
});

test("a tile of changed soil changes its rectangle and the bounds of the tiles around it, and nothing else", () => {
  const grid = new HeightGrid(terrain(3 * TILE + 1, 2 * TILE + 1, 0.5, () => 1));
  const before = grid.heights.slice();
  const [x0, y0, width, height] = [TILE - 2, 5, 4, 3];
  grid.write({
    terrain: 0,
    x0,
    y0,
    width,
    height,
    // buffers are reused: they may be longer
    heights: new Float32Array(50).fill(-2),
    disturbance: new Uint8Array(50).fill(200),
    moisture: new Uint8Array(50).fill(90),
  });
  for (let k = 0; k < before.length; k++) {
    const [i, j] = [k % grid.columns, Math.floor(k / grid.columns)];
    const inside = i >= x0 && i < x0 + width && j >= y0 && j < y0 + height;
    expect(grid.heights[k]).toBe(inside ? -2 : 1);
    expect(grid.surface[4 * k]).toBe(inside ? 200 : 0);
    expect(grid.surface[4 * k + 1]).toBe(inside ? 90 : 0);
  }
  const lows = Array.from({ length: 6 }, (_, k) => grid.extents[2 * k]);
  expect(lows).toEqual([-2, -2, 1, 1, 1, 1]);
  expect(grid.range()).toEqual([-2, 1]);
});

test("a ray meets the terrain where it meets its triangles, one by one", () => {
  const random = randomNumbers(4);
  const drawn = terrain(23, 17, 0.7, () => 3 * random());
  const grid = new HeightGrid(drawn);
  const at = (i: number, j: number) => new Vector3((i - 11) * 0.7, (j - 8) * 0.7, drawn.heights[j * 23 + i]);
  const hit = new Vector3();
  let met = 0;
  for (let n = 0; n < 400; n++) {
    const from = new Vector3(20 * random() - 10, 16 * random() - 8, 8 * random() - 2);
    const to = new Vector3(14 * random() - 7, 10 * random() - 5, 3 * random());
    const ray = new Ray(from, to.sub(from).normalize());
    const all: number[] = [];
    for (let j = 0; j < 16; j++) {
      for (let i = 0; i < 22; i++) {
        const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        for (const [u, v, w] of [
          [a, b, c],
          [a, c, d],
        ])
          if (ray.intersectTriangle(u, v, w, false, hit)) all.push(hit.distanceTo(from));
      }
    }
    all.sort((a, b) => a - b);
    const found: number[] = [];
    meetTerrain(grid, ray, (distance) => {
      found.push(distance);
      return false;
    });
    expect(found.length).toBe(all.length);
    // heights are of single precision, about 1e-7 of 3 m
    for (const [k, distance] of found.entries()) expect(distance).toBeCloseTo(all[k], 6);
    met += all.length;
  }
  expect(met).toBeGreaterThan(300);
});

test("straight down it meets the height; beside the terrain nothing", () => {
  const grid = new HeightGrid(terrain(9, 9, 1, (i, j) => 0.25 * i + 0.5 * j));
  const down = (x: number, y: number) => {
    let found = Number.NaN;
    meetTerrain(grid, new Ray(new Vector3(x, y, 100), new Vector3(0, 0, -1)), (distance) => {
      found = 100 - distance;
      return true;
    });
    return found;
  };
  expect(down(0.3, -1.2)).toBeCloseTo(0.25 * 4.3 + 0.5 * 2.8, 6);
  expect(down(-4, 4)).toBeCloseTo(0.5 * 8, 6);
  expect(down(4.01, 0)).toBeNaN();
});

test("a trench and a heap were worked, the ground between them was not; the trench is wet towards its depth", () => {
  const n = 121;
  const height = (i: number, j: number) => {
    const rolling = 0.3 * Math.sin(i / 25);
    if (i > 20 && i < 40 && j > 50 && j < 54) return rolling - 1.4;
    const d = Math.hypot(i - 90, j - 60);
    return rolling + Math.max(0, 1.5 - 0.13 * d);
  };
  const { heights } = terrain(n, n, 0.25, height);
  const { disturbance, moisture } = workedSoil(heights, n, n, 0.25, 0.25);
  const at = (i: number, j: number) => j * n + i;
  expect(disturbance[at(30, 52)]).toBe(255);
  expect(disturbance[at(90, 60)]).toBe(255);
  expect(disturbance[at(60, 20)]).toBe(0);
  expect(disturbance[at(10, 100)]).toBe(0);
  // 1.4 m of the 1.6 m at which it is wet throughout, within what the neighbourhood's height is uncertain by
  expect(moisture[at(30, 52)] / 255).toBeGreaterThan(0.75);
  expect(moisture[at(90, 60)]).toBe(0);
});

test("a hillside between two levels was not worked", () => {
  const n = 129;
  const { heights } = terrain(n, n, 0.5, (_, j) => 0.266 * Math.max(0, Math.min(16, 0.5 * j - 24)));
  const { disturbance, moisture } = workedSoil(heights, n, n, 0.5, 0.5);
  expect(Math.max(...disturbance)).toBe(0);
  // a reweighted mean may be off by some centimetres of the 1.6 m
  expect(Math.max(...moisture) / 255).toBeLessThan(0.05);
});

const field = {
  type: "height-field",
  heights: [
    [0, 0, 1],
    [0, 2, 1],
  ],
  dx: 0.5,
  dy: 2,
} as const;

test("a fixed height field is described as a terrain, not as a shape, in its place", () => {
  const model = compile({
    bodies: [
      { name: "ground", type: "static", position: [1, 2, 3], shapes: [{ ...field, position: [0, 0, -1] }] },
      { name: "ball", density: 1000, position: [0, 0, 9], shapes: [{ type: "sphere", radius: 1 }] },
    ],
  });
  const scene = describeScene(model, createData(model), []);
  expect(scene.shapes.map(({ kind }) => kind)).toEqual(["sphere"]);
  expect(scene.terrains).toHaveLength(1);
  const [drawn] = scene.terrains;
  expect([drawn.columns, drawn.rows, ...drawn.spacing]).toEqual([3, 2, 0.5, 2]);
  expect([...drawn.heights]).toEqual([0, 0, 1, 0, 2, 1]);
  expect(drawn.position).toEqual([0, 0, -1]);
  expect(model.bodyNames[drawn.body]).toBe("ground");
  expect(transferables(scene)).toContain(drawn.heights.buffer);
});

test("one that is carried about stays a shape", () => {
  const model = compile({ bodies: [{ name: "tray", type: "kinematic", shapes: [field] }] });
  expect(drawnTerrains(model)).toEqual([]);
  expect(describeScene(model, createData(model), []).shapes.map(({ kind }) => kind)).toEqual(["height-field"]);
});

test("a track is as wide as its tyre, goes where it rolled, and goes away where soil moves", () => {
  const marks = new TrackMarks(20, 10);
  marks.press({ x: -4, y: 1 }, { x: 4, y: 1 }, 0.5, "tyre", 0);
  expect(marks.at(0, 1)).toBeGreaterThan(0.3);
  expect(marks.at(0, 1.2)).toBeGreaterThan(0.3);
  expect(marks.at(0, 1.3)).toBe(0);
  expect(marks.at(-4.1, 1)).toBe(0);
  // the lugs show: it is not pressed equally deep along the way
  const depths = Array.from({ length: 40 }, (_, k) => marks.at(-1 + 0.05 * k, 1.1));
  expect(Math.max(...depths) - Math.min(...depths)).toBeGreaterThan(0.3);
  marks.erase(0.5, 0, 0.25, 1);
  expect(marks.at(-1, 1)).toBeGreaterThan(0.3);
  expect(marks.at(2, 1)).toBe(0);
});
