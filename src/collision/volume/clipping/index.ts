/** The common volume of two solids as a clipped surface; the public surface of this folder. */
export { CLIPPED, type ClippedVolumes, clipVolumes, createClippedVolumes } from "./clip-volumes.js";
