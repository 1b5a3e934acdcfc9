import { spawnSync } from "node:child_process";

/** Debian's Python where it has these modules (python3-vtk9, python3-h5py), else undefined. */
export function pythonWith(...modules: string[]): string | undefined {
  const check = `import ${modules.join(", ")}`;
  return ["/usr/bin/python3", "python3"].find((python) => spawnSync(python, ["-c", check]).status === 0);
}

/** What a Python program prints as JSON. */
export function jsonOfPython(python: string, program: string, ...args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync(python, ["-c", program, ...args], {
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
