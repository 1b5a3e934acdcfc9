import { circleBounds } from "../../geometry/bounds.js";
import { circleMass } from "../../geometry/mass-properties.js";
import { regularPolygon } from "../../geometry/polygon.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { flatMesh } from "./flat.js";
import { ownBounds, solid } from "./solid.js";

/** Disc of a planar scene, around the origin. */
export const circle = defineShape({
  name: "circle",
  help: "a disc around the origin",
  space: "planar",
  params: { radius: p.number({ unit: "m", above: 0, help: "radius" }) },
  prepare: ({ radius }) =>
    solid({
      form: "circle",
      size: [radius],
      mass: circleMass(radius),
      bounds: ownBounds(circleBounds, radius),
      drawing: () => flatMesh(regularPolygon(64, radius).vertices),
    }),
});
