import { dirname, join } from "node:path";
import { compileUntyped } from "stiction";
import { describe, expect, test } from "vitest";
import { exportMjcf } from "../../export/mjcf.js";
import { compileFolder, jointsOf, loadMujoco, lumpsOf } from "../import/mujoco.js";
import { importShared, models } from "../import/support.js";

/** Models without several joints at one body: there a round trip gives the same bodies. */
const MODELS = [
  "car/car.xml",
  "slider_crank/slider_crank.xml",
  "arm26/arm26.xml",
  "newton_cradle/newton_cradle.xml",
  "cube_3x3x3/cube_3x3x3.xml",
  "kuka_iiwa_14/iiwa14.xml",
] as const;

/** Of masses, inertias, frames and a second of motion, relative to their size or to 1 m and 1 rad. */
const TOLERANCE = 1e-6;
/**
 * Free fall: without dry friction, stops, contacts and motors (mjDSBL_FRICTIONLOSS, _LIMIT, _CONTACT, _ACTUATION), whose
 * softness MuJoCo derives from the armature.
 */
const DISABLED = 4 | 8 | 16 | 2048;
/** mjDSBL_SPRING and mjDSBL_DAMPER: where servos came back as springs of their joints, which pull without a motor. */
const SERVOS = { "kuka_iiwa_14/iiwa14.xml": 32 | 64 } as Readonly<Record<string, number>>;

type MuJoCo = Awaited<ReturnType<typeof loadMujoco>>;
type MjModel = ReturnType<typeof compileFolder>;

describe.skipIf(models === undefined)("MJCF there and back, judged by MuJoCo", () => {
  const mujoco = loadMujoco();

  test.each(MODELS)("%s: masses, inertias, joint frames and a second of free fall", async (path) => {
    const judge = await mujoco;
    const { spec } = await importShared(`mjcf/${path}`, { keyframe: false });
    const { text } = exportMjcf(compileUntyped(spec));
    const original = compileFolder(
      judge,
      join(models as string, "mjcf", dirname(path)),
      path.slice(path.indexOf("/") + 1),
      `back_${path.replace(/\W/g, "_")}`,
    );
    const copy = judge.MjModel.from_xml_string(text);
    const [before, after] = [lumpsOf(judge, original), lumpsOf(judge, copy)];
    expect(after.length).toBe(before.length);
    before.forEach((lump, k) => {
      expectClose([after[k].mass], [lump.mass], lump.mass);
      expectClose(after[k].center, lump.center, 1);
      expectClose(after[k].tensor, lump.tensor, Math.max(...lump.tensor.map(Math.abs)));
    });
    const [theirs, own] = [jointsOf(judge, original), jointsOf(judge, copy)];
    theirs.forEach(({ anchor, axis, ball }, k) => {
      expectClose(own[k].anchor, anchor, 1);
      if (!ball) expectClose(own[k].axis, axis, 1);
    });
    const [a, b] = [original, copy].map((model) => fall(judge, model, SERVOS[path] ?? 0));
    expect(b.length).toBe(a.length);
    expectClose(b, a, 1);
    original.delete();
    copy.delete();
  });
});

function expectClose(own: readonly number[], other: readonly number[], scale: number): void {
  own.forEach((x, k) => void expect(Math.abs(x - other[k]) / scale, `${k}: ${x}, ${other[k]}`).toBeLessThan(TOLERANCE));
}

/** Coordinates after 1 s of steps of 1 ms, with the same integrator, and without armature, which a scene does not have. */
function fall(judge: MuJoCo, model: MjModel, more: number): number[] {
  model.opt.disableflags |= DISABLED | more;
  model.opt.timestep = 0.001;
  model.opt.integrator = 0;
  model.opt.solver = 2;
  model.dof_armature.fill(0);
  const data = new judge.MjData(model);
  for (let k = 0; k < 1000; k++) judge.mj_step(model, data);
  const out = Array.from(data.qpos as Float64Array);
  data.delete();
  return out;
}
