/** `#/proof` and `#/proof/<experiment id>`: expected and measured, live. */
import "./proof.css";
import { useEffect, useState } from "preact/hooks";
import { Notices } from "../../panels/notices.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/proof.js";
import { texts as list } from "../../texts/proof-list.js";
import { ProofBar } from "./bar.js";
import { Experiment } from "./experiment.js";
import { ExperimentList } from "./list.js";
import { ProofState } from "./state.js";

/** Shown when the address names no experiment. */
const FIRST = "luaces.v20";

/** What was measured stays when the page is left. */
let kept: ProofState | null = null;

export function ProofPage({ studio }: { studio: Studio }) {
  const [proof] = useState(() => (kept ??= new ProofState()));
  useEffect(() => {
    const follow = () => {
      const id = experimentOf(location.hash);
      if (id !== undefined) proof.select(id ?? FIRST);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
      proof.stop();
    };
  }, [proof]);
  const loaded = useSignal(proof.loaded);
  const failure = useSignal(proof.failure);
  const selected = useSignal(proof.selected);
  const entry = proof.entry(selected);
  useEffect(() => {
    document.title = texts.pageTitle(entry?.title ?? list.experiments);
  }, [entry]);
  return (
    <div class="proof">
      <ProofBar studio={studio} proof={proof} />
      <ExperimentList proof={proof} />
      <main>
        {failure !== null && (
          <p class="failure" role="alert">
            {texts.broken(failure)}
          </p>
        )}
        {entry ? (
          <Experiment key={entry.id} studio={studio} proof={proof} entry={entry} />
        ) : (
          <p class="empty" role="status">
            {loaded ? texts.unknownExperiment(selected ?? "") : texts.loading}
          </p>
        )}
      </main>
      <div class="proof-notices">
        <Notices studio={studio} />
      </div>
    </div>
  );
}

/** The id in an address of this page, null when it names none, undefined when it is another page's. */
function experimentOf(hash: string): string | null | undefined {
  const match = /^#\/proof(?:\/([^/?]*))?/.exec(hash);
  return match ? match[1] || null : undefined;
}
