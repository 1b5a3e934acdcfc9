/**
 * State hashes of every shipped scene, in its own formulation and in each other one that takes it:
 *
 *     node --conditions=source --import tsx scripts/hashes.ts            compares with test/scenes/hashes.json
 *     node --conditions=source --import tsx scripts/hashes.ts --write    writes that file
 *     … scripts/hashes.ts --only rim,stack                               scenes whose name contains one of these
 *
 * A change that is meant to leave the physics alone leaves every hash equal to the bit.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { buildScene, compileUntyped, createData, stateHash, step, type UntypedSpec } from "stiction";
import { scenes } from "stiction/scenes";

const FILE = new URL("../test/scenes/hashes.json", import.meta.url);
const FORMULATIONS = ["own", "forces", "impulse", "augmented-lagrangian", "complementarity"];
/** Seconds of computing per run when the file is written; steps between LEAST and MOST. */
const BUDGET = { own: 0.6, other: 0.15 };
const STEPS = { own: [10, 400], other: [3, 60] };

type Row = { steps: number; status: number; hash: string };

function start(name: string, formulation: string) {
  const scene = scenes.find((s) => s.name === name);
  if (!scene) throw new Error(`no scene ${name}`);
  let spec: UntypedSpec = buildScene(scene);
  const own = (spec.formulation as { type?: string } | undefined)?.type ?? "forces";
  if (formulation !== "own") {
    if (formulation === own) return undefined;
    spec = { ...spec, formulation: { type: formulation } };
  }
  try {
    const model = compileUntyped(spec);
    return { model, data: createData(model) };
  } catch (error) {
    if (formulation === "own") throw error;
    return undefined;
  }
}

function run(name: string, formulation: string, steps: number | undefined): Row | undefined {
  const simulation = start(name, formulation);
  if (!simulation) return undefined;
  const { model, data } = simulation;
  const kind = formulation === "own" ? "own" : "other";
  const [least, most] = STEPS[kind];
  const from = performance.now();
  let status = 0;
  let k = 0;
  while (steps === undefined ? k < most && (k < least || performance.now() - from < 1000 * BUDGET[kind]) : k < steps) {
    status |= step(model, data);
    k++;
  }
  return { steps: k, status, hash: stateHash(data) };
}

const write = process.argv.includes("--write");
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1].split(",") : [""];
const known: Record<string, Row> = write ? {} : JSON.parse(readFileSync(FILE, "utf8"));
const found: Record<string, Row> = {};
let differing = 0;
let runs = 0;
for (const { name } of scenes) {
  if (!only.some((part) => name.includes(part))) continue;
  for (const formulation of FORMULATIONS) {
    const key = `${name} ${formulation}`;
    if (!write && !known[key]) continue;
    const row = run(name, formulation, known[key]?.steps);
    runs++;
    if (row) found[key] = row;
    if (!write && JSON.stringify(row) !== JSON.stringify(known[key])) {
      differing++;
      console.log(`${key}: ${JSON.stringify(row)} instead of ${JSON.stringify(known[key])}`);
    }
  }
}
if (write) {
  const lines = Object.entries(found).map(([key, row]) => `  ${JSON.stringify(key)}: ${JSON.stringify(row)}`);
  writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
  console.log(`${lines.length} runs written`);
} else {
  console.log(`${runs - differing} of ${runs} equal`);
  process.exitCode = differing > 0 ? 1 : 0;
}
