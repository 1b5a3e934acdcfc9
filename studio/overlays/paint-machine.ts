/** Joints with their axes and reactions; springs, struts and cylinders with their tension. */
import { Color, Quaternion, Vector3 } from "three";
import { LINE_STYLE } from "../viewport/lines.js";
import { MARK } from "../viewport/marks.js";
import { type OverlayJoint, type OverlayModel, JOINT_ROW as ROW } from "../worker/services/overlay-protocol.js";
import type { Brush } from "./brush.js";
import { signedColor } from "./colors.js";

/** Half length of a joint's axis, px. */
const AXIS = 30;
/** Joints that are drawn as a line between two points, not at one. */
const isLine = ({ drawing }: OverlayJoint) => drawing === "bar" || drawing === "spring" || drawing === "cylinder";
/** Teeth and half width (px) of a spring; widths of barrel and rod of a cylinder, and of a strut, px. */
const TEETH = 10;
const SPRING = 7;
const BARREL = 9;
const ROD = 4;
const STRUT = 3;

const [a, b, axis, side, p, q] = Array.from({ length: 6 }, () => new Vector3());
const turn = new Quaternion();
const color = new Color();

/** `scale`: N per metre for reactions; 0: none are drawn. */
export function paintJoints(brush: Brush, rows: Float32Array, { joints }: OverlayModel, scale: number): void {
  const { over, marks, colors } = brush;
  joints.forEach((joint, i) => {
    const { drawing } = joint;
    const o = ROW.size * i;
    if (o + ROW.size > rows.length) return;
    a.fromArray(rows, o + ROW.pointA);
    b.fromArray(rows, o + ROW.pointB);
    if (rows[o + ROW.broken] === 1) {
      marks.put(b.x, b.y, b.z, colors.err, 6, MARK.cross);
      return;
    }
    over.paint(colors["text-1"]);
    if (isLine(joint)) {
      over.add(a, b, 1.5, -1, LINE_STYLE.dashed);
      for (const end of [a, b]) marks.put(end.x, end.y, end.z, colors["text-1"], 4, MARK.ring);
    } else {
      axis.set(0, 0, 1).applyQuaternion(turn.fromArray(rows, o + ROW.turn));
      const across = brush.scene.planar && Math.abs(axis.z) > 0.5;
      if ((drawing === "axis" || drawing === "slide") && !across) {
        const length = AXIS * brush.pixelAt(b.x, b.y, b.z);
        const style = drawing === "slide" ? LINE_STYLE.arrow : LINE_STYLE.plain;
        over.add(b, p.copy(b).addScaledVector(axis, length), 2, -1, style);
        over.add(b, p.copy(b).addScaledVector(axis, -length), 2, -1, style);
      }
      const mark = drawing === "block" ? MARK.diamond : drawing === "slide" ? MARK.dot : MARK.ring;
      marks.put(b.x, b.y, b.z, colors["text-1"], 5, mark);
    }
    if (scale > 0) {
      p.fromArray(rows, o + ROW.reaction);
      brush.force(b.x, b.y, b.z, p.x, p.y, p.z, scale, colors.s5);
    }
  });
}

/** The largest tension drawn, N. */
export function mostTension(rows: Float32Array, { joints }: OverlayModel, links: Float32Array): number {
  let most = 0;
  joints.forEach((joint, i) => {
    if (isLine(joint)) most = Math.max(most, Math.abs(rows[ROW.size * i + ROW.tension] ?? 0));
  });
  for (const tension of links) if (Number.isFinite(tension)) most = Math.max(most, Math.abs(tension));
  return most;
}

/** Springs zig-zag, struts are bars, cylinders slide one into the other; the colour is the tension over `top` (N). */
export function paintSprings(
  brush: Brush,
  rows: Float32Array,
  model: OverlayModel,
  links: Float32Array,
  top: number,
): void {
  model.joints.forEach((joint, i) => {
    const o = ROW.size * i;
    if (!isLine(joint) || o + ROW.size > rows.length || rows[o + ROW.broken] === 1) return;
    a.fromArray(rows, o + ROW.pointA);
    b.fromArray(rows, o + ROW.pointB);
    link(brush, joint.drawing, rows[o + ROW.tension], top);
  });
  const { places } = brush.bodies;
  brush.scene.links.forEach(({ kind, bodyA, bodyB, pointA, pointB }, i) => {
    a.fromArray(pointA as number[])
      .applyQuaternion(places[bodyA].quaternion)
      .add(places[bodyA].position);
    b.fromArray(pointB as number[])
      .applyQuaternion(places[bodyB].quaternion)
      .add(places[bodyB].position);
    link(brush, kind === "damper" ? "cylinder" : kind, links[i] ?? Number.NaN, top);
  });
}

/** One link from `a` to `b`: a spring, a cylinder, else a bar. */
function link(brush: Brush, drawing: string, tension: number, top: number): void {
  const { over, colors } = brush;
  if (Number.isFinite(tension) && top > 0) signedColor(tension / top, color);
  else color.copy(colors["text-2"]);
  over.paint(color);
  if (drawing === "spring") zigzag(brush);
  else if (drawing === "cylinder") {
    // the barrel holds on to A, the rod to B
    over.paint(colors["text-3"]);
    over.add(a, p.lerpVectors(a, b, 0.55), BARREL);
    over.paint(color);
    over.add(p.lerpVectors(a, b, 0.45), b, ROD);
  } else over.add(a, b, STRUT);
  for (const end of [a, b]) brush.marks.put(end.x, end.y, end.z, colors["text-1"], 3, MARK.dot);
}

function zigzag(brush: Brush): void {
  const { over, camera } = brush;
  axis.subVectors(b, a);
  side.crossVectors(axis, p.setFromMatrixColumn(camera.matrixWorld, 2)).normalize();
  const half = SPRING * brush.pixelAt(a.x, a.y, a.z);
  p.copy(a);
  for (let k = 0; k <= TEETH; k++) {
    const sign = k === 0 || k === TEETH ? 0 : k % 2 === 0 ? 1 : -1;
    q.lerpVectors(a, b, 0.1 + (0.8 * k) / TEETH).addScaledVector(side, sign * half);
    over.add(p, q, 2);
    p.copy(q);
  }
  over.add(p, b, 2);
}
