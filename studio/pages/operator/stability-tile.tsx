import { fixed } from "../../format.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import type { Seat } from "./seat.js";

const DEGREES = 180 / Math.PI;
/** Force beyond which blade or outriggers carry the machine, N. */
const PRESSES = 3e4;

/** Plan of the machine with its boom, tip-over margin, roll and pitch. */
export function StabilityTile({ seat }: { seat: Seat }) {
  useSignal(seat.tick);
  const { signals } = seat;
  // with wheels off the ground the polygon is small, and the margin any number
  const margin = Math.max(-1, Math.min(1, signals.get("margin")));
  const slew = signals.or0("slew.position") * DEGREES;
  const down = (lever: "blade" | "outriggers") => Math.abs(signals.or0(`${lever}.effort`)) > PRESSES;
  const tracked = seat.lever("track-left") !== undefined;
  const { roll, pitch } = seat.attitude;
  const look = margin < 0.15 ? "over" : margin < 0.3 ? "near" : "good";
  return (
    <div class={`tile tile-stability ${look}`}>
      <header>
        <b>{texts.stability}</b>
        <output>{fixed(margin, 2)}</output>
      </header>
      <svg viewBox="-80 -56 160 112" role="img" aria-label={`${texts.stability}: ${fixed(margin, 2)}`}>
        <path class="support" d={supportPath(down("blade"), down("outriggers"))} />
        <rect class="under" x="-32" y="-20" width="64" height="40" rx="4" />
        {(tracked ? [0] : [-26, 26]).flatMap((x) =>
          [-25, 25].map((y) => (
            <rect
              key={`${x} ${y}`}
              class="wheel"
              x={x - (tracked ? 38 : 10)}
              y={y - 5}
              width={tracked ? 76 : 20}
              height="10"
              rx="2"
            />
          )),
        )}
        {seat.lever("blade") && (
          <rect class={down("blade") ? "tool on" : "tool"} x="44" y="-26" width="4" height="52" rx="2" />
        )}
        {seat.lever("outriggers") &&
          [-1, 1].map((side) => (
            <circle key={side} class={down("outriggers") ? "tool on" : "tool"} cx="-42" cy={30 * side} r="5" />
          ))}
        <g transform={`rotate(${-slew})`}>
          <rect class="upper" x="-48" y="-22" width="62" height="44" rx="8" />
          <rect class="boom" x="4" y="-4" width={Math.max(20, 9 * seat.reach)} height="8" rx="3" />
        </g>
      </svg>
      <p>
        <span>
          {texts.roll} <b>{fixed(roll * DEGREES, 1)}°</b>
        </span>
        <span>
          {texts.pitch} <b>{fixed(pitch * DEGREES, 1)}°</b>
        </span>
      </p>
    </div>
  );
}

/** What may carry the machine: wheels, and blade and feet that press on the ground. */
function supportPath(blade: boolean, feet: boolean): string {
  const front = blade ? [48, 26] : [26, 25];
  const back = feet ? [-42, 30] : [-26, 25];
  return `M${front[0]} ${-front[1]}V${front[1]}L${back[0]} ${back[1]}V${-back[1]}Z`;
}
