/** Every text of the studio exists in every language. */
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { defined } from "../../studio/texts/texts.js";
import { TRANSLATIONS, type Translation } from "../../studio/texts/translated.js";

const folder = new URL("../../studio/texts/", import.meta.url);
const parts = readdirSync(new URL("es/", folder)).filter((name) => name !== "index.ts");
const LANGUAGES = ["es", "fi", "sv"] as const;
const translations = {} as Record<(typeof LANGUAGES)[number], Translation>;

/**
 * Words that are the same in every language: names, units, formats, symbols, and international words of the trade. A text that equals the
 * English one consists of these, and of a cognate at most.
 */
const SAME = new Set(
  `Stiction Foxglove MB kB GB p s ms m mm kg N Nm rad W J Hz Esc Ctrl Alt x y z RMS
   JSON YAML URDF MJCF SDF STL OBJ GLB GLTF MCAP WebM MP CSV PNG SVG WebGL HTML GIF
   Rapier MuJoCo Jolt PhysX Havok Box2D Box D cannon AABB AABBs BVH GJK SAT PGS XPBD NSC CG FPS
   Hann Coulomb Stribeck Baumgarte Newton Lagrange Euler Hertz Jacobi Gauss Seidel Kelvin Voigt Hunt Crossley RK XY`.split(
    /\s+/,
  ),
);

/** How many other words a text may share with English: Spanish and Swedish have words in common with it ("Motor", "Residual"), Finnish has not. */
const COGNATES = { es: 1, fi: 0, sv: 1 } as const;

/** Each text by its path; functions are called with sevens. */
function flatten(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, called(value as (...args: unknown[]) => unknown)]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key));
}

function called(text: (...args: unknown[]) => unknown): string {
  return String(text(...Array.from({ length: Math.max(1, text.length) }, () => 7)));
}

const words = (text: string) => text.match(/\p{L}+/gu) ?? [];

beforeAll(async () => {
  for (const name of parts) await import(new URL(name, folder).href);
  for (const language of LANGUAGES) translations[language] = await TRANSLATIONS[language]();
});

describe("texts", () => {
  test("every part has a name of its own, and is in every language", () => {
    expect(parts.length).toBeGreaterThan(0);
    expect(defined.size).toBe(parts.length);
    for (const language of LANGUAGES)
      expect(Object.keys(translations[language]).sort(), language).toEqual([...defined.keys()].sort());
  });

  test("no English text is empty", () => {
    for (const english of defined.values()) for (const [path, text] of flatten(english)) isThere(path, text);
  });

  test.each(LANGUAGES)("%s has every text, and none is empty", (language) => {
    for (const [part, english] of defined) {
      const own = flatten(translations[language][part]);
      expect(own.map(([path]) => path).sort()).toEqual(
        flatten(english)
          .map(([path]) => path)
          .sort(),
      );
      for (const [path, text] of own) isThere(`${language} ${path}`, text);
    }
  });

  test.each(LANGUAGES)("%s is translated: what equals English is a name, a unit or a format", (language) => {
    const untranslated = [...defined].flatMap(([part, texts]) => {
      const english = new Map(flatten(texts));
      return flatten(translations[language][part]).filter(
        ([path, text]) =>
          text === english.get(path) && words(text).filter((word) => !SAME.has(word)).length > COGNATES[language],
      );
    });
    expect(untranslated).toEqual([]);
  });
});

function isThere(path: string, text: string): void {
  if (!path.endsWith("times")) expect(text.trim(), path).not.toBe("");
}
