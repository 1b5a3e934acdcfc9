import { defineScene, elementary, param } from "stiction";
import { extrude, SMALL } from "./parts/solids.js";

/** m: distance of the axes, radius of the pin. */
const DISTANCE = 0.1;
const PIN = 0.005;

/** The wheel's outline: a disk with a slot per step, anticlockwise. */
function wheelOutline(slots: number, outer: number, bottom: number, half: number): [number, number][] {
  const { sin, cos, asin } = elementary;
  const points: [number, number][] = [];
  const open = asin(half / outer);
  const step = (2 * Math.PI) / slots;
  for (let k = 0; k < slots; k++) {
    const along = k * step;
    const place = (x: number, y: number): [number, number] => [
      x * cos(along) - y * sin(along),
      x * sin(along) + y * cos(along),
    ];
    // in along one side of the slot, out along the other, then around to the next
    const mouth = outer * cos(open);
    points.push(place(mouth, -half), place(bottom, -half));
    for (let j = 1; j < 6; j++) {
      const angle = -Math.PI / 2 - (j * Math.PI) / 6;
      points.push(place(bottom + half * cos(angle), half * sin(angle)));
    }
    points.push(place(bottom, half), place(mouth, half));
    const arc = step - 2 * open;
    for (let j = 1; j < 8; j++) {
      const angle = open + (arc * j) / 8;
      points.push(place(outer * cos(angle), outer * sin(angle)));
    }
  }
  return points;
}

/**
 * A pin on a uniformly rotating crank drives a slotted wheel by steps. It enters a slot along its direction, without a
 * blow, since the crank is perpendicular to the slot then, rotates the wheel by one step, and leaves. While the pin is
 * in, the wheel's angle is atan[r sin φ/(d − r cos φ)]. A damper slows the wheel, so that the pin drives it throughout
 * and it stops when the pin has left; without it, the wheel would run ahead in the second half of a step and strike the
 * other side of the slot.
 */
export const genevaDrive = defineScene({
  name: "geneva-drive",
  title: "Geneva drive by contact",
  summary: "A pin in a slot turns a wheel by steps; nothing but contact couples them",
  group: "machines",
  params: {
    slots: param.number({ unit: "1", integer: true, min: 3, max: 12, default: 4, help: "slots of the wheel" }),
    speed: param.number({ unit: "rad/s", above: 0, default: Math.PI, help: "of the crank" }),
    play: param.number({
      unit: "m",
      above: 0,
      max: 0.001,
      default: 2e-5,
      help: "play of the pin in the slot, on each side",
    }),
    brake: param.number({ unit: "N m s/rad", min: 0, default: 0.2, help: "damper of the wheel" }),
    friction: param.number({ unit: "1", min: 0, default: 0.1, help: "μ of pin and slot" }),
  },
  build: ({ slots, speed, play, brake, friction }) => {
    const half = Math.PI / slots;
    const crank = DISTANCE * elementary.sin(half);
    const outer = DISTANCE * elementary.cos(half);
    const bottom = DISTANCE - crank - 0.001;
    const outline = wheelOutline(slots, outer, bottom, PIN + play);
    // the pin is just outside the slot, where the crank is perpendicular to it
    const start = -(Math.PI / 2 - half) - 0.3;
    const pin: [number, number, number] = [crank * elementary.cos(start), crank * elementary.sin(start), 0];
    return {
      duration: 4,
      timestep: 0.001,
      gravity: [0, 0, 0],
      formulation: { type: "augmented-lagrangian" },
      materials: {
        steel: {
          friction,
          contact: { type: "volumetric", modulus: 1e8, thickness: 0.001, leastSpeed: 0.07, area: SMALL, facets: 64 },
        },
      },
      bodies: [
        {
          name: "crank",
          type: "kinematic",
          centerOfMass: [0, 0, 0],
          angularVelocity: [0, 0, speed],
          material: "steel",
          color: "#c9883d",
          shapes: [{ type: "cylinder", radius: PIN, halfLength: 0.01, position: pin }],
        },
        {
          name: "wheel",
          mass: 0.5,
          inertia: [3e-4, 3e-4, 6e-4],
          material: "steel",
          color: "#7f95a8",
          position: [DISTANCE, 0, 0],
          // a slot faces the entering pin
          orientation: { axis: [0, 0, 1], angle: Math.PI + half },
          shapes: [extrude(outline, 0.012)],
        },
      ],
      joints: [
        { type: "hinge", name: "axle", bodyB: "wheel", at: [DISTANCE, 0, 0], axis: [0, 0, 1] },
        {
          type: "angular-spring",
          name: "brake",
          bodyB: "wheel",
          at: [DISTANCE, 0, 0],
          axis: [0, 0, 1],
          stiffness: 0,
          damping: brake,
        },
      ],
      sensors: [
        { name: "angle", read: "joint/axle/position" },
        { name: "speed", read: "joint/axle/speed" },
        { name: "force", read: "contact/crank:wheel/normalForce" },
      ],
      view: { eye: [0.05, -0.1, 0.28], target: [0.05, 0, 0], pictureTime: 0.3, plot: ["angle", "force"] },
    };
  },
});
