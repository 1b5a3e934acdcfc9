/** Mirrors of a machine: their pictures, in their places, and at the edge of the view where those are out of sight. */
import {
  HalfFloatType,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Scene,
  Shape,
  ShapeGeometry,
  Vector3,
  WebGLRenderTarget,
} from "three";
import type { DisplayedScene } from "../viewport/display.js";
import type { DrawnMirror } from "../worker/protocol.js";
import { setSight } from "./camera.js";
import { type Mirror, mirrorSight } from "./mirror.js";
import type { Vec3 } from "./vector.js";

/** Pixels of a mirror's longer edge, and pictures of the view for each of its own; without a graphics card less. */
const FINE = { pixels: 384, samples: 4, every: 1 };
const COARSE = { pixels: 192, samples: 0, every: 5 };
/** Height of a picture at the edge of the view as part of it, and where its middle is from the top. */
const PART = 0.34;
const PLACE = 0.4;
/** Gap to the edge, and width of the frame, as parts of the picture's height. */
const GAP = 0.14;
const FRAME = 0.035;
/** Radius of the frame's corners, as part of its height. */
const CORNER = 0.09;

interface Picture {
  readonly of: DrawnMirror;
  readonly target: WebGLRenderTarget;
  /** Glass and frame on the machine. */
  readonly glass: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly frame: Mesh<PlaneGeometry, MeshBasicMaterial>;
  /** And at the edge of the view. */
  readonly flat: Mesh<ShapeGeometry, MeshBasicMaterial>;
  readonly flatFrame: Mesh<ShapeGeometry, MeshBasicMaterial>;
  fresh: boolean;
}

export class MirrorPictures {
  private pictures: readonly Picture[] = [];
  private readonly camera = new PerspectiveCamera();
  private readonly edge = new Scene();
  private readonly edgeCamera = new OrthographicCamera(-1, 1, 1, -1, -1, 1);
  private next = 0;
  private scene: Scene | null = null;

  private readonly quality: typeof FINE;
  private count = 0;

  constructor(software: boolean) {
    this.quality = software ? COARSE : FINE;
  }

  show(mirrors: readonly DrawnMirror[]): void {
    this.clear();
    const { pixels, samples } = this.quality;
    this.pictures = mirrors.map((of) => {
      const [w, h] = of.width > of.height ? [1, of.height / of.width] : [of.width / of.height, 1];
      const target = new WebGLRenderTarget(Math.round(pixels * w), Math.round(pixels * h), {
        type: HalfFloatType,
        samples,
      });
      const glass = () => new MeshBasicMaterial({ map: target.texture });
      const dark = () => new MeshBasicMaterial({ color: "#17191b", toneMapped: false });
      const plane = new PlaneGeometry(of.width, of.height);
      // left and right exchanged: the picture was made from behind
      const uv = plane.getAttribute("uv");
      for (let k = 0; k < uv.count; k++) uv.setX(k, 1 - uv.getX(k));
      const border = new PlaneGeometry(of.width + 0.04, of.height + 0.04);
      return {
        ...{ of, target, fresh: false },
        glass: new Mesh(plane, glass()),
        frame: new Mesh(border, dark()),
        flat: new Mesh(roundedPlane(of.width, of.height, 0.5 * CORNER * of.height), glass()),
        flatFrame: new Mesh(roundedPlane(of.width + 0.04, of.height + 0.04, CORNER * of.height), dark()),
      };
    });
    for (const { flat, flatFrame } of this.pictures) {
      flat.position.z = 0.2;
      this.edge.add(flatFrame, flat);
    }
  }

  /** Every mirror gets a new picture at once: the scene has changed as a whole. */
  refresh(): void {
    for (const picture of this.pictures) picture.fresh = false;
  }

  /** Makes the picture of one mirror, those in turn, and places all of them. `seen`: from the cab. */
  prepare(view: DisplayedScene, seen: boolean): void {
    const { scene, places, camera } = view;
    if (scene !== this.scene) {
      this.scene = scene;
      for (const { glass, frame } of this.pictures) scene.add(frame, glass);
    }
    for (const { of, glass, frame } of this.pictures) {
      const place = places[of.body];
      glass.visible = frame.visible = seen && place !== undefined;
      if (!place) continue;
      levelTurn(NORMAL.fromArray(of.normal as number[]), TURN);
      for (const [mesh, back] of [
        [glass, 0],
        [frame, 0.004],
      ] as const) {
        mesh.quaternion.copy(place.quaternion).multiply(TURN);
        mesh.position
          .fromArray(of.position as number[])
          .addScaledVector(NORMAL, -back)
          .applyQuaternion(place.quaternion)
          .add(place.position);
        mesh.updateMatrixWorld();
      }
    }
    if (!seen || this.pictures.length === 0) return;
    const waiting = this.pictures.filter(({ fresh }) => !fresh);
    if (waiting.length === 0 && this.count++ % this.quality.every !== 0) return;
    const due = waiting.length > 0 ? waiting : [this.pictures[this.next++ % this.pictures.length]];
    camera.updateMatrixWorld();
    for (const picture of due) this.draw(view, picture);
  }

  private draw({ renderer, scene, camera, places, reach, aside }: DisplayedScene, picture: Picture): void {
    const { of, target } = picture;
    const place = places[of.body];
    if (!place) return;
    const mirror: Mirror = {
      position: WORLD.fromArray(of.position as number[])
        .applyQuaternion(place.quaternion)
        .add(place.position)
        .toArray(),
      normal: NORMAL.fromArray(of.normal as number[])
        .applyQuaternion(place.quaternion)
        .toArray(),
      width: of.width,
      height: of.height,
    };
    const up = UP.set(0, 0, 1).applyQuaternion(place.quaternion).toArray() as Vec3;
    const eye = WORLD.setFromMatrixPosition(camera.matrixWorld).toArray() as Vec3;
    const sight = mirrorSight(mirror, eye, up, 200 + 4 * reach);
    if (!sight) return;
    setSight(this.camera, sight);
    this.hide(true);
    aside(() => {
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, this.camera);
      renderer.setRenderTarget(null);
    });
    this.hide(false);
    picture.fresh = true;
  }

  private hide(hidden: boolean): void {
    for (const { glass, frame } of this.pictures) glass.visible = frame.visible = !hidden;
  }

  /** Draws the mirrors that the camera does not see at the left or right edge of the picture, over it. */
  drawEdges({ renderer, camera, places }: DisplayedScene): void {
    const { clientWidth, clientHeight } = renderer.domElement;
    const aspect = clientWidth / clientHeight;
    this.edgeCamera.left = -aspect;
    this.edgeCamera.right = aspect;
    this.edgeCamera.updateProjectionMatrix();
    let any = false;
    for (const { of, flat, flatFrame, fresh } of this.pictures) {
      const place = places[of.body];
      const away = place !== undefined && fresh && !this.inView(of, place, camera);
      flat.visible = flatFrame.visible = away;
      if (!away) continue;
      any = true;
      const side = Math.sign(LOCAL.x) || 1;
      const height = 2 * PART;
      const wide = (height * of.width) / of.height;
      flat.scale.set(wide / of.width, height / of.height, 1);
      flat.position.x = side * (aspect - wide / 2 - GAP * height);
      flat.position.y = 1 - 2 * PLACE;
      flatFrame.scale.set(
        (wide + 2 * FRAME * height) / (of.width + 0.04),
        (height * (1 + 2 * FRAME)) / (of.height + 0.04),
        1,
      );
      flatFrame.position.set(flat.position.x, flat.position.y, 0.1);
    }
    if (!any) return;
    const { autoClear } = renderer;
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(this.edge, this.edgeCamera);
    renderer.autoClear = autoClear;
  }

  /** Whether the middle of a mirror is in the picture; LOCAL is where it is in the camera's axes. */
  private inView(of: DrawnMirror, place: DisplayedScene["places"][number], camera: PerspectiveCamera): boolean {
    LOCAL.fromArray(of.position as number[])
      .applyQuaternion(place.quaternion)
      .add(place.position);
    LOCAL.applyMatrix4(camera.matrixWorldInverse);
    if (LOCAL.z > -0.05) return false;
    const half = Math.tan((camera.fov * Math.PI) / 360);
    return Math.abs(LOCAL.x / LOCAL.z) < 0.93 * half * camera.aspect && Math.abs(LOCAL.y / LOCAL.z) < 0.93 * half;
  }

  clear(): void {
    for (const { target, glass, frame, flat, flatFrame } of this.pictures) {
      target.dispose();
      for (const mesh of [glass, frame, flat, flatFrame]) {
        mesh.removeFromParent();
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
    }
    this.pictures = [];
    this.scene = null;
  }
}

/** A plane with round corners; its picture is the other way round, as that of a mirror. */
function roundedPlane(width: number, height: number, radius: number): ShapeGeometry {
  const [x, y] = [width / 2, height / 2];
  const outline = new Shape();
  outline.absarc(x - radius, y - radius, radius, 0, Math.PI / 2);
  outline.absarc(radius - x, y - radius, radius, Math.PI / 2, Math.PI);
  outline.absarc(radius - x, radius - y, radius, Math.PI, 1.5 * Math.PI);
  outline.absarc(x - radius, radius - y, radius, 1.5 * Math.PI, 2 * Math.PI);
  const geometry = new ShapeGeometry(outline, 6);
  const [position, uv] = [geometry.getAttribute("position"), geometry.getAttribute("uv")];
  for (let k = 0; k < uv.count; k++) uv.setXY(k, 0.5 - position.getX(k) / width, 0.5 + position.getY(k) / height);
  return geometry;
}

/** The turn of a plane whose normal is z and whose x is to be level. */
function levelTurn(normal: Vector3, out: Quaternion): void {
  RIGHT.set(0, 0, 1).cross(normal).normalize();
  out.setFromRotationMatrix(BASIS.makeBasis(RIGHT, UP.crossVectors(normal, RIGHT), normal));
}

const BASIS = new Matrix4();
const TURN = new Quaternion();
const NORMAL = new Vector3();
const RIGHT = new Vector3();
const UP = new Vector3();
const WORLD = new Vector3();
const LOCAL = new Vector3();
