/** The texture of image based light; loaded after the first picture. */
import {
  CubeTexture,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
} from "three";
import { type CubeLevel, prefilter } from "./prefilter.js";
import type { Radiance } from "./radiance.js";

export function imageLight(radiance: Radiance): CubeTexture {
  const levels = prefilter(radiance).map(picturesOf);
  const [first, ...others] = levels;
  const cube = textureOf(first);
  // three.js takes the last but one level for the roughest: one more, which is never read, stands behind it
  const spare = picturesOf({ size: 4, faces: Array.from({ length: 6 }, () => new Float32Array(48)) });
  cube.mipmaps = [...others, spare].map(textureOf);
  cube.minFilter = LinearMipmapLinearFilter;
  cube.generateMipmaps = false;
  Object.assign(cube, { isPMREMTexture: true });
  cube.needsUpdate = true;
  return cube;
}

function textureOf(pictures: DataTexture[]): CubeTexture {
  const cube = new CubeTexture(pictures);
  cube.type = HalfFloatType;
  cube.format = RGBAFormat;
  cube.colorSpace = LinearSRGBColorSpace;
  cube.magFilter = LinearFilter;
  return cube;
}

function picturesOf({ size, faces }: CubeLevel): DataTexture[] {
  return faces.map((rgb) => {
    const data = new Uint16Array(4 * size * size);
    for (let p = 0; p < size * size; p++) {
      for (let k = 0; k < 3; k++) data[4 * p + k] = DataUtils.toHalfFloat(rgb[3 * p + k]);
      data[4 * p + 3] = DataUtils.toHalfFloat(1);
    }
    return new DataTexture(data, size, size, RGBAFormat, HalfFloatType);
  });
}
