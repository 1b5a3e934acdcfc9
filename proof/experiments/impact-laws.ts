import { step, type UntypedSpec } from "stiction";
import type { Context } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

/** Distance at which bodies start before they meet, m: poses at the impact are those of the start to round-off. */
export const APART = 1e-7;

type Law = "newton" | "poisson";

/** Steps until the first impact is over; returns the velocities of a body, [ω; v]. */
export function strike(context: Context, spec: UntypedSpec, name: string, axis: number): Float64Array {
  const { model, data } = context.simulateUntyped(spec);
  const o = 6 * model.bodyNames.indexOf(name);
  const before = data.bodyVel[o + axis];
  for (let i = 0; i < 40 && Math.abs(data.bodyVel[o + axis] - before) < 1e-3 * Math.abs(before); i++) step(model, data);
  return data.bodyVel.slice(o, o + 6);
}

function scene(law: Law, restitution: number, friction: number, rest: UntypedSpec): UntypedSpec {
  return {
    gravity: rest.plane === "xy" ? [0, 0] : [0, 0, 0],
    timestep: 1e-4,
    formulation: { type: "impulse", preset: "precise", restitutionLaw: law },
    materials: { steel: { restitution, friction } },
    ...rest,
  };
}

const post = (name: string, x: number, top: number) => ({
  name,
  type: "static" as const,
  material: "steel",
  position: [x, top - 0.03],
  shapes: [{ type: "circle", radius: 0.03 }],
});

/** A bar of 1 m and 2c thickness on a hinge at its end, over a post at x. */
function bar(law: Law, e: number, mu: number, x: number, c: number): UntypedSpec {
  return scene(law, e, mu, {
    plane: "xy",
    bodies: [
      post("post", x, -c - APART),
      {
        name: "bar",
        mass: 1.8,
        material: "steel",
        position: [0.5, 0],
        velocity: [0, -1],
        angularVelocity: [0, 0, -2],
        shapes: [{ type: "polygon", halfExtents: [0.5, c] }],
      },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [0, 0] }],
  });
}

/** n bars of 0.4 m and 0.02 m thickness in line, all turning about the first hinge; posts under some of them. */
function chain(law: Law, e: number, n: number, spin: number, posts: readonly number[]): UntypedSpec {
  const name = (k: number) => `bar-${String(k).padStart(2, "0")}`;
  return scene(law, e, 0, {
    plane: "xy",
    bodies: [
      ...posts.map((x, k) => post(`post-${k}`, x, -0.01 - APART)),
      ...Array.from({ length: n }, (_, k) => ({
        name: name(k),
        mass: 1,
        inertia: [0, 0, CHAIN.inertia],
        material: "steel",
        position: [CHAIN.length * (k + 0.5), 0],
        velocity: [0, CHAIN.length * (k + 0.5) * spin],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "polygon", halfExtents: [CHAIN.length / 2, 0.01] }],
      })),
    ],
    joints: Array.from({ length: n }, (_, k) => ({
      type: "hinge",
      ...(k > 0 ? { bodyA: name(k - 1) } : {}),
      bodyB: name(k),
      at: [CHAIN.length * k, 0],
    })),
  });
}

const CHAIN = { length: 0.4, inertia: 0.0134 } as const;

/** Spins of n bars in line after impacts at `posts`, all at once: M Δω = Jᵀp with J M⁻¹Jᵀ p = −(1 + e) J ω. */
function chainOnPaper(e: number, n: number, spin: number, posts: readonly number[]): number[] {
  const { length: l, inertia } = CHAIN;
  /** How fast the point at x, on bar k, rises by the spin of bar j. */
  const rises = (x: number, k: number, j: number) => (j < k ? l : j === k ? x - l * k : 0);
  const mass = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      let sum = i === j ? inertia : 0;
      for (let k = 0; k < n; k++) sum += rises(l * (k + 0.5), k, i) * rises(l * (k + 0.5), k, j);
      return sum;
    }),
  );
  const rows = posts.map((x) => Array.from({ length: n }, (_, j) => rises(x, Math.floor(x / l), j)));
  const answers = rows.map((row) => solveDense(mass, row));
  const along = (row: readonly number[], v: readonly number[]) => row.reduce((sum, x, j) => sum + x * v[j], 0);
  const omega = new Array<number>(n).fill(spin);
  const delassus = rows.map((row) => answers.map((answer) => along(row, answer)));
  const impulses = solveDense(
    delassus,
    rows.map((row) => -(1 + e) * along(row, omega)),
  );
  return omega.map((w, j) => w + impulses.reduce((sum, p, k) => sum + p * answers[k][j], 0));
}

/** Gauss's elimination; the matrices here are positive definite. */
function solveDense(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const a = matrix.map((row, i) => [...row, right[i]]);
  const n = a.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const s = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= s * a[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = a[i][n];
    for (let j = i + 1; j < n; j++) sum -= a[i][j] * x[j];
    x[i] = sum / a[i][i];
  }
  return x;
}

/** A free rod, inclined by φ, falls on its tip; friction holds the tip in both phases. */
export const ROD = { mass: 1.4, half: 0.3, angle: 1.2, radius: 1e-4, speed: 2, e: 0.6 } as const;

export function rod(law: Law): UntypedSpec {
  const { mass, half, angle, radius, speed, e } = ROD;
  const [x, y] = [half * Math.cos(angle), half * Math.sin(angle)];
  return scene(law, e, 5, {
    plane: "xy",
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "steel",
        position: [0, -1],
        shapes: [{ type: "polygon", halfExtents: [9, 1] }],
      },
      {
        name: "rod",
        mass,
        centerOfMass: [0, 0],
        inertia: [0, 0, (mass * half * half) / 3],
        material: "steel",
        position: [x, y + radius + APART],
        velocity: [0, -speed],
        shapes: [{ type: "circle", radius, position: [-x, -y] }],
      },
    ],
  });
}

/** Spin of the rod: compression to rest of the tip, then e times its normal impulse with the tip held. */
export function rodOnPaper(): number {
  const { mass, half, angle, radius, speed, e } = ROD;
  const inertia = (mass * half * half) / 3;
  // arm of the point of contact
  const [x, y] = [-half * Math.cos(angle), -half * Math.sin(angle) - radius];
  const normal = 1 / mass + (x * x) / inertia;
  const both = (-x * y) / inertia;
  const tangent = 1 / mass + (y * y) / inertia;
  const det = normal * tangent - both * both;
  const pressed = (speed * tangent) / det;
  const held = (-speed * both) / det;
  const back = e * pressed;
  const rub = held - (both / tangent) * back;
  return (x * (pressed + back) - y * rub) / inertia;
}

/** Two cranks of 0.5 m about y and a coupler of 1 m; a ball off the plane of the cranks. */
function spatialLoop(law: Law, e: number): UntypedSpec {
  return scene(law, e, 0.3, {
    bodies: [
      {
        name: "ball",
        type: "static",
        material: "steel",
        position: [1.05 + 0.02 + APART, 0.04, 0.5],
        shapes: [{ type: "sphere", radius: 0.02 }],
      },
      ...[0, 1].map((x) => ({
        name: `crank-${x}`,
        mass: 1,
        inertia: [0.02, 0.02, 0.02],
        position: [x, 0, 0.25],
        velocity: [0.5, 0, 0],
        angularVelocity: [0, 2, 0],
      })),
      {
        name: "coupler",
        mass: 3,
        material: "steel",
        position: [0.5, 0, 0.5],
        velocity: [1, 0, 0],
        shapes: [{ type: "box", halfExtents: [0.55, 0.06, 0.02] }],
      },
    ],
    joints: [0, 1].flatMap((x) => [
      { type: "hinge", bodyB: `crank-${x}`, at: [x, 0, 0], axis: [0, 1, 0] },
      { type: "hinge", bodyA: `crank-${x}`, bodyB: "coupler", at: [x, 0, 0.5], axis: [0, 1, 0] },
    ]),
  });
}

/** Kinetic energy after over before the impact of a double pendulum whose tip meets the floor with friction. */
function energyLeft(context: Context, law: Law, e: number, mu: number, bend: number): number {
  const [l, m] = [1, 1];
  const [a, b] = [0.35, bend];
  const at = (angle: number, from: readonly number[], s: number) => [
    from[0] + s * Math.sin(angle),
    from[1] - s * Math.cos(angle),
  ];
  const elbow = at(a, [0, 0], l);
  const tip = at(b, elbow, l);
  const speed = (angle: number, w: number, s: number) => [w * s * Math.cos(angle), w * s * Math.sin(angle)];
  const [wa, wb] = [-1, -2];
  const half = speed(a, wa, l / 2);
  const joint = speed(a, wa, l);
  const far = speed(b, wb, l / 2);
  const { model, data } = context.simulateUntyped(
    scene(law, e, mu, {
      plane: "xy",
      bodies: [
        {
          name: "floor",
          type: "static",
          material: "steel",
          position: [0, tip[1] - 1e-3 - APART - 1],
          shapes: [{ type: "polygon", halfExtents: [9, 1] }],
        },
        {
          name: "upper",
          mass: m,
          inertia: [0, 0, (m * l * l) / 12],
          position: at(a, [0, 0], l / 2),
          velocity: half,
          angularVelocity: [0, 0, wa],
        },
        {
          name: "lower",
          mass: m,
          centerOfMass: [0, 0],
          inertia: [0, 0, (m * l * l) / 12],
          material: "steel",
          position: at(b, elbow, l / 2),
          velocity: [joint[0] + far[0], joint[1] + far[1]],
          angularVelocity: [0, 0, wb],
          shapes: [{ type: "circle", radius: 1e-3, position: [(l / 2) * Math.sin(b), (-l / 2) * Math.cos(b)] }],
        },
      ],
      joints: [
        { type: "hinge", bodyB: "upper", at: [0, 0] },
        { type: "hinge", bodyA: "upper", bodyB: "lower", at: elbow },
      ],
    }),
  );
  const energy = () => {
    let sum = 0;
    for (let k = 1; k < model.nb; k++) {
      const o = 6 * k;
      const v = data.bodyVel;
      sum +=
        0.5 * model.bodyMass[k] * (v[o + 3] ** 2 + v[o + 4] ** 2) + 0.5 * model.bodyInertia[6 * k + 2] * v[o + 2] ** 2;
    }
    return sum;
  };
  const before = energy();
  const spin = data.bodyVel[6 * model.bodyNames.indexOf("lower") + 2];
  for (let i = 0; i < 20; i++) {
    step(model, data);
    if (Math.abs(data.bodyVel[6 * model.bodyNames.indexOf("lower") + 2] - spin) > 1e-3) break;
  }
  return energy() / before;
}

/** The same on paper, by Poisson's law: angles a and b of the bars, tip at l (sin a + sin b, −cos a − cos b). */
function energyOnPaper(e: number, mu: number, bend: number): number {
  const a = 0.35;
  // mass matrix of two rods with m = l = 1, and the Jacobian of the tip, along the floor and away from it
  const mass = [4 / 3, 0.5 * Math.cos(a - bend), 1 / 3];
  const det = mass[0] * mass[2] - mass[1] * mass[1];
  // the foot of the ball at the tip touches, 1 mm below its middle
  const along = [Math.cos(a), Math.cos(bend) + 1e-3];
  const away = [Math.sin(a), Math.sin(bend)];
  const answer = (j: readonly number[]) => [
    (mass[2] * j[0] - mass[1] * j[1]) / det,
    (mass[0] * j[1] - mass[1] * j[0]) / det,
  ];
  const dot = (x: readonly number[], y: readonly number[]) => x[0] * y[0] + x[1] * y[1];
  const ofAlong = answer(along);
  const ofAway = answer(away);
  const [ktt, knt, knn] = [dot(along, ofAlong), dot(away, ofAlong), dot(away, ofAway)];
  const turn = [-1, -2];
  const energy = () => 0.5 * (mass[0] * turn[0] ** 2 + 2 * mass[1] * turn[0] * turn[1] + mass[2] * turn[1] ** 2);
  const before = energy();
  /** Least impulse p ≥ `least` that leaves no approach, with friction that holds the tip or opposes its slip. */
  const phase = (least: number): number => {
    const [vt, vn] = [dot(along, turn), dot(away, turn)];
    for (const slip of [0, 1, -1]) {
      // slip 0: the tip is held, f = −(v_t + K_nt p)/K_tt; else f = −slip μ p
      const fixed = slip === 0 ? -vt / ktt : 0;
      const part = slip === 0 ? -knt / ktt : -slip * mu;
      const p = Math.max(least, -(vn + knt * fixed) / (knn + knt * part));
      const f = fixed + part * p;
      const rests = Math.abs(f) <= mu * p && slip === 0;
      if (!rests && !(slip !== 0 && slip * (vt + ktt * f + knt * p) >= 0)) continue;
      for (const i of [0, 1]) turn[i] += ofAlong[i] * f + ofAway[i] * p;
      return p;
    }
    return Number.NaN;
  };
  phase(e * phase(0));
  return energy() / before;
}

export const impactLaws = defineExperiment({
  id: "own.impact-laws",
  title: "Impacts by Newton's and by Poisson's law: friction, several posts, long chains, loops in space",
  reference:
    "Poisson: compression until nothing approaches, then e times its impulse, each with its own friction. A hinged bar of thickness 2c struck at x: the compression ends at rest without friction, and in the restitution friction opposes, ω⁺ = −e ω (x − c μ)/x. Without friction both laws agree: the impulse from the effective masses in joint angles.",
  rows: {
    bar: error(
      "hinged bar with friction by Poisson's law, relative",
      "1",
      1e-6,
      "the bar starts 1e-7 m above the post",
    ),
    hinge: error("the same at 0.12 m from the hinge", "1", 1e-6, "the bar starts 1e-7 m above the post"),
    newton: error("the same by Newton's law: −e ω", "1", 1e-6, "the bar starts 1e-7 m above the post"),
    rod: error(
      "rod on its tip, held by friction in both phases, relative",
      "1",
      1e-6,
      "it starts 1e-7 m above the floor",
    ),
    posts: error(
      "chain of five bars on two posts at once, rad/s",
      "rad/s",
      1e-4,
      "10 × observed: the bars turn by 1e-4 rad in a step",
    ),
    long: error(
      "chain of 20 bars, its last one struck, Poisson, rad/s",
      "rad/s",
      1e-4,
      "10 × observed: the bars turn by 1e-4 rad in a step",
    ),
    loop: error("parallelogram in space with redundant rows, e = 0.7, relative", "1", 1e-6, "10 × observed"),
    energy: atMost(
      "energy after an impact with friction and e = 1, Poisson, most of six",
      "1",
      1,
      "no law may gain energy",
    ),
    "energy-newton": atMost("the same, Newton", "1", 1, "no law may gain energy"),
    gains: error(
      "energy left where Newton's law would gain energy, by Newton's and Poisson's law: that of Poisson's, most of six",
      "1",
      1e-6,
      "the tip starts 1e-7 m above the floor",
    ),
  },
  *measure(context) {
    const spin = (law: Law, e: number, mu: number, x: number, c: number) =>
      strike(context, bar(law, e, mu, x, c), "bar", 2)[2] / 2;
    yield ["bar", spin("poisson", 0.8, 0.6, 0.8, 0.05) / ((0.8 * (0.8 - 0.03)) / 0.8) - 1];
    yield ["hinge", spin("poisson", 0.5, 0.6, 0.12, 0.05) / ((0.5 * (0.12 - 0.03)) / 0.12) - 1];
    yield ["newton", spin("newton", 0.5, 0.6, 0.12, 0.05) / 0.5 - 1];
    yield ["rod", strike(context, rod("poisson"), "rod", 4)[2] / rodOnPaper() - 1];
    const posts = [0.75, 1.9];
    const five = chainOnPaper(0.6, 5, -1, posts);
    let off = 0;
    for (const law of ["newton", "poisson"] as const)
      off = Math.max(off, Math.abs(strike(context, chain(law, 0.6, 5, -1, posts), "bar-04", 2)[2] - five[4]));
    yield ["posts", off];
    const long = chainOnPaper(0.5, 20, -0.2, [7.9]);
    yield ["long", strike(context, chain("poisson", 0.5, 20, -0.2, [7.9]), "bar-19", 2)[2] - long[19]];
    yield ["loop", strike(context, spatialLoop("newton", 0.7), "crank-0", 1)[1] / (-2 * 0.7) - 1];
    for (const law of ["poisson", "newton"] as const) {
      let most = 0;
      for (const mu of [0.25, 0.8])
        for (const bend of [0.3, 0.52, 0.9]) most = Math.max(most, energyLeft(context, law, 1, mu, bend));
      yield [law === "poisson" ? "energy" : "energy-newton", most];
    }
    let gained = 0;
    for (const law of ["poisson", "newton"] as const)
      for (const bend of [0.27, 0.31, 0.32]) {
        const left = energyLeft(context, law, 1, 0.3, bend);
        gained = Math.max(gained, Math.abs(left - energyOnPaper(1, 0.3, bend)));
      }
    yield ["gains", gained];
  },
});
