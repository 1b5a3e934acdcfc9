import {
  BoxGeometry,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import { describe, expect, test } from "vitest";
import type { Swarm } from "../../studio/viewport/bodies.js";
import { boundsVolume } from "../../studio/viewport/closed-surface.js";
import { BALL_PIECES, coarseBall } from "../../studio/viewport/coarse-ball.js";
import { indexedGeometry } from "../../studio/viewport/indexed.js";
import { plainGeometry, SIDES } from "../../studio/viewport/plain-geometry.js";
import { sceneryCells } from "../../studio/viewport/scenery-cells.js";
import { sharpForm, unitForm } from "../../studio/viewport/unit-forms.js";
import type { DrawnGeometry, DrawnLook } from "../../studio/worker/protocol.js";

describe("surfaces whose inner sides nobody sees", () => {
  const box = sharpForm(unitForm("box") as DrawnGeometry).positions;

  test("a closed box, given corner by corner and by an index", () => {
    expect(boundsVolume(box, null)).toBe(true);
    const { position, index } = indexedAttributes(box);
    expect(boundsVolume(position, index)).toBe(true);
  });

  test("not one that lacks a triangle, nor one that is turned inside out", () => {
    expect(boundsVolume(box.slice(9), null)).toBe(false);
    const inverted = box.map((x, k) => (k % 3 === 0 ? -x : x));
    expect(boundsVolume(inverted, null)).toBe(false);
    expect(boundsVolume(new Float32Array(0), null)).toBe(false);
  });

  test("the coarse balls are closed and as large as a ball inscribed with flat pieces can be", () => {
    for (const pieces of BALL_PIECES) {
      const { positions } = coarseBall(pieces);
      expect(boundsVolume(positions, null)).toBe(true);
      for (let k = 0; k < positions.length; k += 3)
        // rounding of single numbers
        expect(Math.hypot(positions[k], positions[k + 1], positions[k + 2])).toBeCloseTo(1, 6);
    }
  });

  function indexedAttributes(positions: Float32Array) {
    const geometry = indexedGeometry({ positions, normals: positions.slice(), uvs: null, edges: new Float32Array(0) });
    return {
      position: geometry.getAttribute("position").array as Float32Array,
      index: geometry.getIndex()?.array ?? null,
    };
  }
});

describe("bodies as one geometry", () => {
  const LOOK = { pattern: "stripes", patternColor: "#000000", patternSize: 0.5, opacity: 1, mapping: "triplanar" };

  function swarm(geometry: BufferGeometry, body: number[], local: Matrix4[], look: Partial<DrawnLook> | null = null) {
    const white = { awake: new Color("#ffffff"), asleep: new Color("#ffffff") };
    return {
      geometry,
      mesh: new InstancedMesh(geometry, new MeshBasicMaterial(), body.length),
      body: Int32Array.from(body),
      local,
      colors: body.map(() => white),
      look,
    } as unknown as Swarm;
  }

  test("vertices are placed in the axes of their bodies, and know them", () => {
    const box = new BoxGeometry(2, 2, 2);
    const shifted = new Matrix4().makeTranslation(5, 0, 0);
    const merged = plainGeometry([{ swarm: swarm(box, [3, 7], [new Matrix4(), shifted]), geometry: box }], () => 0.5);
    const n = box.getAttribute("position").count;
    const position = merged.getAttribute("position");
    expect(position.count).toBe(2 * n);
    expect([position.getX(0), position.getX(n)]).toEqual([1, 6]);
    expect(position.getZ(0)).toBe(box.getAttribute("position").getZ(0) + 0.5);
    expect([merged.getAttribute("body").getX(0), merged.getAttribute("body").getX(n)]).toEqual([3, 7]);
    expect(merged.getIndex()?.count).toBe(2 * (box.getIndex()?.count ?? 0));
    expect(Math.max(...(merged.getIndex()?.array ?? []))).toBe(2 * n - 1);
  });

  test("parts with an open surface come last and are drawn from both sides", () => {
    const open = new SphereGeometry(1, 6, 4, 0, 1);
    const closed = indexedGeometry(coarseBall(10));
    const parts = [open, closed].map((geometry) => ({ swarm: swarm(geometry, [1], [new Matrix4()]), geometry }));
    const { groups } = plainGeometry(parts, () => 0);
    const outer = closed.getIndex()?.count ?? 0;
    expect(groups).toEqual([
      { start: 0, count: outer, materialIndex: SIDES.outer },
      { start: outer, count: open.getIndex()?.count, materialIndex: SIDES.both },
    ]);
  });

  test("a pattern lies in the plane of its face, in units of its size", () => {
    const box = new BoxGeometry(2, 2, 2);
    const merged = plainGeometry(
      [{ swarm: swarm(box, [0], [new Matrix4()], LOOK as DrawnLook), geometry: box }],
      () => 0,
    );
    const [position, normal, plane] = ["position", "normal", "plane"].map((name) => merged.getAttribute(name));
    for (let v = 0; v < position.count; v++) {
      if (normal.getZ(v) !== 1) continue;
      expect([plane.getX(v), plane.getY(v)]).toEqual([2 * position.getX(v), 2 * position.getY(v)]);
    }
    // stripes are the first pattern
    expect(Math.round(255 * merged.getAttribute("mark").getW(0))).toBe(1);
  });

  test("a picture colours vertices at their places in it, and by its mean where they have none", () => {
    // 2 × 2 pixels: red and green above, blue and black below
    const picture = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0);
    const look = { ...LOOK, pattern: "none", image: "some" } as DrawnLook;
    const box = new BoxGeometry(2, 2, 2);
    const painted = (geometry: BufferGeometry) =>
      plainGeometry(
        [{ swarm: swarm(geometry, [0], [new Matrix4()], look), geometry }],
        () => 0,
        new Map([["some", picture]]),
      ).getAttribute("tint").array;
    const [tint, uv] = [painted(box), box.getAttribute("uv")];
    for (let v = 0; v < uv.count; v++) {
      // every corner of a face is at 0 or 1, the last pixel
      const at = 3 * (2 * uv.getY(v) + uv.getX(v));
      expect([...tint.slice(4 * v, 4 * v + 3)]).toEqual([...picture.slice(at, at + 3)]);
    }
    box.deleteAttribute("uv");
    expect([...painted(box).slice(0, 3)]).toEqual([64, 64, 64]);
  });

  test("a geometry without an index", () => {
    const bare = new BufferGeometry().copy(new BoxGeometry(1, 1, 1)).toNonIndexed();
    const merged = plainGeometry([{ swarm: swarm(bare, [0], [new Matrix4()]), geometry: bare }], () => 0);
    expect(merged.getIndex()?.count).toBe(bare.getAttribute("position").count);
  });

  test("what stands still is sorted by place, each instance once, within a ball around it", () => {
    const box = new BoxGeometry(2, 2, 2);
    const at = [0, 1, 40, 41, 100].map((x) => new Matrix4().makeTranslation(x, 0.5 * x, 0));
    const trees = swarm(box, [5, 5, 5, 5, 5], at);
    const machine = swarm(box, [8], [new Matrix4()]);
    for (const { mesh, local } of [trees, machine])
      for (const [i, matrix] of local.entries()) mesh.setMatrixAt(i, matrix);
    const cells = sceneryCells([trees, machine], (body) => body === 5);
    expect(cells.map(({ instances }) => [...instances])).toEqual([[[0, [0, 1]]], [[0, [2, 3]]], [[0, [4]]]]);
    // half a diagonal of a box of 2 m
    expect(cells[2].ball.radius).toBeCloseTo(Math.sqrt(3), 6);
    expect(cells[0].ball.containsPoint(new Vector3(2, 1.5, 1))).toBe(true);
    // a cell has the vertices of its own instances only
    expect(
      plainGeometry([{ swarm: trees, geometry: box, instances: [4] }], () => 0).getAttribute("position").count,
    ).toBe(box.getAttribute("position").count);
    expect(sceneryCells([machine], () => false)).toEqual([]);
  });
});
