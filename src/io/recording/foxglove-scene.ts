/** Bodies and shapes as Foxglove shows them: its SceneUpdate and FrameTransforms messages. */
import { rotateInto } from "../../math/quat.js";
import { BODY_TYPE, type Model, type ShapeInstance } from "../../model/model.js";
import { type Color, parseColor } from "./color.js";

/** Name of the frame that everything is in. */
export const WORLD_FRAME = "world";

/** Nanoseconds of a simulated time, as log time. */
export function nanoseconds(time: number): bigint {
  return BigInt(Math.round(time * 1e9));
}

/** Foxglove's time: whole seconds and nanoseconds. */
export function stamp(time: number): { sec: number; nsec: number } {
  const ns = nanoseconds(time);
  return { sec: Number(ns / 1_000_000_000n), nsec: Number(ns % 1_000_000_000n) };
}

/** A FrameTransforms message for poses [x, y, z, qx, qy, qz, qw] of the named bodies. */
export function frameTransforms(time: number, names: readonly string[], poses: Float64Array): object {
  const timestamp = stamp(time);
  return {
    transforms: names.map((name, k) => ({
      timestamp,
      parent_frame_id: WORLD_FRAME,
      child_frame_id: name,
      translation: vector(poses, 7 * k),
      rotation: quaternion(poses, 7 * k + 3),
    })),
  };
}

/** Names and poses of the bodies that never move. */
export function staticPoses(model: Model): { names: string[]; poses: Float64Array } {
  const bodies = Array.from({ length: model.nb }, (_, b) => b).filter(
    (b) => b > 0 && model.bodyType[b] === BODY_TYPE.static,
  );
  const poses = new Float64Array(7 * bodies.length);
  bodies.forEach((b, k) => {
    rotateInto(poses, 7 * k, model.bodyQuat0, 4 * b, model.bodyCom, 3 * b);
    for (let c = 0; c < 3; c++) poses[7 * k + c] = model.bodyPos0[3 * b + c] - poses[7 * k + c];
    for (let c = 0; c < 4; c++) poses[7 * k + 3 + c] = model.bodyQuat0[4 * b + c];
  });
  return { names: bodies.map((b) => model.bodyNames[b]), poses };
}

/** A SceneUpdate message with one entity per body that has shapes, fixed to the body's frame. */
export function sceneUpdate(model: Model): object {
  const bodies = [...new Set(model.shapes.map((shape) => shape.body))].sort((a, b) => a - b);
  return { deletions: [], entities: bodies.map((b) => entity(model, b)) };
}

function entity(model: Model, b: number): object {
  const primitives = {
    cubes: [] as object[],
    spheres: [] as object[],
    cylinders: [] as object[],
    triangles: [] as object[],
  };
  const color = parseColor(model.spec.bodies[b - 1]?.color) ?? defaultColor(model.bodyType[b]);
  for (const shape of model.shapes)
    if (shape.body === b) addPrimitive(primitives, shape, shapePose(model, shape), color);
  return {
    timestamp: stamp(0),
    frame_id: model.bodyNames[b],
    id: model.bodyNames[b],
    lifetime: { sec: 0, nsec: 0 },
    frame_locked: true,
    metadata: [],
    arrows: [],
    ...primitives,
    lines: [],
    texts: [],
    models: [],
  };
}

/** Graphite for what stands, light for what moves: colour is left to what is measured. */
function defaultColor(type: number): Color {
  return type === BODY_TYPE.static ? { r: 0.35, g: 0.36, b: 0.38, a: 1 } : { r: 0.75, g: 0.77, b: 0.8, a: 1 };
}

/** The shape in the body frame; `shape.position` counts from the centre of mass. */
function shapePose(model: Model, shape: ShapeInstance): object {
  const com = 3 * shape.body;
  const [x, y, z] = shape.position.map((c, k) => c + model.bodyCom[com + k]);
  return { position: { x, y, z }, orientation: quaternion(shape.orientation, 0) };
}

interface Primitives {
  readonly cubes: object[];
  readonly spheres: object[];
  readonly cylinders: object[];
  readonly triangles: object[];
}

/** Foxglove's own primitives where there is one, which keeps files small; triangles for all else. */
function addPrimitive(to: Primitives, shape: ShapeInstance, pose: object, color: Color): void {
  const p = shape.params as { radius?: number; halfLength?: number; halfExtents?: readonly number[] };
  if (shape.kind === "sphere" && p.radius !== undefined) {
    const d = 2 * p.radius;
    to.spheres.push({ pose, size: { x: d, y: d, z: d }, color });
  } else if (shape.kind === "box" && p.halfExtents !== undefined) {
    const [x, y, z] = p.halfExtents.map((h) => 2 * h);
    to.cubes.push({ pose, size: { x, y, z }, color });
  } else if (shape.kind === "cylinder" && p.radius !== undefined && p.halfLength !== undefined) {
    const d = 2 * p.radius;
    to.cylinders.push({ pose, size: { x: d, y: d, z: 2 * p.halfLength }, bottom_scale: 1, top_scale: 1, color });
  } else {
    const { vertices, triangles } = shape.geometry.drawing();
    const points = Array.from({ length: vertices.length / 3 }, (_, i) => vector(vertices, 3 * i));
    to.triangles.push({ pose, points, color, colors: [], indices: Array.from(triangles) });
  }
}

function vector(from: ArrayLike<number>, at: number): { x: number; y: number; z: number } {
  return { x: from[at], y: from[at + 1], z: from[at + 2] };
}

function quaternion(from: ArrayLike<number>, at: number): { x: number; y: number; z: number; w: number } {
  return { x: from[at], y: from[at + 1], z: from[at + 2], w: from[at + 3] };
}
