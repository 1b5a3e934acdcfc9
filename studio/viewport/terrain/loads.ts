/** Soil that bodies carry: what fills a bucket, up to its level, and mounds on other bodies. */
import {
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  ShapeUtils,
  Vector2,
  Vector3,
} from "three";
import type { DrawnLoad } from "../../worker/terrain-protocol.js";
import type { Place } from "../bodies.js";
import { hash } from "./ground-texture.js";

/** Stations across the width, between which the surface is uneven. */
const STATIONS = 9;
/** How far the surface stands out of its level, as a part of the width. */
const LUMPS = 0.035;

interface Shown {
  readonly body: number;
  readonly local: Matrix4;
  readonly mesh: Mesh;
}

export class Loads {
  private readonly parent: Object3D;
  private readonly material: Material = new MeshStandardMaterial({ color: "#665039", roughness: 1, flatShading: true });
  private shown: Shown[] = [];
  private places: readonly Place[] = [];

  constructor(parent: Object3D) {
    this.parent = parent;
  }

  /** The loads of this moment take the place of the last ones. */
  set(loads: readonly DrawnLoad[]): void {
    this.clear();
    this.shown = loads.map((load) => {
      const mesh = new Mesh(geometryOf(load), this.material);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.matrixAutoUpdate = false;
      this.parent.add(mesh);
      const local = new Matrix4().compose(
        new Vector3().fromArray(load.position),
        new Quaternion().fromArray(load.orientation),
        new Vector3(1, 1, 1),
      );
      return { body: load.body, local, mesh };
    });
    this.place(this.places);
  }

  /** Moves the loads with their bodies. */
  place(places: readonly Place[]): void {
    this.places = places;
    for (const { body, local, mesh } of this.shown) {
      const place = places[body];
      if (place === undefined) continue;
      mesh.matrix.compose(place.position, place.quaternion, ONE).multiply(local);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }

  private clear(): void {
    for (const { mesh } of this.shown) {
      this.parent.remove(mesh);
      mesh.geometry.dispose();
    }
    this.shown = [];
  }
}

const ONE = new Vector3(1, 1, 1);

/** The filling of a bucket as a prism with an uneven surface, or a cone. */
export function geometryOf(load: DrawnLoad): BufferGeometry {
  if (load.loops.length === 0) {
    const cone = new ConeGeometry(load.radius, load.height, 20, 3);
    cone.rotateX(Math.PI / 2);
    return cone;
  }
  const positions: number[] = [];
  for (const loop of load.loops) addPrism(loop, load.width, positions);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function addPrism(loop: readonly number[], width: number, positions: number[]): void {
  const corners = Array.from({ length: loop.length / 2 }, (_, i) => new Vector2(loop[2 * i], loop[2 * i + 1]));
  const turned = ShapeUtils.area(corners) < 0 ? corners.reverse() : corners;
  const fine = turned.flatMap((p, i) => divide(p, turned[(i + 1) % turned.length]));
  const at = (k: number, i: number) => {
    const p = fine[i % fine.length];
    const y = (k / (STATIONS - 1) - 0.5) * 0.985 * width;
    const inside = k > 0 && k < STATIONS - 1 ? 1 : 0;
    const lump = inside * LUMPS * width * (hash(k, Math.round(60 * p.x), Math.round(60 * p.y)) - 0.3);
    return [0.99 * p.x, y, p.y + lump];
  };
  for (let k = 0; k + 1 < STATIONS; k++) {
    for (let i = 0; i < fine.length; i++) {
      const quad = [at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i)];
      for (const c of [0, 2, 1, 0, 3, 2]) positions.push(...quad[c]);
    }
  }
  for (const [k, order] of [
    [0, [0, 1, 2]],
    [STATIONS - 1, [0, 2, 1]],
  ] as const) {
    for (const triangle of ShapeUtils.triangulateShape(fine, []))
      for (const c of order) positions.push(...at(k, triangle[c]));
  }
}

/** A side cut into pieces of a tenth of a metre. */
function divide(a: Vector2, b: Vector2): Vector2[] {
  const pieces = Math.max(1, Math.ceil(a.distanceTo(b) / 0.1));
  return Array.from({ length: pieces }, (_, k) => a.clone().lerp(b, k / pieces));
}
