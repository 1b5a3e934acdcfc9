/**
 * A rigid body with a smooth convex surface on a horizontal plane, by its differential equations and RK4: an
 * independent judge of rolling and spinning bodies. It shares no code with the library.
 *
 * In axes of the body, with γ the upward normal and r(γ) from the centre of mass to the lowest point, the height of the
 * centre is −γ · r, whose gradient by γ is −r. Pure rolling, v = r × ω, leads to
 *
 *   (I + m (r² − r rᵀ)) ω̇ = −ω × I ω + m r × (ṙ × ω + ω × (r × ω) + g γ)                             [Borisov2002]
 *
 * With sliding friction f = N (γ − μ s/|s|), s the velocity of the lowest point, N follows from the second derivative
 * of the height.
 */

type Vec = readonly [number, number, number];

/** What the judge knows of a body: SI units, axes of the body, origin at the centre of mass. */
export interface RollingBody {
  readonly mass: number;
  /** xx, yy, zz, xy, xz, yz. */
  readonly inertia: readonly [number, number, number, number, number, number];
  /** From the centre of mass to the lowest point where the upward normal is γ (not necessarily a unit vector). */
  lowest(normal: Vec): Vec;
  /** Its rate where γ changes with the rate `change`. */
  lowestRate(normal: Vec, change: Vec): Vec;
}

/** Axes, velocity of the centre of mass (all in axes of the body) and way of the centre in the world. */
export interface RollingState {
  /** Rotation matrix from the body to the world, row by row; its last row is γ. */
  turn: number[];
  spin: Vec;
  velocity: Vec;
  position: Vec;
}

export interface RollingLaw {
  readonly gravity: number;
  /** Friction of sliding; absent: the lowest point does not slide at all. */
  readonly friction?: number;
}

const add = (a: Vec, b: Vec, s = 1): Vec => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const scale = (a: Vec, s: number): Vec => [s * a[0], s * a[1], s * a[2]];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const upOf = (turn: readonly number[]): Vec => [turn[6], turn[7], turn[8]];

function times([xx, yy, zz, xy, xz, yz]: RollingBody["inertia"], w: Vec): Vec {
  return [xx * w[0] + xy * w[1] + xz * w[2], xy * w[0] + yy * w[1] + yz * w[2], xz * w[0] + yz * w[1] + zz * w[2]];
}

/** x with A x = b, A symmetric as an inertia. */
function solve([xx, yy, zz, xy, xz, yz]: RollingBody["inertia"], b: Vec): Vec {
  const [p, q, r]: [Vec, Vec, Vec] = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const det = dot(p, cross(q, r));
  const [c0, c1, c2] = [cross(q, r), cross(r, p), cross(p, q)];
  return scale(add(add(scale(c0, b[0]), c1, b[1]), c2, b[2]), 1 / det);
}

/** Ellipsoid of half axes a along the body's axes, its middle at `middle` from the centre of mass. */
export function ellipsoid(mass: number, inertia: RollingBody["inertia"], axes: Vec, middle: Vec): RollingBody {
  const squares: Vec = [axes[0] ** 2, axes[1] ** 2, axes[2] ** 2];
  const stretch = (n: Vec): Vec => [squares[0] * n[0], squares[1] * n[1], squares[2] * n[2]];
  return {
    mass,
    inertia,
    lowest: (n) => add(middle, stretch(n), -1 / Math.sqrt(dot(n, stretch(n)))),
    lowestRate(n, change) {
      const size = Math.sqrt(dot(n, stretch(n)));
      return add(scale(stretch(change), -1 / size), stretch(n), dot(change, stretch(n)) / size ** 3);
    },
  };
}

/** Disc of radius a and half thickness b about the z axis, on its rim; it does not turn its other side down. */
export function disc(mass: number, radius: number, half: number): RollingBody {
  const across = mass * (radius ** 2 / 4 + half ** 2 / 3);
  return {
    mass,
    inertia: [across, across, (mass * radius ** 2) / 2, 0, 0, 0],
    lowest([x, y, z]) {
      const size = Math.hypot(x, y);
      return [(-radius * x) / size, (-radius * y) / size, z > 0 ? -half : half];
    },
    lowestRate([x, y], [dx, dy]) {
      const size = Math.hypot(x, y);
      const along = (x * dx + y * dy) / size ** 3;
      return [-radius * (dx / size - x * along), -radius * (dy / size - y * along), 0];
    },
  };
}

interface Rates {
  turn: number[];
  spin: Vec;
  velocity: Vec;
  position: Vec;
}

function ratesOf(body: RollingBody, law: RollingLaw, s: RollingState): Rates {
  const { mass: m, inertia } = body;
  const up = upOf(s.turn);
  const w = s.spin;
  const r = body.lowest(up);
  const upRate = cross(up, w);
  const rRate = body.lowestRate(up, upRate);
  const gyro = scale(cross(w, times(inertia, w)), -1);
  let spin: Vec;
  let velocity: Vec;
  let force: Vec;
  if (law.friction === undefined) {
    const r2 = dot(r, r);
    const about = [
      inertia[0] + m * (r2 - r[0] * r[0]),
      inertia[1] + m * (r2 - r[1] * r[1]),
      inertia[2] + m * (r2 - r[2] * r[2]),
      inertia[3] - m * r[0] * r[1],
      inertia[4] - m * r[0] * r[2],
      inertia[5] - m * r[1] * r[2],
    ] as const;
    const known = add(add(cross(rRate, w), cross(w, cross(r, w))), up, law.gravity);
    spin = solve(about, add(gyro, cross(r, known), m));
    velocity = cross(r, w);
    force = scale(add(known, cross(r, spin)), m);
  } else {
    velocity = s.velocity;
    const slide = add(velocity, cross(w, r));
    const across = add(slide, up, -dot(slide, up));
    const speed = Math.sqrt(dot(across, across));
    const direction = speed > 0 ? add(up, across, -law.friction / speed) : up;
    // N/m − g = d²(−γ·r)/dt² = −ṙ·γ̇ − r·(γ̇ × ω + γ × ω̇), with ω̇ = I⁻¹ (gyro + N r × f)
    const still = solve(inertia, gyro);
    const pushed = solve(inertia, cross(r, direction));
    const known = law.gravity - dot(rRate, upRate) - dot(r, cross(upRate, w)) - dot(r, cross(up, still));
    const pressed = known / (1 / m + dot(r, cross(up, pushed)));
    force = scale(direction, pressed);
    spin = add(still, pushed, pressed);
  }
  // rows of the rotation turn against the body: (Rᵀ e)˙ = (Rᵀ e) × ω
  const rows: Vec[] = [0, 3, 6].map((k) => cross([s.turn[k], s.turn[k + 1], s.turn[k + 2]], w));
  const acceleration = add(add(scale(force, 1 / m), up, -law.gravity), cross(w, velocity), -1);
  return { turn: rows.flat(), spin, velocity: acceleration, position: inWorld(s, velocity) };
}

function moved(s: RollingState, k: Rates, h: number): RollingState {
  return {
    turn: s.turn.map((x, i) => x + h * k.turn[i]),
    spin: add(s.spin, k.spin, h),
    velocity: add(s.velocity, k.velocity, h),
    position: add(s.position, k.position, h),
  };
}

/** One step of RK4 of length h. The velocity follows from the spin where the body rolls. */
export function stepRolling(body: RollingBody, law: RollingLaw, s: RollingState, h: number): RollingState {
  const a = ratesOf(body, law, s);
  const b = ratesOf(body, law, moved(s, a, h / 2));
  const c = ratesOf(body, law, moved(s, b, h / 2));
  const d = ratesOf(body, law, moved(s, c, h));
  let end = moved(moved(moved(moved(s, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
  if (law.friction === undefined) end = { ...end, velocity: cross(body.lowest(upOf(end.turn)), end.spin) };
  return end;
}

/** Kinetic and potential energy of a state with its own velocity and height, J. */
export function energyOf(body: RollingBody, gravity: number, s: RollingState): number {
  const kinetic = 0.5 * body.mass * dot(s.velocity, s.velocity) + 0.5 * dot(s.spin, times(body.inertia, s.spin));
  return kinetic + body.mass * gravity * s.position[2];
}

/** Angular momentum about the centre of mass times the way to the lowest point: Jellett's integral of a round body. */
export function jellett(body: RollingBody, s: RollingState): number {
  return dot(times(body.inertia, s.spin), body.lowest(upOf(s.turn)));
}

/** A vector of the body in world axes. */
export function inWorld(s: RollingState, v: Vec): Vec {
  const row = (k: number) => dot([s.turn[k], s.turn[k + 1], s.turn[k + 2]], v);
  return [row(0), row(3), row(6)];
}

/** A vector of the world in axes of the body. */
export function inBody(s: Pick<RollingState, "turn">, v: Vec): Vec {
  const column = (k: number) => s.turn[k] * v[0] + s.turn[3 + k] * v[1] + s.turn[6 + k] * v[2];
  return [column(0), column(1), column(2)];
}
