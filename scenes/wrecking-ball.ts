import { type BodySpec, defineScene, param } from "stiction";
import { floor } from "./parts/bodies.js";
import { ballVisuals, brickVisuals, craneVisuals, linkVisuals } from "./parts/wrecking-visuals.js";

/** A heavy ball on a light chain swings into a wall. The mass of a link is a thousandth of its load. */
export const wreckingBall = defineScene({
  name: "wrecking-ball",
  title: "Wrecking ball",
  summary: "A ball of a tonne on a chain of light links knocks a wall down; the chain does not stretch",
  group: "mechanisms",
  params: {
    mass: param.number({ unit: "kg", above: 0, default: 1000, help: "mass of the ball" }),
    links: param.number({ unit: "1", integer: true, min: 1, max: 50, default: 10, help: "links of 0.5 m, 1 kg each" }),
    rows: param.number({ unit: "1", integer: true, min: 0, max: 20, default: 5, help: "rows of the wall" }),
  },
  build: ({ mass, links, rows }) => {
    const [top, link, radius] = [0.5 * links + 1.2, 0.5, 0.5];
    // the chain starts level, towards −x
    const chain = Array.from(
      { length: links },
      (_, k) =>
        ({
          name: `link-${k}`,
          mass: 1,
          material: "steel",
          position: [-(k + 0.5) * link, 0, top],
          orientation: { axis: [0, 1, 0], angle: Math.PI / 2 },
          color: "#6d737b",
          shapes: [{ type: "capsule", radius: 0.05, halfLength: 0.18 }],
          visuals: linkVisuals(link, k % 2 === 0),
        }) satisfies BodySpec,
    );
    const wall = Array.from({ length: rows }, (_, row) =>
      Array.from(
        { length: 5 },
        (_, k) =>
          ({
            name: `brick-${row}-${k}`,
            material: "brick",
            position: [0.9, k - 2 + (row % 2 ? 0.25 : -0.25), 0.25 + 0.5 * row],
            shapes: [{ type: "box", halfExtents: [0.25, 0.49, 0.25] }],
            visuals: brickVisuals(row + k),
          }) satisfies BodySpec,
      ),
    ).flat();
    return {
      duration: 6,
      timestep: 1 / 60,
      // the tight chain vibrates at up to 2 √(T/(m L)) ≈ 500 rad/s, which the sub-steps must resolve
      // and with so many sub-steps, sweeps over the contacts are enough
      formulation: { type: "impulse", preset: "fast", substeps: 24, contacts: "iterative" },
      materials: { steel: { friction: 0.4, restitution: 0.1 }, brick: { friction: 0.6, density: 600 } },
      bodies: [
        { ...floor("brick"), visuals: craneVisuals(top) },
        ...chain,
        {
          name: "ball",
          mass,
          material: "steel",
          position: [-links * link - radius, 0, top],
          color: "#4a4f57",
          shapes: [{ type: "sphere", radius }],
          visuals: ballVisuals(radius),
        },
        ...wall,
      ],
      joints: Array.from({ length: links + 1 }, (_, k) => ({
        type: "ball",
        name: `eye-${k}`,
        bodyA: k === 0 ? "world" : `link-${k - 1}`,
        bodyB: k === links ? "ball" : `link-${k}`,
        at: [-k * link, 0, top],
      })),
      sensors: ["body/ball/speed", "body/ball/position.x", "body/ball/position.z"],
      view: { eye: [3.5, -17, 5.5], target: [-0.6, 0, 3.4], pictureTime: 1.2, plot: ["body/ball/speed"] },
    };
  },
});
