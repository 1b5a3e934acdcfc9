/** Contrast of every text token on every surface, computed from the style sheet. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../studio/theme.css", import.meta.url), "utf8");
const embed = readFileSync(new URL("../../studio/embed/styles.ts", import.meta.url), "utf8");

/** Colours of a rule, `#rrggbb` only. */
function tokens(text: string, selector: string): Readonly<Record<string, string>> {
  // the rule may be for other selectors too
  const at = text.search(new RegExp(`${selector.replace(/[.*+?^$()[\]{}|]/g, "\\$&")}(,[^{}]*)? \\{`));
  const block = text.slice(at, text.indexOf("}", at));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

/** Relative luminance, WCAG 2: L = 0.2126 R + 0.7152 G + 0.0722 B of the linear components. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((k) => {
    const value = Number.parseInt(color.slice(k, k + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["bg-0", "bg-1", "bg-2", "bg-3", "field"];
const TEXTS = ["text-1", "text-2", "text-3", "accent-text", "stick", "slip", "pen", "ok", "warn", "err"];

test("black on white has the contrast that WCAG gives it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 10);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2); // the well-known grey that just fails
});

describe.each([
  ["dark", ":root.theme-dark"],
  ["light", ":root.theme-light"],
])("%s", (_, selector) => {
  const colors = tokens(css, selector);

  test("the rule was found whole", () => {
    for (const name of [...SURFACES, "text-1", "text-2", "text-3", "accent", "accent-ink"])
      expect(colors[name], name).toBeDefined();
  });

  // WCAG 2.2, 1.4.3: 4.5 for text; the guide's own figures have one decimal
  test.each(SURFACES)("every text token is at least 4.5 on %s", (surface) => {
    for (const name of TEXTS.filter((text) => colors[text])) {
      const ratio = contrast(colors[name], colors[surface]);
      expect(Math.round(10 * ratio) / 10, `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("ink on accent, and the lines that mark a control", () => {
    expect(contrast(colors["accent-ink"], colors.accent)).toBeGreaterThan(7);
    // 1.4.11: 3 for what identifies a control; the guide keeps bordered controls off bg-3
    for (const surface of ["bg-0", "bg-1", "bg-2"])
      expect(contrast(colors["line-2"], colors[surface]), surface).toBeGreaterThanOrEqual(3);
  });
});

test("the tag for other pages has the studio's colours", () => {
  for (const [selector, theme] of [
    [":host", ":root.theme-dark"],
    [":host(.light)", ":root.theme-light"],
  ]) {
    const own = tokens(embed.replaceAll("; --", ";\n  --"), selector);
    const studio = tokens(css, theme);
    expect(Object.keys(own).length).toBeGreaterThan(8);
    for (const [name, color] of Object.entries(own)) if (studio[name]) expect(color, name).toBe(studio[name]);
  }
});

test("colours that pictures carry in both themes are readable on the dark stage", () => {
  // the badge and the buttons on cards, the card of the last scene
  for (const [text, surface] of [
    ["#c4cbd0", "#0c0e10"],
    ["#e9ecee", "#0c0e10"],
    ["#e9ecee", "#111416"],
    ["#aeb6bc", "#111416"],
    ["#aeb6bc", "#272c31"],
  ])
    expect(contrast(text, surface)).toBeGreaterThan(4.5);
});
