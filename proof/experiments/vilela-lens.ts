import type { Context } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { seeded } from "../reference/random.js";

/**
 * Unit, R_A, R_B, d in whole numbers of 1/unit (so that they are exact), then V, z_c from A's centre, J about the axis
 * and across it.
 */
const TABLE = [
  [1, 1, 1, 1, 1.308996938995747, 0.5, 0.346884188833873, 0.2323469566717451],
  [2, 4, 2, 5, 0.4777838827334477, 1.778767123287671, 0.09458321007331146, 0.05269670892114425],
  [10, 20, 10, 12, 3.986681077405448, 1.158510638297872, 1.634348389982528, 1.511649436576267],
  [100, 200, 100, 101, 4.188169146652556, 1.009853186232817, 1.675507920500087, 1.674903135642437],
  [10, 30, 5, 29, 0.323692374100907, 2.756086414624013, 0.03320423509858698, 0.02312615692649747],
  [1e6, 1e6, 1e6, 1999999, 1.570796064995509e-12, 0.9999995, 5.235985792e-19, 2.617993551e-19],
  [1000, 1e5, 1000, 100999, 3.10947136771758e-6, 99.99966334044488, 2.05161802299e-9, 1.025980078628e-9],
  [10, 10, 10, 1, 3.874892738815211, 0.05, 1.518698052273325, 1.450237675988465],
];

function lens({ collision }: Context, ra: number, rb: number, ...center: number[]) {
  const out = collision.createOverlap();
  collision.intersectSpheres(Float64Array.of(ra, rb), Float64Array.from(center), 0, out);
  return collision.overlapRegion(out, 0);
}

/**
 * V of the lens over π in rational arithmetic, all numbers whole: both caps π h² (3R − h)/3, h_A = p (2 R_B − p)/(2 d).
 */
function exactVolume(a: number, b: number, p: number, d: number): number {
  const [A, B, P, D] = [a, b, p, d].map(BigInt);
  const cap = (r: bigint, s: bigint) => {
    const h = P * (2n * s - P);
    return h * h * (6n * r * D - h);
  };
  return Number(((cap(A, B) + cap(B, A)) << 120n) / (24n * D * D * D)) / 2 ** 120;
}

/** T-01: the lens of two balls. */
export const vilelaT01 = defineExperiment({
  id: "vilela.t-01",
  title: "Volume common to two balls",
  reference: "[Vilela2018]: its table, and V in rational arithmetic for 500 seeded pairs with p/R down to 1e-13.",
  rows: {
    volume: error("largest relative deviation of V in the table", "1", 1e-13, "acceptance limit of row T-01"),
    center: error("largest deviation of the centroid, relative to R_A", "1", 1e-13, "acceptance limit of row T-01"),
    inertia: error(
      "largest relative deviation of J",
      "1",
      1e-9,
      "half a unit of the last digit printed: 10 digits of the thinnest",
    ),
    thin: error("largest relative error of V, however thin", "1", 4e-15, "acceptance limit of row T-01"),
  },
  *measure(context) {
    let [volume, center, inertia] = [0, 0, 0];
    for (const [unit, ra, rb, d, v, z, axial, across] of TABLE) {
      const r = lens(context, ra, rb, 0, 0, d);
      volume = Math.max(volume, Math.abs(r.volume / unit ** 3 / v - 1));
      center = Math.max(center, Math.abs(r.center[2] - z * unit) / ra);
      inertia = Math.max(inertia, Math.abs(r.inertia[2] / unit ** 5 / axial - 1));
      inertia = Math.max(inertia, Math.abs(r.inertia[0] / unit ** 5 / across - 1));
    }
    yield ["volume", volume];
    yield ["center", center];
    yield ["inertia", inertia];
    const random = seeded(77);
    let worst = 0;
    for (let i = 0; i < 500; i++) {
      // centres k (2, 3, 6) apart, 7 k, all on a grid of 2⁻⁴⁰ m
      const k = Math.round(random() * 2 ** 40 + 2 ** 38);
      const p = Math.max(1, Math.round(2 ** (43 * random())));
      const ra = Math.round(7 * k * (0.1 + 0.8 * random()));
      const rb = 7 * k - ra + p;
      if (p > 0.5 * Math.min(ra, rb)) continue;
      const u = 2 ** -40;
      const r = lens(context, ra * u, rb * u, 2 * k * u, 3 * k * u, 6 * k * u);
      worst = Math.max(worst, Math.abs(r.volume / (exactVolume(ra, rb, p, 7 * k) * Math.PI * u ** 3) - 1));
    }
    yield ["thin", worst];
  },
});
