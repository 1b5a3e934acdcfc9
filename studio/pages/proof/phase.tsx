import { useEffect, useState } from "preact/hooks";
import { SAMPLE } from "../../../proof/sample.js";
import { significant, unitText } from "../../format.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/proof-experiment.js";
import type { CurveEntry, ExperimentEntry } from "../../worker/proof-protocol.js";
import { CurveKeys } from "./curve.js";
import type { ProofState } from "./state.js";
import "./phase.css";

/** Shortest time between two pictures, ms. */
const INTERVAL = 150;
const SIZE = { width: 320, height: 210, left: 46, right: 12, top: 8, bottom: 20 } as const;

interface PhaseProps {
  readonly studio: Studio;
  readonly proof: ProofState;
  readonly entry: ExperimentEntry;
  readonly curve: CurveEntry;
}

/** The rate of change over the quantity itself. */
export function PhasePortrait({ proof, entry, curve }: PhaseProps) {
  const [, redraw] = useState(0);
  useEffect(() => {
    let timer = 0;
    const later = () => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        redraw((n) => n + 1);
      }, INTERVAL);
    };
    const endings = [proof.samples.subscribe(later), proof.changes.subscribe(later)];
    return () => {
      clearTimeout(timer);
      for (const end of endings) end();
    };
  }, [proof]);

  const { exact } = curve;
  const [x, y]: [number[], number[]] = [[], []];
  for (let k = 0; k < exact.length; k += SAMPLE.size) {
    x.push(exact[k + SAMPLE.exact]);
    y.push(exact[k + SAMPLE.exactRate]);
  }
  const data = proof.results.get(entry.id)?.curve;
  const [h, v] = [rangeOf(x), rangeOf(y)];
  const across = (value: number) =>
    SIZE.left + ((value - h[0]) / (h[1] - h[0])) * (SIZE.width - SIZE.left - SIZE.right);
  const up = (value: number) =>
    SIZE.height - SIZE.bottom - ((value - v[0]) / (v[1] - v[0])) * (SIZE.height - SIZE.top - SIZE.bottom);
  return (
    <section class="proof-card proof-phase" aria-label={texts.phase}>
      <header>
        <h2>{texts.phase}</h2>
        <span>{unitText(curve.rateUnit ?? "")}</span>
        <span class="spacer" />
        <CurveKeys />
      </header>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={`${curve.quantity}: ${texts.phase}`}>
        {nice(v).map((value) => (
          <g key={value}>
            <line class="grid" x1={SIZE.left} x2={SIZE.width - SIZE.right} y1={up(value)} y2={up(value)} />
            <text x={SIZE.left - 6} y={up(value) + 3} text-anchor="end">
              {tick(value, v)}
            </text>
          </g>
        ))}
        {nice(h).map((value, k, all) => (
          <g key={value}>
            <line class="grid" x1={across(value)} x2={across(value)} y1={SIZE.top} y2={SIZE.height - SIZE.bottom} />
            <text x={across(value)} y={SIZE.height - 6} text-anchor="middle">
              {tick(value, h)}
              {k === all.length - 1 ? ` ${unitText(curve.unit)}` : ""}
            </text>
          </g>
        ))}
        {data && <path class="measured" d={pathOf(data.measured, data.rate, across, up)} />}
        <path class="exact" d={pathOf(x, y, across, up)} />
      </svg>
    </section>
  );
}

function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = 0.08 * (high - low || 1);
  return [low - margin, high + margin];
}

/** Three to six round values within a range. */
function nice([low, high]: readonly [number, number]): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, k) => (first + k) * step);
}

function tick(value: number, [low, high]: readonly [number, number]): string {
  return Math.abs(value) < (high - low) / 1e6 ? "0" : significant(value, 2);
}

function pathOf(
  x: readonly number[],
  y: readonly number[],
  across: (value: number) => number,
  up: (value: number) => number,
): string {
  return x.map((value, k) => `${k === 0 ? "M" : "L"}${across(value).toFixed(1)} ${up(y[k]).toFixed(1)}`).join("");
}
