import { useEffect, useRef, useState } from "preact/hooks";
import { fixed, significant, unitText } from "../../format.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/proof-experiment.js";
import type { CurveEntry, ExperimentEntry } from "../../worker/proof-protocol.js";
import { type Cursor, CurvePlot } from "./curve-plot.js";
import { scaleFor, withUnit } from "./numbers.js";
import type { ProofState } from "./state.js";
import "./curve.css";

interface CurveProps {
  readonly studio: Studio;
  readonly proof: ProofState;
  readonly entry: ExperimentEntry;
  readonly curve: CurveEntry;
}

/** The measured quantity against its closed form, and the difference. */
export function CurveCard({ studio, proof, entry, curve }: CurveProps) {
  const theme = useSignal(studio.theme);
  const value = useRef<HTMLDivElement>(null);
  const off = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  useSignal(proof.samples);
  useSignal(proof.changes);

  // recreated with the theme, since a plot reads its colours at creation
  useEffect(() => {
    if (!value.current || !off.current) return;
    const plot = new CurvePlot({ value: value.current, off: off.current }, curve, setCursor);
    const update = () => plot.update(proof.results.get(entry.id)?.curve ?? null);
    update();
    const endings = [proof.samples.subscribe(update), proof.changes.subscribe(update)];
    return () => {
      for (const end of endings) end();
      plot.dispose();
    };
  }, [proof, entry.id, curve, theme]);

  const data = proof.results.get(entry.id)?.curve;
  const measured = data && data.time.length > 0;
  return (
    <section class="proof-card proof-curve" aria-label={curve.quantity}>
      <header>
        <h2>{curve.quantity}</h2>
        <span class="unit">{unitText(curve.unit)}</span>
        <CurveKeys />
        {curve.slips && (
          <span class="proof-key">
            <i class="slip-swatch" /> {texts.slip}
          </span>
        )}
        <span class="spacer" />
        <span class="readout">{cursor ? <Readout cursor={cursor} /> : measured ? "" : texts.noCurve}</span>
      </header>
      <div class="curve-value" ref={value} />
      <header class="difference-head">
        <h3>{texts.difference}</h3>
        <span class="unit">{scaleFor(curve.limit, curve.unit).unit}</span>
        <span class="spacer" />
        {measured && (
          <span class="readout" title={texts.origin(curve.origin)}>
            {texts.largest(withUnit(data.worst, curve.unit), withUnit(curve.limit, curve.unit, 2))}
          </span>
        )}
      </header>
      <div class="curve-off" ref={off} />
    </section>
  );
}

function Readout({ cursor: { time, exact, measured } }: { cursor: Cursor }) {
  return (
    <>
      {texts.at(`${fixed(time, 3)} s`)}: {texts.expected.toLowerCase()} <b>{significant(exact, 6)}</b>
      {measured !== null && (
        <>
          , {texts.measured.toLowerCase()} <b>{significant(measured, 6)}</b>
        </>
      )}
    </>
  );
}

/** Which line is the closed form, and which was measured. */
export function CurveKeys() {
  return (
    <>
      <span class="proof-key">
        <Swatch color="var(--text-1)" dash="4 3" /> {texts.closedForm}
      </span>
      <span class="proof-key">
        <Swatch color="var(--s1)" /> {texts.measuredCurve}
      </span>
    </>
  );
}

function Swatch({ color, dash }: { color: string; dash?: string }) {
  return (
    <svg width="16" height="4" aria-hidden="true">
      <line x2="16" y1="2" y2="2" stroke={color} stroke-width="2" stroke-dasharray={dash} />
    </svg>
  );
}
