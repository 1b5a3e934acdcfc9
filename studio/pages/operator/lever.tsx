/** A lever on the screen: shows where the lever is, by key or device too, and can be moved by finger or mouse. */
import { useRef } from "preact/hooks";
import { useSignal } from "../../signal.js";
import type { Seat } from "./seat.js";

/** One axis of a lever: the control that it moves, and the sign of that to the right or upwards. */
export interface LeverAxis {
  readonly control: string;
  readonly sign: 1 | -1;
  /** What happens to the left or below, and to the right or above. */
  readonly words: readonly [string, string];
}

interface Props {
  readonly seat: Seat;
  readonly label: string;
  readonly across: LeverAxis;
  readonly along: LeverAxis;
}

const SIZE = 104;
const TRAVEL = 38;

export function Lever({ seat, label, across, along }: Props) {
  useSignal(seat.tick);
  const pointer = useRef(-1);
  const { deflections, panel } = seat.inputs;
  const x = across.sign * (deflections.get(across.control) ?? 0);
  const y = along.sign * (deflections.get(along.control) ?? 0);
  const set = (right: number, up: number) => {
    panel.set(across.control, across.sign * right);
    panel.set(along.control, along.sign * up);
  };
  const follow = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = (at: number, from: number, size: number) =>
      Math.max(-1, Math.min(1, ((at - from) / size - 0.5) * (SIZE / TRAVEL)));
    set(part(event.clientX, box.left, box.width), -part(event.clientY, box.top, box.height));
  };
  const letGo = () => {
    pointer.current = -1;
    set(0, 0);
  };
  const middle = SIZE / 2;
  return (
    <div class="lever">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          pointer.current = event.pointerId;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.pointerId === pointer.current) follow(event);
        }}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <rect class="field" x="1" y="1" width={SIZE - 2} height={SIZE - 2} rx="14" />
        <path class="cross" d={`M${middle} 20V${SIZE - 20}M20 ${middle}H${SIZE - 20}`} />
        <rect class="middle" x={middle - 6} y={middle - 6} width="12" height="12" rx="3" />
        <line class="shaft" x1={middle} y1={middle} x2={middle + TRAVEL * x} y2={middle - TRAVEL * y} />
        <circle class="knob" cx={middle + TRAVEL * x} cy={middle - TRAVEL * y} r="9" />
        <text x={middle} y="14">
          {along.words[1]}
        </text>
        <text x={middle} y={SIZE - 6}>
          {along.words[0]}
        </text>
        <text transform={`translate(12 ${middle}) rotate(-90)`}>{across.words[0]}</text>
        <text transform={`translate(${SIZE - 6} ${middle}) rotate(-90)`}>{across.words[1]}</text>
      </svg>
      <span>{label}</span>
    </div>
  );
}
