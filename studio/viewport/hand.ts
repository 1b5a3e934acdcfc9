/** The line from the point of a body that the user holds to where the hand is, over everything. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  Vector3,
} from "three";

/** Where a body is drawn. */
interface Place {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

export class Hand {
  readonly root = new Group();
  private body = -1;
  /** In the body's frame, from the centre of mass. */
  private readonly arm = new Vector3();
  private readonly ends = new BufferAttribute(new Float32Array(6), 3);
  private readonly geometry = new BufferGeometry().setAttribute("position", this.ends);
  private readonly look = { transparent: true, depthTest: false, toneMapped: false };
  private readonly line = new LineBasicMaterial(this.look);
  private readonly dot = new PointsMaterial({ ...this.look, size: 7, sizeAttenuation: false });

  constructor() {
    const parts = [new Line(this.geometry, this.line), new Points(this.geometry, this.dot)];
    for (const part of parts) {
      part.frustumCulled = false;
      part.renderOrder = 20;
    }
    this.root.add(...parts);
    this.root.visible = false;
  }

  setColor(color: string): void {
    this.line.color.set(color);
    this.dot.color.set(color);
  }

  /** Takes hold of a body at a point of the world. */
  hold(body: number, point: readonly number[], place: Place): void {
    this.body = body;
    this.arm.fromArray(point as number[]).sub(place.position);
    this.arm.applyQuaternion(TURN.copy(place.quaternion).invert());
    this.pull(point);
    this.root.visible = true;
  }

  pull(target: readonly number[]): void {
    this.ends.setXYZ(1, target[0], target[1], target[2]);
    this.ends.needsUpdate = true;
  }

  release(): void {
    this.body = -1;
    this.root.visible = false;
  }

  /** Follows the body. */
  place(places: readonly Place[]): void {
    const at = places[this.body];
    if (!at) return;
    POINT.copy(this.arm).applyQuaternion(at.quaternion).add(at.position);
    this.ends.setXYZ(0, POINT.x, POINT.y, POINT.z);
    this.ends.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.line.dispose();
    this.dot.dispose();
  }
}

const POINT = new Vector3();
const TURN = new Quaternion();
