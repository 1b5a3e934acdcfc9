import { type BenchScene, type Engine, STATE, type Vector, type World } from "../scene.js";
import { localDirection, localPoint } from "./frames.js";

type Cannon = typeof import("cannon-es");

/** Bodies have no shape, so their inertia is set by hand; cannon would compute it from the shapes. */
function create(C: Cannon, scene: BenchScene): World {
  const vector = (v: Vector) => new C.Vec3(...v);
  const world = new C.World({ gravity: vector(scene.gravity), allowSleep: false });
  const bodies = scene.bodies.map((body) => {
    const made = new C.Body({
      mass: body.mass,
      position: vector(body.position),
      quaternion: new C.Quaternion(...(body.orientation ?? [0, 0, 0, 1])),
      velocity: vector(body.velocity ?? [0, 0, 0]),
      angularVelocity: vector(body.angularVelocity ?? [0, 0, 0]),
      linearDamping: 0,
      angularDamping: 0,
      allowSleep: false,
    });
    made.inertia.set(...body.inertia);
    made.invInertia.set(1 / body.inertia[0], 1 / body.inertia[1], 1 / body.inertia[2]);
    made.updateInertiaWorld(true);
    world.addBody(made);
    return made;
  });
  if (scene.joints.length > 0) {
    const ground = new C.Body({ mass: 0 });
    world.addBody(ground);
    for (const joint of scene.joints) {
      const body = scene.bodies[joint.body];
      const options = {
        pivotA: vector(joint.at),
        axisA: vector(joint.axis),
        pivotB: vector(localPoint(body, joint.at)),
        axisB: vector(localDirection(body, joint.axis)),
        collideConnected: false,
      };
      world.addConstraint(new C.HingeConstraint(ground, bodies[joint.body], options));
    }
  }
  return {
    step() {
      world.step(scene.timestep);
    },
    read(body, out) {
      const { position: p, quaternion: q, angularVelocity: w, velocity: v } = bodies[body];
      out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, w.x, w.y, w.z, v.x, v.y, v.z], STATE.position);
    },
    dispose() {},
  };
}

export const cannon: Engine = {
  name: "cannon",
  family: "cannon",
  settings: "Gauss-Seidel, 10 iterations",
  async load() {
    const C = await import("cannon-es");
    // the package does not say its version at run time
    return { version: "0.20", create: (scene) => create(C, scene) };
  },
};
