/** Golden section (√5 − 1)/2: divides an interval for a search, and its multiples spread evenly modulo 1. */
export const GOLDEN_SECTION = 0.6180339887498949;
