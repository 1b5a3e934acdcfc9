/**
 * One scene in one element: a worker, a view, and nothing around them. Used by the tag for other pages, by live cards
 * and for pictures.
 */
import { Signal } from "../signal.js";
import { firstSpeed } from "../speed.js";
import type { Theme } from "../theme.js";
import { followGround } from "../viewport/follow-ground.js";
import type { Viewport, ViewportListener } from "../viewport/viewport.js";
import { SimulationClient } from "../worker/client.js";
import type { DrawnEnvironment, RunStatus, SceneDescription, SceneSource } from "../worker/protocol.js";

const nothing = () => undefined;

/** A player has no listeners for events of the view. */
const SILENT = new Proxy({}, { get: () => nothing }) as ViewportListener;

export type EnvironmentType = DrawnEnvironment["type"];

export interface PlayerOptions {
  readonly theme: Theme;
  /** Null or absent: the environment that the scene declares. */
  readonly environment?: EnvironmentType | null;
  readonly makeWorker?: () => Worker;
  /** The worker itself has failed. */
  broken(message: string): void;
}

export class ScenePlayer {
  readonly status = new Signal<RunStatus | null>(null);
  readonly simulation: SimulationClient;
  view: Viewport | null = null;
  scene: SceneDescription | null = null;
  private readonly host: HTMLElement;
  private theme: Theme;
  private environment: EnvironmentType | null;
  private ended = false;

  constructor(host: HTMLElement, { theme, environment = null, makeWorker, broken }: PlayerOptions) {
    this.host = host;
    this.theme = theme;
    this.environment = environment;
    this.simulation = new SimulationClient(
      {
        loaded: (scene, frames) => {
          this.scene = scene;
          this.simulation.speed(firstSpeed(scene.duration));
          this.view?.show(scene, frames);
        },
        samples: nothing,
        events: nothing,
        status: (status) => {
          this.status.value = status;
          this.view?.setRunning(status.running);
        },
        broken,
      },
      makeWorker,
    );
  }

  /** Opens a scene; throws a LoadError when it does not hold, and whatever the view throws when it cannot draw. */
  async open(source: SceneSource, play: boolean): Promise<void> {
    if (!this.view) {
      const { Viewport } = await import("../viewport/viewport.js");
      if (this.ended) return;
      this.view ??= this.attach(new Viewport(this.host, SILENT));
    }
    // it plays as soon as its speed is known: a short run would be over before
    await this.simulation.load(source, false);
    if (play && !this.ended) this.simulation.play();
  }

  private attach(view: Viewport): Viewport {
    followGround(this.simulation, view);
    view.setTheme(this.theme);
    view.setEnvironment(this.environment);
    return view;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.view?.setTheme(theme);
  }

  /** Another environment; null: the one that the scene declares. */
  setEnvironment(environment: EnvironmentType | null): void {
    this.environment = environment;
    this.view?.setEnvironment(environment);
  }

  toggle(): void {
    if (this.status.value?.running) this.simulation.pause();
    else this.simulation.play();
  }

  dispose(): void {
    this.ended = true;
    this.simulation.dispose();
    this.view?.dispose();
    this.view = null;
  }
}
