/** Ways to make a picture of the scene other than one camera on a flat screen: mirrors, two eyes, a dome. */
import type { PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { Place } from "./bodies.js";

/** What a display draws. */
export interface DisplayedScene {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  /** The camera of the view, for a single flat screen. */
  readonly camera: PerspectiveCamera;
  /** Where the bodies are in this picture. */
  readonly places: readonly Place[];
  /** Radius of the scene, m. */
  readonly reach: number;
  /** Draws a further picture with the shadows of the last one, and without occlusion. */
  aside(draw: () => void): void;
}

export interface Display {
  /** Makes the whole picture, on the renderer's canvas. */
  render(scene: DisplayedScene): void;
  /** The scene has changed as a whole: further pictures that are made less often are out of date. */
  refresh?(): void;
}
