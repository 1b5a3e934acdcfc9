import { type BodySpec, createData, type ForceSpec, type JointSpec, modes, type Spec, settle } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const G = 9.81;

/** Hull: mass, kg, moments about x and y, kg m². A carriage of small mass leaves it to heave, pitch and roll. */
const HULL = { mass: 1180, roll: 420, pitch: 1650 };
const CARRIAGE = 20;
const MASS = HULL.mass + CARRIAGE;
const [FRONT, REAR, SIDE] = [1.15, 1.45, 0.72];
const [STIFF_FRONT, STIFF_REAR] = [21_000, 26_500];
/** Height of the hull's centre of mass, where the springs act, and of the wheels, m. */
const [TOP, WHEEL] = [0.95, 0.35];

/** Weight on one front and one rear spring, N. */
const load = (front: number, rear: number) => [
  (MASS * G * rear) / (2 * (front + rear)),
  (MASS * G * front) / (2 * (front + rear)),
];

const hull: { readonly bodies: BodySpec[]; readonly joints: JointSpec[] } = {
  bodies: [
    { name: "carriage", mass: CARRIAGE, inertia: [1, 1, 1], position: [0, 0, TOP + 0.04] },
    { name: "hull", mass: HULL.mass, inertia: [HULL.roll, HULL.pitch, 1900], position: [0, 0, TOP + 0.04] },
  ],
  joints: [
    { type: "slider", name: "guide", bodyB: "carriage", at: [0, 0, TOP + 0.04], axis: [0, 0, 1] },
    {
      type: "universal",
      name: "pivot",
      bodyA: "carriage",
      bodyB: "hull",
      at: [0, 0, TOP + 0.04],
      axis: [0, 0, 1],
    },
  ],
};
const corners = (front: number, rear: number) =>
  [front, -rear].flatMap((x) =>
    [SIDE, -SIDE].map((y) => ({ x, y, name: `${x > 0 ? "front" : "rear"}${y > 0 ? "L" : "R"}` })),
  );
const scene = (name: string, rest: Spec): Spec => ({
  name,
  formulation: "augmented-lagrangian",
  contact: "none",
  timestep: 1e-3,
  ...rest,
});

/** Springs between road and hull, each so long that the hull stands level: loads then have no lever in rotation. */
const onSprings = scene("on-springs", {
  ...hull,
  forces: corners(FRONT, REAR).map(({ x, y, name }): ForceSpec => {
    const [front, rear] = load(FRONT, REAR);
    const stiffness = x > 0 ? STIFF_FRONT : STIFF_REAR;
    const restLength = TOP + (x > 0 ? front : rear) / stiffness;
    return { type: "spring", name, bodyB: "hull", pointA: [x, y, 0], pointB: [x, y, 0], stiffness, restLength };
  }),
});

/** The same on four unsprung masses over tyres, as long in front as behind: bounce, pitch, roll and warp are apart. */
const [UNSPRUNG, TYRE, HALF] = [38, 190_000, 1.3];
const onWheels = scene("on-wheels", {
  bodies: [
    ...hull.bodies,
    ...corners(HALF, HALF).map(({ x, y, name }) => ({
      name,
      mass: UNSPRUNG,
      inertia: [1, 1, 1],
      position: [x, y, WHEEL + 0.01],
    })),
  ],
  joints: [
    ...hull.joints,
    ...corners(HALF, HALF).map(
      ({ x, y, name }): JointSpec => ({
        type: "slider",
        name: `strut-${name}`,
        bodyB: name,
        at: [x, y, WHEEL + 0.01],
        axis: [0, 0, 1],
      }),
    ),
  ],
  forces: corners(HALF, HALF).flatMap(({ x, y, name }): ForceSpec[] => {
    const weight = (MASS * G) / 4;
    return [
      {
        type: "spring",
        name: `spring-${name}`,
        bodyA: name,
        bodyB: "hull",
        pointB: [x, y, 0],
        stiffness: STIFF_FRONT,
        restLength: TOP - WHEEL + weight / STIFF_FRONT,
      },
      {
        type: "spring",
        name: `tyre-${name}`,
        bodyB: name,
        pointA: [x, y, 0],
        stiffness: TYRE,
        restLength: WHEEL + (weight + UNSPRUNG * G) / TYRE,
      },
    ];
  }),
});

/** ω² of K x = ω² M x with M diagonal, of two coordinates. */
function pair(m: readonly [number, number], [a, b, c]: readonly [number, number, number]): number[] {
  const [p, q, r] = [a / m[0], c / m[1], (b * b) / (m[0] * m[1])];
  const root = Math.sqrt((p - q) ** 2 / 4 + r);
  return [(p + q) / 2 - root, (p + q) / 2 + root];
}

/** Largest relative error of the frequencies against closed forms of ω². */
function worst(context: Context, spec: Spec, squares: number[]): { height: number; error: number } {
  const { model } = context.simulate(spec);
  const data = createData(model);
  settle(model, data);
  const found = modes(model, data).modes.map(({ omega }) => omega);
  const expected = squares.map(Math.sqrt).sort((a, b) => a - b);
  const off = expected.map((omega, k) => Math.abs((found[k] ?? Number.NaN) / omega - 1));
  const height = data.bodyPos[3 * model.bodyNames.indexOf("hull") + 2];
  return { height, error: found.length === expected.length ? Math.max(...off) : Number.NaN };
}

export const vehicleModes = defineExperiment({
  id: "own.vehicle-modes",
  title: "Vehicle on its suspension: bounce, pitch, roll, and hop of the wheels",
  reference:
    "Three degrees of freedom: det(K − ω² M) = 0 with M = diag(m, J_y), and 4 k s²/J_x in roll. Seven: pairs of hull and wheels in bounce, pitch and roll, and (k + k_t)/m_u in warp.",
  rows: {
    level: near("height of the hull at rest", "m", TOP, 1e-9, "accelerations of 1e-8 m/s² at rest"),
    three: error("worst frequency of three over its closed form, less 1", "1", 1e-8, "differences of forces"),
    seven: error("worst frequency of seven over its closed form, less 1", "1", 1e-8, "differences of forces"),
  },
  *measure(context) {
    const [kf, kr] = [2 * STIFF_FRONT, 2 * STIFF_REAR];
    const coupled = kr * REAR - kf * FRONT;
    const three = worst(context, onSprings, [
      ...pair([MASS, HULL.pitch], [kf + kr, coupled, kf * FRONT ** 2 + kr * REAR ** 2]),
      ((kf + kr) * SIDE ** 2) / HULL.roll,
    ]);
    yield ["level", three.height];
    yield ["three", three.error];
    const k = 4 * STIFF_FRONT;
    const arm = (inertia: number, lever: number) =>
      pair([inertia, 4 * UNSPRUNG], [k * lever ** 2, -k * lever, k + 4 * TYRE]);
    const seven = worst(context, onWheels, [
      ...arm(MASS, 1),
      ...arm(HULL.pitch, HALF),
      ...arm(HULL.roll, SIDE),
      (STIFF_FRONT + TYRE) / UNSPRUNG,
    ]);
    yield ["seven", seven.error];
  },
});
