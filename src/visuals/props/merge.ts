import { quatRotate } from "../../math/quat.js";
import { type OrientationInput, toQuat } from "../../model/orientation.js";
import { record } from "../../model/params.js";
import type { ReadyVisual, SurfaceKind, VisualInput, VisualMesh } from "../../model/visual.js";
import { box } from "../box.js";
import { capsule } from "../capsule.js";
import { cylinder } from "../cylinder.js";
import { extrusion } from "../extrusion.js";
import { lathe } from "../lathe.js";
import { mesh } from "../mesh.js";
import { sphere } from "../sphere.js";
import { sweep } from "../sweep.js";

/** The surfaces of which props are made. */
const KINDS: Readonly<Record<string, SurfaceKind>> = {
  box,
  capsule,
  cylinder,
  extrusion,
  lathe,
  mesh,
  sphere,
  sweep,
} as Readonly<Record<string, SurfaceKind>>;

/**
 * Visuals with the same look made into one surface each, so that a thing of fifty parts is drawn in a few calls. `key`
 * tells things that differ apart.
 */
export function mergeByLook(visuals: readonly VisualInput[], key: string): ReadyVisual[] {
  const groups = new Map<string, { look: unknown; parts: VisualMesh[] }>();
  for (const { type, position, orientation, look, ...own } of visuals) {
    const name = JSON.stringify(look);
    let group = groups.get(name);
    if (!group) {
      group = { look, parts: [] };
      groups.set(name, group);
    }
    const kind = KINDS[type];
    const surface = kind.build(record(kind.params, { help: kind.help }).parse(own));
    group.parts.push(
      placed(surface, (position ?? [0, 0, 0]) as readonly number[], orientation as OrientationInput | undefined),
    );
  }
  return [...groups].map(([name, { look, parts }]) => ({
    mesh: joined(parts),
    position: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    look,
    key: `${key} ${name}`,
  }));
}

/** A surface turned and moved. */
function placed(
  surface: VisualMesh,
  position: readonly number[],
  orientation: OrientationInput | undefined,
): VisualMesh {
  const turn = toQuat(orientation);
  if (typeof turn === "string") throw new Error(turn);
  const positions = new Float32Array(surface.positions.length);
  const normals = surface.normals && new Float32Array(surface.normals.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = quatRotate(turn, [...surface.positions.subarray(k, k + 3)] as [number, number, number]);
    positions.set([x + position[0], y + position[1], z + position[2]], k);
    if (surface.normals && normals)
      normals.set(quatRotate(turn, [...surface.normals.subarray(k, k + 3)] as [number, number, number]), k);
  }
  return { ...surface, positions, normals };
}

/** Surfaces end to end. */
function joined(parts: readonly VisualMesh[]): VisualMesh {
  const points = parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const corners = parts.reduce((sum, part) => sum + part.triangles.length, 0);
  const positions = new Float32Array(3 * points);
  const normals = parts.every((part) => part.normals) ? new Float32Array(3 * points) : null;
  const uvs = parts.every((part) => part.uvs) ? new Float32Array(2 * points) : null;
  const triangles = new Uint32Array(corners);
  let [v, t] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, 3 * v);
    if (part.normals) normals?.set(part.normals, 3 * v);
    if (part.uvs) uvs?.set(part.uvs, 2 * v);
    for (let k = 0; k < part.triangles.length; k++) triangles[t + k] = part.triangles[k] + v;
    v += part.positions.length / 3;
    t += part.triangles.length;
  }
  return { positions, normals, uvs, triangles };
}
