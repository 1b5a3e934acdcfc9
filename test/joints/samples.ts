/** Scenes for the tests that hold for all kinds of joint: every kind, with every row it knows, in space and in the plane. */
import { type BodySpec, compileUntyped, defaultItems, type Items, type Model, type UntypedSpec } from "stiction";

// Joints are tested row by row here; the formulation only has to let them through.
const claims = { ...defaultItems.formulations.forces, joints: "all" as const };
export const jointItems: Items = { ...defaultItems, formulations: { ...defaultItems.formulations, forces: claims } };

const coordinate = {
  zero: 0.1,
  limits: { lower: -0.4, upper: 0.3 },
  drive: { mode: "position", target: 0.2, maxEffort: 9 },
  friction: { effort: 3 },
};
const lengths = { ...coordinate, zero: 0, limits: { lower: 0.5, upper: 2 } };

type Extra = Record<string, unknown>;
const ends = (planar: boolean) => ({ to: planar ? [1.5, 0.9] : [1.5, 0.9, -0.7] });
const grounds = (planar: boolean) =>
  planar ? { groundA: [0, 2], groundB: [2, 2] } : { groundA: [0, 2, 1], groundB: [2, 2, -1] };

/** What stands in a joint of this kind beside its bodies and its place; several where a parameter makes other rows. */
const VARIANTS: Record<string, (planar: boolean) => Extra[]> = {
  ball: () => [{}, { ...coordinate, cone: 0.6 }],
  hinge: () => [{}, coordinate, { drive: { mode: "position", target: 1, stiffness: 40, damping: 2 } }],
  slider: () => [coordinate],
  cylindrical: () => [coordinate],
  planar: () => [coordinate],
  "point-on-line": () => [coordinate],
  screw: () => [{ ...coordinate, pitch: 0.7 }],
  gear: (planar) => [{ ratio: -1.7 }, planar ? {} : { ratio: 2, axisB: [3, 1, 0] }],
  "rack-and-pinion": (planar) => [{ radius: 0.3, travel: planar ? [1, 2] : [1, 2, -1] }],
  pulley: (planar) => [
    { ...ends(planar), ...grounds(planar), slack: false, ratio: 2 },
    { ...ends(planar), ...grounds(planar) },
  ],
  wheel: (planar) => [
    {
      ...coordinate,
      travel: planar ? [1, 1] : [1, 3, 0],
      stiffness: 100,
      damping: 4,
      restTravel: -0.1,
      minTravel: -0.2,
      maxTravel: 0.3,
      steer: planar ? 0 : 0.4,
    },
  ],
  distance: (planar) => [
    { ...ends(planar), ...lengths },
    { ...ends(planar), mode: "rope", length: 0.3 },
    { ...ends(planar), mode: "strut" },
    { ...ends(planar), mode: "free", ...lengths },
  ],
  spring: (planar) => [{ ...ends(planar), stiffness: 50, damping: 3, ...lengths }],
  "angular-spring": () => [{ stiffness: 50, damping: 3, restAngle: 0.2, ...coordinate }],
  "angular-driver": () => [coordinate],
  weld: () => [{}, { stiffness: 100, angularStiffness: 3 }],
  bushing: () => [{ stiffness: [1, 2, 3], angularStiffness: [4, 5, 6], damping: [1, 1, 1], angularDamping: [1, 1, 1] }],
  hydraulic: (planar) =>
    [0, 1, -1].map((command) => ({
      ...ends(planar),
      command,
      force: 10,
      speed: 1,
      minLength: 0.2,
      maxLength: 3,
      friction: { effort: 2 },
    })),
  drag: (planar) => [{ bodyA: "world", targetX: 2, targetY: 1, ...(planar ? {} : { targetZ: 0.5 }) }],
};

const body = (name: string, position: number[], axis: number[], angle: number) =>
  ({
    name,
    mass: 1,
    inertia: [1, 1.5, 2],
    position,
    orientation: { axis, angle },
  }) satisfies BodySpec;

/** A scene with one joint between `a` and `b`, which stand at odd placements. */
export function sampleSpec(type: string, planar: boolean, extra: Extra): UntypedSpec {
  const axis = (defaultItems as Items).joints[type].planarAxis === "inside" ? [1, -1] : [0, 0, 1];
  return planar
    ? {
        plane: "xy",
        bodies: [body("a", [0.3, -0.2], [0, 0, 1], 0.7), body("b", [1.1, 0.4], [0, 0, 1], -1.1)],
        joints: [{ type, name: "j", bodyA: "a", bodyB: "b", at: [0.6, 0.1], axis, ...extra }],
      }
    : {
        bodies: [body("a", [0.3, -0.2, 0.5], [1, 2, 3], 0.7), body("b", [1.1, 0.4, -0.3], [-1, 0.5, 2], -1.1)],
        joints: [{ type, name: "j", bodyA: "a", bodyB: "b", at: [0.6, 0.1, 0.2], axis: [1, -1, 2], ...extra }],
      };
}

export interface Sample {
  readonly label: string;
  readonly planar: boolean;
  readonly type: string;
  readonly extra: Extra;
}

/** Every kind with its variants in the dimensions that know it. */
export const samples: readonly Sample[] = Object.entries(defaultItems.joints).flatMap(([type, kind]) =>
  (kind.planarAxis === "none" ? [false] : [false, true]).flatMap((planar) =>
    (VARIANTS[type]?.(planar) ?? [{}]).map((extra, n) => ({
      label: `${type} ${n + 1} ${planar ? "in the plane" : "in space"}`,
      planar,
      type,
      extra,
    })),
  ),
);

export const sampleModel = (s: Sample): Model => compileUntyped(sampleSpec(s.type, s.planar, s.extra), jointItems);
