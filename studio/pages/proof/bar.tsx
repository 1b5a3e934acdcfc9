import { useState } from "preact/hooks";
import { download } from "../../download.js";
import { Icon, Mark } from "../../icons.js";
import { LanguageMenu } from "../../panels/language-menu.js";
import { ThemeButton } from "../../panels/theme-button.js";
import { GALLERY } from "../../route.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { language } from "../../texts/language.js";
import { texts } from "../../texts/proof.js";
import { texts as report } from "../../texts/proof-report.js";
import { commandFor } from "./numbers.js";
import { type Measured, reportHtml, reportJson } from "./report.js";
import type { ProofState } from "./state.js";
import "../page-bar.css";
import "./bar.css";

/** Pages; hash and command that reproduce the results; report; run all. */
export function ProofBar({ studio, proof }: { studio: Studio; proof: ProofState }) {
  const selected = useSignal(proof.selected);
  const experiments = useSignal(proof.experiments);
  useSignal(proof.changes);
  const entry = proof.entry(selected);
  const hash = entry && proof.results.get(entry.id)?.hash;
  const all = experiments.map(({ id }) => id);
  return (
    <header class="page-bar proof-bar">
      <a class="brand" href={GALLERY} aria-label={common.mark}>
        <Mark />
        <b>{common.title}</b>
      </a>
      <nav aria-label={texts.pages}>
        <a href={GALLERY}>{texts.gallery}</a>
        <a href="#/proof" aria-current="page">
          {texts.title}
        </a>
      </nav>
      {hash && (
        <Copyable label={texts.copyHash} text={hash} class="hash">
          <span>{texts.hash}</span> {hash.replace(/(.{4})(?=.)/g, "$1 ")}
        </Copyable>
      )}
      {entry && (
        <Copyable label={texts.copyCommand} text={commandFor(entry.id, entry.full, all)} class="command">
          <Icon name="terminal" size={14} /> {commandFor(entry.id, entry.full, all)}
        </Copyable>
      )}
      <Report proof={proof} />
      <RunAll proof={proof} />
      <ThemeButton studio={studio} />
      <LanguageMenu />
    </header>
  );
}

/** A text that one click copies. */
function Copyable(props: { label: string; text: string; class: string; children: preact.ComponentChildren }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class={`copyable ${props.class}`} title={props.label} onClick={() => void copy()}>
      <code>{props.children}</code>
      <span class="visually-hidden">{copied ? texts.copied : props.label}</span>
      <Icon name={copied ? "check" : "copy"} size={13} />
    </button>
  );
}

/** Everything measured in this page, as a file. */
function Report({ proof }: { proof: ProofState }) {
  const measured = (): Measured[] =>
    proof.experiments.value.flatMap((entry) => {
      const result = proof.results.get(entry.id);
      return result && result.rows.size > 0 ? [{ entry, rows: [...result.rows.values()], hash: result.hash }] : [];
    });
  const empty = ![...proof.results.values()].some(({ rows }) => rows.size > 0);
  const save = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    if (select.value === "json") download("proof.json", reportJson(measured()), "application/json");
    if (select.value === "html") download("proof.html", reportHtml(measured(), language), "text/html");
    select.value = "";
  };
  return (
    <span class="select report">
      <Icon name="fileDown" size={14} />
      <select aria-label={report.menu} disabled={empty} value="" onChange={save}>
        <option value="" hidden>
          {report.menu}
        </option>
        <option value="json">{report.json}</option>
        <option value="html">{report.html}</option>
      </select>
    </span>
  );
}

function RunAll({ proof }: { proof: ProofState }) {
  const running = useSignal(proof.running);
  const queue = useSignal(proof.queue);
  const planned = useSignal(proof.planned);
  if (running === null || planned < 2) {
    return (
      <button type="button" class="button primary" disabled={!proof.loaded.value} onClick={() => proof.runAll()}>
        <Icon name="restart" size={14} />
        {texts.runAll}
      </button>
    );
  }
  return (
    <>
      <span class="progress" role="status">
        {texts.done(planned - queue.length - 1, planned)}
      </span>
      <button type="button" class="button" onClick={() => proof.skip()}>
        {texts.skip}
      </button>
      <button type="button" class="button primary" onClick={() => proof.stop()}>
        <Icon name="close" size={14} />
        {texts.stop}
      </button>
    </>
  );
}
