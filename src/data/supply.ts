import type { Data } from "./data.js";
import { ENERGY_WATCH } from "./fields.js";

/**
 * Work of sources is sampled once in a step, or in a part of one, with forces of its end or beginning: between two
 * samples a force may grow from nothing. So it counts twice, for the energy watch; an integration that fails gains more
 * than any multiple of it.
 */
const SAMPLED = 2;

/**
 * Notes work, J, that a drive, a body with prescribed motion, a moving surface or another source may have done in this
 * step. Work that it took counts as none. Writes: energyWatch.
 */
export function supplyWork(data: Data, work: number): void {
  if (work > 0) data.energyWatch[ENERGY_WATCH.supplied] += SAMPLED * work;
}
