/** Meshes for experiments with contact from the rim: those of the shipped scenes. */
export { boxMesh, icoSphere, type MeshShape, uvSphere } from "../../scenes/parts/meshes.js";
