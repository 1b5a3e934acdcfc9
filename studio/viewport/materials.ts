/** Materials of the bodies, made from looks. Colours come with the instances, so that bodies share materials. */
import { BackSide, Color, DoubleSide, type Material, MeshBasicMaterial, MeshStandardMaterial } from "three";
import type { DrawnLook } from "../worker/protocol.js";
import { addPattern } from "./patterns.js";
import { markInside } from "./section.js";

/** A colour that no body has: only the edges are drawn. Bodies that take no part do not look as if they could meet. */
export const EDGES_ONLY = new Color(-1, -1, -1);

/** Roughness of bodies without a look. */
const ROUGHNESS = 0.62;

/** Fills of a planar scene. */
export function flatMaterial(): Material {
  const flat = new MeshBasicMaterial({ toneMapped: false, side: DoubleSide });
  leaveOutDormant(flat, false);
  return flat;
}

/** The material of a look, or of a body without one (null). `edges`: room is left for lines in front. */
export function bodyMaterial(look: DrawnLook | null, edges: boolean): Material {
  const material = new MeshStandardMaterial({
    roughness: look?.roughness ?? ROUGHNESS,
    metalness: look?.metalness ?? 0,
    side: DoubleSide,
    shadowSide: BackSide,
    ...(edges ? { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } : {}),
  });
  if (look && look.opacity < 1) {
    material.transparent = true;
    material.opacity = look.opacity;
    material.depthWrite = false;
  }
  markInside(material);
  leaveOutDormant(material, !edges);
  if (look) addPattern(material, look);
  return material;
}

/** Leaves out what has the colour of `EDGES_ONLY`; of surfaces without edges every fourth pixel is left. */
function leaveOutDormant(material: Material, sparse: boolean): void {
  const before = material.onBeforeCompile;
  const kept = sparse ? "mod(gl_FragCoord.x, 2.0) + mod(gl_FragCoord.y, 2.0) > 1.0" : "true";
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      #if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
      if (vColor.r < 0.0) {
        if (${kept}) discard;
        diffuseColor.rgb = vec3(0.5);
      }
      #endif`,
    );
  };
  material.customProgramCacheKey = () => `dormant ${sparse}`;
}
