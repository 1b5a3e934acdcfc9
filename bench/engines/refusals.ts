import { type BenchScene, shapesOf } from "../scene.js";

/** For engines without a planar kind of scene. */
export function spatialOnly(scene: BenchScene): string | undefined {
  return scene.planar ? "the engine is spatial, and the scene is planar" : undefined;
}

/** For engines that make no true contact with triangle meshes; says why. */
export function noMeshes(scene: BenchScene, why: string): string | undefined {
  return scene.contact && shapesOf(scene).some((shape) => shape.type === "mesh") ? why : undefined;
}

/** For engines whose meshes do not meet each other; says why. */
export function noMovingMeshes(scene: BenchScene, why: string): string | undefined {
  const moves = scene.bodies.some((body) => body.mass > 0 && body.shape.type === "mesh");
  return scene.contact && moves ? why : undefined;
}
