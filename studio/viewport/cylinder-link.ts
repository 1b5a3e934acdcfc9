/** A cylinder between two points: a barrel fixed to the first, a rod fixed to the second that slides in it. */
import {
  CylinderGeometry,
  DoubleSide,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  SphereGeometry,
  Vector2,
} from "three";
import { STAGE, type Theme } from "./palette.js";

/** Radius of a barrel over the length of the link in the initial placement, and at most over its own length. */
const RADIUS = 0.04;
const STOUTEST = 0.22;
/** Radius of the rod over that of the barrel. */
const ROD = 0.58;

/** Colours of barrel and rod: painted and chromed. */
const PAINT = "#3a4147";
const CHROME = "#dfe4e7";

export interface CylinderLink {
  readonly object: Object3D;
  /** Slides the rod: `now` is the distance of the two points, m. The object lies along x, from the first point. */
  slide(now: number): void;
}

/** What the cylinders of a scene share. */
export class CylinderParts {
  private readonly owned: { dispose(): void }[] = [];
  private readonly flatBarrel = this.own(flatPaint());
  private readonly flatRod = this.own(flatPaint());
  private readonly paint = this.own(new MeshStandardMaterial({ color: PAINT, roughness: 0.5, metalness: 0.15 }));
  private readonly chrome = this.own(new MeshStandardMaterial({ color: CHROME, roughness: 0.18, metalness: 0.55 }));
  private readonly barrel = this.own(barrelGeometry());
  private readonly rod = this.own(new CylinderGeometry(ROD, ROD, 1, 20).rotateZ(Math.PI / 2).translate(0.5, 0, 0));
  private readonly eye = this.own(new SphereGeometry(1.15 * ROD, 20, 14));
  private readonly flat = this.own(new PlaneGeometry(1, 1).translate(0.5, 0, 0));

  setTheme(theme: Theme): void {
    this.flatBarrel.color.set(STAGE[theme].link);
    this.flatRod.color.set(STAGE[theme].outline);
  }

  /**
   * A cylinder whose barrel has the given length, between points that are `length` apart at first, m; of the `stated`
   * radius, or one that fits.
   */
  make(barrelLength: number, length: number, planar: boolean, stated?: number): CylinderLink {
    const radius = stated ?? Math.min(RADIUS * length, STOUTEST * barrelLength);
    const across = planar ? 2 * radius : radius;
    const group = new Group();
    const barrel = new Mesh(planar ? this.flat : this.barrel, planar ? this.flatBarrel : this.paint);
    const rod = new Mesh(planar ? this.flat : this.rod, planar ? this.flatRod : this.chrome);
    const eye = planar ? null : new Mesh(this.eye, this.chrome);
    for (const mesh of [rod, barrel, ...(eye ? [eye] : [])]) {
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = !planar;
      group.add(mesh);
    }
    barrel.scale.set(barrelLength, across, radius);
    barrel.renderOrder = planar ? 1 : 0;
    eye?.scale.setScalar(radius);
    return {
      object: group,
      slide: (now) => {
        // what is inside the barrel is not seen: the rod may as well be stretched
        const start = Math.min(0.5 * barrelLength, 0.5 * now);
        rod.position.x = start;
        rod.scale.set(now - start, planar ? ROD * across : radius, radius);
        if (eye) eye.position.x = now;
      },
    };
  }

  dispose(): void {
    for (const thing of this.owned) thing.dispose();
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }
}

/** Of a planar scene: over the grid and the bodies, as lines are. */
function flatPaint(): MeshBasicMaterial {
  return new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true, side: DoubleSide });
}

/** A barrel of unit length and radius along x: a foot, a tube, and a gland through which the rod comes out. */
function barrelGeometry(): LatheGeometry {
  const profile = [
    [0, -0.04],
    [0.6, -0.03],
    [0.75, 0],
    [0.75, 0.03],
    [0.94, 0.03],
    [1, 0.04],
    [1, 0.89],
    [1.16, 0.9],
    [1.2, 0.91],
    [1.2, 0.99],
    [1.14, 1],
    [ROD, 1],
    [ROD, 0.97],
  ].map(([r, x]) => new Vector2(r, x));
  // turned about y by three.js, laid along x
  return new LatheGeometry(profile, 24).rotateZ(-Math.PI / 2);
}
