import { type BenchScene, type Engine, STATE, type Vector, type World } from "../scene.js";
import { localPoint } from "./frames.js";

type Rapier = typeof import("@dimforge/rapier3d-simd-compat");

const xyz = ([x, y, z]: Vector) => ({ x, y, z });
const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

/** Bodies get mass properties but no collider: without contact there is nothing to detect. */
function create(R: Rapier, scene: BenchScene): World {
  const world = new R.World(xyz(scene.gravity));
  world.timestep = scene.timestep;
  const bodies = scene.bodies.map((body) => {
    const [qx, qy, qz, qw] = body.orientation ?? [0, 0, 0, 1];
    const description = R.RigidBodyDesc.dynamic()
      .setTranslation(...body.position)
      .setRotation({ x: qx, y: qy, z: qz, w: qw })
      .setLinvel(...(body.velocity ?? [0, 0, 0]))
      .setAngvel(xyz(body.angularVelocity ?? [0, 0, 0]))
      .setAdditionalMassProperties(body.mass, xyz([0, 0, 0]), xyz(body.inertia), IDENTITY)
      .setCanSleep(false);
    return world.createRigidBody(description);
  });
  if (scene.joints.length > 0) {
    const ground = world.createRigidBody(R.RigidBodyDesc.fixed());
    for (const joint of scene.joints) {
      const anchor = localPoint(scene.bodies[joint.body], joint.at);
      const data = R.JointData.revolute(xyz(joint.at), xyz(anchor), xyz(joint.axis));
      world.createImpulseJoint(data, ground, bodies[joint.body], true);
    }
  }
  return {
    step() {
      world.step();
    },
    read(body, out) {
      const p = bodies[body].translation();
      const q = bodies[body].rotation();
      const w = bodies[body].angvel();
      const v = bodies[body].linvel();
      out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, w.x, w.y, w.z, v.x, v.y, v.z], STATE.position);
    },
    dispose: () => world.free(),
  };
}

export const rapier: Engine = {
  name: "rapier",
  family: "rapier",
  settings: "SIMD build, 4 solver iterations",
  async load() {
    const R = await import("@dimforge/rapier3d-simd-compat");
    await R.init();
    return { version: R.version(), create: (scene) => create(R, scene) };
  },
};
