/**
 * The experiments of `stiction verify`, listed and run for a page. Knows nothing of workers, so that Node can test it.
 */
import {
  type Curve,
  createContext,
  type Experiment,
  experiments,
  resultHash,
  rowId,
  runExperiment,
  SAMPLE,
  traceCurve,
} from "../../proof/index.js";
import { pairs } from "./engines-scenes.js";
import type { CurveEntry, ExperimentEntry, ProofReply, ProofRequest, Row, RowEntry } from "./proof-protocol.js";

/** Points that the closed form is drawn with before anything is measured. */
const EXACT_POINTS = 1200;

/** Answers one request; resolves when the last reply is sent. */
export async function answerProof(request: ProofRequest, post: (reply: ProofReply) => void): Promise<void> {
  if (request.type === "list") {
    post({ type: "listed", experiments: experiments.map(describe) });
    return;
  }
  const { id } = request;
  const experiment = experiments.find((candidate) => candidate.id === id);
  if (experiment !== undefined) await run(experiment, request, post);
  post({ type: "finished", id });
}

async function run(
  experiment: Experiment,
  { curve, full }: Extract<ProofRequest, { type: "run" }>,
  post: (reply: ProofReply) => void,
): Promise<void> {
  const { id } = experiment;
  const rows: Row[] = [];
  for await (const row of runExperiment(experiment, { full })) {
    rows.push(row);
    post({ type: "row", id, row });
  }
  post({ type: "measured", id, hash: resultHash(rows) });
  if (!curve || experiment.curve === undefined) return;
  for (const samples of traceCurve(experiment.curve, createContext())) post({ type: "samples", id, rows: samples });
}

export function describe(experiment: Experiment): ExperimentEntry {
  const { id, source, title, reference, scene, full, partial, rows, curve } = experiment;
  const pair = pairs.find(({ experiments: of }) => of.includes(id));
  return {
    id,
    source,
    title,
    reference,
    scene: scene ?? null,
    full: full ?? false,
    partial: partial ?? null,
    rows: Object.entries(rows).map(([key, row]): RowEntry => {
      const { quantity, unit, expected, tolerance, comparison, origin } = row;
      const value = typeof expected === "number" ? expected : null;
      return { id: rowId(experiment, key), quantity, unit, expected: value, tolerance, comparison, origin };
    }),
    curve: curve === undefined ? null : describeCurve(curve),
    pair:
      pair === undefined ? null : { test: pair.test, topic: pair.topic, seconds: pair.seconds, figures: pair.figures },
  };
}

function describeCurve(curve: Curve): CurveEntry {
  const { quantity, unit, rateUnit, duration, limit, origin, slips } = curve;
  const exact = new Float64Array(SAMPLE.size * (EXACT_POINTS + 1)).fill(Number.NaN);
  const bands: number[] = [];
  let sliding = false;
  for (let k = 0; k <= EXACT_POINTS; k++) {
    const t = (duration * k) / EXACT_POINTS;
    const { value, rate = Number.NaN } = curve.exact(t);
    exact[SAMPLE.size * k + SAMPLE.time] = t;
    exact[SAMPLE.size * k + SAMPLE.exact] = value;
    exact[SAMPLE.size * k + SAMPLE.exactRate] = rate;
    const now = slips?.(rate) ?? false;
    if (now !== sliding) bands.push(t);
    sliding = now;
  }
  if (sliding) bands.push(duration);
  const slides = slips === undefined ? null : joined(bands, 4 * (duration / EXACT_POINTS));
  return {
    quantity,
    unit,
    rateUnit: rateUnit ?? null,
    duration,
    limit,
    origin,
    exact,
    slips: slides,
  };
}

/** Bands with the gaps below `least` closed: a mere reversal is not sticking. */
function joined(bands: readonly number[], least: number): number[] {
  const out: number[] = [];
  for (let k = 0; k + 1 < bands.length; k += 2) {
    const end = out.at(-1);
    if (end !== undefined && bands[k] - end < least) out[out.length - 1] = bands[k + 1];
    else out.push(bands[k], bands[k + 1]);
  }
  return out;
}
