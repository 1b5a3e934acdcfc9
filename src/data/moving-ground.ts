/**
 * Ground that a system moves, as viewers read it: `data.systems.<name>.ground`. The system writes its arrays in every
 * step and widens `touched`; a viewer reads what lies inside whenever it draws, and calls nothing. Nothing here is
 * allocated while a run goes on, and nothing of it is read by physics.
 */
export interface MovingGround {
  /** Index of the height field among the shapes of the model. */
  readonly shape: number;
  /** Heights of its points, m, x fastest; as long as the field's own. */
  readonly heights: Float64Array;
  /** How much the soil was worked at each point: 0 grown, 255 freshly cut or dumped. */
  readonly disturbance: Uint8Array;
  /** Water in the soil at each point: 0 dry, 255 wet. */
  readonly moisture: Uint8Array;
  /**
   * Points that have changed since a viewer looked: first column and row, and the column and row after the last. Empty
   * where the first is not before the last; a viewer empties it with `clearTouched`.
   */
  readonly touched: Int32Array;
  /** Soil in motion at the end of the step. */
  readonly flow: {
    /** Places where it flows, up to the length of the arrays. */
    count: number;
    /** Volume in motion, m³/s. */
    rate: number;
    /** In the world, m; three numbers each. */
    readonly points: Float64Array;
    /** m/s; three numbers each. */
    readonly velocities: Float64Array;
  };
}

/** Widens `touched` by `width` × `height` points from a column and a row on. */
export function touchGround(
  { touched }: Pick<MovingGround, "touched">,
  x0: number,
  y0: number,
  width: number,
  height: number,
): void {
  const empty = touched[0] >= touched[2] || touched[1] >= touched[3];
  touched[0] = empty ? x0 : Math.min(touched[0], x0);
  touched[1] = empty ? y0 : Math.min(touched[1], y0);
  touched[2] = empty ? x0 + width : Math.max(touched[2], x0 + width);
  touched[3] = empty ? y0 + height : Math.max(touched[3], y0 + height);
}

/** Says that all changes were seen. */
export function clearTouched({ touched }: Pick<MovingGround, "touched">): void {
  touched.fill(0);
}
