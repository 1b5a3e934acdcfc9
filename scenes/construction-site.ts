import { type BodySpec, defineScene, param } from "stiction";
import { type SiteGround, siteHeights, standing } from "./parts/site-ground.js";
import { truck } from "./truck.js";

const GROUND: SiteGround = {
  size: 40,
  spacing: 0.2,
  level: { x: 4, y: 1, half: [10, 3.2] },
  trenches: [{ x: 4, y: -5.5, half: 4.5, width: 0.55, depth: 1.35, batter: 0.45 }],
  heaps: [
    { x: 1, y: -8.6, height: 1.1, slope: 0.62 },
    { x: 3.2, y: -8.9, height: 1.35, slope: 0.64 },
    { x: 5.4, y: -8.5, height: 1.2, slope: 0.6 },
    { x: 7.6, y: -8.8, height: 0.9, slope: 0.6 },
    { x: -7, y: 9.5, height: 2.4, slope: 0.62 },
    { x: -9.6, y: 8.5, height: 1.7, slope: 0.6 },
  ],
};

/** Things that stand about: name of the prop, place, and the way it faces, rad. */
const THINGS: readonly (readonly [prop: string, x: number, y: number, turn: number, color?: string])[] = [
  ["person", 9.4, -4, 2.6],
  ["person", 10.3, -4.5, 2.2, "#c3c832"],
  ["traffic-cone", -1.2, -4.2, 0],
  ["traffic-cone", 1.3, -4.1, 0.4],
  ["traffic-cone", 3.8, -4.2, 0.9],
  ["traffic-cone", 6.3, -4.1, 0.2],
  ["traffic-cone", 9.7, -5.4, 0.5],
  ["barrier-fence", -1.9, -7.4, 1.5],
  ["barrier-fence", 10.4, -6.4, 1.6],
  ["barrier-fence", 10.6, -9.2, 1.5],
  ["pegs-and-string", 13.5, -2.2, 0.1],
  ["concrete-pipes", -5, -4.4, 0.25],
  ["shipping-container", 2, 12.6, 0.06],
  ["shipping-container", 8.6, 13.3, -0.04, "#b0705c"],
  ["site-office", 13.6, 9.6, -1.35],
  ["lorry", -11.6, -1.5, 1.15],
  ["planks", -6.6, -9.2, 0.5],
  ["safety-barrier", -14.4, -8.2, 1.2],
  ["safety-barrier", -13.2, -11, 1.1],
  ["warning-sign", -3.6, -2.6, 0.35],
];

/** Trees and bushes around the site: kind, seed, how many, and the half side of the square that is left out. */
const GROWTH: readonly (readonly [prop: string, seed: number, count: number, outer: number, inner: number])[] = [
  ["tree", 3, 70, 46, 21],
  ["pine", 5, 40, 52, 25],
  ["bush", 7, 60, 36, 17.5],
];

/**
 * A truck drives over a building site and tips its load: ground as a height field with the trench that was dug and the
 * soil that came out of it, and props for scale. Nothing that only stands about takes part in the motion.
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
          heights: siteHeights(GROUND),
          dx: GROUND.spacing,
          dy: GROUND.spacing,
          category: 1,
        },
      ],
    };
    return {
      ...driven,
      duration: 12,
      bodies: [
        ground,
        ...(driven.bodies ?? []).filter(({ name }) => name !== "floor"),
        ...THINGS.map(([prop, x, y, turn, color], k) =>
          standing(GROUND, `${prop}-${k}`, x, y, turn, { type: "prop", name: prop, ...(color && { color }) }),
        ),
        ...GROWTH.map(([prop, seed, count, outer, inner]) =>
          standing(GROUND, `growth-${prop}`, 0, 0, 0, {
            type: "scatter",
            name: prop,
            count,
            seed,
            halfExtents: [outer, outer, 0],
            leaveOut: [[0, 0, inner, inner]],
            distance: prop === "bush" ? 1.5 : 3.2,
          }),
        ),
      ],
      environment: { type: "site", sun: { azimuth: -2.3, elevation: 0.75 }, fog: 160 },
      view: { eye: [-8.5, -17.5, 5], target: [3.4, -1, 1.1], pictureTime: 2, plot: ["body/chassis/speed"] },
    };
  },
});
