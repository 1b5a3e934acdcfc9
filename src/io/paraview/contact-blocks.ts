/**
 * Blocks of a state for ParaView: the shapes, and the results of volumetric contact between them [Vilela2018]. All
 * quantities are in the world frame and in SI units.
 */

import { placeShape } from "../../collision/shape-poses.js";
import { CLIPPED, type ClippedVolumes, OVERLAP, OVERLAP_SIZE } from "../../collision/volume/index.js";
import { type ClippedPair, clippedPairs } from "../../contact/volumetric/clipped-pairs.js";
import { type Footprint, footprints } from "../../contact/volumetric/footprint-field.js";
import { ROW, volumeFields } from "../../contact/volumetric/volume-fields.js";
import type { Data } from "../../data/data.js";
import { quatRotate } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { PolyData, VtpArray } from "./vtp.js";

/** The parts, in their order in the collection. */
export const PARAVIEW_PARTS = ["shapes", "overlap", "contours", "regions", "footprints"] as const;
/** Name of a part. */
export type ParaViewPart = (typeof PARAVIEW_PARTS)[number];

/** All parts of the current state. */
export function contactBlocks(model: Model, data: Data): Record<ParaViewPart, PolyData> {
  const pairs = clippedPairs(model, data);
  const prints = footprints(model, data, pairs);
  return {
    shapes: shapesBlock(model, data, pairs),
    overlap: overlapBlock(model, pairs),
    contours: contoursBlock(pairs),
    regions: regionsBlock(model, data, pairs, prints),
    footprints: footprintsBlock(model, prints),
  };
}

/**
 * A data array of a block: name, number of components, per point or per cell, integer or real. Every file has all
 * arrays, even if a state leaves them empty, so that ParaView finds them.
 */
type Column = readonly [name: string, components: number, of: "point" | "cell", numbers: "whole" | "real"];

/** Collects the numbers of one block. */
class Block {
  readonly points: number[] = [];
  readonly polys: number[][] = [];
  readonly lines: number[][] = [];
  readonly verts: number[][] = [];
  private readonly columns: readonly Column[];
  private readonly values: Map<string, number[]>;

  constructor(columns: readonly Column[]) {
    this.columns = columns;
    this.values = new Map(columns.map(([name]) => [name, []]));
  }

  /** Adds a point, transformed by a pose; returns its index. */
  point(x: readonly number[], position?: readonly number[], turn?: readonly number[]): number {
    const y = position === undefined || turn === undefined ? x : quatRotate(turn, x).map((c, k) => c + position[k]);
    this.points.push(y[0], y[1], y[2]);
    return this.points.length / 3 - 1;
  }

  /** Adds data for the point or cell that was added last. */
  add(data: Readonly<Record<string, number | readonly number[]>>): void {
    for (const [name, value] of Object.entries(data)) {
      const list = this.values.get(name)!;
      if (typeof value === "number") list.push(value);
      else for (const x of value) list.push(x);
    }
  }

  result(): PolyData {
    const arrays = (wanted: "point" | "cell"): VtpArray[] =>
      this.columns
        .filter(([, , of]) => of === wanted)
        .map(([name, components, , numbers]) => {
          const list = this.values.get(name)!;
          return { name, components, values: numbers === "whole" ? Int32Array.from(list) : Float64Array.from(list) };
        });
    return {
      points: Float64Array.from(this.points),
      verts: this.verts,
      lines: this.lines,
      polys: this.polys,
      pointData: arrays("point"),
      cellData: arrays("cell"),
    };
  }
}

/**
 * Triangles of all shapes: body, shape, face, class (0 outside, 1 crossed by another surface, 2 inside another solid),
 * normal; vertex per point.
 */
function shapesBlock(model: Model, data: Data, pairs: readonly ClippedPair[]): PolyData {
  const block = new Block([
    ["vertex", 1, "point", "whole"],
    ["body", 1, "cell", "whole"],
    ["shape", 1, "cell", "whole"],
    ["face", 1, "cell", "whole"],
    ["class", 1, "cell", "whole"],
    ["normal", 3, "cell", "real"],
  ]);
  const { solids, active } = model.systems.volumetric;
  const classes = classesOf(pairs);
  model.shapes.forEach((shape, s) => {
    const solid = active ? solids[s] : null;
    const { vertices, triangles } = solid?.mesh?.mesh ?? shape.geometry.drawing();
    const { position, turn } = poseOf(model, data, s);
    const first = block.points.length / 3;
    for (let v = 0; v < vertices.length; v += 3) {
      block.point([vertices[v], vertices[v + 1], vertices[v + 2]], position, turn);
      block.add({ vertex: v / 3 });
    }
    for (let t = 0; t < triangles.length / 3; t++) {
      const corners = [0, 1, 2].map((k) => first + triangles[3 * t + k]);
      block.polys.push(corners);
      const kind = classes.get(s)?.get(t) ?? CLIPPED.outside;
      block.add({ body: shape.body, shape: s, face: t, class: kind, normal: normalOf(block.points, corners) });
    }
  });
  return block.result();
}

/** Position and orientation of a shape in the world. */
function poseOf(model: Model, data: Data, s: number): { position: number[]; turn: number[] } {
  const collision = model.systems.collision;
  const pose = new Float64Array(7 * collision.count);
  placeShape(data, collision, s, pose);
  return {
    position: Array.from(pose.subarray(7 * s, 7 * s + 3)),
    turn: Array.from(pose.subarray(7 * s + 3, 7 * s + 7)),
  };
}

/** By shape: class of the triangles that are crossed or inside. Crossed takes precedence over inside. */
function classesOf(pairs: readonly ClippedPair[]): Map<number, Map<number, number>> {
  const classes = new Map<number, Map<number, number>>();
  const put = (shape: number, face: number, kind: number): void => {
    let of = classes.get(shape);
    if (of === undefined) {
      of = new Map();
      classes.set(shape, of);
    }
    if (of.get(face) !== CLIPPED.cut) of.set(face, kind);
  };
  for (const { shapes, clipped } of pairs) {
    clipped.source.forEach((face, t) => {
      put(shapes[clipped.body[t]], face, clipped.kind[t]);
    });
    for (const face of clipped.crossedA) put(shapes[0], face, CLIPPED.cut);
    for (const face of clipped.crossedB) put(shapes[1], face, CLIPPED.cut);
  }
  return classes;
}

/**
 * Surfaces of the regions: clipped triangles (class 1) and inner triangles (class 2), with body, shape, source face,
 * region and normal.
 */
function overlapBlock(model: Model, pairs: readonly ClippedPair[]): PolyData {
  const block = new Block([
    ["body", 1, "cell", "whole"],
    ["shape", 1, "cell", "whole"],
    ["face", 1, "cell", "whole"],
    ["region", 1, "cell", "whole"],
    ["class", 1, "cell", "whole"],
    ["normal", 3, "cell", "real"],
  ]);
  let regions = 0;
  for (const { shapes, clipped, position, turn } of pairs) {
    const first = block.points.length / 3;
    for (let p = 0; p < clipped.points.length; p += 3) {
      block.point(Array.from(clipped.points.subarray(p, p + 3)), position, turn);
    }
    for (let t = 0; t < clipped.body.length; t++) {
      const corners = [0, 1, 2].map((k) => first + clipped.triangles[3 * t + k]);
      const shape = shapes[clipped.body[t]];
      block.polys.push(corners);
      block.add({
        body: model.shapes[shape].body,
        shape,
        face: clipped.source[t],
        region: clipped.region[t] < 0 ? -1 : regions + clipped.region[t],
        class: clipped.kind[t],
        normal: normalOf(block.points, corners),
      });
    }
    regions += clipped.overlap.count;
  }
  return block.result();
}

/** Rims of the regions as closed polylines. */
function contoursBlock(pairs: readonly ClippedPair[]): PolyData {
  const block = new Block([["region", 1, "cell", "whole"]]);
  let regions = 0;
  for (const { clipped, position, turn } of pairs) {
    const { overlap } = clipped;
    for (let r = 0; r < overlap.count; r++) {
      for (let l = overlap.regionLoop[r]; l < overlap.regionLoop[r + 1]; l++) {
        const line: number[] = [];
        for (let p = overlap.loopStart[l]; p < overlap.loopStart[l + 1]; p++) {
          line.push(block.point(Array.from(overlap.rim.subarray(3 * p, 3 * p + 3)), position, turn));
        }
        if (line.length === 0) continue;
        block.lines.push([...line, line[0]]);
        block.add({ region: regions + r });
      }
    }
    regions += overlap.count;
  }
  return block.result();
}

const REGION_COLUMNS: readonly Column[] = [
  ["bodyA", 1, "point", "whole"],
  ["bodyB", 1, "point", "whole"],
  ["region", 1, "point", "whole"],
  ["volume", 1, "point", "real"],
  ["area", 1, "point", "real"],
  ["inertia", 6, "point", "real"],
  ["normal", 3, "point", "real"],
  ["normalForce", 1, "point", "real"],
  ["force", 3, "point", "real"],
  ["friction", 3, "point", "real"],
  ["rollTorque", 3, "point", "real"],
  ["spinTorque", 1, "point", "real"],
  ["sticking", 1, "point", "real"],
  ["maxPressure", 1, "point", "real"],
  ["centerOfPressure", 3, "point", "real"],
];

/**
 * One point per patch with the result of the contact law: force and torque on B, in the world frame. A region that
 * carries load on several sides has several patches.
 */
function regionsBlock(model: Model, data: Data, pairs: readonly ClippedPair[], prints: readonly Footprint[]): PolyData {
  const block = new Block(REGION_COLUMNS);
  const active = model.systems.volumetric.active;
  const memory = active ? volumeFields(data).memory : new Float64Array(0);
  let regions = 0;
  for (const { shapes, clipped, turn, rows } of pairs) {
    for (const { row, region, center, normal } of rows) {
      const print = prints.find((p) => p.row === row);
      const o = ROW.size * row;
      const wrench = Array.from(memory.subarray(o + ROW.wrench, o + ROW.wrench + 6));
      const along = (v: readonly number[]) => v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2];
      const across = (v: readonly number[]) => v.map((x, k) => x - along(v) * normal[k]);
      const [force, torque] = [wrench.slice(0, 3), wrench.slice(3, 6)];
      block.verts.push([block.point(center)]);
      block.add({
        bodyA: model.shapes[shapes[0]].body,
        bodyB: model.shapes[shapes[1]].body,
        region: region < 0 ? -1 : regions + region,
        volume: memory[o + ROW.volume],
        area: memory[o + ROW.area],
        inertia: inertiaOf(clipped, region, turn),
        normal,
        normalForce: memory[o + ROW.load],
        force,
        friction: across(force),
        rollTorque: across(torque),
        spinTorque: along(torque),
        sticking: memory[o + ROW.sticking],
        maxPressure: print?.maxPressure ?? 0,
        centerOfPressure: print?.centerOfPressure ?? center,
      });
    }
    regions += clipped.overlap.count;
  }
  return block.result();
}

/**
 * J of a region, xx yy zz xy xz yz, in world axes. A region that carries load on several sides has the J of the whole
 * region.
 */
function inertiaOf({ overlap }: ClippedVolumes, r: number, turn: readonly number[]): number[] {
  if (r < 0) return [0, 0, 0, 0, 0, 0];
  const o = OVERLAP_SIZE * r + OVERLAP.inertia;
  const [xx, yy, zz, xy, xz, yz] = overlap.values.subarray(o, o + 6);
  const rows = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  // R J Rᵀ: rows, then columns
  const half = [0, 1, 2].map((j) =>
    quatRotate(
      turn,
      rows.map((row) => row[j]),
    ),
  );
  const full = [0, 1, 2].map((i) => quatRotate(turn, [half[0][i], half[1][i], half[2][i]]));
  return [full[0][0], full[1][1], full[2][2], full[0][1], full[0][2], full[1][2]];
}

/** Patches with depth and pressure at their corners. */
function footprintsBlock(model: Model, prints: readonly Footprint[]): PolyData {
  const block = new Block([
    ["depth", 1, "point", "real"],
    ["pressure", 1, "point", "real"],
    ["patch", 1, "cell", "whole"],
    ["bodyA", 1, "cell", "whole"],
    ["bodyB", 1, "cell", "whole"],
  ]);
  prints.forEach(({ points, triangles, depth, pressure, shapes }, i) => {
    const first = block.points.length / 3;
    for (let p = 0; p < depth.length; p++) {
      block.point([points[3 * p], points[3 * p + 1], points[3 * p + 2]]);
      block.add({ depth: depth[p], pressure: pressure[p] });
    }
    for (let t = 0; t < triangles.length; t += 3) {
      block.polys.push([0, 1, 2].map((k) => first + triangles[t + k]));
      block.add({ patch: i, bodyA: model.shapes[shapes[0]].body, bodyB: model.shapes[shapes[1]].body });
    }
  });
  return block.result();
}

/** Unit normal of a triangle; zero for one without area. */
function normalOf(points: readonly number[], [a, b, c]: readonly number[]): number[] {
  const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => points[3 * p + k] - points[3 * a + k]));
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return n.map((x) => (size > 0 ? x / size : 0));
}
