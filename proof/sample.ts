/**
 * Numbers of a sample: time, measured and closed form, their rates (NaN without), and the largest |difference| of all
 * steps since the last sample.
 */
export const SAMPLE = { time: 0, measured: 1, exact: 2, rate: 3, exactRate: 4, worst: 5, size: 6 } as const;
