import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../state.js";
import { liveText } from "./values.js";

/** A live value, written straight into the page: a hundred of them cost nothing. Live numbers are not announced. */
export function LiveCell({ studio, name, unit }: { studio: Studio; name: string; unit: string }) {
  const figures = useRef<HTMLElement>(null);
  const units = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = () => {
      const text = liveText(studio.live.value(name), unit);
      if (figures.current && figures.current.textContent !== text.figures) figures.current.textContent = text.figures;
      if (units.current && units.current.textContent !== text.unit) units.current.textContent = text.unit;
    };
    show();
    return studio.live.tick.subscribe(show);
  }, [studio, name, unit]);
  return (
    <span class="live-cell">
      <b ref={figures} />
      <i ref={units} />
    </span>
  );
}

const SPARK = { width: 44, height: 14 };

/** The last seconds of a value. */
export function Spark({ studio, name }: { studio: Studio; name: string }) {
  const line = useRef<SVGPolylineElement>(null);
  useEffect(() => {
    const show = () => line.current?.setAttribute("points", sparkPoints(studio.live.trail(name)));
    show();
    return studio.live.tick.subscribe(show);
  }, [studio, name]);
  return (
    <svg class="spark" width={SPARK.width} height={SPARK.height} aria-hidden="true">
      <polyline ref={line} />
    </svg>
  );
}

/** Scaled to its own range; a value at rest is a level line. */
export function sparkPoints(values: readonly number[]): string {
  const known = values.filter(Number.isFinite);
  if (known.length < 2) return "";
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const small = 1e-9 * Math.max(1e-9, ...known.map(Math.abs));
  const x = (k: number) => SPARK.width - 1 - (values.length - 1 - k) * ((SPARK.width - 2) / 63);
  const y = (v: number) => (span > small ? 1 + (SPARK.height - 2) * (1 - (v - low) / span) : SPARK.height / 2);
  return values.flatMap((v, k) => (Number.isFinite(v) ? [`${x(k).toFixed(1)},${y(v).toFixed(1)}`] : [])).join(" ");
}
