import { type BodySpec, defineScene, param } from "stiction";
import { siteHeights } from "./parts/site-ground.js";
import { truck } from "./truck.js";

/**
 * A truck drives over a building site and tips its load beside a trench: ground as a height field with the trench that
 * was dug, the soil that came out of it and the heap it goes to.
 */
export const constructionSite = defineScene({
  name: "construction-site",
  title: "Construction site",
  summary: "A truck on uneven ground beside a trench and its heaps, with the things that lie about on a site",
  group: "machines",
  params: {
    load: param.number({ unit: "1", integer: true, min: 0, max: 60, default: 24, help: "balls in the bed" }),
  },
  build: ({ load }) => {
    const driven = truck.build({ load, steer: 0.12, start: 1, brake: 3.4, tip: 5 });
    const ground: BodySpec = {
      name: "ground",
      type: "static",
      material: "rubber",
      shapes: [
        {
          type: "height-field",
          heights: siteHeights({
            size: 40,
            spacing: 0.2,
            level: { x: 3, y: 1, half: [9, 3] },
            trenches: [{ x: 4, y: -5.5, half: 4.5, width: 0.55, depth: 1.35, batter: 0.45 }],
            heaps: [
              { x: 1, y: -8.6, height: 1.1, slope: 0.62 },
              { x: 3.2, y: -8.9, height: 1.35, slope: 0.64 },
              { x: 5.4, y: -8.5, height: 1.2, slope: 0.6 },
              { x: 7.6, y: -8.8, height: 0.9, slope: 0.6 },
              { x: -8, y: 9, height: 2.6, slope: 0.62 },
              { x: -10.6, y: 8, height: 1.7, slope: 0.6 },
            ],
          }),
          dx: 0.2,
          dy: 0.2,
          category: 1,
        },
      ],
    };
    return {
      ...driven,
      duration: 12,
      bodies: [ground, ...(driven.bodies ?? []).filter(({ name }) => name !== "floor")],
      view: { eye: [-9, -17, 6.5], target: [3, -1.5, 0.4], pictureTime: 2, plot: ["body/chassis/speed"] },
    };
  },
});
