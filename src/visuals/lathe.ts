import { show } from "../model/errors.js";
import * as p from "../model/params.js";
import { defineVisual } from "../model/visual.js";
import { bevelProfile, revolve } from "./revolve.js";
import { segmentsOf } from "./surface.js";

/** Surface of revolution about z. */
export const lathe = defineVisual({
  name: "lathe",
  help: "a surface of revolution: a profile turned about z",
  params: {
    profile: p.rows({
      unit: "m",
      minLength: 2,
      help: "points [r, z] from the lower end of the axis to the upper one, or around a ring",
    }),
    closed: p.flag({ default: false, help: "join the last point with the first: a ring, such as a tyre" }),
    bevel: p.number({ unit: "m", min: 0, default: 0, help: "bevel of the corners of the profile" }),
    segments: p.number({ integer: true, min: 3, max: 1024, default: 48, help: "flat pieces around the axis" }),
  },
  check: ({ profile }) => {
    const bad = profile.findIndex((point) => point.length !== 2 || !(point[0] >= 0));
    return bad < 0 ? undefined : `profile[${bad}] should be [r, z] with r >= 0, got ${show(profile[bad])}`;
  },
  details: 3,
  build: ({ profile, closed, bevel, segments }, detail = 0) => {
    const points = profile.map(([r, z]) => ({ r, z }));
    return revolve(bevelProfile(points, closed, bevel), closed, segmentsOf(segments, detail));
  },
});
