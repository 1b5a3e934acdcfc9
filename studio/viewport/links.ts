/** Springs, rods, cylinders and similar links: a coil, a zig-zag, a line, or barrel and rod between their two ends. */
import {
  CatmullRomCurve3,
  Group,
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
import type { Place } from "./bodies.js";
import { type CylinderLink, CylinderParts } from "./cylinder-link.js";
import { LinkageObject } from "./linkage.js";
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
  /** Length in the initial placement, m: the scale across the link, so that coils keep their thickness. */
  readonly length: number;
  /** A barrel and a rod, which slides instead of being stretched. */
  readonly cylinder: CylinderLink | null;
  /** Rocker and link, at whose joint it ends. */
  readonly linkage: LinkageObject | null;
}

/** Kinds that look like a cylinder with a piston. */
const CYLINDERS: ReadonlySet<string> = new Set(["hydraulic", "hydraulic-cylinder", "damper"]);
/** Length of a barrel over that of the link in the initial placement, where the link does not say. */
const BARREL_SHARE = 0.55;

export class Links {
  readonly root = new Group();
  private readonly objects: DrawnObject[];
  private readonly owned: { dispose(): void }[] = [];
  private readonly metal = new MeshStandardMaterial({ roughness: 0.45, metalness: 0.1 });
  private readonly line = new LineMaterial({
    linewidth: LINE_WIDTH,
    toneMapped: false,
    depthTest: false,
    transparent: true,
  });
  private readonly cylinders = new CylinderParts();
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly x = new Vector3();
  private readonly turn = new Quaternion();

  /** `places` are those of the bodies at the start. */
  constructor(scene: SceneDescription, places: readonly Place[]) {
    this.owned.push(this.metal, this.line, this.cylinders);
    // one geometry of unit length serves all springs
    const make = scene.planar ? this.flatMaker() : this.solidMaker();
    const ball = new SphereGeometry(2.5 * WIRE, 16, 12);
    this.owned.push(ball);
    this.objects = [...scene.links, ...scene.rods].map((link) => {
      this.ends(link, places);
      const length = this.a.distanceTo(this.b) || 1;
      const barrel = link.barrel ?? BARREL_SHARE * length;
      const cylinder = CYLINDERS.has(link.kind) ? this.cylinders.make(barrel, length, scene.planar, link.radius) : null;
      const object = cylinder?.object ?? make(link.kind === "spring");
      object.matrixAutoUpdate = false;
      object.frustumCulled = false;
      this.root.add(object);
      if (!scene.planar && !cylinder) this.markEnds(link, ball, length);
      const linkage = link.linkage && !scene.planar ? new LinkageObject(link.linkage) : null;
      if (linkage) {
        this.root.add(linkage.object);
        this.owned.push(linkage);
      }
      return { link, object, length, cylinder, linkage };
    });
  }

  setTheme(theme: Theme): void {
    this.metal.color.set(STAGE[theme].link);
    this.line.color.set(STAGE[theme].link);
    this.cylinders.setTheme(theme);
  }

  /** Stretches every link between its ends. */
  place(places: readonly Place[]): void {
    for (const { link, object, length, cylinder, linkage } of this.objects) {
      this.ends(link, places);
      if (linkage) {
        linkage.place(places[link.bodyA], places[link.bodyB]);
        this.b.copy(linkage.joint);
      }
      this.x.subVectors(this.b, this.a);
      const now = this.x.length();
      object.visible = now > 0;
      if (now === 0) continue;
      this.turn.setFromUnitVectors(X, this.x.divideScalar(now));
      object.matrix.compose(this.a, this.turn, cylinder ? ONE : SCALE.set(now, length, length));
      cylinder?.slide(now);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const thing of this.owned) thing.dispose();
  }

  /** World points of the two ends, into `a` and `b`. */
  private ends({ bodyA, pointA, bodyB, pointB, aside = 0 }: DrawnLink, places: readonly Place[]): void {
    // two side by side stand apart along y of A
    SIDE.set(0, aside, 0).applyQuaternion(places[bodyA].quaternion);
    MATRIX.compose(places[bodyA].position, places[bodyA].quaternion, ONE);
    this.a
      .fromArray(pointA as number[])
      .applyMatrix4(MATRIX)
      .add(SIDE);
    MATRIX.compose(places[bodyB].position, places[bodyB].quaternion, ONE);
    this.b
      .fromArray(pointB as number[])
      .applyMatrix4(MATRIX)
      .add(SIDE);
  }

  private solidMaker(): (coiled: boolean) => Object3D {
    const [rod, coil] = [tube(1, 0), tube(16 * TURNS, COIL)];
    this.owned.push(rod, coil);
    return (coiled) => shadowed(new Mesh(coiled ? coil : rod, this.metal));
  }

  private flatMaker(): (coiled: boolean) => Object3D {
    const [rod, coil] = [polyline([0, 0, 1, 0]), polyline(zigzag())];
    this.owned.push(rod, coil);
    return (coiled) => new LineSegments2(coiled ? coil : rod, this.line);
  }

  /** A small ball where a link holds on to the world; its ends are in `a` and `b`. */
  private markEnds(link: DrawnLink, geometry: SphereGeometry, size: number): void {
    const ends = [
      [link.bodyA, this.a],
      [link.bodyB, this.b],
    ] as const;
    for (const [body, point] of ends) {
      if (body !== 0) continue;
      const ball = shadowed(new Mesh(geometry, this.metal));
      ball.position.copy(point);
      ball.scale.setScalar(size);
      this.root.add(ball);
    }
  }
}

/**
 * A wire from x = 0 to 1 of `n` pieces, wound to a helix of the given radius; straight at both ends, so that it meets
 * its points.
 */
function tube(n: number, radius: number): TubeGeometry {
  const points = Array.from({ length: n + 1 }, (_, i) => {
    const t = i / n;
    const r = radius * Math.min(1, Math.max(0, 10 * Math.min(t, 1 - t) - 0.4));
    const angle = 2 * Math.PI * TURNS * t;
    return new Vector3(t, r * Math.cos(angle), r * Math.sin(angle));
  });
  return new TubeGeometry(new CatmullRomCurve3(points), 2 * n, WIRE, 6);
}

/** The corners [x, y, …] of a spring in the plane, from x = 0 to 1. */
function zigzag(): number[] {
  const points = [0, 0];
  for (let k = 0; k <= TURNS; k++) {
    const side = k === 0 || k === TURNS ? 0 : k % 2 === 1 ? 1 : -1;
    points.push(0.1 + (0.8 * k) / TURNS, side * COIL);
  }
  return [...points, 1, 0];
}

function polyline(points: readonly number[]): LineSegmentsGeometry {
  const segments: number[] = [];
  for (let k = 0; k + 2 < points.length; k += 2) {
    segments.push(points[k], points[k + 1], 0, points[k + 2], points[k + 3], 0);
  }
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(segments);
  return geometry;
}

const X = new Vector3(1, 0, 0);
const ONE = new Vector3(1, 1, 1);
const SCALE = new Vector3();
const SIDE = new Vector3();
const MATRIX = new Matrix4();

function shadowed(mesh: Mesh): Mesh {
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}
