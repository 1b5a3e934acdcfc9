import { collision, geometry } from "stiction/internals";
import { bytesHash } from "../../src/data/hash.js";
import type { Probe } from "./probe.js";

/** 100 × 50 quadrilaterals each. */
const ball = geometry.uvSphere(0.5, 100, 51);
const ring = geometry.torusMesh(0.5, 0.2, 100, 50);

type Mesh = typeof ball;

function collider(mesh: Mesh) {
  const bounds = Float64Array.of(-0.7, -0.7, -0.7, 0.7, 0.7, 0.7);
  const mass = { volume: 1, center: new Float64Array(3), inertia: new Float64Array(6) };
  return collision.createCollider({ form: "mesh", size: [], mass, bounds, mesh, drawing: () => mesh });
}

const unit = (...q: number[]) => q.map((x) => x / Math.hypot(...q));

/**
 * Two spheres 0.1 mm in each other (their facets just touch), two crossed rings that touch in two places, and two that
 * intersect.
 */
const SCENES: readonly (readonly [name: string, mesh: Mesh, pose: readonly number[]])[] = [
  ["balls in contact", ball, [0.3, 0.4, Math.sqrt(0.75) - 1e-4, ...unit(0.1, 0.2, 0.3, 0.9)]],
  ["balls 15 mm apart", ball, [0.3, 0.4, Math.sqrt(0.75) + 0.015, ...unit(0.1, 0.2, 0.3, 0.9)]],
  ["crossed rings in contact", ring, [0.45, 0, 0.4, ...unit(0, 0, 0.3, 0.95)]],
  ["rings 10 mm in each other", ring, [0.45, 0, 0.39, ...unit(0.02, 0.01, 0.3, 0.95)]],
];

/**
 * Contact detection between two meshes of 10,000 triangles, each time from scratch, in positions that tremble by 1 µm.
 */
export const meshMesh: Probe = {
  name: "mesh-mesh",
  title: "Contacts of two meshes of 10,000 triangles, in steady contact",
  settings: "CPU ms per detection, median; margin 20 mm",
  rounds: 500,
  run(rounds) {
    const figures: Record<string, number> = {};
    const sink = collision.createSink(512, 0.02);
    const rest = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    let total = 0;
    const gaps: number[] = [];
    for (const [name, mesh, at] of SCENES) {
      const [a, b] = [collider(mesh), collider({ ...mesh })];
      const pose = Float64Array.from(at);
      const times: number[] = [];
      for (let k = 0; k < rounds + 200; k++) {
        pose[0] = at[0] + 1e-6 * Math.sin(k);
        sink.count = 0;
        const start = process.cpuUsage();
        collision.contactsOf(a, pose, 0, b, rest, 0, sink);
        const { user, system } = process.cpuUsage(start);
        // code is compiled in the first 200
        if (k >= 200) times.push((user + system) / 1000);
      }
      times.sort((x, y) => x - y);
      figures[`${name}: median, ms`] = times[times.length >> 1];
      figures[`${name}: points`] = sink.count;
      gaps.push(...sink.gap.subarray(0, sink.count));
      total += times[times.length >> 1];
    }
    const mean = total / SCENES.length;
    const hash = bytesHash(new Uint8Array(Float64Array.from(gaps).buffer));
    return { steps: SCENES.length * rounds, cpuMsMean: mean, cpuMsP99: mean, figures, hash };
  },
};
