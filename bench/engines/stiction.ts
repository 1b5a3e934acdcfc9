import {
  type BodySpec,
  compile,
  createData,
  type FormulationSpec,
  type JointSpec,
  type ShapeSpec,
  type Spec,
  stateHash,
  step,
} from "stiction";
import packageJson from "../../package.json" with { type: "json" };
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

function shapeSpec(shape: SimpleShape, planar: boolean): ShapeSpec {
  switch (shape.type) {
    case "box":
      return planar
        ? { type: "polygon", halfExtents: shape.halfExtents.slice(0, 2) }
        : { type: "box", halfExtents: [...shape.halfExtents] };
    case "sphere":
      return planar ? { type: "circle", radius: shape.radius } : { type: "sphere", radius: shape.radius };
    case "hull":
      return { type: "convex-hull", vertices: shape.points };
    case "mesh":
      return { type: "mesh", vertices: shape.vertices, faces: shape.triangles, sides: "one" };
    default:
      return { ...shape };
  }
}

const materialName = ({ friction = DEFAULT_FRICTION, restitution = 0 }: BenchBody) =>
  `f${friction}-e${restitution}`.replaceAll(".", "_");

function bodySpec(body: BenchBody, k: number, planar: boolean): BodySpec {
  const motion = {
    mass: body.mass,
    inertia: [...body.inertia],
    centerOfMass: [0, 0, 0],
    velocity: [...(body.velocity ?? [0, 0, 0])],
    angularVelocity: [...(body.angularVelocity ?? [0, 0, 0])],
  };
  return {
    name: `b${k}`,
    type: body.mass > 0 ? "dynamic" : "static",
    position: [...body.position],
    orientation: [...(body.orientation ?? [0, 0, 0, 1])],
    material: materialName(body),
    shapes: partsOf(body.shape).map(
      ({ shape, position, orientation = [0, 0, 0, 1] }): ShapeSpec => ({
        ...shapeSpec(shape, planar),
        position: [...position],
        orientation: [...orientation],
      }),
    ),
    ...(body.mass > 0 ? motion : {}),
  };
}

const jointSpec = ({ type, a, b, at, axis, spring }: BenchJoint, k: number): JointSpec => ({
  type,
  name: `j${k}`,
  bodyA: a === undefined ? "world" : `b${a}`,
  bodyB: `b${b}`,
  at: [...at],
  ...(axis === undefined ? {} : { axis: [...axis] }),
  ...(spring === undefined ? {} : { drive: { mode: "position" as const, ...spring } }),
});

/** The scene in Stiction's own format. */
export function specOf(scene: BenchScene, formulation: FormulationSpec): Spec {
  const base: Spec = {
    name: scene.name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[^A-Za-z_]/, "_$&"),
    ...(scene.planar ? { plane: "xy" as const } : {}),
    timestep: scene.timestep,
    gravity: [...scene.gravity],
    contact: scene.contact ? "auto" : "none",
    formulation,
    materials: Object.fromEntries(
      scene.bodies.map((body) => [
        materialName(body),
        { friction: body.friction ?? DEFAULT_FRICTION, restitution: body.restitution ?? 0 },
      ]),
    ),
    bodies: scene.bodies.map((body, k) => bodySpec(body, k, scene.planar ?? false)),
    joints: scene.joints.map(jointSpec),
  };
  return scene.own === undefined ? base : scene.own.spec(base);
}

export function createWorld(scene: BenchScene, formulation: FormulationSpec): World {
  const model = compile(specOf(scene, formulation));
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
    ...(scene.own === undefined ? {} : { note: scene.own.note }),
  };
}

/** Contacts and joints: the impulse formulation with one of its presets. */
const impulse = (name: string, preset: "fast" | "precise", precision: "double" | "mixed" = "double"): Engine => ({
  name,
  family: "stiction",
  settings: `impulse, preset ${preset}${precision === "mixed" ? ", sweeps in single precision" : ""}`,
  load: async () => ({
    version: packageJson.version,
    springs: true,
    create: (scene) => createWorld(scene, { type: "impulse", preset, ...(precision === "mixed" ? { precision } : {}) }),
  }),
});

/** Mechanisms: natural coordinates and the augmented Lagrangian. */
const lagrangian = (name: string, method: "index-3" | "index-1" | "penalty"): Engine => ({
  name,
  family: "stiction",
  settings: `augmented-lagrangian, ${method}`,
  load: async () => ({
    version: packageJson.version,
    springs: true,
    refuse: ({ contact, joints }) =>
      contact || joints.length === 0 ? "the augmented Lagrangian is for joints without contact" : undefined,
    create: (scene) => createWorld(scene, { type: "augmented-lagrangian", method }),
  }),
});

/** Free motion by an integrator. */
const forces = (name: string, integrator: string): Engine => ({
  name,
  family: "stiction",
  settings: `forces, ${integrator}`,
  load: async () => ({
    version: packageJson.version,
    refuse: ({ joints, contact }) =>
      joints.length > 0 || contact ? "the formulation of forces has neither joints nor hard contact" : undefined,
    create: (scene) => createWorld(scene, { type: "forces", integrator }),
  }),
});

export const stiction = impulse("stiction", "fast");
export const stictionPrecise = impulse("stiction-precise", "precise");
export const stictionMixed = impulse("stiction-mixed", "fast", "mixed");
export const stictionRk4 = forces("stiction-rk4", "rk4");
export const stictionEuler = forces("stiction-euler", "semi-implicit-euler");
export const stictionLagrangian = lagrangian("stiction-lagrangian", "index-3");
export const stictionLagrangianRk5 = lagrangian("stiction-lagrangian-rk5", "index-1");
