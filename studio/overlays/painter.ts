/** Draws the overlays into the scene. Nothing is done, and nothing drawn, while none is shown. */
import { type Camera, Group, Sphere, Vector3 } from "three";
import { quantity } from "../format.js";
import type { Bodies } from "../viewport/bodies.js";
import { bodyBounds } from "../viewport/body-bounds.js";
import { LineBatch } from "../viewport/lines.js";
import { MarkBatch } from "../viewport/marks.js";
import type { PoseTexture } from "../viewport/pose-texture.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { OverlayModel } from "../worker/services/overlay-protocol.js";
import { Brush } from "./brush.js";
import type { OverlayId } from "./catalogue.js";
import { overlayColors } from "./colors.js";
import { FieldMeshes, mostPressure } from "./field-meshes.js";
import { ForceScale } from "./force-scale.js";
import { type Label, Labels } from "./labels.js";
import type { LegendState, OverlayState } from "./overlays.js";
import { paintBoxes, paintInertia, paintIslands, paintMasses, paintTrees, Trail } from "./paint-bodies.js";
import { paintContacts, pairForces, typicalForce } from "./paint-contacts.js";
import { mostTension, paintJoints, paintSprings } from "./paint-machine.js";
import { paintSupport } from "./paint-support.js";
import { Top } from "./ramps.js";
import { NONE } from "./strongest.js";
import { surfaceNormals } from "./surface-normals.js";

/** Time between reports to the legend, ms. */
const REPORT = 100;
/** Normals of surfaces drawn at most, and their length, px. */
const MOST_NORMALS = 20_000;
const NORMAL = 16;

const NOTHING: LegendState = {
  scale: 0,
  pixel: 1,
  sticking: 0,
  slipping: 0,
  open: 0,
  pressure: 0,
  deepest: 0,
  volume: 0,
  tension: 0,
  margin: Number.NaN,
  islands: 0,
  asleep: 0,
  contacts: NONE,
  penetrations: NONE,
  boxes: NONE,
  trees: NONE,
};

/** How a picture is seen. */
export interface View {
  readonly camera: Camera;
  /** Of the view where the camera looks, m. */
  readonly height: number;
  /** Of the canvas, CSS px. */
  readonly width: number;
  readonly pixels: number;
  /** Simulated time of the picture, s. */
  readonly time: number;
  readonly selected: number;
}

export class OverlayPainter {
  readonly root = new Group();
  readonly labels = new Labels();
  private readonly report: (legend: LegendState) => void;
  private readonly over = new LineBatch({ renderOrder: 10 });
  private readonly inside = new LineBatch({ depthTest: true, renderOrder: 9 });
  private readonly marks = new MarkBatch(11);
  private readonly fields = new FieldMeshes();
  private readonly scale = new ForceScale();
  private readonly pressure = new Top();
  private readonly tension = new Top();
  private readonly trail = new Trail();
  /** Lines that are fixed to bodies. */
  private fixed: LineBatch | null = null;
  private fixedPixel = 0;
  private brush: Brush | null = null;
  private poses: PoseTexture | null = null;
  private shown: ReadonlySet<OverlayId> = new Set();
  private state: OverlayState | null = null;
  private model: OverlayModel | null = null;
  private fieldsOf: OverlayState | null = null;
  private legend = NOTHING;
  private reported = Number.NEGATIVE_INFINITY;
  private timer = 0;

  constructor(report: (legend: LegendState) => void) {
    this.report = report;
    this.root.add(this.over.object, this.inside.object, this.marks.object, this.fields.root);
    this.over.object.visible = this.inside.object.visible = this.marks.object.visible = false;
  }

  /** Whether anything is to be drawn. */
  get active(): boolean {
    return this.shown.size > 0 && this.brush !== null;
  }

  show(scene: SceneDescription, bodies: Bodies, poses: PoseTexture, camera: Camera): void {
    this.brush = new Brush(
      { over: this.over, inside: this.inside, marks: this.marks },
      scene,
      bodies,
      overlayColors(),
      camera,
    );
    this.poses = poses;
    this.state = null;
    this.fieldsOf = null;
    this.scale.clear();
    this.pressure.clear();
    this.tension.clear();
    this.trail.clear();
    this.labels.clear();
    this.fields.hide();
    this.dropFixed();
  }

  setTheme(): void {
    if (!this.brush) return;
    this.brush.colors = overlayColors();
    this.marks.setHalo(`#${this.brush.colors["bg-0"].getHexString()}`);
    this.fields.setColor(this.brush.colors.pen);
    this.dropFixed();
  }

  setShown(shown: ReadonlySet<OverlayId>): void {
    this.shown = shown;
    this.fieldsOf = null;
    this.fields.hide();
    this.dropFixed();
    if (!shown.has("forces")) this.labels.clear();
    if (shown.size === 0) this.empty();
  }

  setModel(model: OverlayModel | null): void {
    this.model = model;
    this.dropFixed();
  }

  /** What is to be drawn of the state; null: nothing is known of it. */
  take(state: OverlayState | null): void {
    this.state = state;
    if (state) return;
    this.fieldsOf = null;
    this.fields.hide();
    this.labels.clear();
  }

  /** Brings everything up to date for a picture. */
  update(view: View, now: number): void {
    const { brush, shown } = this;
    if (!brush || shown.size === 0) return;
    brush.look(view.camera, view.height, view.pixels);
    const legend = { ...NOTHING, pixel: brush.pixel };
    this.over.clear();
    this.inside.clear();
    this.marks.clear();
    this.paintState(brush, legend, now);
    if (shown.has("masses") && this.model) paintMasses(brush, this.model);
    this.trail.follow(brush.bodies, view.selected, view.time, brush.pixel);
    if (shown.has("trail")) this.trail.paint(brush);
    this.over.commit();
    this.inside.commit();
    this.marks.commit();
    this.updateFixed(brush);
    this.updateLabels(brush, view, now);
    this.legend = legend;
    // a picture may be the last for a while: its content is reported in any case
    this.timer ||= window.setTimeout(
      () => {
        this.timer = 0;
        this.reported = performance.now();
        this.report(this.legend);
      },
      Math.max(0, this.reported + REPORT - now),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.dropFixed();
    this.over.dispose();
    this.inside.dispose();
    this.marks.dispose();
    this.fields.dispose();
    this.labels.element.remove();
  }

  private paintState(brush: Brush, legend: Mutable<LegendState>, now: number): void {
    const { shown, state, model } = this;
    if (!state) return;
    const { contacts, joints, links, support, islands, boxes, trees, footprints, volumes } = state.parts;
    const withForces = shown.has("forces") || shown.has("friction");
    if (contacts) {
      if (withForces) this.scale.update(typicalForce(contacts), brush.height, now);
      legend.scale = withForces ? this.scale.value : 0;
      Object.assign(legend, paintContacts(brush, contacts, shown, this.scale.value));
    }
    if (joints && model && shown.has("joints"))
      paintJoints(brush, joints, model, shown.has("forces") ? this.scale.value : 0);
    if (joints && links && model && shown.has("springs")) {
      legend.tension = this.tension.update(mostTension(joints, model, links));
      paintSprings(brush, joints, model, links, legend.tension);
    }
    if (support && shown.has("support")) legend.margin = paintSupport(brush, support);
    if (islands && shown.has("islands")) Object.assign(legend, paintIslands(brush, islands));
    if (boxes && shown.has("boxes")) legend.boxes = paintBoxes(brush, boxes);
    if (trees && shown.has("trees")) legend.trees = paintTrees(brush, trees);
    const fresh = this.fieldsOf !== state;
    this.fieldsOf = state;
    if (footprints) {
      legend.pressure = this.pressure.update(mostPressure(footprints));
      if (fresh) this.fields.showFootprints(footprints, legend.pressure);
    }
    if (volumes) {
      legend.volume = volumes.volume;
      if (fresh) this.fields.showVolumes(volumes);
    }
  }

  /**
   * Inertia boxes and normals of surfaces move with their bodies by themselves; they are rebuilt when the zoom has
   * changed.
   */
  private updateFixed(brush: Brush): void {
    const { shown, model, poses } = this;
    const wanted = (shown.has("inertia") && model) || shown.has("faces") || shown.has("edges");
    if (!wanted || !poses) return;
    const ratio = brush.pixel / this.fixedPixel;
    if (this.fixed && ratio < 1.4 && ratio > 0.7) return;
    this.dropFixed();
    const batch = new LineBatch({ poses, depthTest: true, renderOrder: 9 });
    this.fixed = batch;
    this.fixedPixel = brush.pixel;
    if (shown.has("inertia") && model) paintInertia(batch, model, brush.colors);
    if (shown.has("faces") || shown.has("edges")) this.paintNormals(brush, batch);
    batch.commit();
    this.root.add(batch.object);
  }

  private paintNormals(brush: Brush, batch: LineBatch): void {
    const { shown } = this;
    const [p, n] = [new Vector3(), new Vector3()];
    const length = NORMAL * brush.pixel;
    for (const { drawn, body, local } of brush.bodies.swarms) {
      const { faces, edges } = surfaceNormals(drawn);
      for (let i = 0; i < body.length; i++) {
        for (const [rows, on, color] of [
          [faces, shown.has("faces"), brush.colors["text-1"]],
          [edges, shown.has("edges"), brush.colors["text-3"]],
        ] as const) {
          if (!on) continue;
          batch.paint(color);
          for (let o = 0; o < rows.length && batch.count < MOST_NORMALS; o += 6) {
            p.fromArray(rows, o).applyMatrix4(local[i]);
            // a scaled form: normals turn by the inverse transpose, here of a rotation times a scale
            const { elements: e } = local[i];
            const x = rows[o + 3] / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
            const y = rows[o + 4] / (e[4] * e[4] + e[5] * e[5] + e[6] * e[6]);
            const z = rows[o + 5] / (e[8] * e[8] + e[9] * e[9] + e[10] * e[10]);
            n.set(e[0] * x + e[4] * y + e[8] * z, e[1] * x + e[5] * y + e[9] * z, e[2] * x + e[6] * y + e[10] * z);
            n.normalize().multiplyScalar(length).add(p);
            batch.add(p, n, 1.25, body[i]);
          }
        }
      }
    }
  }

  private updateLabels(brush: Brush, view: View, now: number): void {
    const contacts = this.state?.parts.contacts;
    if (!this.shown.has("forces") || !contacts) return;
    if (this.labels.due(now)) {
      const taken = circleOf(brush, view);
      this.labels.choose(this.candidates(brush, contacts), view.camera, view.width, view.pixels, taken, now);
    }
    this.labels.place(view.camera, view.width, view.pixels);
  }

  private *candidates(brush: Brush, contacts: Float32Array): Generator<Label> {
    const { bodies } = brush.scene;
    for (const { bodyA, bodyB, point, force, load, slipping } of pairForces(contacts)) {
      // the body that moves, or the second one
      const other = bodies[bodyB]?.type === "dynamic" ? bodyB : bodyA;
      yield {
        point,
        value: quantity(Math.hypot(...force), "N"),
        name: bodies[other]?.name ?? "",
        slips: slipping > load / 2,
      };
    }
  }

  private empty(): void {
    for (const batch of [this.over, this.inside, this.marks]) {
      batch.clear();
      batch.commit();
    }
    this.labels.clear();
  }

  private dropFixed(): void {
    this.fixed?.dispose();
    this.fixed = null;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const BALL = new Sphere();
const CORNER = new Vector3();

/** Where the selected body is on the screen, px. */
function circleOf(brush: Brush, { selected, camera, width, pixels }: View) {
  if (selected < 0) return null;
  const bounds = bodyBounds(brush.bodies);
  const o = 6 * selected;
  if (!Number.isFinite(bounds[o])) return null;
  BALL.center
    .set(bounds[o] + bounds[o + 3], bounds[o + 1] + bounds[o + 4], bounds[o + 2] + bounds[o + 5])
    .divideScalar(2);
  BALL.radius =
    0.4 * Math.hypot(bounds[o + 3] - bounds[o], bounds[o + 4] - bounds[o + 1], bounds[o + 5] - bounds[o + 2]);
  const { x, y, z } = BALL.center;
  CORNER.copy(BALL.center).project(camera);
  const radius = BALL.radius / (brush.pixelAt(x, y, z) || 1);
  return { x: (0.5 + 0.5 * CORNER.x) * width, y: (0.5 - 0.5 * CORNER.y) * pixels, radius };
}
