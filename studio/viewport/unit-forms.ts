/**
 * Boxes and cylinders of all sizes are one unit form each, scaled per instance. A scale would distort bevels, so that
 * the vertex shader makes them: vertices of a face or a rim stand at the sharp corner, and move inward along their own
 * face by the width of the bevel, which is a share of the smallest half extent of the instance.
 */
import type { Material } from "three";
import type { DrawnGeometry } from "../worker/protocol.js";

export type UnitForm = "box" | "cylinder";

/** Share of the smallest half extent that a bevel takes. */
export const BEVEL = 0.05;
/** So many bodies that are smaller than so many pixels are drawn without bevels, which would be a pixel wide. */
const MANY = 500;
const SMALL = 40;
/** Flat pieces around a cylinder. */
const PIECES = 48;

type Corner = readonly [position: readonly number[], normal: readonly number[]];

/** The unit form of a kind of shape, from −1 to 1 along each axis; null where bevels are not made this way. */
export function unitForm(kind: string): DrawnGeometry | null {
  return kind === "box"
    ? pack(boxTriangles(), boxEdges())
    : kind === "cylinder"
      ? pack(cylinderTriangles(), rims())
      : null;
}

function pack(corners: readonly Corner[], edges: readonly number[]): DrawnGeometry {
  return {
    positions: Float32Array.from(corners.flatMap(([position]) => position)),
    normals: Float32Array.from(corners.flatMap(([, normal]) => normal)),
    uvs: null,
    edges: Float32Array.from(edges),
  };
}

/** Six faces, twelve edges between two of them and eight corners between three, flat until the shader opens them. */
function boxTriangles(): Corner[] {
  const out: Corner[] = [];
  const corner = (signs: readonly number[], axis: number): Corner => [signs, signs.map((s, k) => (k === axis ? s : 0))];
  const polygon = (...corners: readonly Corner[]) => {
    for (let k = 2; k < corners.length; k++) out.push(corners[0], corners[k - 1], corners[k]);
  };
  for (let x = 0; x < 3; x++) {
    const [y, z] = [(x + 1) % 3, (x + 2) % 3];
    const at = (a: number, b: number, c: number) => {
      const signs = [0, 0, 0];
      [signs[x], signs[y], signs[z]] = [a, b, c];
      return signs;
    };
    for (const s of [-1, 1]) {
      // the face across x, counter-clockwise seen from outside
      polygon(...[-1, 1, 1, -1].map((b, k) => corner(at(s, s * b, k < 2 ? -1 : 1), x)));
      // the edges along x
      for (const t of [-1, 1]) {
        const ring = [corner(at(-1, s, t), y), corner(at(-1, s, t), z), corner(at(1, s, t), z), corner(at(1, s, t), y)];
        polygon(...(s * t > 0 ? ring : ring.reverse()));
      }
    }
  }
  for (let k = 0; k < 8; k++) {
    const signs = [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1];
    const around = [corner(signs, 0), corner(signs, 1), corner(signs, 2)];
    polygon(...(signs[0] * signs[1] * signs[2] > 0 ? around : around.reverse()));
  }
  return out;
}

function boxEdges(): number[] {
  const out: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let k = 0; k < 4; k++)
      for (const end of [-1, 1]) {
        const point = [0, 0, 0];
        point[axis] = end;
        point[(axis + 1) % 3] = k & 1 ? 1 : -1;
        point[(axis + 2) % 3] = k & 2 ? 1 : -1;
        out.push(...point);
      }
  return out;
}

function rim(k: number): readonly [number, number] {
  const angle = (2 * Math.PI * (k % PIECES)) / PIECES;
  return [Math.cos(angle), Math.sin(angle)];
}

function cylinderTriangles(): Corner[] {
  const out: Corner[] = [];
  for (let k = 0; k < PIECES; k++) {
    const [[ax, ay], [bx, by]] = [rim(k), rim(k + 1)];
    const side = (x: number, y: number, z: number): Corner => [
      [x, y, z],
      [x, y, 0],
    ];
    const end = (x: number, y: number, z: number): Corner => [
      [x, y, z],
      [0, 0, z],
    ];
    const [a, b, c, d] = [side(ax, ay, -1), side(bx, by, -1), side(bx, by, 1), side(ax, ay, 1)];
    out.push(a, b, c, a, c, d);
    for (const z of [-1, 1]) {
      const [p, q] = [end(ax, ay, z), end(bx, by, z)];
      const center: Corner = [
        [0, 0, z],
        [0, 0, z],
      ];
      const [low, high] = z > 0 ? [d, c] : [a, b];
      if (z > 0) out.push(center, p, q, low, high, q, low, q, p);
      else out.push(center, q, p, low, q, high, low, p, q);
    }
  }
  return out;
}

function rims(): number[] {
  return [-1, 1].flatMap((z) => Array.from({ length: PIECES }, (_, k) => [...rim(k), z, ...rim(k + 1), z]).flat());
}

/** A unit form without the triangles of its bevels: those between faces. */
export function sharpForm({ positions, normals }: DrawnGeometry): DrawnGeometry {
  const kept: number[] = [];
  for (let k = 0; k < normals.length; k += 9) {
    // round sides turn, but lie in no plane across z with an end
    const ends = [2, 5, 8].map((z) => Math.abs(normals[k + z]) > 0.5);
    const flat = [0, 1, 2].every((i) => normals[k + i] === normals[k + 3 + i] && normals[k + i] === normals[k + 6 + i]);
    if (flat || (!ends.includes(true) && isUpright(positions, k))) kept.push(k);
  }
  const pick = (values: Float32Array) => Float32Array.from(kept.flatMap((k) => [...values.subarray(k, k + 9)]));
  return { positions: pick(positions), normals: pick(normals), uvs: null, edges: new Float32Array(0) };
}

/** Whether a triangle reaches from one end to the other: a side of a cylinder, but no edge of a box. */
function isUpright(positions: Float32Array, k: number): boolean {
  const [ax, ay, bx, by, cx, cy] = [0, 1, 3, 4, 6, 7].map((i) => positions[k + i]);
  return ax !== bx || ay !== by ? true : bx !== cx || by !== cy;
}

/** Whether instances of this number and radius on the screen, px, are drawn without bevels. */
export function needsNoBevel(count: number, radius: number): boolean {
  return count >= MANY && radius < SMALL;
}

/** Width of the bevel in units of each half extent of the instance. */
const WIDTH = /* glsl */ `
vec3 bevelHalf = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
vec3 bevelWidth = bevelShare * min(bevelHalf.x, min(bevelHalf.y, bevelHalf.z)) / bevelHalf;`;

/** Moves a vertex of a unit form along its face. */
const MOVE: Readonly<Record<UnitForm, string>> = {
  box: "transformed *= 1.0 - bevelWidth * (1.0 - abs(normal));",
  cylinder: "transformed *= abs(normal.z) > 0.5 ? vec3(1.0 - bevelWidth.xy, 1.0) : vec3(1.0, 1.0, 1.0 - bevelWidth.z);",
};

/** Lets a material draw a unit form with bevels of a share of its smallest half extent, which may change. */
export function bevel(material: Material, form: UnitForm, share: { value: number }): void {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.uniforms.bevelShare = share;
    shader.vertexShader = `uniform float bevelShare;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      `#include <begin_vertex>
      #ifdef USE_INSTANCING
      ${WIDTH}
      ${MOVE[form]}
      #endif`,
    );
  };
  const key = material.customProgramCacheKey();
  material.customProgramCacheKey = () => `${key} ${form}`;
}

/** For the edges of a unit form: the middle of its bevels. */
export const EDGE_OF_BEVEL = /* glsl */ `${WIDTH}
at *= 1.0 - 0.5 * bevelWidth;`;
