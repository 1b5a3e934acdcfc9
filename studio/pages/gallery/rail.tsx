import type { ComponentChildren } from "preact";
import { Icon } from "../../icons.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/gallery.js";
import { CATALOGUE, type CatalogueEntry } from "./catalogue.js";
import { counted, type Filter, filterHash, groupsOf, toggled } from "./filter.js";
import "./rail.css";

type IconName = Parameters<typeof Icon>[0]["name"];

const ICONS: Readonly<Record<string, IconName>> = {
  machines: "tractor",
  mechanisms: "mechanism",
  piles: "blocks",
  "conforming contact": "target",
  "soft contact": "waves",
  "exact geometry": "hexagon",
  benchmarks: "ruler",
  basics: "flask",
};

interface RailProps {
  readonly filter: Filter;
  readonly recent: number;
  readonly entries: readonly CatalogueEntry[];
  set(filter: Filter): void;
}

/** Groups with counts, formulation and contact to tick, and where to drop a file. */
export function Rail({ filter, recent, entries, set }: RailProps) {
  const counts = new Map(counted(entries, "group"));
  return (
    <nav class="rail" aria-label={texts.filters}>
      <h2>{texts.groups}</h2>
      <GroupLink filter={filter} group={null} icon="grid" title={texts.all} count={entries.length} />
      {groupsOf(CATALOGUE).map((group) => (
        <GroupLink
          key={group}
          filter={filter}
          group={group}
          icon={ICONS[group] ?? "layers"}
          title={common.groups[group] ?? group}
          count={counts.get(group) ?? 0}
        />
      ))}
      <Ticks
        title={texts.formulation}
        names={texts.formulations}
        values={counted(CATALOGUE, "formulation")}
        shown={filter.formulations}
        set={(formulations) => set({ ...filter, formulations })}
      />
      <Ticks
        title={texts.contact}
        names={texts.contacts}
        values={counted(CATALOGUE, "contact")}
        shown={filter.contacts}
        set={(contacts) => set({ ...filter, contacts })}
      />
      {recent > 0 && (
        <>
          <h2>{texts.yours}</h2>
          <GroupLink filter={filter} group="recent" icon="clock" title={texts.recent} count={recent} />
        </>
      )}
      <p class="drop-hint">
        <Icon name="fileDown" />
        <span>
          <b>{texts.dropTitle}</b>
          {common.dropTypes}
        </span>
      </p>
    </nav>
  );
}

interface GroupLinkProps {
  readonly filter: Filter;
  readonly group: string | null;
  readonly icon: IconName;
  readonly title: string;
  readonly count: number;
}

function GroupLink({ filter, group, icon, title, count }: GroupLinkProps) {
  const here = filter.group === group;
  return (
    <a class="rail-link" href={filterHash({ ...filter, group })} aria-current={here ? "page" : undefined}>
      <Icon name={icon} />
      <span>{title}</span>
      <i>{count}</i>
    </a>
  );
}

interface TicksProps {
  readonly title: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [string, number])[];
  readonly shown: readonly string[] | null;
  set(shown: string[] | null): void;
}

function Ticks({ title, names, values, shown, set }: TicksProps): ComponentChildren {
  const all = values.map(([value]) => value);
  return (
    <fieldset>
      <legend>{title}</legend>
      {values.map(([value, count]) => (
        <label key={value} class="rail-tick">
          <input
            type="checkbox"
            checked={shown === null || shown.includes(value)}
            onChange={() => set(toggled(shown, value, all))}
          />
          <span class="tick" aria-hidden="true">
            <Icon name="check" size={10} />
          </span>
          <span>{names[value] ?? value}</span>
          <i>{count}</i>
        </label>
      ))}
    </fieldset>
  );
}
