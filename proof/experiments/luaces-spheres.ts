import { atMost, defineExperiment, error, near } from "../experiment.js";
import { seeded } from "../reference/random.js";

/**
 * An excavator of the source's kind: {cabin, wheels}, boom, stick, bucket, with several spheres each; one part is in
 * two groups.
 */
const MACHINE = (() => {
  const wheels = { children: [0, 1, 2, 3] };
  const cabin = { children: [4, 5, 6] };
  const boom = { children: [7, 8, 9] };
  const stick = { children: [9, 10, 11] };
  return { children: [{ children: [cabin, wheels] }, boom, stick, { children: [12, 13, 14, 15] }] };
})();
const PARTS = 16;

/** V30: the sphere around two, and two machines of spheres whose parts move. */
export const luacesV30 = defineExperiment({
  id: "luaces.v30",
  title: "Bounding spheres of machine parts",
  reference:
    "[Luaces2013] V30, §4.4.4: spheres (0,0,0; 1) and (4,0,0; 0.5); the larger one when it holds the other; two hierarchies against all pairs of parts.",
  rows: {
    center: error("distance of the centre from (1.75, 0, 0)", "m", 0, "sums of binary fractions"),
    radius: near("radius", "m", 2.75, 0, "sums of binary fractions"),
    contained: error("deviation from the larger of two, one inside", "m", 0, "a copy"),
    outside: error("farthest that a part is outside a group that holds it", "m", 1e-15, "round-off"),
    differing: error("pairs of parts in one list only, in 200 positions", "1", 0, "sets of integers"),
    tests: atMost("tests per position, of 256 pairs", "1", 128, "half of all pairs: groups must save some"),
  },
  *measure({ geometry, historical }) {
    const spheres = Float64Array.of(0, 0, 0, 1, 4, 0, 0, 0.5, 0.2, 0.1, 0, 0.5);
    const out = new Float64Array(4);
    historical.encloseSpheres(spheres, 0, spheres, 4, out, 0);
    yield ["center", Math.hypot(out[0] - 1.75, out[1], out[2])];
    yield ["radius", out[3]];
    let off = 0;
    for (const [i, j] of [[0, 8] as const, [8, 0] as const]) {
      historical.encloseSpheres(spheres, i, spheres, j, out, 0);
      off = Math.max(off, Math.hypot(...[0, 1, 2, 3].map((k) => out[k] - spheres[k])));
    }
    yield ["contained", off];

    const random = seeded(30);
    const a = historical.createSphereDag(MACHINE);
    const b = historical.createSphereDag(MACHINE);
    const sink = geometry.createPairSink(PARTS * PARTS);
    let outside = 0;
    let differing = 0;
    for (let n = 0; n < 200; n++) {
      // parts of a group lie together; the machines stand 0 … 8 m apart
      [a, b].forEach((dag, m) => {
        dag.part.forEach((part, i) => {
          const along = part < 7 ? 0 : part < 10 ? 2 : part < 12 ? 4 : 6;
          dag.sphere.set([along + random(), m * 8 * random() + random(), random(), 0.2 + 0.4 * random()], 4 * i);
        });
        historical.updateSphereDag(dag);
      });
      for (let g = a.part.length; g < a.count; g++) {
        for (const i of a.child.subarray(a.start[g], a.start[g + 1])) {
          const d = Math.hypot(...[0, 1, 2].map((k) => a.sphere[4 * i + k] - a.sphere[4 * g + k]));
          outside = Math.max(outside, d + a.sphere[4 * i + 3] - a.sphere[4 * g + 3]);
        }
      }
      sink.count = 0;
      historical.sphereDagPairs(a, b, sink);
      const found = new Set(
        Array.from({ length: sink.count }, (_, p) => `${sink.pairs[2 * p]} ${sink.pairs[2 * p + 1]}`),
      );
      differing += sink.count - found.size;
      for (let i = 0; i < PARTS; i++) {
        for (let j = 0; j < PARTS; j++) {
          const d = Math.hypot(...[0, 1, 2].map((k) => a.sphere[4 * i + k] - b.sphere[4 * j + k]));
          const meet = d <= a.sphere[4 * i + 3] + b.sphere[4 * j + 3];
          if (meet !== found.has(`${a.part[i]} ${b.part[j]}`)) differing++;
        }
      }
    }
    yield ["outside", outside];
    yield ["differing", differing];
    yield ["tests", sink.nodeTests / 200];
  },
});
