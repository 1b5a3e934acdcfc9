import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../icons.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/proof-list.js";
import type { ExperimentEntry } from "../../worker/proof-protocol.js";
import { SearchField } from "../search-field.js";
import { AREAS, areaOf } from "./areas.js";
import type { ProofState, Verdict } from "./state.js";
import "./list.css";

/** Experiments by physics, with their verdicts. */
export function ExperimentList({ proof }: { proof: ProofState }) {
  const experiments = useSignal(proof.experiments);
  const query = useSignal(proof.filter);
  const selected = useSignal(proof.selected);
  useSignal(proof.changes);
  useSignal(proof.queue);
  const { hold, all } = proof.count();
  const found = experiments.filter((entry) => matches(entry, query));
  return (
    <aside class="proof-experiments" aria-label={texts.experiments}>
      <header>
        <h2>{texts.experiments}</h2>
        {all > 0 && (
          <output title={texts.holdHelp} aria-label={texts.hold(hold, all)}>
            <b class={hold === all ? "holds" : "warns"}>{hold}</b> {texts.of(all)}
          </output>
        )}
      </header>
      <SearchField
        class="experiment-filter"
        name={texts.filter}
        query={query}
        search={(typed) => {
          proof.filter.value = typed;
        }}
      />
      <nav aria-label={texts.experiments}>
        {AREAS.map((area) => {
          const own = found.filter(({ id }) => areaOf(id) === area);
          if (own.length === 0) return null;
          return (
            <section key={area}>
              <h3>{texts.areas[area]}</h3>
              <ul>
                {own.map((entry) => (
                  <Item key={entry.id} proof={proof} entry={entry} current={entry.id === selected} />
                ))}
              </ul>
            </section>
          );
        })}
        {experiments.length > 0 && found.length === 0 && <p class="none">{texts.noneFound(query)}</p>}
      </nav>
    </aside>
  );
}

function matches({ id, title, reference, scene }: ExperimentEntry, query: string): boolean {
  const text = `${id} ${title} ${reference} ${scene ?? ""}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Item({ proof, entry, current }: { proof: ProofState; entry: ExperimentEntry; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const [own, list] = [link.current, link.current?.closest("nav")].map((element) => element?.getBoundingClientRect());
    if (current && own && list && (own.top < list.top || own.bottom > list.bottom))
      link.current?.scrollIntoView({ block: "center" });
  }, [current]);
  const { verdict, here } = proof.verdict(entry.id);
  return (
    <li>
      <a
        ref={link}
        href={`#/proof/${entry.id}`}
        aria-current={current ? "true" : undefined}
        title={`${entry.id} — ${entry.title}`}
      >
        <VerdictIcon verdict={verdict} here={here} />
        <span>{entry.title}</span>
        <i title={texts.checks(entry.rows.length)}>{entry.rows.length}</i>
      </a>
    </li>
  );
}

/** Check or cross; dim where the verdict is that of the build. */
export function VerdictIcon({ verdict, here }: { verdict: Verdict; here: boolean }) {
  const word = texts.verdicts[verdict];
  const built = !here && ["holds", "fails", "partly"].includes(verdict);
  const label = built ? texts.whenBuilt(word) : word;
  return (
    <span class={`proof-verdict ${verdict} ${here ? "" : "built"}`} role="img" aria-label={label} title={label}>
      {(verdict === "holds" || verdict === "partly") && <Icon name="check" size={14} />}
      {verdict === "fails" && <Icon name="close" size={14} />}
    </span>
  );
}
