import { wholeFile } from "../error.js";
import { apply, compose, HERE, NO_TURN, type Pose, plus, type Q4, rotate, times, type V3 } from "../pose.js";
import type { Entry, SceneDraft } from "./draft.js";

/** A static plane below everything that the draft has, unless it has a plane or nothing that moves. */
export function addGround(draft: SceneDraft): void {
  const shapes = draft.bodies.flatMap((body) => body.shapes);
  if (shapes.some(({ type }) => type === "plane" || type === "height-field")) return;
  let lowest = Number.POSITIVE_INFINITY;
  for (const body of draft.bodies)
    for (const shape of body.shapes) lowest = Math.min(lowest, lowestOf(shape, body.pose));
  if (!Number.isFinite(lowest)) return;
  draft.bodies.push({
    name: draft.names.take("ground", "ground"),
    comment: "not in the file: ground below the model",
    fixed: true,
    pose: { position: [0, 0, Number((lowest - 1e-4).toPrecision(6))], turn: NO_TURN },
    inertia: null,
    shapes: [{ type: "plane" }],
    visuals: [],
    place: wholeFile(""),
  });
}

/** Smallest z of a shape in the world. */
function lowestOf(shape: Entry, body: Pose): number {
  const { position = HERE.position, orientation = NO_TURN } = shape as { position?: V3; orientation?: Q4 };
  const pose = compose(body, { position, turn: orientation });
  if (Array.isArray(shape.vertices)) return Math.min(...shape.vertices.map((v) => apply(pose, v as V3)[2]));
  const axis = rotate(pose.turn, [0, 0, 1]);
  const { radius = 0, halfLength = 0 } = shape as { radius?: number; halfLength?: number };
  const z = pose.position[2];
  if (shape.type === "sphere") return z - radius;
  if (shape.type === "capsule") return z - radius - halfLength * Math.abs(axis[2]);
  if (shape.type === "cylinder")
    return z - halfLength * Math.abs(axis[2]) - radius * Math.sqrt(Math.max(0, 1 - axis[2] ** 2));
  const half = (shape.halfExtents ?? shape.semiAxes) as V3 | undefined;
  if (half === undefined) return z;
  const reach = [0, 1, 2].map((i) => Math.abs(rotate(pose.turn, plus([0, 0, 0], times(unitAxis(i), half[i])))[2]));
  return (
    z - (shape.type === "ellipsoid" ? Math.sqrt(reach.reduce((s, x) => s + x * x, 0)) : reach[0] + reach[1] + reach[2])
  );
}

const unitAxis = (i: number): V3 => [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0];
