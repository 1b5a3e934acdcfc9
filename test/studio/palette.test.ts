import { describe, expect, test } from "vitest";
import { rank, rankWithHelp, score } from "../../studio/palette/match.js";

describe("the palette", () => {
  test("every word must be found; starts of words count more than their insides", () => {
    expect(score("Newton's cradle", "cradle ball")).toBeNull();
    const whole = score("Restart", "rest") ?? 0;
    const start = score("Switch, then rest", "rest") ?? 0;
    const inside = score("Forest fire", "rest") ?? 0;
    expect(whole).toBeGreaterThan(start);
    expect(start).toBeGreaterThan(inside);
  });

  test("case and accents do not matter", () => {
    expect(score("Disposición", "DISPOSICION")).not.toBeNull();
    expect(score("Näytä paneeli", "nayta")).not.toBeNull();
  });

  test("ranks best first, keeps the order of equals, and no more than asked for", () => {
    const items = ["body/box/spin.y", "system/all/kineticEnergy", "spin", "body/ball/spin.y"];
    expect(rank(items, "spin", (text) => text, 3)).toEqual(["spin", "body/box/spin.y", "body/ball/spin.y"]);
    expect(rank(items, " ", (text) => text, 2)).toEqual(items.slice(0, 2));
  });

  test("help is searched too, after names", () => {
    const items = [
      { name: "Ripple", help: "a surface on which a body sticks and slips" },
      { name: "Stick" },
      { name: "Pendulum", help: "swings" },
    ];
    const names = (query: string, most = 5) =>
      rankWithHelp(items, query, ({ name }) => name, most).map(({ name }) => name);
    expect(names("stick")).toEqual(["Stick", "Ripple"]);
    expect(names("ripple slips")).toEqual(["Ripple"]);
    expect(names("stick", 1)).toEqual(["Stick"]);
  });
});
