import { validateBytes } from "gltf-validator";
import { parquetReadObjects } from "hyparquet";
import { compile, compileUntyped, createData, readSensor, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { createGlbExport } from "../../export/glb.js";
import { createParquetExport } from "../../export/parquet.js";
import { exportUrdf } from "../../export/urdf.js";
import { importModel, memorySource } from "../../import/index.js";

const scene: Spec = {
  name: "crane",
  sensors: ["body/load/position.z", "joint/hinge/position"],
  materials: { steel: { friction: 0.3 } },
  bodies: [
    { name: "ground", type: "static", shapes: [{ type: "plane" }] },
    { name: "post", type: "static", position: [0, 0, 1], shapes: [{ type: "box", halfExtents: [0.1, 0.1, 1] }] },
    {
      name: "arm",
      position: [0.2, 0.1, 2],
      orientation: { axis: [1, 2, 3], angle: 0.4 },
      shapes: [
        { type: "capsule", radius: 0.05, halfLength: 0.5, position: [0.5, 0, 0], orientation: { axis: [0, 1, 0], angle: 1.2 } },
        { type: "cylinder", radius: 0.1, halfLength: 0.1 },
      ],
      density: 700,
      visuals: [{ type: "cylinder", radius: 0.05, halfLength: 0.5, look: "steel" }],
    },
    { name: "load", position: [1, 0, 2], shapes: [{ type: "box", halfExtents: [0.1, 0.2, 0.15] }], density: 500, color: "#ff8800" },
  ],
  joints: [
    { name: "hinge", type: "hinge", bodyA: "post", bodyB: "arm", at: [0.2, 0.1, 2], axis: [0.3, 1, 0.2], limits: { lower: -2, upper: 2 } },
    { name: "rail", type: "slider", bodyA: "arm", bodyB: "load", at: [1, 0, 2], axis: [1, 0.1, 0] },
  ],
}; // biome-ignore format: a table

describe("a run as a GLB file", () => {
  test("the validator of glTF finds nothing to say, and the last keys are the last poses", async () => {
    const model = compile(scene);
    const data = createData(model);
    const series = createGlbExport(model);
    series.frame(data);
    for (let k = 0; k < 100; k++) {
      step(model, data);
      if (k % 20 === 19) series.frame(data);
    }
    const bytes = series.finish();
    const { issues, info } = await validateBytes(bytes, { maxIssues: 20 });
    expect(issues.messages.filter(({ severity }: { severity: number }) => severity <= 1)).toEqual([]);
    expect(info).toMatchObject({ version: "2.0", animationCount: 1 });
    const { json, binary } = openGlb(bytes);
    const node = json.nodes.findIndex(({ name }: { name?: string }) => name === "load");
    const [{ channels, samplers }] = json.animations;
    const channel = channels.find(
      ({ target }: Channel) => target.node === node && target.path === "translation",
    ) as Channel;
    const view = json.bufferViews[json.accessors[samplers[channel.sampler].output].bufferView];
    const keys = new Float32Array(binary.slice(view.byteOffset, view.byteOffset + view.byteLength).buffer);
    const b = model.bodyIndex.get("load") as number;
    expect(Array.from(keys.slice(-3))).toEqual(Array.from(Float32Array.from(data.bodyPos.subarray(3 * b, 3 * b + 3))));
  });
});

interface Channel {
  readonly sampler: number;
  readonly target: { readonly node: number; readonly path: string };
}

function openGlb(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(12, true);
  return {
    json: JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))),
    binary: bytes.slice(28 + length),
  };
}

describe("sensors as Parquet", () => {
  test("another reader gets the same doubles", async () => {
    const model = compile(scene);
    const data = createData(model);
    const table = createParquetExport(model);
    const heights: number[] = [];
    for (let k = 0; k < 50; k++) {
      table.row(data);
      heights.push(readSensor(model, data, "body/load/position.z"));
      step(model, data);
    }
    const bytes = await table.finish();
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows = (await parquetReadObjects({ file })) as Record<string, number>[];
    expect(rows.map((row) => row["body/load/position.z"])).toEqual(heights);
    expect(Object.keys(rows[0])).toEqual(["time", "body/load/position.z", "joint/hinge/position"]);
  });
});

describe("a scene as URDF", () => {
  test("what comes back has the same masses, inertias and joints", async () => {
    const model = compile(scene);
    const { text, files, notes } = exportUrdf(model);
    expect(notes).toEqual(["the plane of ground"]);
    const all = new Map([...files, ["crane.urdf", new TextEncoder().encode(text)]]);
    const back = compileUntyped((await importModel("crane.urdf", memorySource(all), { fixed: "keep" })).spec);
    const [a, b] = [model, back].map((one) => bodyOf(one, "load"));
    for (const name of ["arm", "load"]) {
      const [own, other] = [bodyOf(model, name), bodyOf(back, name)];
      expect(other.mass).toBeCloseTo(own.mass, 10);
      own.moments.forEach((x, k) => void expect(other.moments[k]).toBeCloseTo(x, 9));
    }
    // coordinates are 0 at the start, as URDF wants them: all bodies are where they were
    a.center.forEach((x, k) => void expect(b.center[k]).toBeCloseTo(x, 9));
    const j = back.joints.names.indexOf("hinge");
    expect([back.joints.lower[j], back.joints.upper[j]]).toEqual([-2, 2]);
  });
});

function bodyOf(model: ReturnType<typeof compile>, name: string) {
  const b = model.bodyIndex.get(name) as number;
  const [xx, yy, zz, xy, xz, yz] = model.bodyInertia.subarray(6 * b, 6 * b + 6);
  // invariants of the tensor: they do not depend on the axes of the frame
  const moments = [
    xx + yy + zz,
    xx * yy + yy * zz + zz * xx - xy * xy - xz * xz - yz * yz,
    xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz),
  ];
  return { mass: model.bodyMass[b], center: Array.from(model.bodyPos0.subarray(3 * b, 3 * b + 3)), moments };
}
