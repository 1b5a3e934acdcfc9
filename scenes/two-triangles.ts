import { type BodySpec, defineScene, elementary, param } from "stiction";
import { contactModel, rectangle } from "./parts/exact-geometry.js";

/** Corners of an equilateral triangle of circumradius √2 m, one corner up, or down. */
const triangle = (turn: 1 | -1) =>
  [0, 120, 240].map((degrees) => {
    const angle = ((turn * 90 + degrees) * Math.PI) / 180;
    return [Math.SQRT2 * elementary.cos(angle), Math.SQRT2 * elementary.sin(angle)];
  });

const inertia = [0.5, 0.5, 0.5];

/**
 * Two equal triangles meet corner to corner, in free space or on a floor, or lie on each other (RPIsim, branch PEG in
 * the plane).
 */
export const twoTriangles = defineScene({
  name: "two-triangles",
  title: "Two triangles",
  summary: "Two equal triangles meet corner to corner and move on together, or one lands on the flat side of another",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    variant: param.choice(["free", "floor", "inverted"], {
      default: "free",
      help: "without gravity, on a floor, or one on an inverted one",
    }),
    speed: param.number({
      unit: "m/s",
      min: 0,
      default: 2,
      help: "initial speed of the second triangle towards the first",
    }),
    step: param.number({ unit: "s", above: 0, max: 0.25, default: 0.05, help: "h" }),
  },
  build: ({ contacts, variant, speed, step }) => {
    const body = (name: string, position: number[], more: object) =>
      ({
        name,
        mass: 1,
        inertia,
        position,
        color: name === "first" ? "#c9b79c" : "#8fa9bf",
        shapes: [{ type: "polygon", vertices: triangle(1) }],
        ...more,
      }) satisfies BodySpec;
    const still = { type: "static" as const };
    const bodies: BodySpec[] =
      variant === "inverted"
        ? [
            {
              name: "first",
              ...still,
              position: [0, 0],
              color: "#c9b79c",
              shapes: [{ type: "polygon", vertices: triangle(-1) }],
            } satisfies BodySpec,
            body("second", [-0.015, Math.SQRT2 + 0.2], {}),
          ]
        : [
            body("first", [0, 0], {}),
            body("second", [2.6, 0], { velocity: [-speed, 0] }),
            ...(variant === "floor"
              ? [
                  {
                    name: "floor",
                    ...still,
                    position: [0, -Math.SQRT1_2 - 0.5],
                    color: "#b5c99a",
                    shapes: [{ type: "polygon", vertices: rectangle(10, 1) }],
                  } satisfies BodySpec,
                ]
              : []),
          ];
    return {
      duration: 3,
      timestep: step,
      plane: "xy" as const,
      ...(variant === "free" ? { gravity: [0, 0, 0] } : {}),
      formulation: { type: "complementarity", contacts, cone: "none" },
      bodies,
      sensors: ["body/second/position.x", "body/second/position.y", "body/second/angle"],
      view: { eye: [0, 0, 12], target: [0, 0, 0], pictureTime: 0.2, plot: ["body/second/position.x"] },
    };
  },
});
