/** Windows that a series is multiplied by before its spectrum is computed. */
export const WINDOWS = ["hann", "flat-top", "none"] as const;
export type WindowName = (typeof WINDOWS)[number];
