import { measureLoose } from "./probes/loose-bodies.js";
const [counts, kind, steps, warm, settings] = process.argv.slice(2);
for (const rocks of counts.split(",").map(Number)) {
  const f = measureLoose("rock-bucket", { rocks, ...(kind ? { kind } : {}) }, Number(steps ?? 200), Number(warm ?? 40), settings ? JSON.parse(settings) : {});
  console.log(rocks, Object.entries(f).map(([k, v]) => `${k} ${typeof v === "number" ? v.toFixed(2) : v}`).join("  "));
}
