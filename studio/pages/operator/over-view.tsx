/** What lies over the view: one warning, depth of the bucket, first steps. */
import { fixed } from "../../format.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import { FIRST_STEPS } from "./first-steps.js";
import { keyName } from "./key-name.js";
import type { Seat } from "./seat.js";
import { SeatIcon } from "./seat-icon.js";

/** Range of the depth scale, m. */
const TOP = 1;
const BOTTOM = -2;

export function OverView({ seat }: { seat: Seat }) {
  return (
    <>
      <Warning seat={seat} />
      <Depth seat={seat} />
      <Steps seat={seat} />
    </>
  );
}

function Warning({ seat }: { seat: Seat }) {
  const [first, ...others] = useSignal(seat.warnings);
  return (
    <div class="seat-warning-place" role={first?.level === "error" ? "alert" : "status"}>
      {first && (
        <div class={`seat-warning ${first.level}`}>
          <SeatIcon name="warning" size={20} />
          <p>
            <b>{texts.warnings[first.name][0]}</b>
            <span>{texts.warnings[first.name][1]}</span>
          </p>
          {others.length > 0 && <i>+{others.length}</i>}
        </div>
      )}
    </div>
  );
}

function Depth({ seat }: { seat: Seat }) {
  useSignal(seat.tick);
  const { bucketHeight: height, deepest } = seat;
  // where nothing can be dug there is no depth
  if (!Number.isFinite(height) || !seat.signals.has("fill")) return null;
  const place = (z: number) => `${(100 * (TOP - Math.max(BOTTOM, Math.min(TOP, z)))) / (TOP - BOTTOM)}%`;
  return (
    <div class="seat-depth">
      <h2>{texts.depth}</h2>
      <div class="scale" aria-hidden="true">
        {[1, 0.5, 0, -0.5, -1, -1.5, -2].map((z) => (
          <span key={z} style={{ top: place(z) }}>
            {fixed(z, 1)}
          </span>
        ))}
        <div class="well">
          <i class="soil" style={{ top: place(0) }} />
          <i class="deepest" style={{ top: place(deepest) }} />
          <i class="edge" style={{ top: place(height) }} />
        </div>
      </div>
      <output>
        {fixed(height, 2)} <i>m</i>
      </output>
    </div>
  );
}

function Steps({ seat }: { seat: Seat }) {
  const at = useSignal(seat.step);
  const order = useSignal(seat.school.order);
  useSignal(seat.tick);
  // an exercise says itself what comes first
  if (at < 0 || !seat.digs || order !== null) return null;
  const step = FIRST_STEPS[at];
  const keys = seat.keys.pairs.find(({ control }) => control === step?.control)?.keys ?? ["", ""];
  return (
    <aside class="seat-steps" aria-label={texts.firstSteps}>
      <h2>
        {texts.firstSteps}
        {step && <span>{texts.stepOf(at + 1, FIRST_STEPS.length)}</span>}
      </h2>
      {step ? (
        <p aria-live="polite">
          {texts.hold} <kbd>{keyName(keys[step.way > 0 ? 1 : 0])}</kbd> {texts.steps[step.name]}
        </p>
      ) : (
        <p aria-live="polite">{texts.done}</p>
      )}
      <footer>
        <span>{step ? texts.fine : ""}</span>
        <button type="button" onClick={() => seat.skipSteps()}>
          {step ? texts.skip : texts.close}
        </button>
      </footer>
    </aside>
  );
}
