/** What the pointer does to the scene: pull bodies, add bodies, joints and springs where it clicks. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/touch.js";
import { bodyAt, JOINTS, type JointChoice, jointBetween, SHAPES, type ShapeChoice, springBetween } from "./make.js";
import { RulerTool } from "./ruler.js";

/** The column of the hand's force. */
const FORCE = "touch/drag/force";

export type Tool = "hand" | "body" | "joint" | "spring" | "ruler";

type Point = readonly [number, number, number];

/** A place that was clicked: a point of a body, or of the world (body 0), m. */
export interface Spot {
  readonly body: number;
  readonly point: Point;
}

export class Touch {
  readonly tool = new Signal<Tool>("hand");
  readonly shape = new Signal<ShapeChoice>(SHAPES[0]);
  readonly joint = new Signal<JointChoice>(JOINTS[0]);
  /** The first of two places, once it was clicked. */
  readonly first = new Signal<Spot | null>(null);
  private readonly studio: Studio;
  private readonly ruler: RulerTool;

  constructor(studio: Studio) {
    this.studio = studio;
    this.ruler = new RulerTool(studio, (x, y) => this.spotAt(x, y));
    this.tool.subscribe((tool) => {
      this.first.value = null;
      if (tool !== "ruler") studio.viewport?.measure(null);
    });
  }

  /** Takes a tool, or puts it away when it is in the hand already. */
  take(tool: Tool): void {
    this.tool.value = this.tool.value === tool ? "hand" : tool;
  }

  /** Forgets the first of two places, or puts the tool away. */
  drop(): void {
    if (this.first.value) this.first.value = null;
    else this.tool.value = "hand";
  }

  /** A press on the view; returns whether it was taken, so that the camera does not turn. */
  press(event: PointerEvent): boolean {
    if (event.button !== 0 || !event.isPrimary || event.altKey) return false;
    const { value: tool } = this.tool;
    if (tool === "hand") return this.grab(event);
    const spot = this.spotAt(event.clientX, event.clientY);
    if (!spot) return false;
    if (tool === "body") void this.tell(() => bodyAt(this.studio, this.shape.value, spot));
    else if (tool === "ruler") this.ruler.press(event, spot);
    else this.connect(tool, spot);
    return true;
  }

  /** Deletes the selection. */
  async deleteSelection(): Promise<void> {
    const { value } = this.studio.selection;
    const section = value && ({ body: "bodies", joint: "joints", force: "forces" } as const)[value.kind as "body"];
    if (!value || !section) return;
    await this.tell(async () => {
      await this.studio.edits.remove(section, value.name);
      this.studio.selection.value = null;
    });
  }

  /** Fixes the selected body where it is, or sets it free. */
  async freezeSelection(): Promise<void> {
    const { value } = this.studio.selection;
    const body = value?.kind === "body" ? this.studio.scene.value?.description.bodies[value.index] : undefined;
    if (!value || !body || body.type === "kinematic") return;
    const type = body.type === "static" ? "dynamic" : "static";
    await this.tell(() => this.studio.edits.set(`bodies.${value.name}.type`, type));
  }

  /** Pulls the body under the pointer until release. */
  private grab(event: PointerEvent): boolean {
    const { viewport, simulation, scene } = this.studio;
    const picked = viewport?.pick(event.clientX, event.clientY);
    if (!viewport || !picked || scene.value?.description.bodies[picked.body]?.type !== "dynamic") return false;
    const { body, point } = picked;
    // the hand moves in the plane through the point that faces the eye
    const facing = viewport.ray(event.clientX, event.clientY).direction;
    simulation.send({ type: "grab", body, point });
    viewport.hold(body, point);
    this.plotForce();
    const ended = new AbortController();
    const { signal } = ended;
    const pull = (move: PointerEvent) => {
      if (move.pointerId !== event.pointerId) return;
      const { origin, direction } = viewport.ray(move.clientX, move.clientY);
      const ahead =
        facing.x * (point[0] - origin.x) + facing.y * (point[1] - origin.y) + facing.z * (point[2] - origin.z);
      const t = ahead / direction.dot(facing);
      const target = [origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z];
      if (!target.every(Number.isFinite)) return;
      simulation.send({ type: "pull", target });
      viewport.pull(target);
    };
    const release = (up: PointerEvent) => {
      if (up.pointerId !== event.pointerId) return;
      ended.abort();
      simulation.send({ type: "release" });
      viewport.pull(null);
    };
    addEventListener("pointermove", pull, { signal });
    addEventListener("pointerup", release, { signal });
    addEventListener("pointercancel", release, { signal });
    return true;
  }

  /** The force of the hand gets a new plot, unless one shows it. */
  private plotForce(): void {
    const { plots } = this.studio;
    const there = plots.list.value.some(({ series }) => series.includes(FORCE));
    if (!there && plots.columns.value.some(({ name }) => name === FORCE)) plots.add("time", [FORCE]);
  }

  /** Makes an item between two clicks. */
  private connect(tool: "joint" | "spring", spot: Spot): void {
    const { value: first } = this.first;
    if (!first) {
      this.first.value = spot;
      return;
    }
    if (first.body === spot.body) {
      // an error stays until it is closed; the status of the run would write over a warning
      this.studio.notice.value = { kind: "error", text: texts.sameBody };
      return;
    }
    this.first.value = null;
    const { studio } = this;
    void this.tell(() =>
      tool === "spring" ? springBetween(studio, first, spot) : jointBetween(studio, first, spot, this.joint.value),
    );
  }

  /** Runs an edit; its objection is shown, and nothing has changed then. */
  private async tell(edit: () => Promise<void>): Promise<void> {
    try {
      await edit();
    } catch (error) {
      this.studio.edits.complain(error);
    }
  }

  /** What is under the pointer: a body, or the ground, or the plane of a flat scene. */
  private spotAt(x: number, y: number): Spot | null {
    const { viewport, scene } = this.studio;
    const description = scene.value?.description;
    if (!viewport || !description) return null;
    const picked = viewport.pick(x, y);
    if (picked) return { body: picked.body, point: picked.point };
    const { origin, direction } = viewport.ray(x, y);
    const height = description.planar ? 0 : (description.ground ?? 0);
    const t = (height - origin.z) / direction.z;
    if (!Number.isFinite(t) || t <= 0) return null;
    return { body: 0, point: [origin.x + t * direction.x, origin.y + t * direction.y, height] };
  }
}
