/**
 * One mass on one line, by the trapezoidal rule with Newton's iteration on positions, as in the examples of
 * [Luaces2013]:
 *
 *   v₁ = (2/h)(x₁ − x₀) − v₀,   a₁ = (2/h)(v₁ − v₀) − a₀,   m a₁ = F(x₁, v₁, t₁)
 *
 * with the tangent m (2/h)² + C (2/h) + K. The forces come from the library's kernels.
 */
import type { ContactLaw, contact } from "stiction";

/** Force on the mass with K = −∂F/∂x and C = −∂F/∂v. */
export interface LineForce {
  force: number;
  stiffness: number;
  damping: number;
}

export interface Line {
  readonly mass: number;
  x: number;
  v: number;
  a: number;
  t: number;
  /** Steps whose iteration has not converged. */
  failures: number;
  iterations: number;
}

export function createLine(mass: number, x: number, v: number): Line {
  return { mass, x, v, a: 0, t: 0, failures: 0, iterations: 0 };
}

/**
 * One step. `evaluate` sets the force at a position, a velocity and a time; the step ends with a call at the solution.
 * The way within the step is the unknown, so that velocities keep their digits however short the step.
 */
export function stepLine(
  line: Line,
  h: number,
  out: LineForce,
  evaluate: (x: number, v: number, t: number, way: number) => void,
): void {
  const { mass, x: x0, v: v0, a: a0 } = line;
  const t = line.t + h;
  let way = h * v0 + (h * h * a0) / 2;
  let v = v0;
  let a = a0;
  let converged = false;
  for (let k = 0; k < 50; k++) {
    v = (2 / h) * way - v0;
    a = (2 / h) * (v - v0) - a0;
    evaluate(x0 + way, v, t, way);
    if (converged) break;
    line.iterations++;
    const change = (mass * a - out.force) / (mass * (4 / (h * h)) + (2 / h) * out.damping + out.stiffness);
    way -= change;
    // speeds to 1e-13 of those about, at least of 0.1 mm/s
    converged = Math.abs(change) <= 1e-13 * h * (Math.abs(v) + 1e-4);
  }
  if (!converged) line.failures++;
  line.x = x0 + way;
  line.v = v;
  line.a = a;
  line.t = t;
}

/**
 * A mass that flies against a wall at x = 0 from x > 0, under a contact law; returns speed after, largest depth and
 * duration.
 */
export function bounce<L extends Pick<ContactLaw, "evaluate">>(
  law: L,
  params: Parameters<L["evaluate"]>[0],
  given: { mass: number; speed: number; gap: number; timestep: number },
): { speed: number; depth: number; duration: number } {
  const { mass, speed, gap, timestep: h } = given;
  const one = () => new Float64Array(1);
  const batch = { gap: one(), gapRate: one(), impactSpeed: Float64Array.of(speed) };
  const normal = { force: one(), stiffness: one(), damping: one() };
  const out: LineForce = { force: 0, stiffness: 0, damping: 0 };
  const line = createLine(mass, gap, -speed);
  let depth = 0;
  let steps = 0;
  let free = 0;
  for (let k = 0; k < 1e6; k++) {
    stepLine(line, h, out, (x, v) => {
      batch.gap[0] = x;
      batch.gapRate[0] = v;
      law.evaluate(params, batch, normal, 0, 1);
      out.force = normal.force[0];
      out.stiffness = -normal.stiffness[0];
      out.damping = -normal.damping[0];
    });
    depth = Math.max(depth, -line.x);
    if (normal.force[0] > 0) steps++;
    // two steps without force: the acceleration of the first is over too
    free = normal.force[0] === 0 && line.v > 0 ? free + 1 : 0;
    if (free === 2) break;
  }
  return { speed: line.v, depth, duration: steps * h };
}

/** A block on a belt or floor with a friction law, on a spring: F = spring(x, t) + friction. */
export interface Block {
  readonly line: Line;
  /** Friction on the block, N. */
  readonly friction: () => number;
  /** Bristle or other history of the law. */
  readonly state: Float64Array;
  step(h: number): void;
}

export function createBlock(given: {
  law: contact.FrictionLaw;
  params: Readonly<Record<string, unknown>>;
  mass: number;
  /** Normal force, N. */
  load: number;
  x: number;
  v: number;
  /** Speed of the floor, m/s. */
  floor?: number;
  /** Spring force with K and C. */
  spring(x: number, v: number, t: number, out: LineForce): void;
}): Block {
  const { law, params, mass, load, floor = 0, spring } = given;
  const line = createLine(mass, given.x, given.v);
  const zero = () => new Float64Array(1);
  const batch = {
    normal: Float64Array.of(0, 0, 1),
    pressure: { force: Float64Array.of(load), stiffness: zero(), damping: zero() },
    velocity: new Float64Array(3),
    slip: new Float64Array(3),
    travel: new Float64Array(3),
    state: new Float64Array(law.stateSize),
    timestep: 0,
  };
  const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
  const total: LineForce = { force: 0, stiffness: 0, damping: 0 };
  const evaluate = (x: number, v: number, t: number, way: number) => {
    batch.velocity[0] = v - floor;
    batch.slip[0] = batch.travel[0] = way - floor * batch.timestep;
    law.evaluate(params, batch, out, 0, 1);
    spring(x, v, t, total);
    total.force += out.force[0];
    total.stiffness += out.stiffness[0];
    total.damping += out.damping[0];
  };
  evaluate(line.x, line.v, 0, 0);
  line.a = total.force / mass;
  law.commit(params, batch, 0, 1);
  return {
    line,
    state: batch.state,
    friction: () => out.force[0],
    step(h) {
      batch.timestep = h;
      stepLine(line, h, total, evaluate);
      law.commit(params, batch, 0, 1);
    },
  };
}
