/**
 * Image based light, filtered for every roughness: the levels of a cube whose faces three.js reads as a PMREM. Level l
 * of n holds the radiance averaged over the GGX lobe of roughness 1 − √(1 − l / (n − 1)) about each direction; the last
 * one is the cosine average, which is the irradiance over π. Numbers only.
 *
 * The environments are smooth functions, so some ten thousand samples are enough, and no graphics card is needed: on a
 * machine without one three's own generator, with faces of 256 px, takes as long as ten pictures.
 */
import { GOLDEN_ANGLE, type Radiance } from "./radiance.js";

/** One level: size of a face in pixels, and red, green, blue of all faces in the order of OpenGL. */
export interface CubeLevel {
  readonly size: number;
  readonly faces: readonly Float32Array[];
}

/** Size of a face per level, px, and samples per direction. */
const LEVELS = [
  { size: 64, samples: 1 },
  { size: 32, samples: 16 },
  { size: 16, samples: 48 },
  { size: 8, samples: 192 },
] as const;

export function prefilter(radiance: Radiance): CubeLevel[] {
  return LEVELS.map(({ size, samples }, l) => {
    const roughness = 1 - Math.sqrt(1 - l / (LEVELS.length - 1));
    const lobe = ggxLobe(roughness, samples);
    const faces = FACES.map((face) => filterFace(radiance, size, face, lobe));
    return { size, faces };
  });
}

/**
 * Directions about the normal, [across, along the normal, angle, weight] each: the GGX distribution of visible normals,
 * seen along the normal, mirrored; weighted by the cosine.
 */
function ggxLobe(roughness: number, samples: number): Float64Array {
  const alpha2 = roughness ** 4;
  const lobe = new Float64Array(4 * samples);
  let total = 0;
  for (let i = 0; i < samples; i++) {
    const t = samples === 1 ? 0 : (i + 0.5) / samples;
    const q = 1 / (1 - t + alpha2 * t);
    const along = (1 - t - alpha2 * t) * q;
    if (along <= 0) continue;
    lobe.set([2 * Math.sqrt(alpha2 * t * (1 - t)) * q, along, i * GOLDEN_ANGLE, along], 4 * i);
    total += along;
  }
  for (let i = 3; i < lobe.length; i += 4) lobe[i] /= total;
  return lobe;
}

/** Direction of a pixel of a face of a cube map, from its place (−1 … 1) to the right and downwards. */
type Face = (s: number, t: number) => [x: number, y: number, z: number];

// three.js looks textures of six pictures up with x reversed, see the matrix in its WebGLMaterials
const FACES: readonly Face[] = [
  (s, t) => [-1, -t, -s],
  (s, t) => [1, -t, s],
  (s, t) => [-s, 1, t],
  (s, t) => [-s, -1, -t],
  (s, t) => [-s, -t, 1],
  (s, t) => [s, -t, -1],
];

function filterFace(radiance: Radiance, size: number, face: Face, lobe: Float64Array): Float32Array {
  const out = new Float32Array(3 * size * size);
  const here = new Float64Array(3);
  for (let p = 0; p < size * size; p++) {
    const [a, b, c] = face((2 * (p % size) + 1) / size - 1, (2 * Math.floor(p / size) + 1) / size - 1);
    const length = Math.hypot(a, b, c);
    const [x, y, z] = [a / length, b / length, c / length];
    // two directions across
    const flat = Math.hypot(x, y) > 1e-3;
    const h = flat ? Math.hypot(x, y) : 1;
    const [ux, uy] = flat ? [-y / h, x / h] : [1, 0];
    const [vx, vy, vz] = [-z * uy, z * ux, x * uy - y * ux];
    for (let i = 0; i < lobe.length; i += 4) {
      if (lobe[i + 3] === 0) continue;
      const [across, along] = [lobe[i], lobe[i + 1]];
      const [cos, sin] = [across * Math.cos(lobe[i + 2]), across * Math.sin(lobe[i + 2])];
      radiance(along * x + cos * ux + sin * vx, along * y + cos * uy + sin * vy, along * z + sin * vz, here);
      for (let k = 0; k < 3; k++) out[3 * p + k] += lobe[i + 3] * here[k];
    }
  }
  return out;
}
