import { type BodySpec, elementary, type Spec } from "stiction";
import { type Clothes, clothes, figureVisuals } from "./figure-visuals.js";

type Joint = NonNullable<Spec["joints"]>[number];

export interface Ragdoll {
  readonly bodies: BodySpec[];
  readonly joints: Joint[];
}

/** 75 kg and 1.75 m in ten parts: share of the mass and length in m, radius in m. */
const TOTAL = 75;
const PART = {
  head: { share: 0.081, length: 0.25, radius: 0.09 },
  trunk: { share: 0.497, length: 0.6, radius: 0.14 },
  upperArm: { share: 0.028, length: 0.3, radius: 0.045 },
  forearm: { share: 0.022, length: 0.4, radius: 0.04 },
  thigh: { share: 0.1, length: 0.43, radius: 0.07 },
  shank: { share: 0.061, length: 0.45, radius: 0.05 },
} as const;
type PartName = keyof typeof PART;

const degrees = (d: number) => (d * Math.PI) / 180;

/** Heights of the joints above the soles of an upright figure, m. */
const HIP = PART.shank.length + PART.thigh.length;
const KNEE = PART.shank.length;
const NECK = HIP + PART.trunk.length;
const SHOULDER = NECK - 0.08;
const ELBOW = SHOULDER - PART.upperArm.length;

/** Name, part, height of its upper end, side (0 middle). */
const PARTS: readonly (readonly [string, PartName, number, number])[] = [
  ["trunk", "trunk", NECK, 0],
  ["head", "head", NECK + PART.head.length, 0],
  ...([1, -1] as const).flatMap((side) => {
    const s = side > 0 ? "left" : "right";
    return [
      [`${s}-upper-arm`, "upperArm", SHOULDER, side],
      [`${s}-forearm`, "forearm", ELBOW, side],
      [`${s}-thigh`, "thigh", HIP, side],
      [`${s}-shank`, "shank", KNEE, side],
    ] as const;
  }),
];

/** Parent, child, height of the joint, range in the plane (degrees; positive forwards), friction (N m). */
const JOINTS: readonly (readonly [string, string, string, number, number, number, number])[] = [
  ["neck", "trunk", "head", NECK, -40, 40, 2],
  ...["left", "right"].flatMap(
    (s) =>
      [
        [`${s}-shoulder`, "trunk", `${s}-upper-arm`, SHOULDER, -60, 170, 4],
        [`${s}-elbow`, `${s}-upper-arm`, `${s}-forearm`, ELBOW, 0, 145, 2],
        [`${s}-hip`, "trunk", `${s}-thigh`, HIP, -20, 110, 6],
        [`${s}-knee`, `${s}-thigh`, `${s}-shank`, KNEE, -140, 0, 4],
      ] as const,
  ),
];

/** Category bit of the planar figure's parts, which overlap and do not collide. */
const FIGURE = 2;

/**
 * A planar figure seen from its left, looking along +x, soles at [x, y], rotated by `lean` about the soles. Hinges with
 * limits and friction.
 */
export function planarRagdoll(prefix: string, x: number, y: number, lean: number): Ragdoll {
  const [s, c] = [elementary.sin(lean), elementary.cos(lean)];
  const place = (height: number) => [x - height * s, y + height * c];
  return {
    bodies: PARTS.map(([name, part, top]) => {
      const { share, length, radius } = PART[part];
      return {
        name: `${prefix}${name}`,
        mass: TOTAL * share,
        material: "skin",
        position: place(top - length / 2),
        // a planar capsule lies along x
        orientation: lean - Math.PI / 2,
        shapes: [
          {
            type: "capsule",
            radius,
            halfLength: length / 2 - radius * 0.9,
            category: FIGURE,
            mask: 0xffffffff - FIGURE,
          },
        ],
      };
    }),
    joints: JOINTS.map(([name, parent, child, height, lower, upper, friction]) => ({
      type: "hinge",
      name: `${prefix}${name}`,
      bodyA: `${prefix}${parent}`,
      bodyB: `${prefix}${child}`,
      at: place(height),
      limits: { lower: degrees(lower), upper: degrees(upper) },
      friction: { effort: friction },
    })),
  };
}

/** Half the distance of the shoulders and of the hips, m. */
const SHOULDER_Y = 0.21;
const HIP_Y = 0.09;

/** Ranges in space: half angle of the cone, its middle (degrees forwards of straight down), largest twist. */
const CONE: Readonly<Record<string, readonly [number, number, number]>> = {
  neck: [40, 180, 60],
  shoulder: [115, 55, 80],
  hip: [65, 45, 40],
};

/**
 * A figure in space that looks along +x, soles at `at`. Ball joints with cone and twist, hinges for elbows and knees.
 */
export function ragdoll(prefix: string, at: readonly [number, number, number], worn: Clothes = clothes(0)): Ragdoll {
  const sideways = (name: string, side: number) => {
    const arm = name.includes("arm") || name.includes("shoulder") || name.includes("elbow");
    return side * (arm ? SHOULDER_Y : HIP_Y);
  };
  const sideOf = (name: string) => (name.startsWith("left") ? 1 : name.startsWith("right") ? -1 : 0);
  const middle = new Map(PARTS.map(([name, part, top]) => [name, top - PART[part].length / 2]));
  return {
    bodies: PARTS.map(([name, part, top, side]) => {
      const { share, length, radius } = PART[part];
      return {
        name: `${prefix}${name}`,
        mass: TOTAL * share,
        material: "skin",
        position: [at[0], at[1] + sideways(name, side), at[2] + top - length / 2],
        shapes:
          part === "trunk"
            ? [{ type: "box", halfExtents: [0.1, 0.15, length / 2 - 0.02] }]
            : [{ type: "capsule", radius, halfLength: length / 2 - radius * 0.9 }],
        visuals: figureVisuals(name, length, radius, worn),
      };
    }),
    joints: JOINTS.map(([name, parent, child, height, lower, upper, friction]) => {
      const y = sideways(name, sideOf(name));
      const common = {
        name: `${prefix}${name}`,
        bodyA: `${prefix}${parent}`,
        bodyB: `${prefix}${child}`,
        friction: { effort: friction },
      };
      const ball = CONE[name.replace(/^(left|right)-/, "")];
      if (ball === undefined) {
        // about −y the lower part swings forwards
        return {
          ...common,
          type: "hinge",
          at: [at[0], at[1] + y, at[2] + height],
          axis: [0, -1, 0],
          limits: { lower: degrees(lower), upper: degrees(upper) },
        };
      }
      const [cone, towards, twist] = ball;
      const parentY = sideways(parent, sideOf(parent));
      const childY = sideways(child, sideOf(child));
      // z of the frame on the parent is the axis of the cone, z on the child its own axis; forwards is about −y
      return {
        ...common,
        type: "ball",
        cone: degrees(cone),
        limits: { lower: degrees(-twist), upper: degrees(twist) },
        frameA: {
          position: [0, y - parentY, height - (middle.get(parent) as number)],
          orientation: { axis: [0, -1, 0], angle: degrees(towards - 180) },
        },
        frameB: {
          position: [0, y - childY, height - (middle.get(child) as number)],
          orientation: { axis: [0, -1, 0], angle: degrees(name === "neck" ? 0 : -180) },
        },
      };
    }),
  };
}
