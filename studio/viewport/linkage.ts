/** Rocker and link of a tool, drawn by the places of the two bodies that they join: the four-bar follows the tool. */
import { BoxGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshStandardMaterial, Vector3 } from "three";
import type { DrawnLinkage } from "../worker/protocol.js";
import type { Place } from "./bodies.js";

/** Thickness of a plate and its height, over the length of the rocker. */
const THICK = 0.07;
const HIGH = 0.22;
/** Radius of the pins, over the same. */
const PIN = 0.085;
/** Distance of the link's plates, of that of the rocker's. */
const INNER = 0.72;

const COLOR = "#2f3539";

/** The joint of rocker and link: where the circles about pivot and pin meet, on the upper side. Null: they do not. */
export function jointOf(
  pivot: Vector3,
  rocker: number,
  pin: Vector3,
  link: number,
  across: Vector3,
  out: Vector3,
): Vector3 | null {
  const line = out.subVectors(pin, pivot);
  const d = line.length();
  if (!(d > 0) || d > rocker + link || d < Math.abs(rocker - link)) return null;
  const along = (rocker * rocker - link * link + d * d) / (2 * d);
  const high = Math.sqrt(Math.max(0, rocker * rocker - along * along));
  line.divideScalar(d);
  UP.crossVectors(line, across);
  return out.multiplyScalar(along).addScaledVector(UP, high).add(pivot);
}

export class LinkageObject {
  readonly object = new Group();
  private readonly owned: { dispose(): void }[] = [];
  private readonly plates: readonly { readonly mesh: Mesh; readonly of: "rocker" | "link"; readonly aside: number }[];
  private readonly pins: readonly Mesh[];
  private readonly pivot = new Vector3();
  private readonly pin = new Vector3();
  private readonly across = new Vector3();
  /** Where the rod is held. */
  readonly joint = new Vector3();

  private readonly drawn: DrawnLinkage;

  constructor(drawn: DrawnLinkage) {
    this.drawn = drawn;
    const { rocker, width } = drawn;
    const material = new MeshStandardMaterial({ color: COLOR, roughness: 0.55, metalness: 0.2 });
    const plate = new BoxGeometry(1, 1, 1);
    const pin = new CylinderGeometry(1, 1, 1, 18);
    this.owned.push(material, plate, pin);
    const made = (geometry: BoxGeometry | CylinderGeometry) => {
      const mesh = new Mesh(geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      this.object.add(mesh);
      return mesh;
    };
    this.plates = (["rocker", "link"] as const).flatMap((of) =>
      [-0.5, 0.5].map((side) => ({ mesh: made(plate), of, aside: side * width * (of === "link" ? INNER : 1) })),
    );
    this.pins = [0, 1, 2].map(() => made(pin));
    for (const mesh of this.pins) mesh.scale.set(PIN * rocker, width + 1.5 * THICK * rocker, PIN * rocker);
  }

  /** Puts the bars where the two bodies are; `joint` is then where the rod ends. */
  place(a: Place, b: Place): void {
    const { pivot, rocker, pin, link } = this.drawn;
    inWorld(a, pivot, this.pivot);
    inWorld(b, pin, this.pin);
    this.across.set(0, 1, 0).applyQuaternion(a.quaternion);
    const found = jointOf(this.pivot, rocker, this.pin, link, this.across, this.joint);
    this.object.visible = found !== null;
    if (found === null) {
      this.joint.copy(this.pin);
      return;
    }
    for (const { mesh, of, aside } of this.plates)
      this.lay(mesh, of === "rocker" ? this.pivot : this.joint, of === "rocker" ? this.joint : this.pin, aside);
    [this.pivot, this.joint, this.pin].forEach((at, k) => {
      const { x, y, z } = this.pins[k].scale;
      BASIS.makeBasis(X.crossVectors(this.across, Z0).normalize(), this.across, Z.crossVectors(X, this.across));
      this.pins[k].matrix
        .copy(BASIS)
        .scale(SIZE.set(x, y, z))
        .setPosition(at);
    });
  }

  /** A plate from one point to another. */
  private lay(mesh: Mesh, from: Vector3, to: Vector3, aside: number): void {
    const { rocker } = this.drawn;
    X.subVectors(to, from);
    const length = X.length();
    X.divideScalar(length);
    BASIS.makeBasis(X, this.across, Z.crossVectors(X, this.across));
    mesh.matrix
      .copy(BASIS)
      .scale(SIZE.set(length + HIGH * rocker, THICK * rocker, HIGH * rocker))
      .setPosition(MIDDLE.addVectors(from, to).multiplyScalar(0.5).addScaledVector(this.across, aside));
  }

  dispose(): void {
    for (const thing of this.owned) thing.dispose();
  }
}

function inWorld({ position, quaternion }: Place, point: readonly number[], out: Vector3): void {
  out
    .fromArray(point as number[])
    .applyQuaternion(quaternion)
    .add(position);
}

const UP = new Vector3();
const X = new Vector3();
const Z = new Vector3();
const Z0 = new Vector3(0, 0, 1);
const SIZE = new Vector3();
const MIDDLE = new Vector3();
const BASIS = new Matrix4();
