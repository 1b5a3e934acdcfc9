import { compile, createData, type Spec, stateHash, step } from "stiction";
import packageJson from "../../package.json" with { type: "json" };
import { type BenchScene, type BenchShape, type Engine, STATE, type World } from "../scene.js";

function shapeSpec(shape: BenchShape) {
  return shape.type === "box"
    ? { type: "box", halfExtents: [...shape.halfExtents] }
    : { type: "sphere", radius: shape.radius };
}

function specOf(scene: BenchScene, integrator: string): Spec {
  const base: Spec = {
    name: scene.name,
    timestep: scene.timestep,
    gravity: [...scene.gravity],
    contact: "none",
    formulation: { type: "forces", integrator },
    bodies: scene.bodies.map((body, k) => ({
      name: `b${k}`,
      mass: body.mass,
      inertia: [...body.inertia],
      position: [...body.position],
      orientation: [...(body.orientation ?? [0, 0, 0, 1])],
      velocity: [...(body.velocity ?? [0, 0, 0])],
      angularVelocity: [...(body.angularVelocity ?? [0, 0, 0])],
      shapes: [shapeSpec(body.shape)],
    })),
  };
  return scene.own === undefined ? base : scene.own.spec(base);
}

function create(scene: BenchScene, integrator: string): World {
  const model = compile(specOf(scene, integrator));
  const data = createData(model);
  const { bodyPos, bodyQuat, bodyVel } = data;
  return {
    step() {
      step(model, data);
    },
    read(body, out) {
      // index 0 is the world
      const b = body + 1;
      for (let k = 0; k < 3; k++) {
        out[STATE.position + k] = bodyPos[3 * b + k];
        out[STATE.angularVelocity + k] = bodyVel[6 * b + k];
        out[STATE.velocity + k] = bodyVel[6 * b + 3 + k];
      }
      for (let k = 0; k < 4; k++) out[STATE.orientation + k] = bodyQuat[4 * b + k];
    },
    hash: () => stateHash(data),
    dispose() {},
  };
}

const engine = (name: string, integrator: string): Engine => ({
  name,
  family: "stiction",
  settings: integrator,
  load: async () => ({
    version: packageJson.version,
    refuse: (scene) =>
      scene.joints.length > 0 && scene.own === undefined ? "no formulation of this version solves joints" : undefined,
    create: (scene) => create(scene, integrator),
  }),
});

export const stiction = engine("stiction", "rk4");
export const stictionEuler = engine("stiction-euler", "semi-implicit-euler");
