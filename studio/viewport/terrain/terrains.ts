/** All terrains of a scene. Loaded only for scenes that have one. */
import { Box3, type Camera, type Color, type Object3D, type Plane, Ray, Vector3, type WebGLRenderer } from "three";
import type { SceneDescription } from "../../worker/protocol.js";
import { type DrawnLoad, type SoilFlow, type TerrainTile, TRACK_ROW } from "../../worker/terrain-protocol.js";
import type { Place } from "../bodies.js";
import type { Ground } from "../ground.js";
import type { Picked } from "../pick.js";
import { repeating, soilBytes, stoneBytes } from "./ground-texture.js";
import { Loads } from "./loads.js";
import { SoilParticles } from "./soil-particles.js";
import { type GroundTextures, Terrain } from "./terrain.js";

/** Higher than any ground, m. */
const ABOVE = 1e4;

export class Terrains implements Ground {
  readonly all: readonly Terrain[];
  readonly particles: SoilParticles;
  private readonly loads: Loads;
  private time = 0;
  private readonly down = new Ray(undefined, new Vector3(0, 0, -1));
  private readonly textures: GroundTextures;

  /** `software`: pictures are made without a graphics card, and filters cost much. */
  constructor(scene: SceneDescription, parent: Object3D, software: boolean) {
    const anisotropy = software ? 1 : 8;
    this.textures = { soil: repeating(soilBytes(), anisotropy), stones: repeating(stoneBytes(), anisotropy) };
    this.all = scene.terrains.map((drawn) => new Terrain(drawn, scene.bodies[drawn.body].color, this.textures));
    for (const { root } of this.all) parent.add(root);
    this.particles = new SoilParticles((x, y) => this.heightAt(x, y), parent);
    this.loads = new Loads(parent);
  }

  setLand(on: boolean): void {
    for (const terrain of this.all) terrain.setLand(on);
  }

  setPlain(plain: boolean): void {
    for (const terrain of this.all) terrain.setPlain(plain);
  }

  place(places: readonly Place[]): void {
    for (const terrain of this.all) terrain.place(places[terrain.body]);
    this.loads.place(places);
  }

  update(tile: TerrainTile): void {
    this.all[tile.terrain]?.update(tile);
  }

  prepare(renderer: WebGLRenderer, camera: Camera, time: number): void {
    // a run that goes back leaves no tracks of its future
    if (time < this.time) for (const { marks } of this.all) marks.clear();
    this.time = time;
    this.particles.setTime(time);
    for (const terrain of this.all) terrain.prepare(renderer, camera);
  }

  pick(ray: Ray, cut: readonly Plane[]): Picked | null {
    let picked: Picked | null = null;
    for (const terrain of this.all) {
      const distance = terrain.meet(ray, (point) => cut.every((plane) => plane.distanceToPoint(point) >= 0));
      if (distance >= (picked?.distance ?? Number.POSITIVE_INFINITY)) continue;
      const { x, y, z } = ray.at(distance, ray.direction.clone());
      picked = { body: terrain.body, point: [x, y, z], distance };
    }
    return picked;
  }

  widen(bounds: Float32Array): void {
    const box = new Box3();
    for (const terrain of this.all) {
      terrain.bounds(box);
      const o = 6 * terrain.body;
      for (let k = 0; k < 3; k++) {
        bounds[o + k] = Math.min(bounds[o + k], box.min.getComponent(k));
        bounds[o + 3 + k] = Math.max(bounds[o + 3 + k], box.max.getComponent(k));
      }
    }
  }

  outline(mask: Object3D, wanted: ReadonlyMap<number, Color>): boolean {
    let any = false;
    for (const terrain of this.all) {
      const color = wanted.get(terrain.body);
      terrain.setMask(color ?? null);
      if (color) mask.add(terrain.mask);
      any ||= color !== undefined;
    }
    return any;
  }

  press(rows: Float32Array): void {
    for (let o = 0; o + TRACK_ROW.size <= rows.length; o += TRACK_ROW.size) {
      for (const terrain of this.all) {
        FROM.fromArray(rows, o + TRACK_ROW.from);
        TO.fromArray(rows, o + TRACK_ROW.to);
        terrain.press(FROM, TO, rows[o + TRACK_ROW.width], rows[o + TRACK_ROW.travelled]);
      }
    }
  }

  carry(loads: readonly DrawnLoad[]): void {
    this.loads.set(loads);
  }

  flow(flow: SoilFlow): void {
    this.particles.feed(flow);
  }

  /** Height of the ground at a place of the world, m; far below where there is none. */
  heightAt(x: number, y: number): number {
    this.down.origin.set(x, y, ABOVE);
    let nearest = Number.POSITIVE_INFINITY;
    for (const terrain of this.all)
      nearest = Math.min(
        nearest,
        terrain.meet(this.down, () => true),
      );
    return ABOVE - nearest;
  }

  dispose(): void {
    this.particles.dispose();
    this.loads.dispose();
    for (const terrain of this.all) terrain.dispose();
    this.textures.soil.dispose();
    this.textures.stones.dispose();
  }
}

const FROM = new Vector3();
const TO = new Vector3();
