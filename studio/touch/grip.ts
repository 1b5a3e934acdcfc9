/**
 * The hand on a body: it pulls the point that was taken, and twists the body while Ctrl is held. A click takes hold of
 * nothing: it selects.
 */
import type { Vector3 } from "three";
import type { Studio } from "../state.js";
import { CLICK_WAY } from "../viewport/pointer.js";
import type { Viewport } from "../viewport/viewport.js";
import { followPointer } from "./drag.js";

/** Columns of the hand's force and torque. */
const FORCE = "touch/drag/force";
const TORQUE = "touch/drag/torque";
/** A press that rests for so long takes hold without having moved, ms. */
const HOLD = 250;
/** Way of the pointer that twists by a radian, px. */
const PER_RADIAN = 100;

/** Takes the body under the pointer; returns whether there is one that can be moved. */
export function gripBody(studio: Studio, press: PointerEvent): boolean {
  const { viewport, scene } = studio;
  const picked = viewport?.pick(press.clientX, press.clientY);
  if (!viewport || !picked || scene.value?.description.bodies[picked.body]?.type !== "dynamic") return false;
  const grip = new Grip(studio, viewport, press, picked.body, picked.point);
  followPointer(press, grip);
  return true;
}

class Grip {
  private readonly studio: Studio;
  private readonly viewport: Viewport;
  private readonly press: PointerEvent;
  private readonly body: number;
  private readonly point: readonly number[];
  /** The hand moves in the plane through the point that faces the eye. */
  private readonly facing: Vector3;
  private readonly timer: number;
  private held = false;
  /** Where the pointer was when Ctrl went down; null: it pulls. */
  private twistFrom: readonly [number, number] | null = null;

  constructor(studio: Studio, viewport: Viewport, press: PointerEvent, body: number, point: readonly number[]) {
    this.studio = studio;
    this.viewport = viewport;
    this.press = press;
    this.body = body;
    this.point = point;
    this.facing = viewport.ray(press.clientX, press.clientY).direction;
    this.timer = window.setTimeout(() => this.hold(), HOLD);
  }

  move(event: PointerEvent): void {
    const way = Math.hypot(event.clientX - this.press.clientX, event.clientY - this.press.clientY);
    if (!this.held && way < CLICK_WAY) return;
    this.hold();
    const target = this.target(event);
    if (!target) return;
    if (event.ctrlKey || event.metaKey) this.twist(event);
    else {
      this.twistFrom = null;
      this.studio.simulation.send({ type: "pull", target });
      this.plot(FORCE);
    }
    this.viewport.pull(target);
  }

  end(): void {
    clearTimeout(this.timer);
    if (!this.held) return;
    this.studio.simulation.send({ type: "release" });
    this.viewport.pull(null);
  }

  private hold(): void {
    if (this.held) return;
    this.held = true;
    clearTimeout(this.timer);
    this.studio.simulation.send({ type: "grab", body: this.body, point: this.point });
    this.viewport.hold(this.body, this.point);
  }

  private twist(event: PointerEvent): void {
    const { press } = this;
    const from = press.ctrlKey || press.metaKey ? press : event;
    this.twistFrom ??= [from.clientX, from.clientY];
    const [dx, dy] = [event.clientX - this.twistFrom[0], event.clientY - this.twistFrom[1]];
    this.studio.simulation.send({ type: "twist", turn: this.turn(dx / PER_RADIAN, dy / PER_RADIAN) });
    this.plot(TORQUE);
  }

  /** The rotation vector of a way of the pointer: as if it rolled the body; in a flat scene, about its centre. */
  private turn(dx: number, dy: number): number[] {
    const { screen } = this.viewport;
    if (this.studio.scene.value?.description.planar) {
      const [x, y] = screen.pointOf(this.body) ?? [0, 0];
      const [rx, ry] = [this.press.clientX - x, this.press.clientY - y];
      const arm = Math.hypot(rx, ry);
      // the picture's y points down, so the sign of the cross product is reversed
      return [0, 0, arm > 1 ? (ry * dx - rx * dy) / arm : -dx];
    }
    const { right, up } = screen.axes;
    return right.clone().multiplyScalar(dy).addScaledVector(up, dx).toArray();
  }

  /** Where the pointer is in the plane of the hand, m. */
  private target({ clientX, clientY }: PointerEvent): number[] | null {
    const { facing, point } = this;
    const { origin, direction } = this.viewport.ray(clientX, clientY);
    const ahead =
      facing.x * (point[0] - origin.x) + facing.y * (point[1] - origin.y) + facing.z * (point[2] - origin.z);
    const t = ahead / direction.dot(facing);
    const target = [origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z];
    return target.every(Number.isFinite) ? target : null;
  }

  /** What the hand does gets a plot of its own, unless one shows it. */
  private plot(column: string): void {
    const { plots } = this.studio;
    const there = plots.list.value.some(({ series }) => series.includes(column));
    if (!there && plots.columns.value.some(({ name }) => name === column)) plots.add("time", [column]);
  }
}
