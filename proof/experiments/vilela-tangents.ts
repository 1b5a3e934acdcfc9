/** How volumes and forces of volumetric contact change with poses and velocities (row T-06). */
import { bodyAngularVelocity, bodyVelocity, step } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { CUBE, regions, TILTED, total } from "../reference/volume-pairs.js";

const K = 1e6;
const DAMPING = 5;
const DEPTH = 1e-4;
/** Base of a block, 1 m × 0.5 m, its middle away from the point that it is turned about; moments of its area there. */
const [X, Y] = [0.1, 0.05];
const [S, XX, YY, XY] = [0.5, 0.5 / 12 + 0.5 * X * X, 0.125 / 12 + 0.5 * Y * Y, 0.5 * X * Y];
/** −∂(F_z, τ_x, τ_y)/∂(z, θ_x, θ_y) of a uniform layer, over K. */
const MOMENTS = [
  [S, S * Y, -S * X],
  [S * Y, YY, -XY],
  [-S * X, -XY, XX],
];

/**
 * F_z, τ_x, τ_y on a block that stands `DEPTH` deep in a floor, moved by `way` and with `rate`, both (z, θ_x, θ_y), by
 * its velocities after one step of a nanosecond.
 */
function push(context: Context, way: readonly number[], rate: readonly number[]): number[] {
  const timestep = 1e-9;
  const { model, data } = context.simulate({
    gravity: [0, 0, 0],
    timestep,
    formulation: { type: "forces" },
    materials: {
      layer: { friction: 0, contact: { type: "volumetric", modulus: K / 10, thickness: 0.1, damping: DAMPING } },
    },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "layer",
        shapes: [{ type: "box", halfExtents: [3, 2, 0.5], position: [0, 0, -0.5] }],
      },
      {
        name: "block",
        material: "layer",
        mass: 1,
        inertia: [1, 1, 1],
        centerOfMass: [0, 0, 0],
        position: [0, 0, way[0] - DEPTH],
        orientation: [way[1] / 2, way[2] / 2, 0, 1],
        velocity: [0, 0, rate[0]],
        angularVelocity: [rate[1], rate[2], 0],
        shapes: [{ type: "box", halfExtents: [0.5, 0.25, 0.25], position: [X, Y, 0.25] }],
      },
    ],
  });
  step(model, data);
  const spin = bodyAngularVelocity(model, data, "block");
  return [bodyVelocity(model, data, "block")[2] - rate[0], spin[0] - rate[1], spin[1] - rate[2]].map(
    (x) => x / timestep,
  );
}

/** Largest deviation of −∂push by central differences from `factor` times MOMENTS, over the largest of these. */
function deviation(move: (by: readonly number[]) => number[], length: number, factor: number): number {
  let worst = 0;
  for (let k = 0; k < 3; k++) {
    const by = [0, 1, 2].map((i) => (i === k ? length : 0));
    const [ahead, behind] = [move(by), move(by.map((x) => -x))];
    for (let i = 0; i < 3; i++) {
      const slope = (behind[i] - ahead[i]) / (2 * length);
      worst = Math.max(worst, Math.abs(slope / (factor * S) - MOMENTS[i][k] / S));
    }
  }
  return worst;
}

/**
 * Largest deviation of the tangents of the bristles, some of which stick, from differences, over the largest entry; by
 * slip, spin and load.
 */
function friction({ contact }: Context): number {
  const { PATCH_MOTION: m, PATCH_FRICTION: f } = contact;
  const pattern = contact.diskPattern(4, 16);
  const bristles = Float64Array.from({ length: 2 * pattern.count }, (_, k) => 2e-6 * ((7 * k) % 11) - 1e-5);
  const wrench = (by: readonly number[]) => {
    const motion = new Float64Array(m.size);
    motion.set([1e-3 + by[0], -5e-4 + by[1], 0.02 + by[2]], m.slip);
    motion[m.load] = 10 + by[3];
    motion[m.friction] = motion[m.kineticFriction] = 0.1;
    motion[m.spread] = 0.1;
    motion[m.spread + 1] = 0.05;
    motion[m.elapsed] = 1e-3;
    motion[m.stiffness] = 4e4;
    motion[m.damping] = 400;
    const out = new Float64Array(f.size);
    contact.fieldFriction(pattern, bristles.slice(), 0, new Float64Array(2), 0, motion, 0, out, 0);
    return out;
  };
  const here = wrench([0, 0, 0, 0]);
  const d = 1e-8;
  let [worst, largest] = [0, 0];
  for (let k = 0; k < 4; k++) {
    const by = [0, 1, 2, 3].map((i) => (i === k ? d : 0));
    const [ahead, behind] = [wrench(by), wrench(by.map((x) => -x))];
    for (let i = 0; i < 3; i++) {
      const slope = (ahead[f.wrench + i] - behind[f.wrench + i]) / (2 * d);
      const told = k < 3 ? -here[f.damping + 3 * i + k] : here[f.perLoad + i];
      worst = Math.max(worst, Math.abs(slope - told));
      largest = Math.max(largest, Math.abs(told));
    }
  }
  return worst / largest;
}

const FIGURE = "acceptance limit of row T-06";

export const vilelaT06 = defineExperiment({
  id: "vilela.t-06",
  title: "Change of the common volume and of forces with shift, rotation and velocity",
  reference:
    "[Vilela2018]: ∂V/∂x_A is the vector area (A to B), by rotations ∫ r × dA = −½ ∮ |r|² dr; K ∫ b bᵀ dS and K a ∫ δ b bᵀ dS of a block in a floor; bristles by slip, spin and load. Central differences.",
  rows: {
    shift: error("largest deviation of the difference from the vector area, three axes", "m²", 1e-6, FIGURE),
    turn: error("the same by rotations about three axes from the moment of the area, by the rim", "m³", 1e-6, FIGURE),
    stiffness: error("forces by displacement and rotation, over the largest", "1", 1e-5, FIGURE),
    damping: error("forces by velocity and spin, over the largest", "1", 1e-5, FIGURE),
    friction: error("friction by slip, spin and load, over the largest", "1", 1e-5, FIGURE),
  },
  *measure(context) {
    const [{ area, loops }] = regions(context, CUBE, CUBE, TILTED);
    const h = 1e-5;
    const change = (spoil: (to: Float64Array, by: number) => void) => {
      const moved = (by: number) => {
        const to = TILTED.slice();
        spoil(to, by);
        return total(regions(context, CUBE, CUBE, to));
      };
      return (moved(h) - moved(-h)) / (2 * h);
    };
    let [shift, turn] = [0, 0];
    for (let k = 0; k < 3; k++) {
      // A moves one way as B moves the other
      shift = Math.max(shift, Math.abs(change((to, by) => { to[9 + k] -= by; }) - area[k])); // biome-ignore format: one change
      turn = Math.max(turn, Math.abs(change((to, by) => turnAbout(to, k, -by)) - momentOf(loops, k)));
    }
    yield ["shift", shift];
    yield ["turn", turn];
    yield ["stiffness", deviation((by) => push(context, by, [0, 0, 0]), 1e-7, K)];
    yield ["damping", deviation((by) => push(context, [0, 0, 0], by), 1e-3, K * DAMPING * DEPTH)];
    yield ["friction", friction(context)];
  },
});

/** A transform (R row by row, t), then a turn about axis k of A's frame. */
function turnAbout(to: Float64Array, k: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  const pairs = [0, 1, 2].map((n) => [3 * i + n, 3 * j + n]);
  for (const [p, q] of [...pairs, [9 + i, 9 + j]]) {
    const [x, y] = [to[p], to[q]];
    to[p] = c * x - s * y;
    to[q] = s * x + c * y;
  }
}

/** Component k of −½ ∮ |r|² dr along closed polygons. */
function momentOf(loops: readonly (readonly number[])[], k: number): number {
  let sum = 0;
  for (const loop of loops) {
    for (let o = 0; o < loop.length; o += 3) {
      const next = (o + 3) % loop.length;
      let square = 0;
      for (let n = 0; n < 3; n++) {
        const [p, q] = [loop[o + n], loop[next + n]];
        square += p * p + p * q + q * q;
      }
      sum -= ((loop[next + k] - loop[o + k]) * square) / 6;
    }
  }
  return sum;
}
