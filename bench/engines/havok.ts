import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type BenchBody,
  type BenchScene,
  DEFAULT_FRICTION,
  type Engine,
  partsOf,
  type SimpleShape,
  STATE,
  type Vector,
  type World,
} from "../scene.js";
import { across } from "../vectors.js";
import { type Frame, IDENTITY, jointFrames, localDirection, localPoint } from "./frames.js";
import { once } from "./once.js";
import { spatialOnly } from "./refusals.js";

type Havok = Awaited<ReturnType<typeof import("@babylonjs/havok")["default"]>>;
type ShapeId = import("@babylonjs/havok").HP_ShapeId;
type BodyId = import("@babylonjs/havok").HP_BodyId;
type Triple = [number, number, number];
type Four = [number, number, number, number];

/** The result of a call, or an error. */
function ok<T>(H: Havok, reply: [unknown, T]): T {
  if (reply[0] !== H.Result.RESULT_OK) throw new Error(`Havok: ${String(reply[0])}`);
  return reply[1];
}

/** Runs `use` with the numbers in Havok's memory. */
function inMemory<T>(H: Havok, numbers: Float32Array | Int32Array, use: (address: number) => T): T {
  const address = H._malloc(numbers.byteLength);
  new Uint8Array(H.HEAPU8.buffer, address, numbers.byteLength).set(new Uint8Array(numbers.buffer));
  const result = use(address);
  H._free(address);
  return result;
}

function shapeOf(H: Havok, shape: SimpleShape): ShapeId {
  switch (shape.type) {
    case "box":
      return ok(H, H.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], shape.halfExtents.map((h) => 2 * h) as Triple));
    case "sphere":
      return ok(H, H.HP_Shape_CreateSphere([0, 0, 0], shape.radius));
    case "capsule":
      return ok(H, H.HP_Shape_CreateCapsule([0, 0, -shape.halfLength], [0, 0, shape.halfLength], shape.radius));
    case "cylinder":
      return ok(H, H.HP_Shape_CreateCylinder([0, 0, -shape.halfLength], [0, 0, shape.halfLength], shape.radius));
    case "hull":
      return inMemory(H, Float32Array.from(shape.points.flat()), (points) =>
        ok(H, H.HP_Shape_CreateConvexHull(points, shape.points.length)),
      );
    case "mesh":
      return inMemory(H, Float32Array.from(shape.vertices.flat()), (vertices) =>
        inMemory(H, Int32Array.from(shape.triangles.flat()), (triangles) =>
          ok(H, H.HP_Shape_CreateMesh(vertices, shape.vertices.length, triangles, shape.triangles.length)),
        ),
      );
  }
}

function bodyShape(H: Havok, body: BenchBody): ShapeId {
  const friction = body.friction ?? DEFAULT_FRICTION;
  const least = H.MaterialCombine.MINIMUM;
  const made = (shape: SimpleShape) => {
    const id = shapeOf(H, shape);
    H.HP_Shape_SetMaterial(id, [friction, friction, body.restitution ?? 0, least, least]);
    return id;
  };
  if (body.shape.type !== "compound") return made(body.shape);
  const container = ok(H, H.HP_Shape_CreateContainer());
  for (const { shape, position, orientation = IDENTITY } of partsOf(body.shape)) {
    H.HP_Shape_AddChild(container, made(shape), [[...position], [...orientation], [1, 1, 1]]);
  }
  return container;
}

function create(H: Havok, scene: BenchScene): World {
  const world = ok(H, H.HP_World_Create());
  H.HP_World_SetGravity(world, [...scene.gravity]);
  H.HP_World_SetIdealStepTime(world, scene.timestep);
  if (scene.bodies.some((body) => body.fast)) H.HP_World_SetSpeedLimit(world, 1e4, 1e4);
  const shapes: ShapeId[] = [];
  const newBody = (moving: boolean, position: Vector, orientation: readonly number[]) => {
    const id = ok(H, H.HP_Body_Create());
    H.HP_Body_SetMotionType(id, moving ? H.MotionType.DYNAMIC : H.MotionType.STATIC);
    H.HP_Body_SetQTransform(id, [[...position], [...orientation] as Four]);
    return id;
  };
  const bodies = scene.bodies.map((body) => {
    const id = newBody(body.mass > 0, body.position, body.orientation ?? IDENTITY);
    if (scene.contact) {
      const shape = bodyShape(H, body);
      shapes.push(shape);
      H.HP_Body_SetShape(id, shape);
    }
    if (body.mass > 0) {
      // moments for a mass of 1
      const inertia = body.inertia.map((moment) => moment / body.mass) as Triple;
      H.HP_Body_SetMassProperties(id, [[0, 0, 0], body.mass, inertia, [0, 0, 0, 1]]);
      H.HP_Body_SetLinearDamping(id, 0);
      H.HP_Body_SetAngularDamping(id, 0);
      H.HP_Body_SetActivationControl(id, H.ActivationControl.ALWAYS_ACTIVE);
    }
    H.HP_World_AddBody(world, id, false);
    if (body.mass > 0) {
      H.HP_Body_SetLinearVelocity(id, [...(body.velocity ?? ([0, 0, 0] as const))]);
      H.HP_Body_SetAngularVelocity(id, [...(body.angularVelocity ?? ([0, 0, 0] as const))]);
    }
    return id;
  });
  addJoints(H, scene, bodies, () => {
    const id = newBody(false, [0, 0, 0], IDENTITY);
    H.HP_World_AddBody(world, id, false);
    return id;
  });
  return {
    step() {
      H.HP_World_Step(world, scene.timestep);
    },
    read(body, out) {
      const [p, q] = ok(H, H.HP_Body_GetQTransform(bodies[body]));
      out.set(p, STATE.position);
      out.set(q, STATE.orientation);
      out.set(ok(H, H.HP_Body_GetAngularVelocity(bodies[body])), STATE.angularVelocity);
      out.set(ok(H, H.HP_Body_GetLinearVelocity(bodies[body])), STATE.velocity);
    },
    dispose() {
      for (const id of bodies) {
        H.HP_World_RemoveBody(world, id);
        H.HP_Body_Release(id);
      }
      for (const id of shapes) H.HP_Shape_Release(id);
      H.HP_World_Release(world);
    },
  };
}

function addJoints(H: Havok, scene: BenchScene, bodies: readonly BodyId[], ground: () => BodyId): void {
  if (scene.joints.length === 0) return;
  const still = ground();
  const { LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z } = H.ConstraintAxis;
  const locked = {
    hinge: [LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_Y, ANGULAR_Z],
    ball: [LINEAR_X, LINEAR_Y, LINEAR_Z],
    slider: [LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z],
    fixed: [LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z],
  };
  for (const joint of scene.joints) {
    const { a, b } = jointFrames(scene, joint);
    const axis = joint.axis ?? ([1, 0, 0] as const);
    const anchor = (frame: Frame): [Triple, Triple, Triple] => [
      [...localPoint(frame, joint.at)],
      [...localDirection(frame, axis)],
      [...localDirection(frame, across(axis))],
    ];
    const id = ok(H, H.HP_Constraint_Create());
    H.HP_Constraint_SetParentBody(id, joint.a === undefined ? still : bodies[joint.a]);
    H.HP_Constraint_SetChildBody(id, bodies[joint.b]);
    H.HP_Constraint_SetAnchorInParent(id, ...anchor(a));
    H.HP_Constraint_SetAnchorInChild(id, ...anchor(b));
    for (const axisOf of locked[joint.type]) {
      H.HP_Constraint_SetAxisMode(id, axisOf, H.ConstraintAxisLimitMode.LOCKED);
    }
    H.HP_Constraint_SetCollisionsEnabled(id, 0);
    H.HP_Constraint_SetEnabled(id, 1);
  }
}

const loadModule = once(async () => {
  const { default: factory } = await import("@babylonjs/havok");
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve("@babylonjs/havok/lib/esm/HavokPhysics.wasm"));
  return factory({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
});

export const havok: Engine = {
  name: "havok",
  family: "havok",
  settings: "defaults, which the module does not tell",
  async load() {
    const H = await loadModule();
    // the module does not report its version at run time
    return { version: "1.3", refuse: spatialOnly, create: (scene) => create(H, scene) };
  },
};
