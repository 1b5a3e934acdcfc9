/** `stiction import`: what it writes, what it says, and how it fails. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliHere, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const here = (...args: string[]) => cliHere(args, folder);

const ROBOT = `<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision><geometry><box size="1 0.2 0.2"/></geometry></collision>
    <visual><geometry><mesh filename="tetra.obj" scale="0.1 0.1 0.1"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="2"/>
  </joint>
  <transmission name="motor"/>
</robot>
`;
const TETRA = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

describe("import", () => {
  writeFileSync(join(folder, "arm.urdf"), ROBOT);
  writeFileSync(join(folder, "tetra.obj"), TETRA);
  writeFileSync(join(folder, "cut.urdf"), ROBOT.slice(0, 200));

  test("writes a scene that runs, with its meshes, and lists what is left out", async () => {
    const { code, stdout, stderr } = await here("import", "arm.urdf", "-o", "arm.yaml", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      format: "URDF",
      links: 2,
      bodies: 2,
      joints: { revolute: 1 },
      mass: 2,
      written: ["arm.yaml", "arm.glb"],
    });
    expect(summary.notes).toMatchObject([{ kind: "left-out", line: 11, text: '<transmission name="motor">' }]);
    const text = readFileSync(join(folder, "arm.yaml"), "utf8");
    expect(text).toContain(
      '# <joint name="shoulder">, revolute (arm.urdf:8); largest effort 5 N m; largest speed 2 rad/s',
    );
    expect(existsSync(join(folder, "arm.glb"))).toBe(true);
    expect((await here("run", "arm.yaml", "--duration", "0.02", "--quiet")).code).toBe(0);
  });

  test("for people: counts, and a line per thing that is not supported", async () => {
    const { code, stdout } = await here("import", "arm.urdf", "-o", "again.yaml");
    expect(code).toBe(0);
    expect(stdout).toContain("2 bodies, 1 shapes, 1 visuals, 2 kg");
    expect(stdout).toMatch(/not supported, and left out: 1\n {4}arm\.urdf:11 <transmission name="motor">/);
  });

  test("a mesh in millimetres", async () => {
    const { code, stdout } = await here("import", "tetra.obj", "--unit", "mm", "--density", "6000", "--json");
    expect(code).toBe(0);
    // V = 1/6 mm³
    expect(JSON.parse(stdout).mass).toBeCloseTo(1e-6, 15);
    expect(existsSync(join(folder, "tetra.yaml"))).toBe(true);
  });

  test.each([
    [["arm.urdf", "-o", "arm.yaml"], /arm\.yaml exists already; --force overwrites it/],
    [["nothing.urdf"], /cannot read nothing\.urdf: not a file/],
    [["arm.yaml"], /expected a file that ends in urdf/],
    [["cut.urdf"], /cut\.urdf:\d+:\d+: this is no XML/],
    [["tetra.obj", "--unit", "ell"], /expected m, cm, mm, in, ft or metres per unit/],
  ])("%j fails with one line and code 2", async (args, message) => {
    const { code, stderr } = await here("import", ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("export to other programs", () => {
  test("a planar scene is refused, a spatial one written", async () => {
    expect(await here("export", "pendulum", "--format", "mjcf", "--out", "p.xml")).toMatchObject({ code: 2 });
    const { code, stdout } = await here("export", "ragdoll", "--format", "mjcf", "--out", "r/ragdoll.xml", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ format: "mjcf", files: ["r/ragdoll.xml"], notes: [] });
  });

  test.each(["glb", "parquet", "hdf5"])("a run as %s", async (format) => {
    const out = `run.${format}`;
    const { code, stdout } = await here(
      "export",
      "ragdoll",
      "--format",
      format,
      "--duration",
      "0.1",
      "--set",
      "sensors=[body/head/position.z]",
      "--out",
      out,
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).states).toBeGreaterThan(3);
    expect(readFileSync(join(folder, out)).length).toBe(JSON.parse(stdout).bytes);
  });
});
