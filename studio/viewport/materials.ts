/** Materials of the bodies, made from looks. Colours come with the instances, so that bodies share materials. */
import {
  BackSide,
  Color,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
} from "three";
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

/**
 * The material of a look, or of a body without one (null). `edges`: room is left for lines in front; `changed` is
 * called when a picture has been read.
 */
export function bodyMaterial(look: DrawnLook | null, edges: boolean, changed: () => void): Material {
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
  if (look?.image) {
    const picture = pictureOf(look.image, changed);
    material.map = picture;
    material.addEventListener("dispose", () => picture.dispose());
  }
  markInside(material);
  leaveOutDormant(material, !edges);
  if (look) addPattern(material, look);
  return material;
}

/** A picture in texture coordinates, whose origin is its upper left corner, as in glTF. */
function pictureOf(image: string, changed: () => void): Texture {
  const texture = new TextureLoader().load(image, changed);
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
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
