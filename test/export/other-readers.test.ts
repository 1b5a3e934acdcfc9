/**
 * Files that are read back by the programs they are for: .vtp by VTK, which ParaView reads with, and .h5 by the HDF5
 * library. Debian has both (python3-vtk9, python3-h5py); without them the format's own description is the judge
 * (test/io/read-vtp.ts, test/io/read-hdf5.ts).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bodyAngularVelocity,
  bodyOrientation,
  bodyPosition,
  bodyVelocity,
  buildScene,
  compile,
  createData,
  readSensor,
  step,
} from "stiction";
import { createParaViewExport } from "stiction/io";
import { sceneByName } from "stiction/scenes";
import { afterAll, describe, expect, test } from "vitest";
import { createHdf5Export } from "../../export/hdf5.js";
import { readHdf5 } from "../io/read-hdf5.js";
import { readVtp } from "../io/read-vtp.js";
import { jsonOfPython, pythonWith } from "../support/python.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-readers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withOneZero = (value: unknown) => JSON.parse(JSON.stringify(value));

/** Points, cells and arrays of .vtp files, as VTK has them. */
const READ_VTP = `
import json, sys
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
from vtkmodules.util.numpy_support import vtk_to_numpy

def cells(array):
    ids, where = vtk_to_numpy(array.GetConnectivityArray()), vtk_to_numpy(array.GetOffsetsArray())
    return [ids[a:b].tolist() for a, b in zip(where[:-1], where[1:])]

def arrays(data):
    found = {}
    for k in range(data.GetNumberOfArrays()):
        array = data.GetArray(k)
        found[array.GetName()] = dict(components=array.GetNumberOfComponents(), values=vtk_to_numpy(array).ravel().tolist())
    return found

def read(path):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    points = data.GetPoints()
    return dict(
        error=reader.GetErrorCode(),
        points=vtk_to_numpy(points.GetData()).ravel().tolist() if points and data.GetNumberOfPoints() else [],
        verts=cells(data.GetVerts()), lines=cells(data.GetLines()), polys=cells(data.GetPolys()),
        pointData=arrays(data.GetPointData()), cellData=arrays(data.GetCellData()))

print(json.dumps([read(path) for path in sys.argv[1:]]))
`;

const vtk = pythonWith("vtkmodules.vtkIOXML", "vtkmodules.util.numpy_support");

describe.skipIf(vtk === undefined)("a series for ParaView", () => {
  test.each(["ascii", "base64"] as const)("VTK has every point, cell and array of it, %s", (encoding) => {
    const model = compile(buildScene(sceneByName("footprint-block")!, { angle: 20 }));
    const data = createData(model);
    for (let k = 0; k < 60; k++) step(model, data);
    const files = createParaViewExport(model, { encoding }).frame(data);
    const paths = files.map(({ name, content }) => {
      const path = join(folder, `${encoding}-${name}`);
      writeFileSync(path, content);
      return path;
    });
    const found = jsonOfPython(vtk as string, READ_VTP, ...paths);
    // JSON of JavaScript has one zero, that of Python two
    expect(withOneZero(found)).toEqual(
      withOneZero(
        files.map(({ content }) => {
          const { points, verts, lines, polys, pointData, cellData } = readVtp(content);
          const arrays = { pointData: Object.fromEntries(pointData), cellData: Object.fromEntries(cellData) };
          return { error: 0, points, verts, lines, polys, ...arrays };
        }),
      ),
    );
  });
});

/** Every dataset of a file by its path, as lists; texts as texts. */
const READ_HDF5 = `
import h5py, json, sys
found = {}
def take(name, item):
    if isinstance(item, h5py.Dataset):
        value = item[()]
        found[name] = value.decode() if isinstance(value, bytes) else value.tolist()
with h5py.File(sys.argv[1], "r") as file:
    file.visititems(take)
print(json.dumps(found))
`;

describe("states of a run as HDF5", () => {
  const model = compile({
    name: "thrown",
    gravity: [0, 0, -9.81],
    sensors: ["body/ball/position.z", { name: "height", expression: "2 * [body/ball/position.z]", unit: "m" }],
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      { name: "ball", position: [0, 0, 2], velocity: [1, 2, 3], angularVelocity: [4, 5, 6], shapes: [{ type: "sphere", radius: 0.1 }] },
      { name: "belt", type: "kinematic", position: [9, 0, 0], velocity: [0, 1, 0] },
    ],
  }); // biome-ignore format: a table
  const data = createData(model);
  const states = createHdf5Export(model);
  const expected: Record<string, unknown[]> = {};
  const note = (path: string, value: unknown) => (expected[path] ??= []).push(value);
  for (let k = 0; k < 20; k++) {
    states.take(data);
    note("time", data.time);
    for (const name of ["ball", "belt"]) {
      note(`bodies/${name}/position`, bodyPosition(model, data, name));
      note(`bodies/${name}/orientation`, bodyOrientation(model, data, name));
      note(`bodies/${name}/velocity`, bodyVelocity(model, data, name));
      note(`bodies/${name}/angularVelocity`, bodyAngularVelocity(model, data, name));
    }
    note("sensors/body/ball/position.z/values", readSensor(model, data, "body/ball/position.z"));
    note("sensors/height/values", readSensor(model, data, "height"));
    step(model, data);
  }
  const bytes = states.finish();
  const texts = { scene: "thrown", "sensors/body/ball/position.z/unit": "m", "sensors/height/unit": "m" };

  test("have the same bits when they are read by the format's description", () => {
    const found = Object.fromEntries(
      Object.entries(readHdf5(bytes)).map(([path, dataset]) => [path.slice(1), dataset]),
    );
    expect(Object.keys(found).sort()).toEqual([...Object.keys(expected), ...Object.keys(texts)].sort());
    for (const [path, rows] of Object.entries(expected)) {
      expect(found[path].values, path).toEqual(rows.flat());
      expect(found[path].dimensions, path).toEqual(Array.isArray(rows[0]) ? [20, rows[0].length] : [20]);
    }
    for (const [path, text] of Object.entries(texts)) expect(found[path].text, path).toBe(text);
  });

  const h5py = pythonWith("h5py");
  test.skipIf(h5py === undefined)("and when the HDF5 library reads them", () => {
    const path = join(folder, "states.h5");
    writeFileSync(path, bytes);
    expect(withOneZero(jsonOfPython(h5py as string, READ_HDF5, path))).toEqual(withOneZero({ ...texts, ...expected }));
  });
});
