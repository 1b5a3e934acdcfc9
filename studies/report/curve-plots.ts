/** Sensors over time: a plot for each, a line for each combination, and differences from the runs of the reference. */
import type { Plot } from "../plots/line-plot.js";
import { type CurveDifference, type Curves, curveDifferences } from "../run/curves.js";
import { combinations, type ResultTable, titleOf } from "./result-table.js";

/** Lines of a plot; more cannot be told apart. */
const MAX_LINES = 64;

/** The first run of a combination that kept its sensors. */
interface Shown {
  /** `contact=peg dt=0.01` */
  readonly label: string;
  readonly values: readonly unknown[];
  readonly curves: Curves;
}

const word = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function shownRuns(table: ResultTable): Shown[] {
  const names = table.factors.filter(({ random }) => !random).map(({ name }) => name);
  const { of, values } = combinations(table);
  return values.flatMap((own, group) => {
    const at = of.findIndex((entry, i) => entry === group && table.curves[i] !== undefined);
    const label = names.map((name, k) => `${name}=${word(own[k])}`).join(" ");
    return at < 0 ? [] : [{ label: label || "run", values: own, curves: table.curves[at] as Curves }];
  });
}

/** A plot for each sensor: colour by the first factor, dashes by the others. */
export function curvePlots(table: ResultTable): Plot[] {
  const shown = shownRuns(table).slice(0, MAX_LINES);
  const sensors = new Map(
    shown.flatMap(({ curves }) => curves.names.map((name, k) => [name, curves.units[k]] as const)),
  );
  const levels = (k: number) => [...new Set(shown.map(({ values }) => word(values[k])))];
  const first = levels(0);
  const others = [...new Set(shown.map(({ values }) => values.slice(1).map(word).join(" ")))];
  return [...sensors].map(([name, unit]) => ({
    title: `${name} over time`,
    xTitle: "time [s]",
    yTitle: titleOf({ name, unit }),
    lines: shown.flatMap(({ label, values, curves }) => {
      const k = curves.names.indexOf(name);
      if (k < 0 || curves.time.length === 0) return [];
      return [
        {
          label,
          color: Math.max(0, first.indexOf(word(values[0]))),
          dash: Math.max(0, others.indexOf(values.slice(1).map(word).join(" "))),
          x: curves.time,
          y: curves.values[k],
        },
      ];
    }),
  }));
}

/** A combination and its distance from the run that it is compared with. */
export interface FromReference {
  readonly label: string;
  readonly values: readonly unknown[];
  /** The run that it is compared with is itself. */
  readonly isReference: boolean;
  readonly sensors: Readonly<Record<string, CurveDifference>>;
}

/** Differences from the combinations that the study's `reference` names; empty without one. */
export function fromReference(table: ResultTable): FromReference[] {
  const { reference } = table.study;
  if (reference === undefined) return [];
  const names = table.factors.filter(({ random }) => !random).map(({ name }) => name);
  const shown = shownRuns(table);
  return shown.map(({ label, values, curves }) => {
    const wanted = names.map((name, k) => (Object.hasOwn(reference, name) ? word(reference[name]) : word(values[k])));
    const other = shown.find((entry) => entry.values.every((value, k) => word(value) === wanted[k]));
    return {
      label,
      values,
      isReference: other?.label === label,
      sensors: other === undefined ? {} : curveDifferences(curves, other.curves),
    };
  });
}
