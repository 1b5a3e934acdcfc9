/** A scene that several engines play: what is plotted, and how it is looked at. */
import { energyOf, initialState } from "../../bench/figures.js";
import type { BenchScene, Vector } from "../../bench/scene.js";
import type { PairEntry, TraceKey } from "./engines-protocol.js";

/** Reads the state of a body that can move. */
export type ReadState = (body: number) => Float64Array;

/** One quantity over time, the same for every engine. */
export interface Trace {
  /** Its name in the texts. */
  readonly key: TraceKey;
  readonly unit: string;
  read(state: ReadState, scene: BenchScene): number;
  /** The closed form at time t, s, where there is one. */
  exact?(t: number, scene: BenchScene): number;
}

/** A test of the comparison, as the page shows it. */
export interface Pair extends PairEntry {
  readonly trace: Trace;
  readonly view: View;
  /** The drawn scene, where it differs: unbounded ramps would block the view. Bodies are the same in number. */
  drawn?(scene: BenchScene): BenchScene;
}

/**
 * Eye and target, m; with `follow` both move along with that body. Where the scene has no ground, a grid lies at this
 * height, m.
 */
export interface View {
  readonly ground: number;
  readonly eye: Vector;
  readonly target: Vector;
  readonly follow?: number;
}

/** Out of sight: the surface is the scene's own. */
export const NO_GRID = -1e3;

/** A view of something upright on the ground, at a height and from a distance, m. */
export const upright = (height: number, distance: number): View => ({
  ground: NO_GRID,
  eye: [0.5 * distance, -0.8 * distance, height + 0.3 * distance],
  target: [0, 0, height],
});

/** Factor by which rods are thickened to be visible. */
export const thicker =
  (factor: number) =>
  (scene: BenchScene): BenchScene => ({
    ...scene,
    bodies: scene.bodies.map((body) => {
      if (body.shape.type !== "box") return body;
      const [x, y, z] = body.shape.halfExtents;
      return { ...body, shape: { type: "box", halfExtents: [x, factor * y, factor * z] } };
    }),
  });

/** Change of energy of all bodies since the start: none without friction. */
export const ENERGY: Trace = {
  key: "energy",
  unit: "J",
  read: (state, { bodies, gravity }) =>
    bodies.reduce(
      (sum, body, k) => sum + energyOf(body, gravity, state(k)) - energyOf(body, gravity, initialState(body)),
      0,
    ),
  exact: () => 0,
};
