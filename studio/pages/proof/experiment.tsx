import { useEffect, useState } from "preact/hooks";
import { fixed } from "../../format.js";
import { Icon } from "../../icons.js";
import { routeTo } from "../../route.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts as page } from "../../texts/proof.js";
import { texts } from "../../texts/proof-experiment.js";
import { texts as list } from "../../texts/proof-list.js";
import type { ExperimentEntry, Row, RowEntry } from "../../worker/proof-protocol.js";
import { CurveCard } from "./curve.js";
import { Engines } from "./engines.js";
import { Evidence } from "./evidence.js";
import { VerdictIcon } from "./list.js";
import { difference, digitsFor, limitText, shown, trackOf } from "./numbers.js";
import { PhasePortrait } from "./phase.js";
import type { ProofState, Result } from "./state.js";
import "./experiment.css";

/** One experiment: description, expected and measured values, curve, and other engines. */
export function Experiment({ studio, proof, entry }: { studio: Studio; proof: ProofState; entry: ExperimentEntry }) {
  useSignal(proof.changes);
  const result = proof.results.get(entry.id);
  return (
    <>
      <Head proof={proof} entry={entry} result={result} />
      <div class={entry.curve?.rateUnit ? "proof-cards with-phase" : "proof-cards"}>
        <section class="proof-card proof-rows" aria-label={texts.expectedAndMeasured}>
          <header>
            <h2>{texts.expectedAndMeasured}</h2>
            {!entry.full && <span>{texts.quickForm}</span>}
          </header>
          <Rows entry={entry} result={result} running={result?.state === "running"} />
          {entry.full && !result && <p class="proof-note">{texts.fullOnly}</p>}
        </section>
        {entry.curve?.rateUnit && <PhasePortrait studio={studio} proof={proof} entry={entry} curve={entry.curve} />}
      </div>
      {entry.curve && <CurveCard studio={studio} proof={proof} entry={entry} curve={entry.curve} />}
      {!entry.curve && <Evidence entry={entry} result={result} />}
      {entry.pair && <Engines key={entry.pair.test} studio={studio} pair={entry.pair} />}
    </>
  );
}

function Head({ proof, entry, result }: { proof: ProofState; entry: ExperimentEntry; result: Result | undefined }) {
  const rows = [...(result?.rows.values() ?? [])];
  const hold = rows.filter(({ pass }) => pass).length;
  const running = useSignal(proof.running) === entry.id;
  return (
    <header class="experiment-head">
      <div>
        <h1>{entry.title}</h1>
        <RunState proof={proof} entry={entry} result={result} />
        {rows.length > 0 && (
          <span class={`proof-chip ${hold === rows.length ? "holds" : "fails"}`} role="status">
            <Icon name={hold === rows.length ? "check" : "close"} size={12} />
            {list.hold(hold, entry.rows.length)}
          </span>
        )}
        <span class="spacer" />
        {running ? (
          <button type="button" class="button" onClick={() => proof.stop()}>
            <Icon name="close" size={14} />
            {page.stop}
          </button>
        ) : (
          <button type="button" class="button" onClick={() => proof.run([entry.id])}>
            <Icon name="play" size={14} />
            {entry.full ? texts.runFull : result ? texts.runAgain : texts.run}
          </button>
        )}
        {entry.scene && (
          <a class="button" href={routeTo(entry.scene)}>
            <Icon name="blocks" size={14} />
            {texts.openScene}
          </a>
        )}
      </div>
      <p>{entry.reference}</p>
      {entry.partial && <p class="partial">{texts.partial(entry.partial)}</p>}
    </header>
  );
}

/** Running, waiting, stopped, or how long it took. */
function RunState({ proof, entry, result }: { proof: ProofState; entry: ExperimentEntry; result: Result | undefined }) {
  const [now, setNow] = useState(() => performance.now());
  useSignal(proof.samples);
  const queue = useSignal(proof.queue);
  const active = result?.state === "running";
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [active]);
  const seconds = (s: number) => `${fixed(Math.max(0, s), 1)} s`;
  const built = proof.builtAs(entry.id)?.seconds;
  let text = texts.notRun;
  if (queue.includes(entry.id)) text = texts.waiting;
  else if (result?.state === "running") text = texts.runningFor(seconds((now - result.begun) / 1000));
  else if (result?.state === "curve" && entry.curve && result.curve.time.length > 0)
    text = texts.curveAt(seconds(result.curve.time.at(-1) ?? 0), seconds(entry.curve.duration));
  else if (result?.state === "stopped") text = texts.stopped;
  else if (result) text = texts.took(seconds(result.seconds));
  return (
    <span class="proof-chip">
      {(active || result?.state === "curve") && <span class="proof-verdict running" />}
      {text}
      {!result && built !== undefined && built > 1 && `, ${texts.takes(built)}`}
    </span>
  );
}

function Rows(props: { entry: ExperimentEntry; result: Result | undefined; running: boolean }) {
  const { entry, result, running } = props;
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th>
              <span class="visually-hidden">{texts.verdict}</span>
            </th>
            <th>{texts.quantity}</th>
            <th class="number">{texts.expected}</th>
            <th class="number">{texts.measured}</th>
            <th>
              <span class="visually-hidden">{texts.unit}</span>
            </th>
            <th class="number">{texts.difference}</th>
            <th>{texts.inTolerance}</th>
            <th class="number">{texts.limit}</th>
          </tr>
        </thead>
        <tbody>
          {entry.rows.map((row) => (
            <RowLine key={row.id} entry={row} row={result?.rows.get(row.id)} running={running} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowLine({ entry, row, running }: { entry: RowEntry; row: Row | undefined; running: boolean }) {
  const expected = row?.expected ?? entry.expected;
  const measured = row && !Number.isNaN(row.measured) ? row.measured : null;
  const digits = expected === null ? 4 : digitsFor(expected, entry.tolerance);
  const sign = entry.comparison === "within" ? "" : entry.comparison === "at-most" ? "≤ " : "≥ ";
  return (
    <tr data-row={entry.id} class={row && !row.pass ? "fails" : ""}>
      <td>
        <VerdictIcon verdict={row ? (row.pass ? "holds" : "fails") : running ? "waiting" : "unknown"} here />
      </td>
      <td class="quantity" title={entry.id}>
        {entry.quantity}
        {row?.error && <small>{row.error}</small>}
      </td>
      <td class="number" title={expected === null ? "" : String(expected)}>
        {expected === null ? "" : sign + shown(expected, digits)}
      </td>
      <td class="number measured" title={measured === null ? "" : String(measured)}>
        {measured === null ? "" : shown(measured, digits)}
      </td>
      <td class="unit">{entry.unit === "1" ? "" : entry.unit.replaceAll("^2", "²").replaceAll("^3", "³")}</td>
      <td class="number">{measured === null || expected === null ? "" : difference(measured, expected, entry.unit)}</td>
      <td title={texts.origin(entry.origin)}>
        <TrackView entry={entry} expected={expected} measured={measured} pass={row?.pass ?? false} />
      </td>
      <td class="number limit" title={texts.origin(entry.origin)}>
        {limitText(entry, expected)}
      </td>
    </tr>
  );
}

/** Band: the limit; tick: the measured value; thin line: the expected one. */
function TrackView(props: { entry: RowEntry; expected: number | null; measured: number | null; pass: boolean }) {
  const { entry, expected, measured, pass } = props;
  const track = measured === null ? null : trackOf(entry, expected, measured);
  if (!track) return <div class="proof-track" />;
  const percent = (x: number) => `${100 * x}%`;
  const label = texts.track(pass ? texts.inside : texts.outside);
  return (
    <div class={pass ? "proof-track" : "proof-track outside"} role="img" aria-label={label}>
      <i class="band" style={{ left: percent(track.from), width: percent(track.to - track.from) }} />
      {track.centre !== null && <i class="centre" style={{ left: percent(track.centre) }} />}
      <i class="tick" style={{ left: percent(track.tick) }} />
    </div>
  );
}
