import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type MuJoCo = Awaited<ReturnType<typeof import("@mujoco/mujoco")["default"]>>;
type MjModel = ReturnType<MuJoCo["MjModel"]["from_xml_string"]>;

/** MuJoCo itself, as judge. */
export async function loadMujoco(): Promise<MuJoCo> {
  const { default: load } = await import("@mujoco/mujoco");
  return load();
}

/** Compiles a model of a folder, with everything that lies beside it. */
export function compileFolder(mujoco: MuJoCo, folder: string, file: string, name: string): MjModel {
  const { FS } = mujoco;
  const copy = (from: string, to: string) => {
    FS.mkdir(to);
    for (const entry of readdirSync(from)) {
      const path = join(from, entry);
      if (statSync(path).isDirectory()) copy(path, `${to}/${entry}`);
      else FS.writeFile(`${to}/${entry}`, readFileSync(path));
    }
  };
  copy(folder, `/${name}`);
  return mujoco.MjModel.from_xml_path(`/${name}/${file}`);
}

/** Mass, centre and inertia about it in world axes, of each group of bodies that are welded together and move. */
export interface Lump {
  mass: number;
  center: number[];
  tensor: number[];
}

export function lumpsOf(mujoco: MuJoCo, model: MjModel): Lump[] {
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const groups = new Map<number, Lump[]>();
  for (let b = 1; b < model.nbody; b++) {
    const weld = model.body_weldid[b];
    if (weld === 0) continue;
    const R = Array.from(data.ximat.subarray(9 * b, 9 * b + 9) as Float64Array);
    const d = model.body_inertia.subarray(3 * b, 3 * b + 3) as Float64Array;
    const at = (i: number, j: number) =>
      R[3 * i] * d[0] * R[3 * j] + R[3 * i + 1] * d[1] * R[3 * j + 1] + R[3 * i + 2] * d[2] * R[3 * j + 2];
    const lump = {
      mass: model.body_mass[b] as number,
      center: Array.from(data.xipos.subarray(3 * b, 3 * b + 3) as Float64Array),
      tensor: [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)],
    };
    groups.set(weld, [...(groups.get(weld) ?? []), lump]);
  }
  data.delete();
  return [...groups.values()].map(sumLumps);
}

/** World points and axes of all joints that are not free. */
export function jointsOf(mujoco: MuJoCo, model: MjModel): { anchor: number[]; axis: number[]; ball: boolean }[] {
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const out = [];
  for (let j = 0; j < model.njnt; j++) {
    if (model.jnt_type[j] === 0) continue;
    const three = (list: Float64Array) => Array.from(list.subarray(3 * j, 3 * j + 3));
    out.push({ anchor: three(data.xanchor), axis: three(data.xaxis), ball: model.jnt_type[j] === 1 });
  }
  data.delete();
  return out;
}

/** Parts as one, about the common centre. */
export function sumLumps(lumps: readonly Lump[]): Lump {
  const mass = lumps.reduce((sum, lump) => sum + lump.mass, 0);
  const center = [0, 1, 2].map((k) => lumps.reduce((sum, lump) => sum + lump.mass * lump.center[k], 0) / mass);
  const tensor = [0, 0, 0, 0, 0, 0];
  for (const lump of lumps) {
    const [x, y, z] = lump.center.map((c, k) => c - center[k]);
    const m = lump.mass;
    const far = [m * (y * y + z * z), m * (z * z + x * x), m * (x * x + y * y), -m * x * y, -m * x * z, -m * y * z];
    lump.tensor.forEach((t, k) => {
      tensor[k] += t + far[k];
    });
  }
  return { mass, center, tensor };
}
