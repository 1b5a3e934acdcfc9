/** A second run in the same picture: the same bodies, unlit, grey and see-through, without shadows. */
import { Color, DoubleSide, MeshBasicMaterial, type Scene } from "three";
import { token } from "../theme.js";
import type { FrameReader } from "../worker/channel.js";
import type { SceneDescription } from "../worker/protocol.js";
import { Bodies } from "./bodies.js";
import { PoseTexture } from "./pose-texture.js";

const OPACITY = 0.25;

export class GhostBodies {
  private readonly bodies: Bodies;
  private readonly poses: PoseTexture;
  private readonly frames: FrameReader;
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: OPACITY,
    depthWrite: false,
    side: DoubleSide,
    toneMapped: false,
  });

  constructor(scene: SceneDescription, frames: FrameReader, parent: Scene) {
    this.frames = frames;
    this.poses = new PoseTexture(scene.bodies.length);
    // static bodies need no ghost
    const moves = ({ body }: { readonly body: number }) => scene.bodies[body].type !== "static";
    const parts = { shapes: scene.shapes.filter(moves), visuals: scene.visuals.filter(moves) };
    this.bodies = new Bodies({ ...scene, ...parts }, this.poses);
    const meshes = new Set<unknown>(this.bodies.swarms.map(({ mesh }) => mesh));
    for (const { mesh } of this.bodies.swarms) {
      mesh.material = this.material;
      mesh.instanceColor = null;
      mesh.castShadow = mesh.receiveShadow = false;
      mesh.renderOrder = 1;
    }
    for (const child of this.bodies.root.children) child.visible = meshes.has(child);
    this.setTheme();
    parent.add(this.bodies.root);
  }

  setTheme(): void {
    this.material.color = new Color(token("text-3"));
  }

  /** Moves to the newest frame; returns whether there was one. */
  take(): boolean {
    const frame = this.frames.latest();
    if (!frame) return false;
    this.bodies.place(frame.poses);
    return true;
  }

  dispose(): void {
    this.bodies.dispose();
    this.poses.dispose();
    this.material.dispose();
  }
}
