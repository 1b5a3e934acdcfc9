import type { BodySpec, ControllerSpec, ControlSpec, JointSpec, ShapeSpec } from "stiction";
import { elementary } from "stiction";
import { drawing } from "stiction/machines";

const { plate, block, across } = drawing;
const { cos, sin } = elementary;

/** Pin of the bed at the rear of the lorry, foot of its cylinder in the lorry, head in the bed's frame, m. */
const PIN = [-3.1, 0, 1.05] as const;
const FOOT = [0.55, 0, 0.74] as const;
const HEAD = [3.75, 0, 0.1] as const;
/** Inside of the bed from its rear lip over the floor to the front wall, [x, z] from the pin, m; inner width. */
const TRAY = [
  [-0.5, 0.56],
  [0.7, 0.2],
  [4.42, 0.2],
  [4.42, 1.26],
] as const;
const WIDTH = 2.2;
/** Bits of the collision filter: the bed does not meet its lorry, and the tray meets nothing but falling soil. */
const TIPPER = 8;

/** Sheet metal of the bed, softer than the frame of a machine. */
export const BODYWORK = { friction: 0.4, contact: { type: "linear", stiffness: 1e5, damping: 3e3 } } as const;

/** The lorry, its bed, and what tips it. */
export interface Tipper {
  readonly bodies: BodySpec[];
  readonly joints: JointSpec[];
  readonly controllers: ControllerSpec[];
  readonly controls: ControlSpec[];
}

function bedVisuals() {
  const side = [
    [-0.6, 0.6],
    [0.64, 0.1],
    [4.5, 0.1],
    [4.5, 1.42],
    [0.1, 1.16],
  ] as const;
  const floor = [
    [-0.6, 0.6],
    [0.64, 0.1],
    [4.5, 0.1],
    [4.5, 1.7],
    [4.42, 1.7],
    [4.42, 0.2],
    [0.7, 0.2],
    [-0.5, 0.66],
  ] as const;
  const y = WIDTH / 2 + 0.03;
  return [
    plate(floor, WIDTH, "bed", { bevel: 0.01 }),
    ...[-y, y].flatMap((at) => [
      plate(side, 0.06, "bed", { y: at, bevel: 0.012 }),
      // ribs, and the rail on top
      ...[0.9, 1.8, 2.7, 3.6].map((x) =>
        block([0.1, 0.07, 0.98 + 0.06 * x], [x, 1.05 * at, 0.6 + 0.03 * x], "bed", 0.01),
      ),
      block([4.45, 0.12, 0.09], [2.3, at, 1.29], "bed", 0.015, { axis: [0, 1, 0], angle: -0.059 }),
    ]),
    block([1.5, WIDTH, 0.07], [5.1, 0, 1.72], "bed", 0.02),
    ...[-0.5, 0.5].map((at) => block([4.3, 0.14, 0.12], [2.3, at, 0.06], "graphite", 0.01)),
    across(0.07, 1.4, [0, 0, 0], "graphite"),
  ];
}

/** Walls and floor as boxes, for what hits the bed. */
function bedShapes(): ShapeSpec[] {
  const filter = { category: TIPPER, mask: 0xffffffff - TIPPER };
  const box = (half: number[], at: number[]): ShapeSpec => ({
    type: "box",
    halfExtents: half,
    position: at,
    ...filter,
  });
  return [
    box([2.5, 0.05, 0.58], [2, WIDTH / 2 + 0.03, 0.7]),
    box([2.5, 0.05, 0.58], [2, -WIDTH / 2 - 0.03, 0.7]),
    box([0.05, 1.1, 0.75], [4.46, 0, 0.9]),
    box([1.95, 1.1, 0.05], [2.56, 0, 0.14]),
  ];
}

/**
 * A lorry that stands at a place of level ground and faces a direction (rad), with a bed that holds soil and is tipped
 * by its lever. The tray counts what falls into it: `soil/bed/volume`.
 */
export function tipper(x: number, y: number, heading: number): Tipper {
  const [c, s] = [cos(heading), sin(heading)];
  const at = ([px, py, pz]: readonly number[]) => [x + c * px - s * py, y + s * px + c * py, pz];
  const orientation = { axis: [0, 0, 1], angle: heading };
  const head = [PIN[0] + HEAD[0], 0, PIN[2] + HEAD[2]];
  const [dx, dz] = [head[0] - FOOT[0], head[2] - FOOT[2]];
  const start = Math.sqrt(dx * dx + dz * dz);
  return {
    bodies: [
      {
        name: "lorry",
        type: "static",
        position: [x, y, 0],
        orientation,
        material: "ground",
        shapes: [
          { type: "box", halfExtents: [0.85, 1.15, 1], position: [2.5, 0, 1.78], category: TIPPER },
          { type: "box", halfExtents: [3.2, 1.15, 0.35], position: [0, 0, 0.65], category: TIPPER },
        ],
        visuals: [{ type: "prop", name: "lorry", variant: 1, color: "#c9662f" }],
      },
      {
        name: "bed",
        mass: 2400,
        position: at(PIN),
        orientation,
        centerOfMass: [2.2, 0, 0.5],
        inertia: [1500, 5000, 5600],
        material: "bodywork",
        shapes: [
          {
            type: "bucket",
            width: WIDTH,
            profile: TRAY.map(([px, pz]) => [px, pz]),
            teeth: 0,
            slices: 1,
            catches: true,
            category: TIPPER,
            mask: 0,
          },
          ...bedShapes(),
        ],
        visuals: bedVisuals(),
      },
    ],
    joints: [
      {
        type: "hinge",
        name: "bed",
        bodyA: "lorry",
        bodyB: "bed",
        at: at(PIN),
        axis: at([0, -1, 0]).map((v, k) => v - [x, y, 0][k]),
      },
      {
        type: "distance",
        name: "bed-cylinder",
        bodyA: "lorry",
        bodyB: "bed",
        at: at(FOOT),
        to: at(head),
        cylinder: { radius: 0.09, barrel: 0.9 * start, spacing: 0 },
      },
    ],
    controllers: [
      {
        type: "guide",
        name: "tip",
        output: "joints.bed-cylinder.length",
        maxSpeed: 0.45,
        maxSpeedBack: 0.4,
        maxAcceleration: 0.4,
        lower: start,
        upper: start + 3.4,
      },
    ],
    controls: [
      {
        name: "tip",
        label: "Bed of the lorry",
        help: "less lowers, more tips",
        drives: "controllers.tip.command",
        keys: ["KeyN", "KeyM"],
      },
    ],
  };
}
