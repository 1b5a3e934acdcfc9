import { type BodySpec, defineScene, elementary, param } from "stiction";
import { catenary } from "./parts/catenary.js";

/** Radius of the wire, of its bends, half the length of the straight sides, radius of the stud, m. */
export const WIRE = 0.006;
export const BEND = 0.02;
export const SIDE = 0.018;
const STUD = 0.0045;
/** Distance of two loaded links, m. */
export const PITCH = 2 * (SIDE + BEND) - 2 * WIRE;
/** Links start so much closer, m, and without load. */
const SLACK = 1e-4;

/** Angle of the hooks' arcs, rad; they are open towards their holders. */
const ARC = 4.6;
/** Height of the lowest link above the ground, m. */
const CLEAR = 0.12;

/**
 * A hook on its holder, which stands on the ground: `turn` is the orientation of the hook [x, y, z, w], `height` that
 * of its middle above the ground, m.
 */
function hookVisuals(turn: readonly number[], height: number): NonNullable<BodySpec["visuals"]> {
  const [x, y, z, w] = turn;
  // upright in the frame of the hook
  const up = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  const upright: [number, number, number, number] = [-x, -y, -z, w];
  const back = [-BEND - 0.034, 0, 0];
  const along = (t: number) => back.map((b, k) => b + t * up[k]) as [number, number, number];
  const arc = Array.from({ length: 25 }, (_, k) => {
    const angle = 0.5 * ARC - (k / 24) * ARC;
    return [BEND * elementary.cos(angle), BEND * elementary.sin(angle), 0];
  });
  return [
    { type: "sweep", path: [back, [-BEND - 0.012, 0, 0], ...arc], radius: WIRE, bend: 0.008, look: "hook" },
    { type: "box", halfExtents: [0.008, 0.03, 0.03], position: [-BEND - 0.03, 0, 0], look: "holder" },
    {
      type: "box",
      halfExtents: [0.012, 0.02, 0.5 * (height + 0.03)],
      position: along(0.5 * (0.03 - height)),
      orientation: upright,
      look: "holder",
    },
    {
      type: "box",
      halfExtents: [0.06, 0.06, 0.006],
      position: along(0.006 - height),
      orientation: upright,
      look: "holder",
    },
  ];
}

/**
 * A chain of stud links between two hooks, arcs of a ring. Links and hooks hold each other by contact alone, every
 * other one turned by a quarter about its length; at rest they follow the catenary.
 */
export const hangingChain = defineScene({
  name: "hanging-chain",
  title: "Hanging chain",
  summary: "Links with studs hang between two hooks, held by contact alone, and settle to the catenary",
  group: "conforming contact",
  params: {
    links: param.number({ unit: "1", integer: true, min: 3, max: 41, default: 17, help: "number of links" }),
    span: param.number({ unit: "1", min: 0.3, max: 0.95, default: 0.75, help: "distance of the hooks, of the length" }),
    push: param.number({ unit: "m/s", min: 0, max: 2, default: 0.4, help: "speed at which the lowest link is struck" }),
  },
  build: ({ links, span, push }) => {
    const pitch = PITCH - SLACK;
    const curve = catenary(links * pitch, span * links * pitch);
    const middle = (links - 1) / 2;
    const place = (k: number) => {
      const { x, z, slope } = curve((k + 0.5) * pitch);
      const half = { slope: -slope / 2, roll: k % 2 === 0 ? 0 : Math.PI / 4 };
      const [s, c] = [elementary.sin(half.slope), elementary.cos(half.slope)];
      const [r, d] = [elementary.sin(half.roll), elementary.cos(half.roll)];
      // about y by the slope, after a roll about the length
      return { x, z, slope, orientation: [c * r, s * d, -s * r, c * d] };
    };
    const hook = (name: string, k: number, side: number): BodySpec => {
      const { x, z, slope, orientation } = place(k);
      const [ex, ez] = [elementary.cos(slope), elementary.sin(slope)];
      const turned =
        side > 0 ? orientation : [orientation[2], orientation[3], -orientation[0], -orientation[1]].map((q) => -q);
      return {
        name,
        type: "static",
        material: "steel",
        color: "#d0843c",
        position: [x + side * SIDE * ex, 0, z + side * SIDE * ez],
        orientation: turned as [number, number, number, number],
        shapes: [
          { type: "torus", radius: BEND, tube: WIRE, arc: ARC },
          { type: "box", halfExtents: [0.01, 0.03, 0.03], position: [-BEND - 0.018, 0, 0] },
        ],
        visuals: hookVisuals(turned, z + side * SIDE * ez - place(Math.floor(middle)).z + CLEAR),
      };
    };
    return {
      duration: 2,
      timestep: 0.001,
      formulation: { type: "augmented-lagrangian" },
      looks: {
        hook: { color: "#d0843c", roughness: 0.45, metalness: 0.6 },
        holder: { color: "#4d5763", roughness: 0.6, metalness: 0.3 },
      },
      materials: {
        steel: {
          friction: 0.15,
          restitution: 0.2,
          density: 7800,
          contact: { type: "hunt-crossley", stiffness: 1e7, leastSpeed: 0.2 },
          sliding: { type: "bristle", stiffness: 5e4, damping: 50 },
        },
      },
      bodies: [
        hook("left", -1, 1),
        hook("right", links, -1),
        ...Array.from({ length: links }, (_, k) => {
          const { x, z, orientation } = place(k);
          return {
            name: `link-${String(k).padStart(2, "0")}`,
            material: "steel",
            color: k % 2 === 0 ? "#a9b4bf" : "#7f8b98",
            position: [x, 0, z],
            orientation: orientation as [number, number, number, number],
            velocity: [0, Math.abs(k - middle) < 1 ? push : 0, 0],
            shapes: [{ type: "chain-link", radius: BEND, wire: WIRE, halfLength: SIDE, stud: STUD }],
          } satisfies BodySpec;
        }),
      ],
      sensors: [
        "contact/left:link-00/force.x",
        "contact/left:link-00/force.z",
        `body/link-${String(Math.floor(middle)).padStart(2, "0")}/position.z`,
        "system/all/kineticEnergy",
      ],
      view: {
        eye: [0.25, -1.05, 0.15],
        target: [0, 0, -0.05],
        pictureTime: 0.6,
        plot: ["contact/left:link-00/force.z"],
      },
    };
  },
});
