/** The gallery's catalogue, pictures and search. */
import { existsSync, readFileSync } from "node:fs";
import { scenes } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { catalogueEntries } from "../../scripts/pictures/entries.js";
import { CATALOGUE, type CatalogueEntry, pictureOf } from "../../studio/pages/gallery/catalogue.js";
import {
  counted,
  filterHash,
  groupsOf,
  matching,
  NO_FILTER,
  nearest,
  parseFilter,
  toggled,
} from "../../studio/pages/gallery/filter.js";
import { readProof } from "../../studio/pages/gallery/proof.js";
import { pageOf } from "../../studio/route.js";
import { texts as common } from "../../studio/texts/common.js";
import { texts } from "../../studio/texts/gallery.js";

const folder = new URL("../../studio/public/", import.meta.url);
const remedy = "run node scripts/pictures.mjs and commit what it writes";
const names = (entries: readonly CatalogueEntry[]) => entries.map(({ name }) => name);
const noLabels = () => [];
const search = (query: string) => names(matching(CATALOGUE, { ...NO_FILTER, query }, noLabels));

describe("the catalogue", () => {
  test("says of every scene what is true of it", () => {
    const fresh = catalogueEntries();
    expect(names(CATALOGUE), remedy).toEqual(names(fresh));
    for (const [k, { proofs, ...entry }] of fresh.entries()) {
      const { proofs: told, ...rest } = CATALOGUE[k];
      expect(rest, `${entry.name}: ${remedy}`).toEqual(entry);
      // a new experiment may be missing until the next run; none is claimed that is not there
      expect(told, `${entry.name}: ${remedy}`).toBeLessThanOrEqual(proofs);
    }
  });

  test.each(scenes.map(({ name }) => name))("%s has a picture, of 12 kB at most", (name) => {
    const file = new URL(pictureOf(name), folder);
    expect(existsSync(file), remedy).toBe(true);
    const bytes = readFileSync(file);
    expect(bytes.length).toBeLessThanOrEqual(12_000);
    // a RIFF file of the kind WEBP, and more than a plain colour, which takes 200 bytes
    expect([bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)]).toEqual(["RIFF", "WEBP"]);
    expect(bytes.length).toBeGreaterThan(500);
  });

  test("no two scenes have the same picture", () => {
    const pictures = scenes.map(({ name }) => readFileSync(new URL(pictureOf(name), folder)).toString("base64"));
    const seen = new Map<string, string>();
    for (const [k, picture] of pictures.entries()) {
      expect(seen.get(picture), `${scenes[k].name}: ${remedy}`).toBeUndefined();
      seen.set(picture, scenes[k].name);
    }
  });

  test("every group, formulation and kind of contact has a name", () => {
    for (const { group, formulation, contact } of CATALOGUE) {
      expect(common.groups[group], group).toBeDefined();
      expect(texts.about[group], group).toBeDefined();
      expect(texts.formulations[formulation], formulation).toBeDefined();
      expect(texts.contacts[contact], contact).toBeDefined();
    }
  });
});

describe("the search", () => {
  test("finds names first, then what is said of a scene", () => {
    expect(search("flipping")[0]).toBe("flipping-body");
    expect(search("  GEAR  train ")[0]).toBe("gear-train");
    const boxes = matching(CATALOGUE, { ...NO_FILTER, query: "box" }, noLabels);
    const named = boxes.map(({ title, name }) => /box/i.test(`${title} ${name}`));
    expect(named.indexOf(false)).toBeGreaterThan(0);
    expect(named.lastIndexOf(true)).toBeLessThan(named.indexOf(false));
  });

  test("covers laws, joints, shapes and formulations", () => {
    const hertz = search("hunt-crossley");
    expect(hertz).toContain("peg-in-hole");
    expect(hertz).not.toContain("free-fall");
    expect(search("hinge").length).toBeGreaterThan(3);
    expect(search("complementarity").sort()).toEqual(
      names(CATALOGUE.filter(({ formulation }) => formulation === "complementarity")).sort(),
    );
  });

  test("every word must occur, accents and case do not matter, labels of the language count", () => {
    expect(search("gear nonsense")).toEqual([]);
    const spanish = matching(CATALOGUE, { ...NO_FILTER, query: "maquinas" }, ({ group }) =>
      group === "machines" ? ["Máquinas"] : [],
    );
    expect(new Set(spanish.map(({ group }) => group))).toEqual(new Set(["machines"]));
  });

  test("the nearest names are offered for a mistyped one", () => {
    expect(names(nearest(CATALOGUE, "flipping bdy", 3))[0]).toBe("flipping-body");
    expect(nearest(CATALOGUE, "", 3)).toHaveLength(3);
  });
});

describe("the filter", () => {
  test("lives in the address, and back", () => {
    const filter = { group: "exact geometry", query: "a & b", formulations: ["impulse"], contacts: ["hard", "none"] };
    expect(parseFilter(filterHash(filter))).toEqual(filter);
    expect(filterHash(NO_FILTER)).toBe("#/");
    expect(parseFilter("#/")).toEqual(NO_FILTER);
    expect(parseFilter("#/?group=piles").group).toBe("piles");
    expect(pageOf(filterHash(filter))).toBe("gallery");
    expect(parseFilter("#/?formulation=").formulations).toEqual([]);
  });

  test("groups, formulations and contacts narrow together", () => {
    const shown = matching(CATALOGUE, { ...NO_FILTER, group: "mechanisms", formulations: ["impulse"] }, noLabels);
    expect(shown.length).toBeGreaterThan(0);
    for (const entry of shown) expect([entry.group, entry.formulation]).toEqual(["mechanisms", "impulse"]);
    expect(matching(CATALOGUE, { ...NO_FILTER, contacts: [] }, noLabels)).toEqual([]);
  });

  test("a tick taken away leaves the others; the last one put back means all", () => {
    const all = ["a", "b", "c"];
    expect(toggled(null, "b", all)).toEqual(["a", "c"]);
    expect(toggled(["a", "c"], "b", all)).toBeNull();
    expect(toggled(["a"], "a", all)).toEqual([]);
  });

  test("counts add up to the whole", () => {
    for (const key of ["group", "formulation", "contact"] as const)
      expect(counted(CATALOGUE, key).reduce((sum, [, n]) => sum + n, 0)).toBe(CATALOGUE.length);
    expect(groupsOf(CATALOGUE).sort()).toEqual(
      counted(CATALOGUE, "group")
        .map(([group]) => group)
        .sort(),
    );
  });
});

test("the proof of the build counts what was run, and says nothing without it", () => {
  const rows = [
    { id: "a", pass: true, checks: 3 },
    { id: "b", pass: false, checks: 4, failed: ["b.x"] },
    { id: "c", pass: false },
    { id: "not run", checks: 100 },
  ];
  expect(readProof({ rows })).toEqual({ total: 8, passed: 6, cells: [true, false, false], failed: ["b.x", "c"] });
  for (const nothing of [undefined, null, {}, [], "x", { rows: [] }, { rows: 3 }])
    expect(readProof(nothing)).toBeNull();
});
