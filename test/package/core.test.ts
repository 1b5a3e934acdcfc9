/** `stiction/core`: registries put together by hand give the same run, say what is missing, and make a small bundle. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import * as all from "stiction";
import * as core from "stiction/core";
import { describe, expect, test } from "vitest";
import { root } from "../support/tree.js";

const boxScene = {
  formulation: "impulse",
  timestep: 1 / 120,
  bodies: [
    { name: "ground", type: "static", shapes: [{ type: "box", halfExtents: [5, 5, 0.5] }] },
    { name: "lower", position: [0, 0, 1.02], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
    { name: "upper", position: [0.1, 0, 2.05], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
  ],
};

function hashAfter(model: all.Model, steps: number): string {
  const data = all.createData(model);
  for (let i = 0; i < steps; i++) all.step(model, data);
  return all.stateHash(data);
}

describe("composed registries", () => {
  test("have the states of all registries, to the bit", () => {
    const { boxes, compile, compose, impulse, joints, sensors, allShapes, compliantForces } = core;
    const whole = hashAfter(all.compileUntyped(boxScene), 60);
    expect(hashAfter(compile(boxScene, compose(impulse, boxes)), 60)).toBe(whole);
    // whatever else is there, and in whatever order
    expect(hashAfter(compile(boxScene, compose(sensors, allShapes, joints, impulse)), 60)).toBe(whole);
    const soft = { ...boxScene, formulation: "forces", timestep: 1 / 2000 };
    expect(hashAfter(compile(soft, compose(compliantForces, boxes)), 20)).toBe(hashAfter(all.compileUntyped(soft), 20));
  });

  test("say what they lack", () => {
    const { boxes, compile, compose, impulse } = core;
    const items = compose(impulse, boxes);
    const withShape = (shape: object) => ({ formulation: "impulse", bodies: [{ name: "a", shapes: [shape] }] });
    expect(() => compile(withShape({ type: "sphere", radius: 1 }), items)).toThrow(
      /unknown shape "sphere"; known: box/,
    );
    expect(() => compile({ ...boxScene, formulation: "forces" }, items)).toThrow(/"forces"/);
    const classless = { ...items, shapeClasses: {} };
    expect(() => compile(boxScene, classless)).toThrow(/shape class "box".*shapeClasses/);
    const measured = { ...boxScene, sensors: [{ name: "twice", expression: "2 * t" }] };
    expect(() => compile(measured, items)).toThrow(/there are no formulas/);
  });
});

/** Bytes of a script for browsers, minified and compressed. */
async function bundleSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["source"],
    write: false,
    alias: { "#validate": `${root}/src/math/validate-off.ts` },
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

describe("the bundle of a program", () => {
  test("of boxes is below 150 kB", async () => {
    const size = await bundleSize(`
      import { bodyPosition, boxes, compile, compose, createData, impulse, step } from "stiction/core";
      const model = compile(${JSON.stringify(boxScene)}, compose(impulse, boxes));
      const data = createData(model);
      for (let i = 0; i < 100; i++) step(model, data);
      console.log(bodyPosition(model, data, "upper"));
    `);
    if (process.env.STICTION_PRINT) console.log(size);
    expect(size).toBeLessThan(150_000);
  });

  test("has neither locales of the validator nor JSON Schema", async () => {
    const { metafile } = await build({
      stdin: { contents: 'import { compile } from "stiction"; compile({});', resolveDir: root, loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      conditions: ["source"],
      write: false,
      metafile: true,
      alias: { "#validate": `${root}/src/math/validate-off.ts` },
    });
    const [output] = Object.values(metafile.outputs);
    const inside = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 100);
    expect(inside.filter(([path]) => /zod\/v4\/(locales|classic)|to-json-schema/.test(path))).toEqual([]);
  });
});
