/** Springs and their kin: a coil, a zig-zag or a line between the two points that they pull at. */
import {
  CatmullRomCurve3,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { DrawnLink, SceneDescription } from "../worker/protocol.js";
import { STAGE, type Theme } from "./palette.js";

const TURNS = 14;
/** Radius of a coil over the length of its spring in the initial placement, and of its wire. */
const COIL = 0.05;
const WIRE = 0.008;
/** Width of lines in planar scenes, px. */
const LINE_WIDTH = 1.75;

interface DrawnObject {
  readonly link: DrawnLink;
  readonly object: Object3D;
  /** Length for which the object was made, m; it is stretched to the present one. */
  readonly length: number;
}

export class Links {
  readonly root = new Group();
  private readonly objects: DrawnObject[];
  private readonly owned: { dispose(): void }[] = [];
  private readonly metal = new MeshStandardMaterial({ roughness: 0.45, metalness: 0.1 });
  private readonly line = new LineMaterial({ linewidth: LINE_WIDTH, toneMapped: false, depthTest: false });
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly x = new Vector3();
  private readonly turn = new Quaternion();

  /** `groups` are the bodies, in their initial placement. */
  constructor(scene: SceneDescription, groups: readonly Group[]) {
    this.owned.push(this.metal, this.line);
    this.objects = scene.links.map((link) => {
      this.ends(link, groups);
      const length = this.a.distanceTo(this.b) || 1;
      const object = scene.planar ? this.zigzag(link, length) : this.coil(link, length);
      object.matrixAutoUpdate = false;
      object.frustumCulled = false;
      this.root.add(object);
      return { link, object, length };
    });
    if (!scene.planar) this.addEnds(scene.links, groups);
  }

  setTheme(theme: Theme): void {
    this.metal.color.set(STAGE[theme].link);
    this.line.color.set(STAGE[theme].link);
  }

  /** Stretches every link between its ends. */
  place(groups: readonly Group[]): void {
    for (const { link, object, length } of this.objects) {
      this.ends(link, groups);
      this.x.subVectors(this.b, this.a);
      const now = this.x.length();
      object.visible = now > 0;
      if (now === 0) continue;
      this.turn.setFromUnitVectors(X, this.x.divideScalar(now));
      object.matrix.compose(this.a, this.turn, SCALE.set(now / length, 1, 1));
      object.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const thing of this.owned) thing.dispose();
  }

  /** World points of the two ends, into `a` and `b`. */
  private ends({ bodyA, pointA, bodyB, pointB }: DrawnLink, groups: readonly Group[]): void {
    MATRIX.compose(groups[bodyA].position, groups[bodyA].quaternion, ONE);
    this.a.fromArray(pointA as number[]).applyMatrix4(MATRIX);
    MATRIX.compose(groups[bodyB].position, groups[bodyB].quaternion, ONE);
    this.b.fromArray(pointB as number[]).applyMatrix4(MATRIX);
  }

  /** A helix of wire along x for a spring, a rod for anything else. */
  private coil({ kind }: DrawnLink, length: number): Object3D {
    const points: Vector3[] = [];
    const n = kind === "spring" ? 16 * TURNS : 1;
    for (let i = 0; i <= n; i++) {
      const t = i / n;
      // straight at both ends, so that it meets its points
      const radius = kind === "spring" ? COIL * length * Math.min(1, Math.max(0, 10 * Math.min(t, 1 - t) - 0.4)) : 0;
      const angle = 2 * Math.PI * TURNS * t;
      points.push(new Vector3(t * length, radius * Math.cos(angle), radius * Math.sin(angle)));
    }
    const geometry = new TubeGeometry(new CatmullRomCurve3(points), 2 * n, WIRE * length, 6);
    this.owned.push(geometry);
    return shadowed(new Mesh(geometry, this.metal));
  }

  private zigzag({ kind }: DrawnLink, length: number): Object3D {
    const points: number[] = [0, 0];
    if (kind === "spring") {
      for (let k = 0; k <= TURNS; k++) {
        const side = k === 0 || k === TURNS ? 0 : k % 2 === 1 ? 1 : -1;
        points.push(length * (0.1 + (0.8 * k) / TURNS), side * COIL * length);
      }
    }
    points.push(length, 0);
    const segments: number[] = [];
    for (let k = 0; k + 2 < points.length; k += 2) {
      segments.push(points[k], points[k + 1], 0, points[k + 2], points[k + 3], 0);
    }
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(segments);
    this.owned.push(geometry);
    return new LineSegments2(geometry, this.line);
  }

  /** A small ball where a link holds on to the world. */
  private addEnds(links: readonly DrawnLink[], groups: readonly Group[]): void {
    for (const link of links) {
      this.ends(link, groups);
      const radius = 2.5 * WIRE * (this.a.distanceTo(this.b) || 1);
      const geometry = new SphereGeometry(radius, 16, 12);
      this.owned.push(geometry);
      for (const [body, point] of [
        [link.bodyA, this.a],
        [link.bodyB, this.b],
      ] as const) {
        if (body !== 0) continue;
        const ball = shadowed(new Mesh(geometry, this.metal as Material));
        ball.position.copy(point);
        this.root.add(ball);
      }
    }
  }
}

const X = new Vector3(1, 0, 0);
const ONE = new Vector3(1, 1, 1);
const SCALE = new Vector3();
const MATRIX = new Matrix4();

function shadowed(mesh: Mesh): Mesh {
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}
