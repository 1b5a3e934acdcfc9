import { bodyPosition, events, markChanged, resetData, type Simulation, type Spec, step, takeEvents } from "stiction";
import { defineExperiment, error, near } from "../experiment.js";

/**
 *   bullet, radius 5 mm             wall, 10 mm
 *      o ── 100 m/s ──▶              ▌
 *      |                             |
 *      0                          0.8 m         1.67 m per step
 */
const RADIUS = 0.005;
const WALL = 0.8;
const HALF = 0.005;
const SPEED = 100;
const H = 1 / 60;

const scene = (continuous: "on" | "off"): Spec => ({
  timestep: H,
  gravity: [0, 0, 0],
  bodies: [
    {
      name: "bullet",
      velocity: [SPEED, 0, 0],
      continuous,
      shapes: [{ type: "sphere", radius: RADIUS }],
    },
    { name: "wall", type: "static", position: [WALL, 0, 0], shapes: [{ type: "box", halfExtents: [HALF, 1, 1] }] },
  ],
});

/** Three steps from a place x: impacts, contacts, the time of the first impact and where the bullet ends. */
function shoot({ model, data }: Simulation, start: number) {
  resetData(model, data);
  data.bodyPos[3] = start;
  markChanged(data);
  let impacts = 0;
  let contacts = 0;
  let time = Number.NaN;
  for (let k = 0; k < 3; k++) {
    step(model, data);
    for (const event of takeEvents(data)) {
      if (event.code === events.contactBegin.code) contacts++;
      // a bullet that ends a step in the wall meets it again at the start of the next one
      if (event.code === events.impact.code && impacts++ === 0) time = event.time;
    }
  }
  return { impacts, contacts, time, end: bodyPosition(model, data, "bullet")[0] };
}

const STARTS = 200;

export const gribelBullet = defineExperiment({
  id: "gribel.v34",
  title: "Bullet and thin wall: continuous detection finds the impact",
  reference: "[Gribel2009], spec row V34: no tunnelling with continuous detection, tunnels without.",
  partial: "the impact is found and reported; no formulation stops the bullet there yet",
  rows: {
    missed: near(
      "impacts that were not found, of 200 starting places, continuous detection on",
      "1",
      0,
      0,
      "none may be missed",
    ),
    time: error(
      "largest deviation of the time of impact from distance/speed",
      "s",
      1e-12,
      "round-off: coordinates up to 20 m × ε over 100 m/s, and the sum of the time steps",
    ),
    seen: near(
      "share of the shots that touch the wall at the end of some step, detection off",
      "1",
      (2 * (HALF + RADIUS)) / (SPEED * H),
      1 / 200,
      "thickness of wall and ball over the way per step; one shot of 200 more or less",
    ),
    through: near(
      "shots that end beyond the wall, of 200, detection off",
      "1",
      STARTS,
      0,
      "all, since nothing stops them",
    ),
  },
  *measure(context) {
    let missed = 0;
    let deviation = 0;
    let seen = 0;
    let through = 0;
    const withDetection = context.simulate(scene("on"));
    const without = context.simulate(scene("off"));
    for (let k = 0; k < STARTS; k++) {
      // the wall lies anywhere within a step of the bullet
      const start = -2 + (k * SPEED * H) / STARTS;
      const on = shoot(withDetection, start);
      if (on.impacts === 0) missed++;
      else deviation = Math.max(deviation, Math.abs(on.time - (WALL - HALF - RADIUS - start) / SPEED));
      const off = shoot(without, start);
      if (off.contacts > 0) seen++;
      if (off.end > WALL && off.impacts === 0) through++;
    }
    yield ["missed", missed];
    yield ["time", deviation];
    yield ["seen", seen / STARTS];
    yield ["through", through];
  },
});
