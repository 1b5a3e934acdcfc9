import { buildScene, compile, type Scene } from "stiction";
import { sceneByName } from "stiction/scenes";
import { cpuClock, realTimeRatio } from "../../proof/reference/real-time.js";
import { bytesHash } from "../../src/data/hash.js";
import type { Probe } from "./probe.js";

/**
 * The three scenes of [Vilela2018], simulated seconds and wanted ratios, a tenth of the source's: mesh at 5 ms,
 * spheres.
 */
const SOURCE = [
  ["footprint-block", 4, 0.034, 0.64],
  ["footprint-disk", 1.5, 0.13, 2.5],
  ["footprint-cylinder", 3.5, 0.054, 0.36],
] as const;

/** Parts that fit into each other: scene, parameters, seconds. Goal: real time. */
const ASSEMBLY = [
  ["shaft-in-bearing", {}, 2],
  ["dovetail-slide", {}, 2],
  ["keyed-shaft", {}, 2],
  ["gear-pair", { volumetric: true, speed: 1 }, 2],
  ["geneva-drive", {}, 2],
  ["u-channel", { moving: "block" }, 2],
  ["bolt-in-nut", {}, 2],
] as const;

/** Spheres in each solid. */
const BALLS = 10_000;

interface Total {
  steps: number;
  hash: string;
}

/** CPU time of stepping over simulated time: the least of several runs. */
function ratio(scene: Scene, params: object, seconds: number, rounds: number, total: Total): number {
  const model = compile(buildScene(scene, params));
  return realTimeRatio(model, seconds, rounds, cpuClock, (data, steps) => {
    total.steps += steps;
    total.hash = bytesHash(new Uint8Array(data.bodyPos.slice().buffer));
  });
}

/**
 * T-16: fraction of real time of volumetric contact, with meshes and with spheres, in steps of 1 and 5 ms, and the
 * wanted one.
 */
export const footprints: Probe = {
  name: "footprints",
  title: "Volumetric contact: CPU time of stepping over simulated time",
  settings: `least of rounds, one core; meshes of 12, 252 and 508 triangles; ${BALLS} balls in the moving body; packing and compiling apart`,
  rounds: 3,
  run(rounds) {
    const figures: Record<string, number> = {};
    const total: Total = { steps: 0, hash: "" };
    const start = cpuClock();
    for (const [name, seconds, mesh, spheres] of SOURCE) {
      const scene = sceneByName(name) as Scene;
      const run = (geometry: string, timestep: number) =>
        ratio(scene, { geometry, spheres: BALLS, timestep }, seconds, geometry === "mesh" ? rounds : 1, total);
      figures[`${name}, mesh, 5 ms`] = run("mesh", 5e-3);
      figures[`${name}, mesh: asked at 5 ms`] = mesh;
      figures[`${name}, mesh, 1 ms`] = run("mesh", 1e-3);
      figures[`${name}, balls, 5 ms`] = run("spheres", 5e-3);
      figures[`${name}, balls, 1 ms`] = run("spheres", 1e-3);
      figures[`${name}, balls: asked`] = spheres;
    }
    for (const [name, params, seconds] of ASSEMBLY) {
      figures[`${name}: asked below 1`] = ratio(sceneByName(name) as Scene, params, seconds, rounds, total);
    }
    const mean = (1e3 * (cpuClock() - start)) / total.steps;
    return { steps: total.steps, cpuMsMean: mean, cpuMsP99: mean, figures, hash: total.hash };
  },
};
