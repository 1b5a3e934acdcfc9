/**
 * Part of the smaller shape's reach by which contacts are found ahead at most: beyond, a fast body is for continuous
 * detection.
 */
export const AHEAD_PART = 0.5;
