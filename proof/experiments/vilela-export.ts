import {
  bytesHash,
  type ContactLawSpec,
  restore,
  type ShapeSpec,
  type Simulation,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { createParaViewExport } from "stiction/io";
import type { Context } from "../context.js";
import { runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { box, type Triangles, uPrism } from "../reference/volume-pairs.js";

/** Export to ParaView and reproducible bits. */

/** Two solids in each other, so soft and heavy that they do not move in the one step that finds their regions. */
function pressed({ simulate }: Context, a: Triangles, b: Triangles, turn: readonly number[], position: number[]) {
  const shape = ({ vertices, triangles }: Triangles) =>
    ({
      type: "mesh",
      vertices: Array.from({ length: vertices.length / 3 }, (_, v) => Array.from(vertices.subarray(3 * v, 3 * v + 3))),
      faces: Array.from({ length: triangles.length / 3 }, (_, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3))),
    }) satisfies ShapeSpec;
  const size = Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
  const orientation = turn.map((x) => x / size);
  const contact = { type: "volumetric", modulus: 1e-12, thickness: 1, clusters: 0 } satisfies ContactLawSpec;
  return simulate({
    name: "pair",
    timestep: 1e-6,
    gravity: [0, 0, 0],
    formulation: { type: "augmented-lagrangian" },
    materials: { soft: { friction: 0, contact } },
    bodies: [
      { name: "a", type: "static", material: "soft", shapes: [shape(a)] },
      { name: "b", mass: 1e6, inertia: [1e6, 1e6, 1e6], material: "soft", orientation, position, shapes: [shape(b)] },
    ],
  });
}

/** Files of the surface and the contours after one step. */
function exported(simulation: Simulation): { surface: string; contours: string } {
  step(simulation.model, simulation.data);
  const files = createParaViewExport(simulation.model, { encoding: "ascii" }).frame(simulation.data);
  const [, surface, contours] = files.map(({ content }) => content);
  return { surface, contours };
}

/** The first 32 bits of the hash of both, as a number. */
function fingerprint({ surface, contours }: { surface: string; contours: string }): number {
  return Number.parseInt(bytesHash(new TextEncoder().encode(surface + contours)).slice(0, 8), 16);
}

/** Volume inside the triangles of a file, read back from its text. */
function volumeIn(text: string): number {
  const numbers = (name: string, after: string) => {
    const from = text.indexOf(`Name="${name}"`, text.indexOf(after));
    const start = text.indexOf(">", from) + 1;
    return text.slice(start, text.indexOf("<", start)).trim().split(/\s+/).map(Number);
  };
  const points = numbers("Points", "<Points>");
  const corners = numbers("connectivity", "<Polys>");
  let sum = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points.slice(3 * corners[t + k], 3 * corners[t + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

const CUBE = box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
const BAR = box([-3, -0.2, -0.2], [3, 0.2, 0.2]);

/** T-17: the files. */
export const vilelaT17 = defineExperiment({
  id: "vilela.t-17",
  title: "Export to ParaView",
  reference:
    "[Vilela2018], row T-17: .vtp files of M3 and M15, as fingerprints of their text, and read back; the pressure of `footprint-block` over its patch.",
  rows: {
    m3: near("M3: fingerprint of surface and contours", "1", 2165011697, 0, "exact points, rounded once"),
    volume: near(
      "M3: volume inside the triangles, read back",
      "m³",
      56293 / 108000,
      1e-12,
      "T-02: 1e-12 relative to V",
    ),
    m15: near("M15: fingerprint of surface and contours", "1", 4242658962, 0, "exact points, rounded once"),
    regions: near(
      "M15: volume of both regions, read back",
      "m³",
      0.3251957257046693,
      1e-12,
      "T-02: 1e-12 relative to V",
    ),
    pressure: error(
      "pressure over the patch: ∫ p dS/F_n − 1",
      "1",
      1e-9,
      "round-off of 1e-16 m in a depth of 2e-5 m, a few times",
    ),
  },
  *measure(context) {
    const m3 = exported(pressed(context, CUBE, CUBE, [1, 1, 1, 2], [0.3, 0.2, 0.1]));
    yield ["m3", fingerprint(m3)];
    yield ["volume", volumeIn(m3.surface)];
    const m15 = exported(pressed(context, uPrism(), BAR, [1, 2, 3, 40], [1 / 20, 1 / 2, 1 / 30]));
    yield ["m15", fingerprint(m15)];
    yield ["regions", volumeIn(m15.surface)];
    const block = context.scene("footprint-block", { params: { angle: 20 } });
    runFor(block, 0.5);
    const [patch] = context.contact.footprints(block.model, block.data);
    yield ["pressure", patch.force / patch.load - 1];
  },
});

const SCENES = ["footprint-block", "footprint-disk", "footprint-cylinder"] as const;

/** T-18: two runs are the same to the last bit. */
export const vilelaT18 = defineExperiment({
  id: "vilela.t-18",
  title: "Footprints twice, same bits",
  reference:
    "[Vilela2018], row T-18: hashes of the state of block, disk and cylinder, with meshes and with balls (the block alone unless --full).",
  rows: {
    twice: near("runs whose hash differs when done twice", "1", 0, 0, "a count"),
    resumed: near("runs whose hash differs when resumed from a snapshot", "1", 0, 0, "a count"),
    balls: near("runs with balls whose hash differs when done twice", "1", 0, 0, "a count"),
  },
  *measure(context) {
    const seconds = context.full ? 1.5 : 0.1;
    const start = (name: string, params: Record<string, unknown> = {}) => context.scene(name, { params });
    const hash = (simulation: Simulation, duration: number) => {
      runFor(simulation, duration);
      return stateHash(simulation.data);
    };
    const differs = (name: string, params?: Record<string, unknown>) => {
      const first = hash(start(name, params), seconds);
      return first !== hash(start(name, params), seconds);
    };
    yield ["twice", SCENES.filter((name) => differs(name)).length];
    const resumes = (name: string) => {
      const whole = start(name);
      runFor(whole, seconds / 2);
      const halfway = snapshot(whole.data);
      const resumed = start(name);
      restore(resumed.model, resumed.data, halfway);
      return hash(whole, seconds / 2) !== hash(resumed, seconds / 2);
    };
    yield ["resumed", SCENES.filter(resumes).length];
    const balls = { geometry: "spheres", spheres: context.full ? 10_000 : 200 };
    const packed = context.full ? SCENES : SCENES.slice(0, 1);
    yield ["balls", packed.filter((name) => differs(name, balls)).length];
  },
});
