/** Random scenes that a user might write by mistake: too stiff for the step, within or driven against each other. */

/** Numbers of [0, 1) from a seed: a multiplicative generator. */
export function randomFrom(seed: number): () => number {
  let state = ((seed + 1) * 7919) % 2147483647;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  // the first numbers of neighbouring seeds are alike
  for (let k = 0; k < 5; k++) next();
  return next;
}

/** Speed that no source of a scene but the user's spring reaches within half a second, m/s: see `hostileScene`. */
const FASTEST = 60;

export interface HostileScene {
  readonly spec: Record<string, unknown>;
  /** A force by a function of the user: of an undamped spring to the origin, N/m; 0: none. */
  readonly hook: number;
  /** Speed that no body reaches by right physics within half a second, m/s. */
  readonly fastest: number;
}

const BOX_FACES = [
  [0, 2, 1],
  [1, 2, 3],
  [4, 5, 6],
  [5, 7, 6],
  [0, 1, 4],
  [1, 5, 4],
  [2, 6, 3],
  [3, 6, 7],
  [0, 4, 2],
  [2, 4, 6],
  [1, 3, 5],
  [3, 7, 5],
];

function meshBox(x: number, y: number, z: number) {
  const vertices = Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
  return { type: "mesh", vertices, faces: BOX_FACES };
}

/**
 * Two to four bodies of 0.1 to 0.4 m above a floor, some within each other, at up to 4 m/s; springs of up to 1e6 N/m,
 * joints with drives of up to 10 rad/s, wrenches of up to 50 N, a mover of up to 3 m/s, a belt of up to 3 m/s; contact
 * by several laws; steps of 1 ms to 1/60 s. Within half a second none of these sources takes a body of 1 kg to 60 m/s;
 * the spring of the user's function may give all of its energy to the lightest body, ½ m v² = ½ k r².
 */
export function hostileScene(seed: number, formulation: Record<string, unknown>): HostileScene {
  const r = randomFrom(seed);
  const spread = (x: number) => (r() - 0.5) * x;
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(list.length * r())];
  const power = (low: number, high: number) => 10 ** (low + (high - low) * r());
  const soft = formulation.type === "forces" || formulation.type === "augmented-lagrangian";
  const law = soft ? oneOf(["default", "default", "hunt-crossley", "rim", "volumetric"]) : "default";
  const shape = () => {
    const s = 0.1 + 0.3 * r();
    const [y, z] = [s * (0.3 + r()), s * (0.3 + r())];
    if (law === "rim") return meshBox(s, y, z);
    const kind = r();
    if (kind < 0.5) return { type: "box", halfExtents: [s, y, z] };
    if (kind < 0.7) return { type: "sphere", radius: s };
    return law === "volumetric"
      ? { type: "cylinder", radius: s, halfLength: y }
      : { type: "capsule", radius: 0.5 * s, halfLength: y };
  };
  const bodies: Record<string, unknown>[] = Array.from({ length: 2 + Math.floor(3 * r()) }, (_, k) => ({
    name: `b${k}`,
    mass: power(-0.5, 1.5),
    position: [spread(0.8), spread(0.8), 0.3 + r()],
    velocity: [spread(4), spread(4), spread(4)],
    angularVelocity: [spread(10), spread(10), spread(10)],
    shapes: [shape()],
  }));
  const names = bodies.map(({ name }) => name as string);
  const belt = r() < 0.3 ? { surfaceVelocity: [spread(6), spread(6), 0] } : {};
  const ground = law === "rim" ? meshBox(5, 5, 0.5) : { type: "box", halfExtents: [5, 5, 0.5] };
  bodies.push({ name: "floor", type: "static", position: [0, 0, -0.5], shapes: [{ ...ground, ...belt }] });
  if (r() < 0.4)
    bodies.push({
      name: "mover",
      type: "kinematic",
      position: [spread(1), spread(1), 0.3 + r()],
      velocity: [spread(3), spread(3), spread(3)],
      angularVelocity: [spread(4), spread(4), spread(4)],
      shapes: [law === "rim" ? meshBox(0.2, 0.3, 0.2) : { type: "box", halfExtents: [0.2, 0.3, 0.2] }],
    });
  const forces: unknown[] = [];
  if (r() < 0.5)
    forces.push({
      type: "spring",
      name: "spring",
      bodyA: oneOf(["world", names[0]]),
      bodyB: names[1],
      pointB: [0.05, 0, 0.1],
      stiffness: power(2, 6),
      damping: r() < 0.5 ? 0 : power(0, 3),
    });
  if (r() < 0.2)
    forces.push({ type: "damper", name: "damper", bodyB: names[0], pointA: [1, 0, 1], damping: power(0, 4.5) });
  if (r() < 0.3)
    forces.push({
      type: "wrench",
      name: "push",
      body: names[0],
      force: [spread(60), spread(60), spread(60)],
      axes: oneOf(["world", "body"]),
    });
  const joints: unknown[] = [];
  if (formulation.type !== "forces" && r() < 0.7) {
    const drive = oneOf([
      undefined,
      { mode: "speed", target: spread(20) },
      { mode: "speed", target: spread(20), maxEffort: power(0, 3) },
      { mode: "effort", target: spread(20) },
      { mode: "position", target: spread(3), stiffness: power(1, 2.3), damping: power(-1, 1) },
    ]);
    const at = (bodies[1].position as number[]).map((x) => x + spread(0.4));
    joints.push({
      type: "hinge",
      name: "hinge",
      bodyA: oneOf(["world", names[0]]),
      bodyB: names[1],
      at,
      axis: oneOf([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      ...(drive && { drive }),
    });
    if (bodies.some(({ name }) => name === "mover") && r() < 0.5)
      joints.push({ type: "ball", name: "held", bodyA: "mover", bodyB: names[0], at: bodies[0].position });
  }
  const contact = {
    default: undefined,
    "hunt-crossley": { type: "hunt-crossley", stiffness: power(4, 8) },
    rim: { type: "rim", restitution: 0.5 },
    volumetric: { type: "volumetric", modulus: power(4, 8), thickness: 0.05 },
  }[law];
  const spec = {
    timestep: oneOf([1e-3, 2e-3, 5e-3, 1 / 60]),
    formulation,
    ...(contact && { materials: { default: { friction: 0.5, contact } } }),
    bodies: contact ? bodies.map((body) => ({ ...body, material: "default" })) : bodies,
    forces,
    joints,
  };
  const hook = r() < 0.15 ? power(1, 4) : 0;
  const reach = Math.hypot(...(bodies[0].position as number[]));
  const lightest = Math.min(...bodies.flatMap(({ mass }) => (typeof mass === "number" ? [mass] : [])));
  return { spec, hook, fastest: Math.hypot(FASTEST, reach * Math.sqrt(hook / lightest)) };
}
