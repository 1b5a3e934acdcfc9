import { createRowRunner, designOf } from "stiction/studies";
import { formatCount } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { loadStudy, packStudy } from "./study-package.js";

/** `stiction study check`: what a study would run, after everything has been checked that can be without running it. */
export async function checkCommand(argument: string, json: boolean): Promise<void> {
  const { package: packed, parts } = await packStudy(await loadStudy(argument));
  const design = designOf(packed.study);
  const metrics = createRowRunner(parts).metricNames;
  if (json) {
    await printJson({ study: packed.name, hash: packed.hash, runs: design.count, factors: design.names, metrics });
    return;
  }
  print(`${packed.study.title ?? packed.name}: ${formatCount(design.count)} runs of ${sceneName(packed.scene)}`);
  print(`  factors  ${design.names.join(", ") || "none"}`);
  print(`  metrics  ${metrics.join(", ")}`);
}

function sceneName(scene: Awaited<ReturnType<typeof packStudy>>["package"]["scene"]): string {
  if (scene.kind === "shipped") return scene.name;
  if (scene.kind === "module") return scene.path;
  return String((scene.spec as { readonly name?: unknown }).name ?? "the scene of the study");
}
