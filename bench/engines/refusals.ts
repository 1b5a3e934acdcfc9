import { type BenchScene, type LoadedEngine, shapesOf } from "../scene.js";

/** For engines without a planar kind of scene. */
export function spatialOnly(scene: BenchScene): string | undefined {
  return scene.planar ? "the engine is spatial, and the scene is planar" : undefined;
}

/** For engines without true contact with triangle meshes; gives the reason. */
export function noMeshes(scene: BenchScene, why: string): string | undefined {
  return scene.contact && shapesOf(scene).some((shape) => shape.type === "mesh") ? why : undefined;
}

/** For engines whose meshes do not collide with each other; gives the reason. */
export function noMovingMeshes(scene: BenchScene, why: string): string | undefined {
  const moves = scene.bodies.some((body) => body.mass > 0 && body.shape.type === "mesh");
  return scene.contact && moves ? why : undefined;
}

/** Why an engine cannot play a scene, in a sentence; undefined when it can. */
export function refusalOf(engine: LoadedEngine, scene: BenchScene): string | undefined {
  const springs = scene.joints.some((joint) => joint.spring !== undefined);
  return engine.refuse?.(scene) ?? (springs && !engine.springs ? "the adapter has no springs in joints" : undefined);
}
