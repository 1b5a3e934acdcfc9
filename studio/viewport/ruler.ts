/** The distance between two points, over everything: a line with a dot per cell of the grid, and its length. */
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Group,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Place } from "./bodies.js";

/** An end: a point of a body, or of the world (body 0), given in the world, m. */
export interface RulerEnd {
  readonly body: number;
  readonly point: readonly [number, number, number];
}

/** Dots along the line at most. */
const MOST_DOTS = 200;

/** What the label says of a distance: its length, its height, and the cell of the grid, all m. */
export type RulerText = (length: number, rise: number, cell: number) => readonly [string, string];

export class Ruler {
  readonly root = new Group();
  readonly element = document.createElement("div");
  private readonly text: RulerText;
  private readonly length = document.createElement("b");
  private readonly notes = document.createElement("span");
  private readonly bodies = [-1, -1];
  /** The ends in the frames of their bodies, and in the world, m. */
  private readonly arms = [new Vector3(), new Vector3()];
  private readonly ends = [new Vector3(), new Vector3()];
  private readonly positions = new BufferAttribute(new Float32Array(6), 3);
  private readonly dotPositions = new BufferAttribute(new Float32Array(3 * MOST_DOTS), 3);
  private readonly geometry = new BufferGeometry().setAttribute("position", this.positions);
  private readonly dotGeometry = new BufferGeometry().setAttribute("position", this.dotPositions);
  private readonly look = { transparent: true, depthTest: false, toneMapped: false };
  private readonly line = new LineBasicMaterial(this.look);
  private readonly endMaterial = new PointsMaterial({ ...this.look, size: 8, sizeAttenuation: false });
  private readonly dotMaterial = new PointsMaterial({ ...this.look, size: 4, sizeAttenuation: false });
  private readonly at = new Vector3();

  constructor(text: RulerText) {
    this.text = text;
    const parts = [
      new Line(this.geometry, this.line),
      new Points(this.geometry, this.endMaterial),
      new Points(this.dotGeometry, this.dotMaterial),
    ];
    for (const part of parts) {
      part.frustumCulled = false;
      part.renderOrder = 21;
    }
    this.root.add(...parts);
    this.element.className = "ruler-label";
    this.element.setAttribute("role", "status");
    this.element.append(this.length, this.notes);
    this.hide();
  }

  setColor(color: string): void {
    for (const material of [this.line, this.endMaterial, this.dotMaterial]) material.color.set(color);
  }

  /** Length between the ends, m. */
  get distance(): number {
    return this.root.visible ? this.ends[0].distanceTo(this.ends[1]) : Number.NaN;
  }

  /** Measures between two ends, which then move with their bodies. */
  show(from: RulerEnd, to: RulerEnd, places: readonly Place[]): void {
    [from, to].forEach(({ body, point }, k) => {
      this.bodies[k] = body;
      this.arms[k].fromArray(point);
      const place = places[body];
      if (place) this.arms[k].sub(place.position).applyQuaternion(TURN.copy(place.quaternion).invert());
    });
    this.root.visible = true;
    this.element.hidden = false;
    this.place(places);
  }

  hide(): void {
    this.root.visible = false;
    this.element.hidden = true;
  }

  /** Follows the bodies. */
  place(places: readonly Place[]): void {
    if (!this.root.visible) return;
    this.bodies.forEach((body, k) => {
      this.ends[k].copy(this.arms[k]);
      const place = places[body];
      if (place) this.ends[k].applyQuaternion(place.quaternion).add(place.position);
      this.positions.setXYZ(k, this.ends[k].x, this.ends[k].y, this.ends[k].z);
    });
    this.positions.needsUpdate = true;
  }

  /** Puts dots and label where they are seen; `cell` is that of the grid, m, the picture `width` × `height` px. */
  update(camera: Camera, width: number, height: number, cell: number): void {
    if (!this.root.visible) return;
    const [from, to] = this.ends;
    const { distance } = this;
    const dots = Math.min(MOST_DOTS, Math.max(0, Math.ceil(distance / cell - 1e-9) - 1));
    for (let k = 0; k < dots; k++) {
      this.at.lerpVectors(from, to, ((k + 1) * cell) / distance);
      this.dotPositions.setXYZ(k, this.at.x, this.at.y, this.at.z);
    }
    this.dotGeometry.setDrawRange(0, dots);
    this.dotPositions.needsUpdate = true;
    const [length, notes] = this.text(distance, to.z - from.z, cell);
    if (this.length.textContent !== length) this.length.textContent = length;
    if (this.notes.textContent !== notes) this.notes.textContent = notes;
    this.at.lerpVectors(from, to, 0.5).project(camera);
    const seen = Math.abs(this.at.z) <= 1;
    this.element.style.visibility = seen ? "" : "hidden";
    const [x, y] = [(0.5 + 0.5 * this.at.x) * width, (0.5 - 0.5 * this.at.y) * height];
    this.element.style.transform = `translate(${Math.round(x) + 10}px, ${Math.round(y) - 34}px)`;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.element.remove();
    this.geometry.dispose();
    this.dotGeometry.dispose();
    for (const material of [this.line, this.endMaterial, this.dotMaterial]) material.dispose();
  }
}

const TURN = new Quaternion();
