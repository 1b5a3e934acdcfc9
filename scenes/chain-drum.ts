import { type BodySpec, defineScene, elementary, param } from "stiction";

const WIRE = 0.006;
const BEND = 0.02;
const SIDE = 0.03;
const DRUM = 0.16;
/** A little less than the distance of two loaded links, m, so that the chain starts without load. */
const PITCH = 2 * (SIDE + BEND) - 2 * WIRE - 0.0005;
/** Part of it by which links follow each other on the drum: turned against each other they would overlap by 2 mm. */
const ON_DRUM = 0.974;
/** Middle of the links from the drum's surface when they lie on it at 45°, m. */
const LIFT = 0.0215;

type Quaternion = readonly [number, number, number, number];

function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/**
 * A chain hangs over a drum. Its links are wires bent around two half circles: they hold each other by contact alone,
 * and lie on the drum alternately at 45° to either side [Luaces2013, §4.6.5].
 */
export const chainDrum = defineScene({
  name: "chain-drum",
  title: "Chain over a drum",
  summary: "Links that hold each other by contact alone, hung over a drum",
  group: "conforming contact",
  params: {
    links: param.number({ unit: "1", integer: true, min: 9, max: 41, default: 15, help: "number of links" }),
    friction: param.number({ unit: "1", min: 0, max: 1, default: 0.3, help: "friction coefficient" }),
  },
  build: ({ links, friction }) => {
    const radius = DRUM + LIFT;
    const arc = (Math.PI * radius) / ON_DRUM;
    const hanging = (links * PITCH - arc) / 2;
    const place = (way: number): { x: number; z: number; slope: number } => {
      if (way < 0) return { x: -radius, z: way, slope: Math.PI / 2 };
      if (way > arc) return { x: radius, z: arc - way, slope: -Math.PI / 2 };
      const angle = (ON_DRUM * way) / radius;
      return {
        x: -radius * elementary.cos(angle),
        z: radius * elementary.sin(angle),
        slope: Math.PI / 2 - angle,
      };
    };
    return {
      duration: 1,
      timestep: 0.001,
      formulation: { type: "augmented-lagrangian" },
      materials: {
        steel: {
          friction,
          restitution: 0.2,
          contact: { type: "hunt-crossley", stiffness: 1e7, leastSpeed: 0.2 },
          sliding: { type: "bristle", stiffness: 5e4, damping: 50 },
        },
      },
      bodies: [
        {
          name: "drum",
          type: "static",
          orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
          material: "steel",
          color: "#5a6470",
          shapes: [{ type: "cylinder", radius: DRUM, halfLength: 0.08 }],
        },
        ...Array.from({ length: links }, (_, k) => {
          const { x, z, slope } = place((k + 0.5) * PITCH - hanging);
          const roll = k % 2 === 0 ? -Math.PI / 8 : Math.PI / 8;
          return {
            name: `link${k}`,
            density: 7800,
            position: [x, 0, z],
            orientation: [
              ...product(
                [0, elementary.sin(-slope / 2), 0, elementary.cos(slope / 2)],
                [elementary.sin(roll), 0, 0, elementary.cos(roll)],
              ),
            ],
            material: "steel",
            color: k % 2 === 0 ? "#a9b4bf" : "#8b97a3",
            shapes: [{ type: "chain-link", radius: BEND, wire: WIRE, halfLength: SIDE }],
          } satisfies BodySpec;
        }),
      ],
      sensors: ["body/link0/position.z", `body/link${links - 1}/position.z`, "contact/link0:link1/normalForce"],
      view: {
        eye: [0.3, -0.9, 0.25],
        target: [0, 0, -0.1],
        pictureTime: 0.3,
        plot: ["contact/link0:link1/normalForce"],
      },
    };
  },
});
