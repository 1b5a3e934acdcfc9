/**
 * The creep of MuJoCo's issue 3328 in one run with ours: a capsule of 45 g between two pads that are pushed together. MuJoCo's friction is a function of
 * velocity, so that it sinks; ours holds it. Contacts of MuJoCo are stiffer at 60 N, since with the default the pads would go through the capsule.
 */
import { bodyPosition, buildScene, compile, createData, type Scene, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { expect, test } from "vitest";

const RADIUS = 0.004;
const PAD = 0.005;

async function mujocoCreep(force: number, softness: number): Promise<number> {
  const M = await (await import("@mujoco/mujoco")).default();
  const surface = `friction="0.7 0.005 0.0001" solref="${softness} 1"`;
  const pad = (name: string, side: number) => `
    <body name="${name}" pos="${side * (RADIUS + PAD)} 0 0.1">
      <joint name="${name}" type="slide" axis="1 0 0" damping="20"/>
      <geom type="box" size="${PAD} 0.025 0.02" mass="0.1" ${surface}/>
    </body>`;
  const model = M.MjModel.from_xml_string(`<mujoco>
    <option timestep="0.001" cone="elliptic" impratio="10"/>
    <worldbody>
      <body name="capsule" pos="0 0 0.1" euler="90 0 0">
        <freejoint/>
        <geom type="capsule" size="${RADIUS} 0.02" mass="0.045" ${surface}/>
      </body>
      ${pad("left", -1)}${pad("right", 1)}
    </worldbody>
    <actuator><motor joint="left"/><motor joint="right"/></actuator>
  </mujoco>`);
  const data = new M.MjData(model);
  data.ctrl.set([force, -force]);
  const capsule = M.mj_name2id(model, M.mjtObj.mjOBJ_BODY.value, "capsule");
  const run = (steps: number) => {
    for (let k = 0; k < steps; k++) M.mj_step(model, data);
    return data.xpos[3 * capsule + 2] as number;
  };
  const creep = run(1000) - run(1000);
  data.delete();
  model.delete();
  return creep;
}

function ourCreep(force: number): number {
  const scene = sceneByName("pinched-capsule") as Scene;
  const model = compile(buildScene(scene, { force, formulation: "augmented-lagrangian" }));
  const data = createData(model);
  const run = (steps: number) => {
    for (let k = 0; k < steps; k++) step(model, data);
    return bodyPosition(model, data, "capsule")[2];
  };
  return run(1000) - run(1000);
}

test.each([
  [12, 0.02, 177.8],
  [30, 0.01, 88.9],
  [60, 0.005, 44.5],
])("at %i N MuJoCo creeps and we do not", async (force, softness, microns) => {
  const theirs = await mujocoCreep(force, softness);
  const ours = ourCreep(force);
  // as measured with MuJoCo 3.14, within 5 %; published for pads held by position: 50 to 155 µm/s. It goes with the softness of contacts, not with the load
  expect(theirs / (1e-6 * microns)).toBeGreaterThan(0.95);
  expect(theirs / (1e-6 * microns)).toBeLessThan(1.05);
  expect(Math.abs(ours)).toBeLessThan(1e-9);
});
