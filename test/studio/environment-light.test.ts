/** Light of the environments: closed forms for irradiance and filtered images, the shaders that are changed, the levels of quality. */
import { ShaderChunk } from "three";
import { describe, expect, test } from "vitest";
import { prefilter } from "../../studio/viewport/environment/prefilter.js";
import { irradiance, type Radiance, radianceOf } from "../../studio/viewport/environment/radiance.js";
import { CHANGES, changedChunks } from "../../studio/viewport/environment/shadow-chunks.js";
import { surroundOf } from "../../studio/viewport/environment/surrounds.js";
import { type Fences, LEVELS, Quality, stepDown } from "../../studio/viewport/quality.js";

const grey = (level: number) => [level, level, level] as const;
const SUN = { azimuth: -0.9, elevation: 0.84 };

describe("light from all around", () => {
  test("uniform surroundings of radiance L give an irradiance of π L", () => {
    const uniform = radianceOf({ zenith: grey(0.7), horizon: grey(0.7), nadir: grey(0.7), boxes: [] });
    // a mean of equal numbers: rounding only
    for (const side of [1, -1] as const) expect(irradiance(uniform, side)[1]).toBeCloseTo(0.7 * Math.PI, 12);
  });

  test("below a white sky over black ground there is what the horizon lets through", () => {
    const half = radianceOf({ zenith: grey(1), horizon: grey(1), nadir: grey(0), boxes: [] });
    expect(irradiance(half, 1)[0]).toBeCloseTo(Math.PI, 12);
    // with s = sin of the depth below the horizon and h = 0.12: ∫ (1 − smooth(s/h)) 2π s ds = 2π h² (1/2 − 3/4 + 2/5);
    // 4e4 samples are spaced 2.5e-5 in s², h² is 576 of them, so the rule of midpoints is good to better than 1e-3
    const closed = 2 * Math.PI * 0.12 ** 2 * 0.15;
    expect(Math.abs(irradiance(half, -1, 40_000)[0] / closed - 1)).toBeLessThan(1e-3);
  });

  test("a soft box adds its radiance in its middle and nothing behind", () => {
    const box = { azimuth: 0.5, elevation: 0.3, half: [0.2, 0.4], radiance: [3, 2, 1] } as const;
    const lamp = radianceOf({ zenith: grey(0), horizon: grey(0), nadir: grey(0), boxes: [box] });
    const out = new Float64Array(3);
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    lamp(c * Math.cos(0.5), c * Math.sin(0.5), s, out);
    expect([...out]).toEqual([3, 2, 1]);
    lamp(-c * Math.cos(0.5), -c * Math.sin(0.5), -s, out);
    expect([...out]).toEqual([0, 0, 0]);
    // just outside its edge across
    const angle = 0.5 + Math.atan(0.21 / c);
    lamp(c * Math.cos(angle), c * Math.sin(angle), s, out);
    expect([...out]).toEqual([0, 0, 0]);
  });

  test.each(["dark", "light", "lab", "site"] as const)("%s: light from above outweighs light from below", (look) => {
    const radiance = radianceOf(surroundOf(look, SUN));
    const [up, down] = [irradiance(radiance, 1), irradiance(radiance, -1)];
    for (let k = 0; k < 3; k++) expect(up[k]).toBeGreaterThan(1.5 * down[k]);
  });
});

describe("filtered images", () => {
  test("keep a uniform radiance at every roughness", () => {
    const levels = prefilter((_x, _y, _z, out) => out.fill(0.4));
    expect(levels.map(({ size }) => size)).toEqual([64, 32, 16, 8]);
    // weights sum to one; the texture has single precision
    for (const { faces } of levels)
      for (const face of faces) for (const value of face) expect(Math.abs(value - 0.4)).toBeLessThan(1e-6);
  });

  test("hold the irradiance over π in their last level: 2/3 under L = cos θ", () => {
    // ∫ cos² θ dω / π over the upper half = 2/3, in the direction of the axis; texels next to it are tilted by
    // atan(√2/8) = 0.175 rad, and the irradiance of L = max(0, z) is even in the tilt: 2/3 (1 − O(0.175²)) to 4 %
    const axes: [face: number, radiance: Radiance][] = [
      [4, (_x, _y, z, out) => out.fill(Math.max(0, z))],
      [1, (x, _y, _z, out) => out.fill(Math.max(0, x))],
      [2, (_x, y, _z, out) => out.fill(Math.max(0, y))],
    ];
    for (const [face, radiance] of axes) {
      const last = prefilter(radiance).at(-1);
      const middle = last?.faces[face][3 * (8 * 4 + 4)] ?? 0;
      expect(middle).toBeGreaterThan((2 / 3) * 0.96);
      expect(middle).toBeLessThan((2 / 3) * 1.01);
    }
  });
});

test("the chunks of three.js have every text that the shadows replace", () => {
  const chunks = ShaderChunk as unknown as Record<string, string>;
  for (const { chunk, from } of CHANGES) expect(chunks[chunk], `${chunk} ${from}`).toMatch(from);
  const changed = changedChunks(chunks);
  expect(changed.shadowmap_pars_fragment).toContain("float keyShadow()");
  expect(changed.shadowmap_pars_fragment.match(/vogelDiskSample\( \d, 5, phi \)/g)).toBeNull();
  expect(changed.shadowmask_pars_fragment).toContain("keyShadow()");
  // one call in the loop of directional lights, and that loop still unrolls
  expect(changed.lights_fragment_begin.match(/keyShadow\(\)/g)).toHaveLength(1);
  const loops = (text: string) => text.match(/#pragma unroll_loop_end/g)?.length;
  expect(loops(changed.lights_fragment_begin)).toBe(loops(chunks.lights_fragment_begin));
});

describe("quality", () => {
  /** A graphics card that has always finished. */
  const card: Fences = {
    SIGNALED: 0x9119,
    SYNC_STATUS: 0x9114,
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    fenceSync: () => ({}),
    getSyncParameter: () => 0x9119,
    isContextLost: () => false,
    deleteSync: () => undefined,
    flush: () => undefined,
  };

  /** Draws pictures that take so long, ms. */
  function draw(quality: Quality, took: readonly number[], still = false): void {
    let now = 0;
    for (const time of took) {
      quality.sent(now, still);
      now += time;
      quality.ready(now);
      now += 1000;
    }
  }

  test("each level leaves out something of the one before, and adds nothing", () => {
    for (let k = 1; k < LEVELS.length; k++) {
      const [better, worse] = [LEVELS[k - 1], LEVELS[k]];
      const parts = (level: (typeof LEVELS)[number]) => [
        Number(level.occlusion),
        level.shadowMaps,
        Number(level.imageLight),
        level.pixels,
      ];
      const changes = parts(better).map((value, i) => value - parts(worse)[i]);
      expect(Math.min(...changes)).toBe(0);
      expect(Math.max(...changes)).toBeGreaterThan(0);
    }
  });

  test("a quality that was asked for stays, and its pictures are as far apart as it says", () => {
    const quality = new Quality(card, true);
    quality.fix(2, 10);
    draw(quality, [500, 500, 500]);
    expect([quality.level, quality.still]).toEqual([2, 2]);
    quality.sent(10_000, false);
    expect(quality.ready(10_020)).toBe(false);
    expect(quality.ready(10_099)).toBe(false);
    expect(quality.ready(10_100)).toBe(true);
  });

  test("goes down after two slow pictures, by as much as they were slow, and not after one", () => {
    const quality = new Quality(card, false);
    draw(quality, [200, 10, 200, 10]);
    expect(quality.level).toBe(0);
    draw(quality, [50, 50]);
    expect(quality.level).toBe(1);
    // 160 ms is four times too long: two levels
    draw(quality, [160, 160]);
    expect(quality.level).toBe(3);
    draw(quality, [1000, 1000, 1000, 1000]);
    expect(quality.level).toBe(4);
    expect(stepDown(0, 41, 40)).toBe(1);
  });

  test("still pictures have a level of their own, the best below a second", () => {
    const quality = new Quality(card, true);
    expect([quality.level, quality.still]).toEqual([3, 0]);
    draw(quality, [900, 900, 1500, 900], true);
    expect(quality.still).toBe(0);
    draw(quality, [1500, 1500], true);
    expect(quality.still).toBe(1);
    expect(quality.level).toBe(3);
    // one that takes four seconds is enough: four times too slow, two levels
    draw(quality, [4000], true);
    expect(quality.still).toBe(3);
  });

  test("stays where it is fixed", () => {
    const quality = new Quality(card, true);
    quality.fix(0);
    draw(quality, [3000, 3000, 3000]);
    draw(quality, [3000, 3000, 3000], true);
    expect([quality.level, quality.still]).toEqual([0, 0]);
  });
});
