/** Grades of a student over time, as a chart of uplot with a point for each session. */
import { useEffect, useRef } from "preact/hooks";
import type { SessionRow } from "../../../server/protocol.js";
import { token } from "../../theme.js";
import { texts } from "./texts.js";

const WIDTH = 640;
const HEIGHT = 220;

export function GradeChart({ sessions }: { sessions: readonly SessionRow[] }) {
  const host = useRef<HTMLDivElement>(null);
  const graded = sessions.filter(({ score }) => score !== null).toReversed();
  const key = graded.map(({ id }) => id).join();
  useEffect(() => {
    if (!host.current || graded.length === 0) return;
    let destroy = () => undefined as undefined;
    let ended = false;
    const element = host.current;
    const begin = async () => {
      const [{ default: Plot }] = await Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]);
      if (ended) return;
      const axis = { stroke: token("text-2"), grid: { stroke: token("line") } };
      const plot = new Plot(
        {
          width: Math.min(WIDTH, element.clientWidth || WIDTH),
          height: HEIGHT,
          scales: { y: { range: [0, 100] } },
          axes: [axis, axis],
          legend: { show: false },
          series: [
            {},
            { label: texts.grade, stroke: token("s1"), width: 2, points: { show: true, size: 7, fill: token("s1") } },
          ],
        },
        [graded.map(({ started }) => Date.parse(started) / 1000), graded.map(({ score }) => score)],
        element,
      );
      destroy = () => void plot.destroy();
    };
    void begin();
    return () => {
      ended = true;
      destroy();
    };
  }, [key]);
  return <div ref={host} class="chart" role="img" aria-label={texts.progressChart} />;
}

interface GradeBarsProps {
  readonly sessions: readonly SessionRow[];
  /** Mean grade of the class by exercise. */
  readonly means: Readonly<Record<string, number>>;
}

/** Left edge of a bar, its width, and the height of a grade. */
const barX = (k: number) => 30 + 28.6 * k;
const BAR = 14;
const gradeY = (grade: number) => 76 - 0.62 * grade;

/** The last ten grades as bars, against the mean of the class in the same exercises. */
export function GradeBars({ sessions, means }: GradeBarsProps) {
  const last = sessions
    .filter(({ score }) => score !== null)
    .slice(0, 10)
    .reverse();
  const line = last.flatMap(({ exercise }, k) =>
    exercise in means ? [`${barX(k) + BAR / 2},${gradeY(means[exercise]).toFixed(1)}`] : [],
  );
  return (
    <svg viewBox="0 0 316 96" role="img" aria-label={texts.lastTen} class="bars">
      <path d="M22 14H314M22 45H314M22 76H314" stroke="var(--line)" />
      <g font-size="10" fill="var(--text-3)">
        <text x="16" y="17" text-anchor="end">
          100
        </text>
        <text x="16" y="48" text-anchor="end">
          50
        </text>
        <text x="16" y="79" text-anchor="end">
          0
        </text>
        <text x="30" y="91">
          {texts.lastTen}
        </text>
      </g>
      {last.map(({ id, score }, k) => (
        <rect
          key={id}
          x={barX(k)}
          y={gradeY(score ?? 0)}
          width={BAR}
          height={0.62 * (score ?? 0)}
          rx="2"
          fill={k === last.length - 1 ? "var(--accent-text)" : "var(--text-3)"}
          opacity={k === last.length - 1 ? 1 : 0.55}
        />
      ))}
      <polyline points={line.join(" ")} fill="none" stroke="var(--slip)" stroke-width="1.5" stroke-dasharray="4 3" />
      <text x="314" y="91" text-anchor="end" font-size="10" fill="var(--slip)">
        {texts.classMean}
      </text>
    </svg>
  );
}
