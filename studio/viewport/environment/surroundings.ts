/**
 * What surrounds the scene: the environment that it declares, or the one that the user chose for the view; and the
 * parts of its light that are loaded after the first picture.
 */
import type { CubeTexture, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import type { Theme as InterfaceTheme } from "../../theme.js";
import type { DrawnEnvironment, SceneDescription } from "../../worker/protocol.js";
import type { Theme } from "../palette.js";
import type { Level } from "../quality.js";
import type { Stage } from "../stage.js";
import type { Backdrop } from "./backdrop.js";
import type { Occlusion } from "./occlusion.js";
import { radianceOf } from "./radiance.js";
import { surroundOf } from "./surrounds.js";

/** Distance beyond which nothing is seen where a scene says nothing: at least this, m, and so many times its size. */
const SIGHT = { site: { least: 75, sizes: 14 }, lab: { least: 0, sizes: 14 } };

const VOID: DrawnEnvironment = { type: "void", sun: { azimuth: -0.9, elevation: 0.84 }, fog: null, ground: "earth" };

export class Surroundings {
  private readonly renderer: WebGLRenderer;
  private readonly scene: Scene;
  private readonly stage: Stage;
  private readonly changed: () => void;
  private theme: InterfaceTheme = "dark";
  private chosen: DrawnEnvironment["type"] | null = null;
  private shown: SceneDescription | null = null;
  private backdrop: Backdrop | null = null;
  private occlusion: Occlusion | null = null;
  private image: { readonly key: string; readonly texture: CubeTexture } | null = null;
  private makeImage: typeof import("./image-light.js").imageLight | null = null;
  private level: Level | null = null;
  /** Counts the changes of the environment; an answer to an earlier one is dropped. */
  private turn = 0;
  /** Chunks that are on their way; while the backdrop is, nothing is drawn. */
  private onTheWay = 0;
  private lightAsked = false;
  private ended = false;
  waits = false;

  /** `changed` is called when a new picture is needed. */
  constructor(renderer: WebGLRenderer, scene: Scene, stage: Stage, changed: () => void) {
    this.renderer = renderer;
    this.scene = scene;
    this.stage = stage;
    this.changed = changed;
  }

  /** The look of the stage, bodies and links. */
  get look(): Theme {
    const { type } = this.environment;
    return type === "void" ? this.theme : type;
  }

  /** The environment of the picture: planar scenes have none. */
  get environment(): DrawnEnvironment {
    const given = this.shown?.environment ?? VOID;
    if (this.shown?.planar) return VOID;
    return this.chosen ? { ...given, type: this.chosen } : given;
  }

  /** Whether something that the picture needs is still on its way. */
  get loading(): boolean {
    return this.onTheWay > 0;
  }

  setTheme(theme: InterfaceTheme): void {
    this.theme = theme;
    this.stage.setTheme(this.look);
    this.light();
  }

  /** The environment of the view; null: the scene's own. */
  choose(type: DrawnEnvironment["type"] | null): void {
    this.chosen = type;
    if (this.shown) this.build();
  }

  show(scene: SceneDescription): void {
    this.shown = scene;
    this.build();
  }

  setLevel(level: Level): void {
    this.level = level;
    this.stage.setShadows(level.shadowMaps);
    this.backdrop?.setPlain(level.plain);
    this.light();
  }

  /** Goes with the camera; `target` and `distance` are in m. */
  follow(camera: PerspectiveCamera, target: Vector3, distance: number): void {
    this.backdrop?.follow(camera, target, distance, this.stage.height);
  }

  /** To be called right before a picture of a spatial scene. */
  prepare(camera: PerspectiveCamera, distance: number): void {
    this.occlusion?.prepare(this.renderer, this.scene, camera, distance, this.level?.occlusion ?? false);
  }

  /**
   * Draws further pictures of the same moment, which have the same shadows and no occlusion of their own.
   */
  aside(draw: () => void): void {
    const { shadowMap } = this.renderer;
    shadowMap.autoUpdate = false;
    this.occlusion?.pause(true);
    draw();
    this.occlusion?.pause(false);
    shadowMap.autoUpdate = true;
  }

  /** Loads image based light and occlusion; not before the first picture, which they would delay. */
  loadLight(): void {
    if (this.lightAsked) return;
    this.lightAsked = true;
    void this.load(import("./image-light.js"), ({ imageLight }) => {
      this.makeImage = imageLight;
      this.light();
    });
    const floats = this.renderer.extensions.has("EXT_color_buffer_float");
    if (!floats) return;
    void this.load(import("./occlusion.js"), ({ Occlusion }) => {
      this.occlusion = new Occlusion();
    });
  }

  dispose(): void {
    this.ended = true;
    this.backdrop?.dispose();
    this.occlusion?.dispose();
    this.image?.texture.dispose();
  }

  private build(): void {
    const { environment } = this;
    const turn = ++this.turn;
    this.backdrop?.dispose();
    this.backdrop = null;
    this.waits = false;
    this.stage.setSun(environment.sun);
    this.setTheme(this.theme);
    if (environment.type === "void") {
      this.changed();
      return;
    }
    this.waits = true;
    void this.load(import("./backdrop.js"), ({ Backdrop }) => {
      if (turn !== this.turn) return;
      // a terrain goes on by itself
      const bare = environment.type === "site" && (this.shown?.terrains.length ?? 0) > 0;
      this.backdrop = new Backdrop(this.scene, environment, this.stage.key.direction, this.sight(environment), bare);
      this.backdrop.setPlain(this.level?.plain ?? false);
    }).then(() => {
      if (turn === this.turn) this.waits = false;
      this.changed();
    });
  }

  /** Takes a chunk when it arrives; a picture without it is better than none. */
  private async load<T>(chunk: Promise<T>, take: (loaded: T) => void): Promise<void> {
    this.onTheWay++;
    try {
      const loaded = await chunk;
      if (!this.ended) take(loaded);
    } catch (error) {
      console.warn(error);
    }
    this.onTheWay--;
    this.changed();
  }

  /** Image based light, where the level has it. */
  private light(): void {
    const wanted = (this.level?.imageLight ?? false) && this.makeImage !== null && !this.shown?.planar;
    this.stage.setImageLight(wanted);
    if (!wanted || !this.makeImage) {
      this.scene.environment = null;
      return;
    }
    const { look, environment } = this;
    const key = `${look} ${environment.sun.azimuth} ${environment.sun.elevation}`;
    if (this.image?.key !== key) {
      this.image?.texture.dispose();
      this.image = { key, texture: this.makeImage(radianceOf(surroundOf(look, environment.sun))) };
    }
    this.scene.environment = this.image.texture;
  }

  /** Distance beyond which nothing is seen, m. */
  private sight({ type, fog }: DrawnEnvironment): number {
    if (fog !== null) return fog;
    const bounds = this.shown?.bounds;
    const size = bounds ? Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]) : 1;
    const { least, sizes } = type === "lab" ? SIGHT.lab : SIGHT.site;
    return Math.max(least, sizes * size);
  }
}
