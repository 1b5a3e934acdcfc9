/** Glass as it is for somebody behind it. */
import type { Material, Mesh, MeshStandardMaterial, Object3D, Scene, ShaderMaterial } from "three";
import type { Display } from "../viewport/display.js";

/** A view from inside a cab, without mirrors or lamps. */
export const BEHIND_GLASS: Display = {
  render({ renderer, scene, camera }) {
    const end = clearGlass(scene);
    renderer.render(scene, camera);
    end();
  },
};

/** Makes glass nearly clear, as it is for somebody behind it; returns a function that ends that. */
export function clearGlass(scene: Scene): () => void {
  const before = new Map<Material, number>();
  const hidden: Object3D[] = [];
  scene.traverse((thing) => {
    const { material } = thing as Mesh<never, Material>;
    if (!material?.transparent || before.has(material)) return;
    if ((material as MeshStandardMaterial).isMeshStandardMaterial) {
      before.set(material, material.opacity);
      material.opacity = Math.min(material.opacity, CLEAR);
    } else if (isPlainGlass(thing, material) && thing.visible) {
      hidden.push(thing);
      thing.visible = false;
    }
  });
  return () => {
    for (const [material, opacity] of before) material.opacity = opacity;
    for (const thing of hidden) thing.visible = true;
  };
}

/** Glass of plain bodies, which is one mesh (viewport/plain-bodies.ts). */
function isPlainGlass(thing: Object3D, material: Material): boolean {
  const { uniforms } = material as Partial<ShaderMaterial>;
  return (thing as Mesh).isMesh && uniforms?.poses !== undefined && !material.depthWrite;
}

/** Opacity of a pane that one looks through. */
const CLEAR = 0.06;
