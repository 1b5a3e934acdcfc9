import { toWorld } from "../figures.js";
import { type BenchBody, type BenchScene, type Engine, STATE, type World } from "../scene.js";
import { localDirection, localPoint } from "./frames.js";

type MuJoCo = Awaited<ReturnType<typeof import("@mujoco/mujoco")["default"]>>;

const list = (values: readonly number[]) => values.map((x) => Number(x).toPrecision(17)).join(" ");

/** Bodies have mass and inertia but no geom: without contact there is nothing to detect. */
function bodyXml(body: BenchBody, k: number, scene: BenchScene): string {
  const [x, y, z, w] = body.orientation ?? [0, 0, 0, 1];
  const hinges = scene.joints
    .filter((joint) => joint.body === k)
    .map((joint) => {
      const at = list(localPoint(body, joint.at));
      return `<joint type="hinge" pos="${at}" axis="${list(localDirection(body, joint.axis))}"/>`;
    });
  const joints = hinges.length > 0 ? hinges.join("") : "<freejoint/>";
  const inertial = `<inertial pos="0 0 0" mass="${body.mass}" diaginertia="${list(body.inertia)}"/>`;
  return `<body pos="${list(body.position)}" quat="${list([w, x, y, z])}">${joints}${inertial}</body>`;
}

function create(M: MuJoCo, scene: BenchScene, integrator: string): World {
  const xml = `<mujoco>
    <compiler boundmass="0" boundinertia="0" balanceinertia="false"/>
    <option timestep="${scene.timestep}" gravity="${list(scene.gravity)}" integrator="${integrator}"/>
    <worldbody>${scene.bodies.map((body, k) => bodyXml(body, k, scene)).join("")}</worldbody>
  </mujoco>`;
  const model = M.MjModel.from_xml_string(xml);
  const data = new M.MjData(model);
  // body 0 is the world, and every body has one joint
  const position = Array.from(model.jnt_qposadr as Int32Array);
  const velocity = Array.from(model.jnt_dofadr as Int32Array);
  const jointed = scene.joints.length > 0;
  if (!jointed) {
    scene.bodies.forEach((body, k) => {
      data.qvel.set(body.velocity ?? [0, 0, 0], velocity[k]);
      // a free joint has its angular velocity in body axes
      data.qvel.set(localDirection(body, body.angularVelocity ?? [0, 0, 0]), velocity[k] + 3);
    });
  }
  M.mj_forward(model, data);

  const readFree = (body: number, out: Float64Array) => {
    const { qpos, qvel } = data;
    const p = position[body];
    const v = velocity[body];
    out.set([qpos[p], qpos[p + 1], qpos[p + 2], qpos[p + 4], qpos[p + 5], qpos[p + 6], qpos[p + 3]], STATE.position);
    out.set(toWorld(out, STATE.orientation, qvel[v + 3], qvel[v + 4], qvel[v + 5]), STATE.angularVelocity);
    out.set([qvel[v], qvel[v + 1], qvel[v + 2]], STATE.velocity);
  };
  const readJointed = (body: number, out: Float64Array) => {
    // Poses belong to the state after the step only once they are computed from it.
    M.mj_kinematics(model, data);
    const b = body + 1;
    const { xpos, xquat, qvel } = data;
    out.set([xpos[3 * b], xpos[3 * b + 1], xpos[3 * b + 2]], STATE.position);
    out.set([xquat[4 * b + 1], xquat[4 * b + 2], xquat[4 * b + 3], xquat[4 * b]], STATE.orientation);
    const joint = scene.joints[body];
    const rate = qvel[velocity[body]];
    const [wx, wy, wz] = joint.axis.map((a) => a * rate);
    const [rx, ry, rz] = [0, 1, 2].map((k) => out[k] - joint.at[k]);
    out.set([wx, wy, wz], STATE.angularVelocity);
    out.set([wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx], STATE.velocity);
  };
  return {
    step() {
      M.mj_step(model, data);
    },
    read: jointed ? readJointed : readFree,
    dispose() {
      data.delete();
      model.delete();
    },
  };
}

const engine = (name: string, integrator: string): Engine => ({
  name,
  family: "mujoco",
  settings: `${integrator} integrator`,
  async load() {
    const M = await (await import("@mujoco/mujoco")).default();
    return {
      version: String(M.mj_versionString()),
      refuse: (scene) =>
        scene.joints.length > 0 && scene.joints.length !== scene.bodies.length
          ? "the adapter wants all bodies or none on a hinge"
          : undefined,
      create: (scene) => create(M, scene, integrator),
    };
  },
});

export const mujoco = engine("mujoco", "Euler");
export const mujocoRk4 = engine("mujoco-rk4", "RK4");
