/** How ground looks: its shape from a texture of heights, its colour and roughness from what was done to the soil. */
import {
  BackSide,
  Color,
  type IUniform,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
} from "three";
import { markInside } from "../section.js";
import { GROUND_COLOR, GROUND_DECLARATIONS } from "./ground-shader.js";
import { TILE } from "./tiles.js";

export type TerrainUniforms = Readonly<
  Record<
    | "heightMap"
    | "surfaceMap"
    | "markMap"
    | "soilMap"
    | "stoneMap"
    | "gridSize"
    | "gridSpacing"
    | "bottom"
    | "rimLevel"
    | "earth"
    | "cover",
    IUniform
  >
>;

/** Which points a mesh has: those of a tile, the sides and the bottom, or the land around. */
export type TerrainPart = "tile" | "rim" | "land";

const VERTEX_DECLARATIONS = /* glsl */ `
#ifdef TERRAIN_TILE
in vec2 tile;
// cells of a point on the left, right, lower and upper border that the neighbour has: 1 where it is no coarser
in vec4 coarser;
#endif
uniform highp sampler2D heightMap;
uniform vec2 gridSize, gridSpacing;
uniform float bottom, rimLevel;
out vec3 groundPoint;
out vec3 groundNormal;
float heightAt(vec2 cell) {
  return texelFetch(heightMap, ivec2(clamp(cell, vec2(0.0), gridSize - 1.0)), 0).r;
}
`;

/** Writes `groundPoint` and `groundNormal`, in the terrain's frame. */
const VERTEX_POINT = /* glsl */ `
{
  vec2 cell = position.xy;
  #ifdef TERRAIN_TILE
  // on the border to a coarser tile only its points are used, so that there is no gap
  float right = float(TILE_CELLS);
  float sizeY = cell.x == 0.0 ? coarser.x : cell.x == right ? coarser.y : 1.0;
  float sizeX = cell.y == 0.0 ? coarser.z : cell.y == right ? coarser.w : 1.0;
  cell = floor(cell / vec2(sizeX, sizeY) + 0.5) * vec2(sizeX, sizeY) + tile;
  #endif
  vec2 inside = clamp(cell, vec2(0.0), gridSize - 1.0);
  float h = heightAt(inside);
  vec2 flatPoint = (inside - 0.5 * (gridSize - 1.0)) * gridSpacing;
  groundNormal = normalize(vec3(
    (heightAt(inside - vec2(1.0, 0.0)) - heightAt(inside + vec2(1.0, 0.0))) / (2.0 * gridSpacing.x),
    (heightAt(inside - vec2(0.0, 1.0)) - heightAt(inside + vec2(0.0, 1.0))) / (2.0 * gridSpacing.y),
    1.0));
  #if defined( TERRAIN_RIM )
  vec2 side = vec2(float(cell.x > gridSize.x - 1.5) - float(cell.x < 0.5), float(cell.y > gridSize.y - 1.5) - float(cell.y < 0.5));
  groundNormal = normalize(vec3(side, 0.0));
  h = mix(h, bottom, position.z);
  #elif defined( TERRAIN_LAND )
  // land around: position.z metres outward of the rim, where it levels out and then rolls
  vec2 outward = normal.xy;
  flatPoint += outward * position.z;
  float level = smoothstep(0.0, 25.0, position.z);
  float rolling = smoothstep(20.0, 160.0, position.z);
  vec2 q = flatPoint * 0.021;
  float hill = 1.6 * sin(q.x * 1.3 + 0.7) * sin(q.y * 1.1 - 0.4) + 1.1 * sin(q.x * 0.61 - q.y * 0.83) + 0.5 * sin(2.3 * q.x + 3.1 * q.y);
  h = mix(h, rimLevel, level) + rolling * (1.2 + hill);
  groundNormal = normalize(mix(groundNormal, vec3(0.0, 0.0, 1.0), smoothstep(0.0, 2.0, position.z)));
  #endif
  groundPoint = vec3(flatPoint, h);
}
`;

/** Puts the ground's shape into the vertex shader of a material. */
export function shape(material: Material, uniforms: TerrainUniforms, part: TerrainPart): void {
  const before = material.onBeforeCompile;
  material.defines = { ...material.defines, [`TERRAIN_${part.toUpperCase()}`]: "", TILE_CELLS: TILE };
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VERTEX_DECLARATIONS}`)
      .replace("void main() {", `void main() {\n${VERTEX_POINT}`)
      .replace("#include <beginnormal_vertex>", "vec3 objectNormal = groundNormal;")
      .replace("#include <begin_vertex>", "vec3 transformed = groundPoint;");
  };
  material.customProgramCacheKey = () => `terrain ${part}`;
}

/** Ground as it is seen. */
export function groundMaterial(uniforms: TerrainUniforms, part: TerrainPart): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 1, shadowSide: part === "tile" ? null : BackSide });
  if (part === "rim") material.side = 2;
  markInside(material);
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${GROUND_DECLARATIONS}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${GROUND_COLOR}`)
      .replace("#include <roughnessmap_fragment>", "float roughnessFactor = groundRoughness;")
      .replace(
        "#include <normal_fragment_maps>",
        "normal = normalize(normal + normalMatrix * groundBump * faceDirection);",
      );
  };
  shape(material, uniforms, part);
  return material;
}

/** What the shadow maps see of the ground. */
export function depthMaterial(uniforms: TerrainUniforms, part: TerrainPart): MeshDepthMaterial {
  const material = new MeshDepthMaterial();
  shape(material, uniforms, part);
  return material;
}

/** Its normals, for what is drawn of all surfaces before the picture; it replaces the material that those share. */
export function normalMaterial(uniforms: TerrainUniforms, part: TerrainPart): MeshNormalMaterial {
  const material = new MeshNormalMaterial({ side: 2 });
  material.allowOverride = false;
  shape(material, uniforms, part);
  return material;
}

/** What the mask of outlines sees of it. */
export function maskMaterial(uniforms: TerrainUniforms): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ depthTest: false, depthWrite: false, toneMapped: false, side: 2 });
  shape(material, uniforms, "tile");
  return material;
}

/** Colour of soil without one of its own. */
export const EARTH = new Color("#94724e");
