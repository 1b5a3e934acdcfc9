import type { VisualSpec } from "stiction";
import { across, block, upright } from "./curves.js";
import { boomVisuals, bucketVisuals, stickVisuals } from "./excavator-arm.js";
import { bladeVisuals } from "./excavator-under.js";
import { upperVisuals } from "./excavator-upper.js";
import { arc, type Point2, plate } from "./outlines.js";
import { scaledVisuals } from "./scale.js";

/** A rubber track around three rollers, on one side. */
function track(y: number): VisualSpec[] {
  const [reach, radius] = [0.75, 0.26];
  const around = (r: number): Point2[] => [
    ...arc(reach, 0.26, r, -Math.PI / 2, Math.PI / 2, 14),
    ...arc(-reach, 0.26, r, Math.PI / 2, 1.5 * Math.PI, 14),
  ];
  const pads = Array.from({ length: 17 }, (_, k) => -0.88 + 0.11 * k).flatMap((x) =>
    [-1, 1].map((side) => block([0.05, 0.3, 0.03], [x, y, 0.26 + side * radius], "dark", 0.006)),
  );
  return [
    plate(around(radius), 0.28, "tyre", { y, holes: [around(radius - 0.05)], bevel: 0.012 }),
    ...pads,
    block([1.3, 0.16, 0.16], [0, y, 0.28], "frame", 0.03),
    ...[-reach, reach].map((x) => across(0.19, 0.2, [x, y, 0.26], "frame")),
    ...[-0.4, 0, 0.4].map((x) => across(0.09, 0.22, [x, y, 0.12], "frame")),
  ];
}

/** What the parts of the mini excavator look like, by name. */
export function miniExcavatorVisuals(): Readonly<Record<string, readonly VisualSpec[]>> {
  return {
    undercarriage: [
      ...track(0.62),
      ...track(-0.62),
      block([1.1, 1.1, 0.18], [0, 0, 0.44], "frame", 0.04),
      upright(0.34, 0.18, [0, 0, 0.62], "dark"),
      ...[-0.22, 0.22].map((y) => block([0.4, 0.1, 0.2], [0.78, y, 0.42], "frame", 0.03)),
    ],
    uppercarriage: scaledVisuals(upperVisuals(), 0.52),
    boom: scaledVisuals(boomVisuals(), 0.5),
    stick: scaledVisuals(stickVisuals(), 0.5),
    bucket: scaledVisuals(bucketVisuals(1.1), 0.5),
    blade: scaledVisuals(bladeVisuals(), 0.5),
    ...Object.fromEntries(
      ["left", "right"].flatMap((side) =>
        ["front", "middle", "rear"].map((place) => [
          `roller-${place}-${side}`,
          // inside the track: a bolt tells that it turns
          [across(0.03, 0.34, [0.08, 0, 0], "worn")],
        ]),
      ),
    ),
  };
}
