/** The grasp of [Williams2014] 5.2.5 and 5.2.6 over contact models, steps and polygons. */
import { buildScene, compileUntyped, createData, STATUS, step } from "stiction";
import { sceneByName } from "stiction/scenes";
import { type StudyScript, sampleQuantile } from "stiction/studies";
import type { ShippedStudy } from "./index.js";

/** Friction of the stored runs. */
const FRICTION = 0.125;
/** Times at which ways are compared, s. */
const EVERY = 0.01;
const DURATION = 2;

/** Medians of the archive, mm, all polygons and times pooled: model, step (s), without and with friction. */
const ARCHIVE: readonly (readonly [model: string, step: number, smooth: number | null, rough: number | null])[] = [
  ["peg", 0.001, 0.03, 0.09],
  ["peg", 0.002, 0.07, 0.23],
  ["peg", 0.004, 0.16, 0.42],
  ["peg", 0.006, 0.2, 0.57],
  ["peg", 0.01, 0.49, 1.67],
  ["standard", 0.001, 0.07, 0.23],
  ["standard", 0.002, 0.17, 0.44],
  ["standard", 0.004, 0.69, 1.12],
  ["standard", 0.006, null, 2.48],
  ["standard", 0.01, null, 2.5],
  ["corrective", 0.001, 3.95, 5.6],
  ["corrective", 0.002, 4.57, 6.9],
  ["corrective", 0.004, 4.71, 7.9],
  ["corrective", 0.006, 6.29, 11.2],
  ["corrective", 0.01, 5.38, 11.9],
];

const STEPS = [0.001, 0.002, 0.004, 0.006, 0.01];

/** Places of the object every 10 ms, until a problem is not solved. */
type Way = (readonly [number, number])[];

function followed(read: () => readonly [number, number, number]) {
  const way: Way = [];
  let before = read();
  return {
    way,
    step() {
      const now = read();
      const h = now[2] - before[2];
      for (let t = EVERY * (way.length + 1); t <= now[2] + 1e-9; t = EVERY * (way.length + 1)) {
        const share = (t - before[2]) / h;
        way.push([before[0] + share * (now[0] - before[0]), before[1] + share * (now[1] - before[1])]);
      }
      before = now;
    },
  };
}

/** Exact geometry at the smallest step, which counts as the truth; 1 ms, a tenth of which the thesis takes. */
function truthOf(polygon: number, friction: number, h: number): Way {
  const scene = sceneByName("planar-gripper");
  if (scene === undefined) throw new Error("scene planar-gripper is missing");
  const model = compileUntyped(buildScene(scene, { polygon, friction, contacts: "peg", step: h }));
  const data = createData(model);
  const object = model.bodyIndex.get("object") as number;
  const read = () => [data.bodyPos[3 * object], data.bodyPos[3 * object + 1], data.clock[0]] as const;
  const { way, step: follow } = followed(read);
  while (data.clock[0] < DURATION - 1e-9) {
    if (step(model, data) & STATUS.notConverged) break;
    follow();
  }
  return way;
}

/** Distance from the truth, mm: median and quartiles over time, and at the end. */
export function graspScript(truthStep: number): StudyScript {
  const truths = new Map<string, Way>();
  return {
    names: ["median", "lowerQuartile", "upperQuartile", "end", "solved"],
    start(model, run) {
      const params = (name: string) => Number(run.values[FACTORS.findIndex(({ path }) => path === name)]);
      const key = `${params("polygon")} ${params("friction")}`;
      const object = model.bodyIndex.get("object") as number;
      let follow: ReturnType<typeof followed> | undefined;
      let solved = true;
      return {
        step(data) {
          follow ??= followed(() => [data.bodyPos[3 * object], data.bodyPos[3 * object + 1], data.clock[0]]);
          if ((data.status & STATUS.notConverged) !== 0) solved = false;
          if (solved) follow.step();
        },
        end() {
          const way = follow?.way ?? [];
          if (!solved) return [null, null, null, null, 0];
          // not before it is needed: it takes longer than all runs that are compared with it
          let truth = truths.get(key);
          if (truth === undefined) truths.set(key, (truth = truthOf(params("polygon"), params("friction"), truthStep)));
          const known = truth;
          const off = way.flatMap(([x, y], i) =>
            i < known.length ? [1000 * Math.hypot(x - known[i][0], y - known[i][1])] : [],
          );
          const sorted = Float64Array.from(off).sort();
          const at = (share: number) => sampleQuantile(sorted, share);
          return [at(0.5), at(0.25), at(0.75), off[off.length - 1], 1];
        },
      };
    },
  };
}

const FACTORS = [
  { path: "friction", values: [0, FRICTION] },
  { path: "contacts", values: ["peg", "standard", "corrective"] },
  { path: "step", name: "h", unit: "s", values: STEPS },
  { path: "polygon", values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
];

/** Distance from the ground truth over polygons and steps, the archive's medians beside ours. */
export const grasp: ShippedStudy = {
  name: "grasp",
  title: "Grasps by three contact models: distance from the truth",
  script: () => graspScript(0.0001),
  study: {
    study: 1,
    title: "Grasps by three contact models: distance from the truth in mm",
    scene: "planar-gripper",
    factors: FACTORS,
    metrics: { iterations: { figure: "iterations", unit: "1" } },
    script: "shipped:grasp",
    stop: { status: ["notConverged"] },
    published: ARCHIVE.flatMap(([contacts, h, smooth, rough]) =>
      [
        [0, smooth],
        [FRICTION, rough],
      ].flatMap(([friction, value]) =>
        value === null
          ? []
          : [{ metric: "median", where: { friction, contacts, h }, value, source: "[Williams2014] archive, pooled" }],
      ),
    ),
  },
};
