/** What the pointer does to the scene: pull, move and select bodies, add bodies, joints and springs where it clicks. */
import type { Section } from "../edit/items.js";
import { Signal } from "../signal.js";
import type { Selection, Studio } from "../state.js";
import { texts } from "../texts/touch.js";
import { CLICK_WAY } from "../viewport/pointer.js";
import { JOINTS, type JointChoice, SHAPES, type ShapeChoice } from "./choices.js";
import { followPointer } from "./drag.js";
import { gripBody } from "./grip.js";
import { isPlacing, Mover } from "./mover.js";
import { RulerTool } from "./ruler.js";

export type Tool = "hand" | "move" | "turn" | "body" | "joint" | "spring" | "ruler";

/** Lists of the scene by what is selected of them. */
const SECTIONS: Partial<Record<Selection["kind"], Section>> = { body: "bodies", joint: "joints", force: "forces" };
/** Copies are this many widths away. */
const APART = 1.1;

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
  /** Corners of the rectangle that is being drawn around bodies, from the view's corner, CSS px. */
  readonly box = new Signal<readonly [number, number, number, number] | null>(null);
  private readonly studio: Studio;
  private readonly ruler: RulerTool;
  readonly mover: Mover;

  constructor(studio: Studio) {
    this.studio = studio;
    this.ruler = new RulerTool(studio, (x, y) => this.spotAt(x, y));
    this.mover = new Mover(studio, this.tool);
    this.tool.subscribe((tool) => {
      this.first.value = null;
      if (tool !== "ruler") studio.viewport?.measure(null);
    });
  }

  /** Takes a tool, or puts it away when it is in the hand already. */
  take(tool: Tool): void {
    this.tool.value = this.tool.value === tool ? "hand" : tool;
  }

  /** Forgets the first of two places, or puts the tool away; returns whether there was one. */
  drop(): boolean {
    if (!this.first.value && this.tool.value === "hand") return false;
    if (this.first.value) this.first.value = null;
    else this.tool.value = "hand";
    return true;
  }

  /** A press on the view; returns whether it was taken, so that the camera does not turn. */
  press(event: PointerEvent): boolean {
    if (event.button !== 0 || !event.isPrimary || event.altKey) return false;
    const { value: tool } = this.tool;
    if (this.mover.press(event)) return true;
    if (event.shiftKey && (tool === "hand" || isPlacing(tool))) {
      this.drawBox(event);
      return true;
    }
    if (isPlacing(tool)) return false;
    if (tool === "hand") return gripBody(this.studio, event);
    const spot = this.spotAt(event.clientX, event.clientY);
    if (!spot) return false;
    if (tool === "body") this.make(({ bodyAt }) => bodyAt(this.studio, this.shape.value, spot));
    else if (tool === "ruler") this.ruler.press(event, spot);
    else this.connect(tool, spot);
    return true;
  }

  /** Deletes everything that is selected. */
  async deleteSelection(): Promise<void> {
    const items = this.studio.selections.all.value.flatMap(({ kind, name }) => {
      const section = SECTIONS[kind];
      return section ? [{ section, name }] : [];
    });
    if (items.length === 0) return;
    await this.tell(async () => {
      await this.studio.edits.remove(items);
      this.studio.selection.value = null;
    });
  }

  /** Fixes the selected bodies where they are; if all of them are fixed, sets them free. */
  async freezeSelection(): Promise<void> {
    const { scene, selections } = this.studio;
    const bodies = selections.bodies
      .flatMap((index) => scene.value?.description.bodies[index] ?? [])
      .filter(({ type }) => type !== "kinematic");
    if (bodies.length === 0) return;
    const value = bodies.some(({ type }) => type === "dynamic") ? "static" : "dynamic";
    await this.tell(() => this.studio.edits.setAll(bodies.map(({ name }) => ({ path: `bodies.${name}.type`, value }))));
  }

  /** Copies the selected bodies to their side, and selects the copies. */
  async duplicateSelection(): Promise<void> {
    const { scene, selections, viewport, edits } = this.studio;
    const description = scene.value?.description;
    const names = selections.bodies.flatMap((index) => description?.bodies[index]?.name ?? []);
    if (!description || names.length === 0) return;
    const width = viewport?.screen.widthOf(selections.bodies) ?? 0;
    const shift = Number(((width > 0 && Number.isFinite(width) ? width : 1) * APART).toPrecision(3));
    await this.tell(async () => {
      const copies = await edits.duplicate(names, [shift, 0, 0]);
      const { value } = scene;
      if (value) selections.takeBodies(value.description, copies);
    });
  }

  /** Selects every body that moves by forces. */
  selectAll(): void {
    const bodies = this.studio.scene.value?.description.bodies ?? [];
    const moving = bodies.flatMap(({ name, type }, index) =>
      type === "dynamic" ? [{ kind: "body" as const, name, index }] : [],
    );
    this.studio.selections.take(moving, false);
  }

  /** Keeps the handles of the selection up to date; returns a function that ends it. */
  follow(host: HTMLElement): () => void {
    return this.mover.connect(host);
  }

  /** Draws a rectangle; the bodies within it are selected too. A click is left to the view. */
  private drawBox(press: PointerEvent): void {
    const { viewport, scene, selections } = this.studio;
    const area = viewport?.canvas.getBoundingClientRect();
    if (!viewport || !area) return;
    const corners = (event: PointerEvent) => {
      const [x0, x1] = [press.clientX, event.clientX].sort((a, b) => a - b);
      const [y0, y1] = [press.clientY, event.clientY].sort((a, b) => a - b);
      return [x0, y0, x1, y1] as const;
    };
    followPointer(press, {
      move: (event) => {
        const [x0, y0, x1, y1] = corners(event);
        if (Math.hypot(x1 - x0, y1 - y0) < CLICK_WAY && !this.box.value) return;
        this.box.value = [x0 - area.left, y0 - area.top, x1 - area.left, y1 - area.top];
      },
      end: (event, cancelled) => {
        const drawn = this.box.value;
        this.box.value = null;
        if (!drawn || cancelled) return;
        const bodies = scene.value?.description.bodies ?? [];
        const found = viewport.screen.within(...corners(event)).flatMap((index) => {
          const { name = "" } = bodies[index] ?? {};
          return index > 0 ? [{ kind: "body" as const, name, index }] : [];
        });
        selections.take(found, true);
      },
    });
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
    const { value: joint } = this.joint;
    this.make(({ jointBetween, springBetween }) =>
      tool === "spring" ? springBetween(studio, first, spot) : jointBetween(studio, first, spot, joint),
    );
  }

  /** Adds something; what makes it is loaded with the first one. */
  private make(edit: (maker: typeof import("./make.js")) => Promise<void>): void {
    void this.tell(async () => edit(await import("./make.js")));
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
