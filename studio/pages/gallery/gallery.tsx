import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../../icons.js";
import { Notices } from "../../panels/notices.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/gallery.js";
import { GalleryBar } from "./bar.js";
import { Card } from "./card.js";
import { CATALOGUE, type CatalogueEntry } from "./catalogue.js";
import { type Filter, filterHash, groupsOf, isFiltered, matching, NO_FILTER, nearest, parseFilter } from "./filter.js";
import { Hero } from "./hero.js";
import { LiveCard } from "./live.js";
import { Rail } from "./rail.js";
import "./gallery.css";

/** Narrowest card and the space between two, px. */
const CARD = 168;
const GAP = 12;

/** Where the page was scrolled to when it was left. */
let scrolled = 0;

/** Every shipped scene. */
export function Gallery({ studio }: { studio: Studio }) {
  const [filter, setFilter] = useFilter();
  const live = useMemo(() => new LiveCard(), []);
  const main = useRef<HTMLElement>(null);
  const columns = useColumns(main);
  const loading = useSignal(studio.loading);
  useEffect(() => {
    document.title = texts.title;
    if (main.current) main.current.scrollTop = scrolled;
    return () => live.dispose();
  }, [studio, live]);
  const recent = studio.recent.list.flatMap(({ name }) => CATALOGUE.find((entry) => entry.name === name) ?? []);
  const of = (wanted: Filter) =>
    wanted.group === "recent"
      ? matching(recent, { ...wanted, group: null }, labels)
      : matching(CATALOGUE, wanted, labels);
  const shown = of(filter);
  const card = (entry: CatalogueEntry) => <Card key={entry.name} studio={studio} entry={entry} live={live} />;
  return (
    <div class="gallery">
      <GalleryBar studio={studio} query={filter.query} search={(query) => setFilter({ ...filter, query })} />
      <Rail filter={filter} recent={recent.length} entries={of({ ...filter, group: null })} set={setFilter} />
      <main
        ref={main}
        // a hovered card may be opened: the worker, which is larger than this page, is loaded then
        onPointerOver={(event) => {
          if (event.target instanceof Element && event.target.closest(".card, .continue")) studio.simulation.start();
        }}
        onScroll={(event) => {
          scrolled = event.currentTarget.scrollTop;
        }}
      >
        {!isFiltered(filter) && <Hero studio={studio} />}
        {shown.length === 0 && <NothingFound filter={filter} clear={() => setFilter(NO_FILTER)} card={card} />}
        {filter.query.trim() !== "" || filter.group === "recent"
          ? shown.length > 0 && <ul class="cards">{shown.map(card)}</ul>
          : groupsOf(shown).map((group) => (
              <Group
                key={group}
                group={group}
                entries={shown.filter((entry) => entry.group === group)}
                limit={isFiltered(filter) ? Number.POSITIVE_INFINITY : columns}
                card={card}
              />
            ))}
      </main>
      <div class="gallery-notices">
        <Notices studio={studio} />
      </div>
      {loading && <div class="loading-line" role="progressbar" aria-label={common.loading} />}
    </div>
  );
}

interface GroupProps {
  readonly group: string;
  readonly entries: readonly CatalogueEntry[];
  /** Cards that are shown. */
  readonly limit: number;
  card(entry: CatalogueEntry): preact.JSX.Element;
}

function Group({ group, entries, limit, card }: GroupProps) {
  const title = common.groups[group] ?? group;
  return (
    <section aria-label={title}>
      <h2>
        {title} <i>{entries.length}</i> <span>{texts.about[group]}</span>
        {entries.length > limit && (
          <a class="more" href={filterHash({ ...NO_FILTER, group })} aria-label={`${texts.showAll}: ${title}`}>
            {texts.showAll} <Icon name="arrowRight" size={12} />
          </a>
        )}
      </h2>
      <ul class="cards">{entries.slice(0, limit).map(card)}</ul>
    </section>
  );
}

interface NothingProps {
  readonly filter: Filter;
  clear(): void;
  card(entry: CatalogueEntry): preact.JSX.Element;
}

function NothingFound({ filter, clear, card }: NothingProps) {
  const query = filter.query.trim();
  return (
    <section class="nothing">
      <p role="status">{query ? texts.nothingFound(query) : texts.nothingLeft}</p>
      <button type="button" class="button" onClick={clear}>
        {texts.clear}
      </button>
      {query && (
        <>
          <h2>{texts.nearest}</h2>
          <ul class="cards">{nearest(CATALOGUE, query, 3).map(card)}</ul>
        </>
      )}
    </section>
  );
}

/** What an entry is called in the user's language, for the search. */
function labels({ group, formulation, contact }: CatalogueEntry): string[] {
  return [common.groups[group], texts.formulations[formulation], texts.contacts[contact]].filter(
    (label) => label !== undefined,
  );
}

/** The filter, which lives in the address. */
function useFilter(): [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState(() => parseFilter(location.hash));
  useEffect(() => {
    const listener = () => setFilter(parseFilter(location.hash));
    addEventListener("hashchange", listener);
    return () => removeEventListener("hashchange", listener);
  }, []);
  const set = (next: Filter) => {
    // typing must not fill the history
    history.replaceState(null, "", filterHash(next));
    setFilter(next);
  };
  return [filter, set];
}

/** Number of cards in a row. */
function useColumns(main: { readonly current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(6);
  useEffect(() => {
    const { current } = main;
    if (!current) return;
    const sizes = new ResizeObserver(() => {
      const style = getComputedStyle(current);
      const width = current.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const fitting = Math.floor((width + GAP) / (CARD + GAP));
      setColumns(Math.max(2, Math.min(8, fitting)));
      current.style.setProperty("--columns", String(Math.max(2, Math.min(8, fitting))));
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [main]);
  return columns;
}
