import {
  type BodySpec,
  bodyPosition,
  bodyVelocity,
  events,
  markChanged,
  resetData,
  type Simulation,
  type Spec,
  step,
  takeEvents,
} from "stiction";
import { atLeast, defineExperiment, error, near } from "../experiment.js";
import { seeded } from "../reference/random.js";

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
const RESTITUTION = 0.5;

/** 0.5 g at 100 m/s go 3 mm deep, (5 m v²/(4 k))^(2/5), in 0.1 ms. */
const STIFFNESS = 1e7;

const scene = (continuous: "on" | "off", formulation: "forces" | "impulse", stiffness = STIFFNESS): Spec => ({
  timestep: H,
  // an impact of 0.1 ms in a step of 1/60 s takes more parts than the default allows
  formulation: formulation === "forces" ? { type: "forces", parts: 1024 } : formulation,
  gravity: [0, 0, 0],
  materials: { steel: { restitution: RESTITUTION, contact: { type: "hunt-crossley", stiffness } } },
  bodies: [
    {
      name: "bullet",
      velocity: [SPEED, 0, 0],
      material: "steel",
      continuous,
      shapes: [{ type: "sphere", radius: RADIUS }],
    },
    {
      name: "wall",
      type: "static",
      material: "steel",
      position: [WALL, 0, 0],
      shapes: [{ type: "box", halfExtents: [HALF, 1, 1] }],
    },
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
  const [speed] = bodyVelocity(model, data, "bullet");
  return { impacts, contacts, time, speed, end: bodyPosition(model, data, "bullet")[0] };
}

const STARTS = 200;
/** Thickness of wall and ball over the displacement per step: the share of shots that touch at the end of some step. */
const TOUCHING = (2 * (HALF + RADIUS)) / (SPEED * H);
const ALL_BUT_TOUCHING = "all but those that end a step in the wall, a share of 1.2 %; one shot of 200 more or less";
const MOST = (1 - TOUCHING) * STARTS - 1;

export const gribelBullet = defineExperiment({
  id: "gribel.v34",
  title: "Bullet and thin wall: continuous detection finds the impact",
  reference: "[Gribel2009], row V34: no tunnelling with continuous detection, tunnels without.",
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
      TOUCHING,
      1 / 200,
      "thickness of wall and ball over the displacement per step; one shot of 200 more or less",
    ),
    "stopped-forces": near("shots that end beyond the wall, of 200, detection on, forces", "1", 0, 0, "none may pass"),
    rebound: error(
      "largest deviation of the rebound from e v, over it, detection on, forces",
      "1",
      0.02,
      "parts of a step that resolve an impact keep e within 1 to 2 % (table of the guide on contact laws)",
    ),
    "tunnels-forces": atLeast(
      "shots that end beyond the wall, of 200, detection off, forces",
      "1",
      MOST,
      ALL_BUT_TOUCHING,
    ),
    stopped: near("shots that end beyond the wall, of 200, detection on, impulses", "1", 0, 0, "none may pass"),
    tunnels: atLeast("shots that end beyond the wall, of 200, detection off, impulses", "1", MOST, ALL_BUT_TOUCHING),
  },
  *measure(context) {
    let missed = 0;
    let deviation = 0;
    let seen = 0;
    let rebound = 0;
    let [stoppedForces, tunnelsForces, stopped, tunnels] = [0, 0, 0, 0];
    // without a force nothing happens at the impact but its event
    const detection = context.simulate(scene("on", "forces", 0));
    const forces = context.simulate(scene("on", "forces"));
    const without = context.simulate(scene("off", "forces"));
    const impulses = context.simulate(scene("on", "impulse"));
    const blind = context.simulate(scene("off", "impulse"));
    for (let k = 0; k < STARTS; k++) {
      // the wall lies anywhere within a step of the bullet
      const start = -2 + (k * SPEED * H) / STARTS;
      const found = shoot(detection, start);
      if (found.impacts === 0) missed++;
      else deviation = Math.max(deviation, Math.abs(found.time - (WALL - HALF - RADIUS - start) / SPEED));
      const on = shoot(forces, start);
      if (!(on.end < WALL)) stoppedForces++;
      rebound = Math.max(rebound, Math.abs(on.speed / (-RESTITUTION * SPEED) - 1));
      const off = shoot(without, start);
      if (off.contacts > 0) seen++;
      if (off.end > WALL && off.impacts === 0) tunnelsForces++;
      if (shoot(impulses, start).end > WALL) stopped++;
      if (shoot(blind, start).end > WALL) tunnels++;
    }
    yield ["missed", missed];
    yield ["time", deviation];
    yield ["seen", seen / STARTS];
    yield ["stopped-forces", stoppedForces];
    yield ["rebound", rebound];
    yield ["tunnels-forces", tunnelsForces];
    yield ["stopped", stopped];
    yield ["tunnels", tunnels];
  },
});

const PLATE = { half: 0.0005, radius: 0.005, speed: 1000 } as const;

/** Balls of 1 cm in a row, each above its own plate of 1 mm and on its way to it, from a seeded direction. */
function volley(count: number, random: () => number): Spec {
  return {
    timestep: H,
    gravity: [0, 0, 0],
    formulation: { type: "impulse", preset: "fast" },
    bodies: Array.from({ length: count }, (_, k): BodySpec[] => {
      const z = 0.05 + 0.95 * random();
      const angle = 2 * Math.PI * random();
      const r = Math.sqrt(1 - z * z);
      const away = [r * Math.cos(angle), r * Math.sin(angle), z];
      const distance = 0.5 + 30 * random();
      return [
        {
          name: `plate-${k}`,
          type: "static",
          position: [1000 * k, 0, 0],
          shapes: [{ type: "box", halfExtents: [100, 100, PLATE.half] }],
        },
        {
          name: `ball-${k}`,
          position: [1000 * k + distance * away[0], distance * away[1], distance * away[2] + 0.01],
          velocity: away.map((x) => -PLATE.speed * x),
          shapes: [{ type: "sphere", radius: PLATE.radius }],
        },
      ];
    }).flat(),
  };
}

export const thinPlate = defineExperiment({
  id: "own.thin-plate",
  title: "Balls of 1 cm at 1,000 m/s against plates of 1 mm",
  reference:
    "A body passes through nothing. 10,000 seeded directions (200 in the quick set), 1/60 s, continuous detection as it comes.",
  rows: { "": near("balls that are below their plate at any time", "1", 0, 0, "none may pass") },
  *measure(context) {
    const random = seeded(1);
    let passed = 0;
    for (let batch = 0; batch < (context.full ? 100 : 2); batch++) {
      const { model, data } = context.simulate(volley(100, random));
      const below = new Set<number>();
      for (let k = 0; k < 6; k++) {
        step(model, data);
        for (let b = 2; b < model.nb; b += 2) if (!(data.bodyPos[3 * b + 2] >= 0)) below.add(b);
      }
      passed += below.size;
    }
    yield ["", passed];
  },
});
