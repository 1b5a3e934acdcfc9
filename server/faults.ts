/** What an instructor lets go wrong at a seat; pages load this file too. */
export const FAULTS = ["engine-stall", "sensor-loss", "rain", "fog", "ground-failure", "hose-leak"] as const;
