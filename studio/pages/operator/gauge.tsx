/** A gauge: an arc of 259° with its value in the middle, red from its limit; no needle. */
const SWEEP = (259 * Math.PI) / 180;
const START = Math.PI / 2 + (2 * Math.PI - SWEEP) / 2;
const RADIUS = 66;
const CENTER = 72;

interface Props {
  readonly label: string;
  readonly unit: string;
  /** As text. */
  readonly shown: string;
  /** Part of the full scale, 0 … 1, and from where on it is red. */
  readonly part: number;
  readonly limit: number;
}

export function Gauge({ label, unit, shown, part, limit }: Props) {
  const value = Math.max(0, Math.min(1, Number.isFinite(part) ? part : 0));
  const look = value >= limit ? "over" : value >= 0.9 * limit ? "near" : "";
  return (
    <svg class={`gauge ${look}`} viewBox="0 0 144 132" role="img" aria-label={`${label}: ${shown} ${unit}`}>
      <path class="track" d={arc(0, 1)} />
      <path class="red" d={arc(limit, 1)} />
      <path class="value" d={arc(0, value)} />
      {[0.2, 0.4, 0.6, 0.8].map((at) => {
        const [x, y] = point(at, RADIUS - 9);
        return <circle key={at} class="tick" cx={x} cy={y} r="0.9" />;
      })}
      <text class="figure" x={CENTER} y="74">
        {shown}
      </text>
      <text class="unit" x={CENTER} y="92">
        {unit}
      </text>
      <text class="label" x={CENTER} y="124">
        {label}
      </text>
    </svg>
  );
}

function point(part: number, radius: number): readonly [number, number] {
  const angle = START + part * SWEEP;
  return [CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)];
}

function arc(from: number, to: number): string {
  if (to - from < 1e-3) return "";
  const [x0, y0] = point(from, RADIUS);
  const [x1, y1] = point(to, RADIUS);
  return `M${x0} ${y0}A${RADIUS} ${RADIUS} 0 ${(to - from) * SWEEP > Math.PI ? 1 : 0} 1 ${x1} ${y1}`;
}
