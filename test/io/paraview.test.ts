/** Export to ParaView: golden files of the vectors M3 and M15 (`verify vilela.t-17`), and what reading the files back says. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildScene, compile, createData, type Data, type Model, type ShapeSpec, sensorValues, step } from "stiction";
import { createParaViewExport, PARAVIEW_PARTS } from "stiction/io";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { root } from "../support/tree.js";
import { elements, type ReadVtp, readVtp } from "./read-vtp.js";

const GOLDEN = join(root, "test", "io", "golden");
const box = (half: number[]): ShapeSpec => ({ type: "box", halfExtents: half });

/** The U of M15 as faces. */
const U: ShapeSpec = {
  type: "mesh",
  vertices: [-1, 1].flatMap(
    (z) =>
    [[-2, -1], [2, -1], [2, 1], [1, 1], [1, 0], [-1, 0], [-1, 1], [-2, 1]].map(([x, y]) => [x, y, z]), // biome-ignore format: an outline
  ),
  faces: [
    ...[[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]].flatMap(([a, b, c]) => [[a, c, b], [8 + a, 8 + b, 8 + c]]), // biome-ignore format: triangles
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i, (i + 1) % 8, 8 + ((i + 1) % 8), 8 + i]),
  ],
};

/** Two bodies in each other, so soft that they do not move in the one step that finds their regions. */
function pair(a: ShapeSpec, b: ShapeSpec, orientation: number[], position: number[]): { model: Model; data: Data } {
  const model = compile({
    name: "pair",
    timestep: 1e-6,
    gravity: [0, 0, 0],
    formulation: { type: "augmented-lagrangian" },
    materials: { soft: { friction: 0, contact: { type: "volumetric", modulus: 1e-12, thickness: 1, clusters: 0 } } },
    bodies: [
      { name: "a", type: "static", material: "soft", shapes: [a] },
      { name: "b", mass: 1e6, inertia: [1e6, 1e6, 1e6], material: "soft", orientation, position, shapes: [b] },
    ],
  });
  const data = createData(model);
  step(model, data);
  return { model, data };
}

const M3 = () => pair(box([0.5, 0.5, 0.5]), box([0.5, 0.5, 0.5]), unit([1, 1, 1, 2]), [0.3, 0.2, 0.1]);
const M15 = () => pair(U, box([3, 0.2, 0.2]), unit([1, 2, 3, 40]), [1 / 20, 1 / 2, 1 / 30]);

function unit(q: number[]): number[] {
  const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / size);
}

function files({ model, data }: { model: Model; data: Data }, encoding: "ascii" | "base64" = "base64") {
  const frame = createParaViewExport(model, { encoding }).frame(data);
  return Object.fromEntries(PARAVIEW_PARTS.map((part, i) => [part, frame[i].content])) as Record<
    (typeof PARAVIEW_PARTS)[number],
    string
  >;
}

/** Volume inside the triangles of a region. */
function volumeOf({ points, polys, cellData }: ReadVtp, region: number): number {
  const at = (p: number) => points.slice(3 * p, 3 * p + 3);
  let sum = 0;
  polys.forEach((cell, c) => {
    if (cellData.get("region")!.values[c] !== region) return;
    const [a, b, d] = cell.map(at);
    sum += a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) + a[2] * (b[0] * d[1] - b[1] * d[0]);
  });
  return sum / 6;
}

describe("T-17: golden files", () => {
  // what clipping gives: points exact and rounded once, so the same on every machine
  test.each([
    ["m3", M3],
    ["m15", M15],
  ])("%s: surface and contours", (name, make) => {
    const written = files(make(), "ascii");
    for (const part of ["overlap", "contours"] as const) {
      const path = join(GOLDEN, `${name}-${part}.vtp`);
      if (process.env.STICTION_GOLDEN === "write") writeFileSync(path, written[part]);
      expect(written[part], `${part} of ${name}`).toBe(readFileSync(path, "utf8"));
    }
  });

  test("their volumes, contours and region points are the recorded ones", () => {
    const m3 = files(M3());
    // recorded digits, and those of one step in which the bodies do not quite stand still
    expect(volumeOf(readVtp(m3.overlap), 0)).toBeCloseTo(56293 / 108000, 11);
    const regions = readVtp(m3.regions);
    expect(regions.pointData.get("volume")!.values[0]).toBeCloseTo(56293 / 108000, 11);
    // J_xx of the table; the static body is the frame, whichever of both is A
    expect(regions.pointData.get("inertia")!.values[0]).toBeCloseTo(0.0630287751898222, 11);
    const m15 = readVtp(files(M15()).overlap);
    const volumes = [volumeOf(m15, 0), volumeOf(m15, 1)].sort((x, y) => y - x);
    expect(volumes[0]).toBeCloseTo(0.16261964735516374, 11);
    expect(volumes[1]).toBeCloseTo(0.16257607834950555, 11);
    expect(readVtp(files(M15()).contours).lines.length).toBe(2 * readVtp(files(M15()).regions).verts.length);
  });
});

describe("a series of a scene", () => {
  const run = (encoding: "ascii" | "base64") => {
    const model = compile(buildScene(sceneByName("footprint-block")!, { angle: 20 }));
    const data = createData(model);
    const series = createParaViewExport(model, { encoding });
    const frames = [];
    for (let k = 0; k <= 60; k++) {
      step(model, data);
      if (k % 30 === 0) frames.push(series.frame(data));
    }
    return { model, data, frames, collection: series.collection() };
  };

  test("is well-formed, with the counts that it announces, and the same in both encodings", () => {
    const [text, binary] = [run("ascii"), run("base64")];
    text.frames.flat().forEach(({ name, content }, i) => {
      const file = readVtp(content);
      expect(readVtp(binary.frames.flat()[i].content), name).toEqual(file);
      expect(file.points.length).toBe(3 * file.counts.NumberOfPoints);
      expect(file.verts.length).toBe(file.counts.NumberOfVerts);
      expect(file.lines.length).toBe(file.counts.NumberOfLines);
      expect(file.polys.length).toBe(file.counts.NumberOfPolys);
      const cells = file.verts.length + file.lines.length + file.polys.length;
      for (const [, { values, components }] of file.cellData) expect(values.length).toBe(components * cells);
      for (const [, { values, components }] of file.pointData)
        expect(values.length).toBe(components * file.counts.NumberOfPoints);
      for (const p of [...file.verts, ...file.lines, ...file.polys].flat()) {
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThan(file.counts.NumberOfPoints);
      }
    });
    // every part of every state is in the collection, with its time
    const sets = elements(text.collection.content).filter(({ tag }) => tag === "DataSet");
    expect(sets.map(({ attributes }) => attributes.file)).toEqual(text.frames.flat().map(({ name }) => name));
    sets.forEach(({ attributes }, i) => {
      expect(Number(attributes.timestep)).toBe(readVtp(text.frames.flat()[i].content).time);
      expect(Number(attributes.part)).toBe(i % PARAVIEW_PARTS.length);
    });
  });

  test("two runs write the same bytes (T-18)", () => {
    expect(run("base64").frames).toEqual(run("base64").frames);
  });

  test("agrees with the sensors: volume, area, force; and its pressure with the force", () => {
    const spec = buildScene(sceneByName("footprint-block")!, { angle: 20 }) as { sensors?: object[] };
    const read = (what: string, i: number) => ({ name: `s${i}`, read: `contact/block:floor/${what}` });
    const model = compile({
      ...spec,
      sensors: ["volume", "area", "endNormalForce", "endForce.z"].map(read),
    });
    const data = createData(model);
    for (let k = 0; k < 100; k++) step(model, data);
    const values = new Float64Array(4);
    sensorValues(model, data, values);
    const written = files({ model, data });
    const regions = readVtp(written.regions);
    const [volume, area, normalForce, forceZ] = values;
    const value = (name: string, k = 0) => regions.pointData.get(name)!.values[k];
    expect(value("volume")).toBe(volume);
    expect(value("area")).toBe(area);
    expect(value("normalForce")).toBe(normalForce);
    expect(Math.abs(value("force", 2))).toBe(Math.abs(forceZ));
    // a flat patch: 1e-9
    expect(Math.abs(volumeOf(readVtp(written.overlap), 0) / volume - 1)).toBeLessThan(1e-9);
    const prints = readVtp(written.footprints);
    let force = 0;
    for (const cell of prints.polys) {
      const [a, b, c] = cell.map((p) => prints.points.slice(3 * p, 3 * p + 3));
      const t = 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      force += (t * cell.reduce((sum, p) => sum + prints.pointData.get("pressure")!.values[p], 0)) / 3;
    }
    // taken as linear over a triangle, while it is K δ (1 + a δ̇): off by part of the product of how much both change along the block, 1e-2 and 1e-3
    expect(Math.abs(force / normalForce - 1)).toBeLessThan(1e-5);
    // the floor's upper side and the block's walls are crossed, its bottom is inside
    const classes = readVtp(written.shapes).cellData.get("class")!.values;
    expect(classes.filter((c) => c === 2).length).toBe(2);
    expect(classes.filter((c) => c === 1).length).toBeGreaterThan(4);
  });
});
