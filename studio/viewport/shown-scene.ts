/** What is drawn of the open scene: bodies, links between them, ground, and the bodies of a second run. */
import { type Scene, Sphere } from "three";
import type { FrameReader } from "../worker/channel.js";
import type { SceneDescription } from "../worker/protocol.js";
import type { TerrainTile } from "../worker/terrain-protocol.js";
import { Bodies } from "./bodies.js";
import { bodyBounds } from "./body-bounds.js";
import type { Companion } from "./camera.js";
import { GhostBodies } from "./ghost.js";
import { Links } from "./links.js";
import type { Theme } from "./palette.js";
import { PoseTexture } from "./pose-texture.js";
import { copyTile } from "./terrain/copy-tile.js";

export class ShownScene {
  readonly description: SceneDescription;
  readonly frames: FrameReader;
  readonly poses: PoseTexture;
  readonly bodies: Bodies;
  private readonly root: Scene;
  private links: Links | null = null;
  private ghost: GhostBodies | null = null;
  private gone = false;
  /** Poses of the second run. */
  ghostFrames: FrameReader | null = null;
  /** Whether the ground is still on its way. */
  digging: boolean;

  /** `changed`: another picture is needed. */
  constructor(description: SceneDescription, frames: FrameReader, root: Scene, changed: () => void) {
    this.description = description;
    this.frames = frames;
    this.root = root;
    this.poses = new PoseTexture(description.bodies.length);
    this.bodies = new Bodies(description, this.poses, changed);
    this.digging = description.terrains.length > 0;
  }

  get planar(): boolean {
    return this.description.planar;
  }

  /** Adds all to the picture, once bodies have their first places. */
  enter(): void {
    this.links = new Links(this.description, this.bodies.places);
    this.links.place(this.bodies.places);
    this.root.add(this.bodies.root, this.links.root);
  }

  /** Loads what draws terrains, for scenes that have one; returns whether they are new in the picture. */
  async loadGround(software: boolean): Promise<boolean> {
    if (!this.digging) return false;
    const { Terrains } = await import("./terrain/terrains.js");
    if (this.gone) return false;
    this.bodies.ground = new Terrains(this.description, this.bodies.root, software);
    this.bodies.ground.place(this.bodies.places);
    this.digging = false;
    return true;
  }

  /** Soil has moved; before the ground is there, it is written to where the ground comes from. */
  updateGround(tile: TerrainTile): void {
    const { ground } = this.bodies;
    const drawn = this.description.terrains[tile.terrain];
    if (ground) ground.update(tile);
    else if (drawn) copyTile(tile, { ...drawn, width: drawn.columns, height: drawn.rows });
  }

  /** Moves the bodies. */
  place(poses: Float32Array): void {
    this.bodies.place(poses);
    this.poses.set(poses);
    this.links?.place(this.bodies.places);
  }

  /** Draws a second run of the same bodies, whose poses come from `frames`; null ends that. */
  showGhost(frames: FrameReader | null): void {
    this.ghost?.dispose();
    this.ghostFrames = frames;
    this.ghost = frames && new GhostBodies(this.description, frames, this.root);
  }

  /** Moves the bodies of the second run to their newest frame; returns whether there was one. */
  takeGhost(): boolean {
    return this.ghost?.take() ?? false;
  }

  /** The stage, or what is around it, has another look. */
  setLook(look: Theme): void {
    this.bodies.setTheme(look);
    this.bodies.ground?.setLand(look === "site");
    this.links?.setTheme(look);
  }

  setTheme(): void {
    this.ghost?.setTheme();
  }

  /** What a camera needs of a body that it goes with; null where there is none. */
  companionOf(body: number): Companion | null {
    const place = this.bodies.places[body];
    return place ? { place, radius: this.ballOf(body).radius } : null;
  }

  /** A ball around a body, in the world, m; of no size where it has no shape. */
  ballOf(body: number): Sphere {
    const ball = new Sphere(undefined, 0);
    const bounds = body >= 0 ? bodyBounds(this.bodies).subarray(6 * body, 6 * body + 6) : null;
    if (!bounds?.every(Number.isFinite)) return ball;
    const [x0, y0, z0, x1, y1, z1] = bounds;
    ball.center.set(x0 + x1, y0 + y1, z0 + z1).divideScalar(2);
    ball.radius = 0.5 * Math.hypot(x1 - x0, y1 - y0, z1 - z0);
    return ball;
  }

  dispose(): void {
    this.gone = true;
    this.bodies.dispose();
    this.links?.dispose();
    this.poses.dispose();
    this.ghost?.dispose();
  }
}
