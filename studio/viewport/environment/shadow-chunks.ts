/**
 * Shadows of the key light, in the shaders of three.js. Two changes to its chunks:
 *
 *   filter    a tent of 5 × 5 texels by nine bilinear taps, the same at every pixel. three's own rotates five taps by
 *             noise: without averaging over pictures that is a grain on every penumbra.
 *   cascades  the directional lights that cast shadows are one light with several maps, from the smallest to the
 *             largest; where a map ends, the next one takes over.
 *
 * A test checks that every text that is to be replaced is there, for versions of three.js to come.
 */
import { ShaderChunk } from "three";

const FILTER = /* glsl */ `
  vec2 place = shadowCoord.xy * shadowMapSize;
  vec2 texel = 1.0 / shadowMapSize;
  vec2 base = floor(place + 0.5);
  vec2 st = place + 0.5 - base;
  base -= 0.5;
  vec2 w0 = 4.0 - 3.0 * st, w1 = vec2(7.0), w2 = 1.0 + 3.0 * st;
  vec2 p0 = ((3.0 - 2.0 * st) / w0 - 2.0 + base) * texel;
  vec2 p1 = ((3.0 + st) / w1 + base) * texel;
  vec2 p2 = (st / w2 + 2.0 + base) * texel;
  float z = shadowCoord.z;
  shadow = (
    w0.y * (w0.x * texture(shadowMap, vec3(p0.x, p0.y, z)) + w1.x * texture(shadowMap, vec3(p1.x, p0.y, z)) + w2.x * texture(shadowMap, vec3(p2.x, p0.y, z))) +
    w1.y * (w0.x * texture(shadowMap, vec3(p0.x, p1.y, z)) + w1.x * texture(shadowMap, vec3(p1.x, p1.y, z)) + w2.x * texture(shadowMap, vec3(p2.x, p1.y, z))) +
    w2.y * (w0.x * texture(shadowMap, vec3(p0.x, p2.y, z)) + w1.x * texture(shadowMap, vec3(p1.x, p2.y, z)) + w2.x * texture(shadowMap, vec3(p2.x, p2.y, z)))
  ) / 144.0;
`;

const CASCADES = /* glsl */ `
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
float mapCover(vec4 coord) {
  vec2 rim = abs(2.0 * coord.xy - 1.0);
  return 1.0 - smoothstep(0.9, 0.98, max(rim.x, rim.y));
}
float keyShadow() {
  float shadow = 1.0;
  float cover = mapCover(vDirectionalShadowCoord[0]);
  DirectionalLightShadow map;
  #if NUM_DIR_LIGHT_SHADOWS > 1
  if (cover < 1.0) {
    map = directionalLightShadows[1];
    float wide = getShadow(directionalShadowMap[1], map.shadowMapSize, map.shadowIntensity, map.shadowBias, map.shadowRadius, vDirectionalShadowCoord[1]);
    shadow = mix(1.0, wide, mapCover(vDirectionalShadowCoord[1]));
  }
  #endif
  if (cover > 0.0) {
    map = directionalLightShadows[0];
    float fine = getShadow(directionalShadowMap[0], map.shadowMapSize, map.shadowIntensity, map.shadowBias, map.shadowRadius, vDirectionalShadowCoord[0]);
    shadow = mix(shadow, fine, cover);
  }
  return shadow;
}
#endif
`;

/** What is replaced in which chunk. */
export const CHANGES = [
  {
    chunk: "shadowmap_pars_fragment",
    from: /vec2 texelSize = vec2\( 1\.0 \) \/ shadowMapSize;\s*vec2 radius[^;]*;[^;]*?float phi[^;]*;\s*shadow = \([\s\S]*?\) \* 0\.2;/,
    to: FILTER,
  },
  { chunk: "shadowmap_pars_fragment", from: /$/, to: CASCADES },
  {
    chunk: "shadowmask_pars_fragment",
    from: /#pragma unroll_loop_start\s*for \( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i \+\+ \) \{[\s\S]*?#pragma unroll_loop_end/,
    to: "shadow *= receiveShadow ? keyShadow() : 1.0;",
  },
  {
    chunk: "lights_fragment_begin",
    from: /directionalLightShadow = directionalLightShadows\[ i \];\s*directLight\.color \*= [^;]*;\s*#endif\s*RE_Direct\( [^;]*;/,
    to: /* glsl */ `
    #if UNROLLED_LOOP_INDEX == 0
    directLight.color *= ( directLight.visible && receiveShadow ) ? keyShadow() : 1.0;
    #endif
    #endif
    #if ! defined( USE_SHADOWMAP ) || UNROLLED_LOOP_INDEX == 0 || UNROLLED_LOOP_INDEX >= NUM_DIR_LIGHT_SHADOWS
    RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
    #endif`,
  },
] as const;

/** The chunks with the changes, from those of three.js. */
export function changedChunks(chunks: Readonly<Record<string, string>>): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const { chunk, from, to } of CHANGES) changed[chunk] = (changed[chunk] ?? chunks[chunk]).replace(from, () => to);
  return changed;
}

/** Puts the changes into effect for every material that is compiled from now on. */
export function changeShadows(): void {
  const chunks = ShaderChunk as Record<string, string>;
  if (!chunks.shadowmap_pars_fragment.includes(CASCADES)) Object.assign(chunks, changedChunks(chunks));
}
