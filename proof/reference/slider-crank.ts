/**
 * The spatial slider-crank as one equation of motion. All positions are functions of the crank angle θ, measured from z
 * towards −y about x:
 *
 *   pin B = A + r (0, −sin θ, cos θ),   block C = (x, 0, 0),  |B − C| = L,   ½ I(θ) θ̇² + V(θ) = E
 *   I θ̈ = −½ I′ θ̇² − V′
 *
 * The rod's frame: e along the rod, b across e and the pin of the Cardan joint on the block, which does not turn.
 * Derivatives with respect to θ by central differences of fourth order, integration by RK4.
 */
export interface SliderCrank {
  readonly crank: { readonly mass: number; readonly inertia: number };
  readonly rod: { readonly mass: number; readonly axial: number; readonly across: number };
  readonly block: { readonly mass: number };
  /** Direction of the Cardan joint's pin on the block. */
  readonly pin: readonly number[];
  readonly gravity: number;
}

const BEARING = [0, 0.1, 0.12];
const RADIUS = 0.08;
const LENGTH = 0.3;
type V = number[];
const sub = (a: V, b: V): V => a.map((x, k) => x - b[k]);
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: V): V => a.map((x) => x / Math.sqrt(dot(a, a)));

/** Pin, block and axes of the rod at a crank angle. */
function placed(system: SliderCrank, theta: number) {
  const pin = [BEARING[0], BEARING[1] - RADIUS * Math.sin(theta), BEARING[2] + RADIUS * Math.cos(theta)];
  const x = Math.sqrt(LENGTH ** 2 - pin[1] ** 2 - pin[2] ** 2);
  const block = [x, 0, 0];
  const along = unit(sub(block, pin));
  const across = unit(cross(system.pin, along));
  return { pin, block, center: pin.map((v, k) => (v + block[k]) / 2), axes: [along, across, cross(along, across)] };
}

const STEP = 1e-3;

/** Fourth-order derivative of numbers that depend on θ. */
function slope(f: (theta: number) => V, theta: number): V {
  const [a, b, c, d] = [-2, -1, 1, 2].map((k) => f(theta + k * STEP));
  return a.map((_, k) => (a[k] - 8 * b[k] + 8 * c[k] - d[k]) / (12 * STEP));
}

function inertia(system: SliderCrank, theta: number): number {
  const { crank, rod, block } = system;
  const center = slope((t) => placed(system, t).center, theta);
  const slide = slope((t) => placed(system, t).block, theta);
  const { axes } = placed(system, theta);
  const spin = [0, 0, 0];
  axes.forEach((axis, k) => {
    const change = slope((t) => placed(system, t).axes[k], theta);
    cross(axis, change).forEach((v, c) => {
      spin[c] += v / 2;
    });
  });
  const [w, ...others] = axes.map((axis) => dot(axis, spin));
  return (
    crank.inertia +
    (crank.mass * RADIUS ** 2) / 4 +
    rod.mass * dot(center, center) +
    rod.axial * w * w +
    rod.across * (others[0] ** 2 + others[1] ** 2) +
    block.mass * dot(slide, slide)
  );
}

function potential(system: SliderCrank, theta: number): number {
  const { crank, rod, gravity } = system;
  const { center } = placed(system, theta);
  return gravity * (crank.mass * (BEARING[2] + (RADIUS / 2) * Math.cos(theta)) + rod.mass * center[2]);
}

/** Position of the block after `duration` from θ = 0 at the given speed of the crank. */
export function sliderCrankAt(system: SliderCrank, speed: number, duration: number, steps: number): number {
  // tables over one turn of I, I′ and V′ would do; the run is short enough without
  const acceleration = (theta: number, rate: number) => {
    const I = inertia(system, theta);
    const h = 2e-3;
    const dI = (inertia(system, theta + h) - inertia(system, theta - h)) / (2 * h);
    const wide = (inertia(system, theta + 2 * h) - inertia(system, theta - 2 * h)) / (4 * h);
    const dV = slope((t) => [potential(system, t)], theta)[0];
    return -(0.5 * ((4 * dI - wide) / 3) * rate * rate + dV) / I;
  };
  const h = duration / steps;
  let [theta, rate] = [0, speed];
  for (let k = 0; k < steps; k++) {
    const a1 = acceleration(theta, rate);
    const [q2, v2] = [theta + (h / 2) * rate, rate + (h / 2) * a1];
    const a2 = acceleration(q2, v2);
    const [q3, v3] = [theta + (h / 2) * v2, rate + (h / 2) * a2];
    const a3 = acceleration(q3, v3);
    const [q4, v4] = [theta + h * v3, rate + h * a3];
    const a4 = acceleration(q4, v4);
    theta += (h / 6) * (rate + 2 * v2 + 2 * v3 + v4);
    rate += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return placed(system, theta).block[0];
}
