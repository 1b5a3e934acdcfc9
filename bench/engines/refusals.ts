import { type BenchScene, shapesOf } from "../scene.js";

/** For engines without a planar kind of scene. */
export function spatialOnly(scene: BenchScene): string | undefined {
  return scene.planar ? "the engine is spatial, and the scene is planar" : undefined;
}

/** For engines that make no true contact with triangle meshes; says why. */
export function noMeshes(scene: BenchScene, why: string): string | undefined {
  return scene.contact && shapesOf(scene).some((shape) => shape.type === "mesh") ? why : undefined;
}
