import {
  type BenchBody,
  type BenchJoint,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  type SimpleShape,
  STATE,
  type World,
} from "../scene.js";
import { add, cross, dot, subtract } from "../vectors.js";
import { frameOf, IDENTITY, localDirection, localOrientation, localPoint } from "./frames.js";
import { once } from "./once.js";
import { noMeshes, spatialOnly } from "./refusals.js";

type MuJoCo = Awaited<ReturnType<typeof import("@mujoco/mujoco")["default"]>>;

const list = (values: readonly number[]) => values.map((x) => Number(x).toPrecision(17)).join(" ");
/** MuJoCo's quaternions begin with the scalar. */
const quaternion = ([x, y, z, w]: readonly number[]) => list([w, x, y, z]);

/** Which joint carries each body, and which joints close loops. Static bodies count as the world. */
interface Tree {
  readonly parent: readonly (number | undefined)[];
  readonly carrier: readonly (BenchJoint | undefined)[];
  readonly loops: readonly BenchJoint[];
}

function treeOf({ bodies, joints }: BenchScene): Tree {
  const parent: (number | undefined)[] = bodies.map(() => undefined);
  const carrier: (BenchJoint | undefined)[] = bodies.map(() => undefined);
  const loops: BenchJoint[] = [];
  const moves = (k: number | undefined): k is number => k !== undefined && bodies[k].mass > 0;
  const root = (k: number): number => {
    const up = parent[k];
    return up === undefined ? k : root(up);
  };
  const carry = (child: number | undefined, by: number | undefined, joint: BenchJoint) => {
    if (!moves(child) || carrier[child] !== undefined) return false;
    if (moves(by) && root(by) === child) return false;
    carrier[child] = joint;
    parent[child] = moves(by) ? by : undefined;
    return true;
  };
  for (const joint of joints) {
    if (!carry(joint.b, joint.a, joint) && !carry(joint.a, joint.b, joint)) loops.push(joint);
  }
  return { parent, carrier, loops };
}

function geomXml(shape: SimpleShape, meshes: string[]): string {
  switch (shape.type) {
    case "box":
      return `type="box" size="${list(shape.halfExtents)}"`;
    case "sphere":
      return `type="sphere" size="${shape.radius}"`;
    case "capsule":
      return `type="capsule" size="${list([shape.radius, shape.halfLength])}"`;
    case "cylinder":
      return `type="cylinder" size="${list([shape.radius, shape.halfLength])}"`;
    case "hull": {
      const name = `hull${meshes.length}`;
      meshes.push(`<mesh name="${name}" vertex="${list(shape.points.flat())}"/>`);
      return `type="mesh" mesh="${name}"`;
    }
    default:
      throw new Error(`the adapter has no ${shape.type}`);
  }
}

function geomsXml(body: BenchBody, meshes: string[]): string {
  // the coefficients of spin and rolling are MuJoCo's own, and without effect in contacts of three dimensions
  const friction = `friction="${body.friction ?? DEFAULT_FRICTION} 0.005 0.0001"`;
  return partsOf(body.shape)
    .map(
      ({ shape, position, orientation = IDENTITY }) =>
        `<geom ${geomXml(shape, meshes)} pos="${list(position)}" quat="${quaternion(orientation)}" ${friction}/>`,
    )
    .join("");
}

function jointXml(body: BenchBody, joint: BenchJoint | undefined): string {
  if (body.mass === 0 || joint?.type === "fixed") return "";
  if (joint === undefined) return "<freejoint/>";
  const at = `pos="${list(localPoint(frameOf(body), joint.at))}"`;
  if (joint.type === "ball") return `<joint type="ball" ${at}/>`;
  const axis = `axis="${list(localDirection(frameOf(body), joint.axis ?? [0, 0, 1]))}"`;
  const { stiffness = 0, damping = 0, target = 0 } = joint.spring ?? {};
  const spring = joint.spring ? `stiffness="${stiffness}" damping="${damping}" springref="${target}"` : "";
  return `<joint type="${joint.type === "hinge" ? "hinge" : "slide"}" ${at} ${axis} ${spring}/>`;
}

function loopXml(scene: BenchScene, { type, a, b, at }: BenchJoint): string {
  const other = a === undefined ? "" : ` body2="b${a}"`;
  if (type === "fixed") return `<weld body1="b${b}"${other}/>`;
  return `<connect body1="b${b}"${other} anchor="${list(localPoint(frameOf(scene.bodies[b]), at))}" ${hardness(scene)}/>`;
}

/**
 * Equality constraints are soft; this is as stiff as possible: the shortest time that is stable, two steps, and the
 * largest impedance.
 */
const hardness = ({ hard, timestep }: BenchScene) =>
  hard ? `solref="${2 * timestep} 1" solimp="0.9999 0.9999 0.001 0.5 2"` : "";

/** A scene of this many bodies gets the larger arena. */
const MANY = 300;

function sceneXml(scene: BenchScene, tree: Tree, options: string): string {
  const meshes: string[] = [];
  const children = scene.bodies.map((_, k) => tree.parent.flatMap((up, child) => (up === k ? [child] : [])));
  const bodyXml = (k: number): string => {
    const body = scene.bodies[k];
    const up = tree.parent[k];
    const frame = frameOf(up === undefined ? undefined : scene.bodies[up]);
    const place = `pos="${list(localPoint(frame, body.position))}" quat="${quaternion(localOrientation(frame, body.orientation ?? IDENTITY))}"`;
    const inertial =
      body.mass > 0 ? `<inertial pos="0 0 0" mass="${body.mass}" diaginertia="${list(body.inertia)}"/>` : "";
    const geoms = scene.contact ? geomsXml(body, meshes) : "";
    const inner = children[k].map(bodyXml).join("");
    return `<body name="b${k}" ${place}>${jointXml(body, tree.carrier[k])}${inertial}${geoms}${inner}</body>`;
  };
  const bodies = scene.bodies.flatMap((_, k) => (tree.parent[k] === undefined ? [bodyXml(k)] : [])).join("");
  // a body and its parent do not touch in MuJoCo; the two of a loop must be excluded
  const apart = scene.contact ? tree.loops.filter(({ a }) => a !== undefined) : [];
  return `<mujoco>
    <compiler angle="radian" boundmass="0" boundinertia="0" balanceinertia="false"/>
    <option timestep="${scene.timestep}" gravity="${list(scene.gravity)}" ${options}/>
    <size memory="${scene.bodies.length > MANY ? "900M" : "64M"}"/>
    <asset>${meshes.join("")}</asset>
    <worldbody>${bodies}</worldbody>
    <equality>${tree.loops.map((joint) => loopXml(scene, joint)).join("")}</equality>
    <contact>${apart.map(({ a, b }) => `<exclude body1="b${a}" body2="b${b}"/>`).join("")}</contact>
  </mujoco>`;
}

/** How fast the body starts along or about the axis of the joint that carries it, relative to its parent. */
function startSpeed(joint: BenchJoint, body: BenchBody, parent: BenchBody | undefined): number {
  const speed = (of: BenchBody | undefined) => {
    const spin = of?.angularVelocity ?? [0, 0, 0];
    if (of === undefined || joint.type === "hinge") return spin;
    return add(of.velocity ?? [0, 0, 0], cross(spin, subtract(joint.at, of.position)));
  };
  return dot(joint.axis ?? [0, 0, 1], subtract(speed(body), speed(parent)));
}

function create(M: MuJoCo, scene: BenchScene, options: string): World {
  const tree = treeOf(scene);
  const model = M.MjModel.from_xml_string(sceneXml(scene, tree, options));
  const data = new M.MjData(model);
  const ids = scene.bodies.map((_, k) => M.mj_name2id(model, M.mjtObj.mjOBJ_BODY.value, `b${k}`));
  const firstDof = Array.from(model.body_dofadr as Int32Array);
  const rootId = Array.from(model.body_rootid as Int32Array);
  scene.bodies.forEach((body, k) => {
    const joint = tree.carrier[k];
    const dof = firstDof[ids[k]];
    if (joint !== undefined && (joint.type === "hinge" || joint.type === "slider")) {
      const up = tree.parent[k];
      data.qvel[dof] = startSpeed(joint, body, up === undefined ? undefined : scene.bodies[up]);
    }
    if (body.mass === 0 || joint !== undefined) return;
    data.qvel.set(body.velocity ?? [0, 0, 0], dof);
    // a free joint has its angular velocity in body axes
    data.qvel.set(localDirection(frameOf(body), body.angularVelocity ?? [0, 0, 0]), dof + 3);
  });
  M.mj_forward(model, data);

  // Poses and velocities belong to the state after a step only once they are computed from it.
  let stale = true;
  const refresh = () => {
    if (!stale) return;
    M.mj_kinematics(model, data);
    M.mj_comPos(model, data);
    M.mj_comVel(model, data);
    stale = false;
  };
  return {
    step() {
      M.mj_step(model, data);
      stale = true;
    },
    read(body, out) {
      refresh();
      const id = ids[body];
      const { xpos, xquat, cvel, subtree_com: com } = data;
      const [x, y, z] = [xpos[3 * id], xpos[3 * id + 1], xpos[3 * id + 2]];
      const [wx, wy, wz] = [cvel[6 * id], cvel[6 * id + 1], cvel[6 * id + 2]];
      // cvel is taken at the centre of mass of the whole tree
      const r = 3 * rootId[id];
      const [dx, dy, dz] = [x - com[r], y - com[r + 1], z - com[r + 2]];
      out.set([x, y, z], STATE.position);
      out.set([xquat[4 * id + 1], xquat[4 * id + 2], xquat[4 * id + 3], xquat[4 * id]], STATE.orientation);
      out.set([wx, wy, wz], STATE.angularVelocity);
      out.set(
        [
          cvel[6 * id + 3] + wy * dz - wz * dy,
          cvel[6 * id + 4] + wz * dx - wx * dz,
          cvel[6 * id + 5] + wx * dy - wy * dx,
        ],
        STATE.velocity,
      );
    },
    dispose() {
      data.delete();
      model.delete();
    },
  };
}

function refuse(scene: BenchScene): string | undefined {
  if (scene.bodies.some((body) => (body.restitution ?? 0) > 0)) return "MuJoCo has no coefficient of restitution";
  const { loops, carrier } = treeOf(scene);
  if (loops.some((joint) => joint.type === "slider")) return "MuJoCo closes no loop with a slider";
  const started = (body: BenchBody) => [...(body.velocity ?? []), ...(body.angularVelocity ?? [])].some((v) => v !== 0);
  if (scene.bodies.some((body, k) => carrier[k]?.type === "ball" && started(body))) {
    return "the adapter starts bodies on ball joints at rest";
  }
  return spatialOnly(scene) ?? noMeshes(scene, "MuJoCo replaces a mesh by its convex hull");
}

const loadModule = once(async () => (await import("@mujoco/mujoco")).default());

const engine = (name: string, settings: string, options: string): Engine => ({
  name,
  family: "mujoco",
  settings,
  async load() {
    const M = await loadModule();
    const version = String(M.mj_versionString());
    return { version, springs: true, refuse, create: (scene) => create(M, scene, options) };
  },
});

export const mujoco = engine(
  "mujoco",
  "Euler, Newton with up to 100 iterations, pyramidal cones",
  'integrator="Euler"',
);
export const mujocoRk4 = engine("mujoco-rk4", "RK4, else as mujoco", 'integrator="RK4"');
export const mujocoImplicit = engine(
  "mujoco-implicitfast",
  "implicitfast, else as mujoco",
  'integrator="implicitfast"',
);
