import { type BodySpec, defineScene, type JointSpec, param, type ShapeSpec } from "stiction";

/**
 * IFToMM A02: N windows of a four-bar linkage in a row, all bars 1 m and 1 kg. Every half revolution all bars lie on
 * one line, and one degree of freedom becomes N + 1: methods that invert the Jacobian fail there. On the branch of the
 * parallelogram it is one pendulum of inertia ((N + 1)/3 + N) m L².
 */
export const fourBarWindows = defineScene({
  name: "four-bar-windows",
  title: "Windows of four-bar linkages (IFToMM A02)",
  summary: "Closed loops through positions where they could branch, against one equation of motion",
  group: "benchmarks",
  params: {
    windows: param.number({ unit: "1", integer: true, min: 1, max: 1000, default: 2, help: "N, number of windows" }),
    spatial: param.flag({ default: false, help: "bodies in space instead of the plane" }),
  },
  build: ({ windows, spatial }) => {
    const at = (x: number, y: number) => (spatial ? [x, y, 0] : [x, y]);
    const thick = 0.04;
    const moment = 1 / 12;
    const slender = (thick * thick) / 6;
    const box = (x: number, y: number) =>
      spatial
        ? ({ type: "box", halfExtents: [x, y, thick / 2] } satisfies ShapeSpec)
        : ({
            type: "polygon",
            vertices: [
              [-x, -y],
              [x, -y],
              [x, y],
              [-x, y],
            ],
          } satisfies ShapeSpec);
    const bars = Array.from(
      { length: windows + 1 },
      (_, k) =>
        ({
          name: `bar${k}`,
          mass: 1,
          inertia: [moment, slender, moment],
          position: at(k, 0.5),
          velocity: at(0.5, 0),
          angularVelocity: [0, 0, -1],
          shapes: [box(thick / 2, 0.5)],
        }) satisfies BodySpec,
    );
    const couplers = Array.from(
      { length: windows },
      (_, k) =>
        ({
          name: `coupler${k}`,
          mass: 1,
          inertia: [slender, moment, moment],
          position: at(k + 0.5, 1),
          velocity: at(1, 0),
          color: "#8fa9bf",
          shapes: [box(0.5, thick / 2)],
        }) satisfies BodySpec,
    );
    return {
      duration: 10,
      timestep: 0.001,
      ...(spatial ? { gravity: [0, -9.81, 0] } : { plane: "xy" as const }),
      contact: "none" as const,
      formulation: { type: "augmented-lagrangian" },
      bodies: [...bars, ...couplers],
      joints: [
        ...bars.map(
          (bar, k) => ({ type: "hinge", name: `foot${k}`, bodyB: bar.name, at: at(k, 0) }) satisfies JointSpec,
        ),
        ...couplers.flatMap((coupler, k): JointSpec[] => [
          { type: "hinge", name: `left${k}`, bodyA: `bar${k}`, bodyB: coupler.name, at: at(k, 1) },
          { type: "hinge", name: `right${k}`, bodyA: `bar${k + 1}`, bodyB: coupler.name, at: at(k + 1, 1) },
        ]),
      ],
      sensors: ["body/bar0/position.x", "body/bar0/position.y", "joint/left0/gap", "system/all/energy"],
      view: {
        eye: [windows / 2, 0, 3 + windows],
        target: [windows / 2, 0, 0],
        pictureTime: 0.4,
        plot: ["body/bar0/position.x", "body/bar0/position.y"],
      },
    };
  },
});
