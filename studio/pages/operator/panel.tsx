import type { Meaning } from "../../controls/meaning.js";
import { fixed, UNKNOWN } from "../../format.js";
import { isPanel } from "../../route.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import { Gauge } from "./gauge.js";
import { HoldButton } from "./hold-button.js";
import { Lever, type LeverAxis } from "./lever.js";
import { leverName } from "./lever-name.js";
import { FULL, IDLE, MODES, RANGES, type Seat } from "./seat.js";
import { SeatIcon } from "./seat-icon.js";
import { StabilityTile } from "./stability-tile.js";

/** Full scale and limit of the gauges: 1/min; kW; bar. */
const ENGINE = { full: 2400, limit: 2200 };
const POWER = { full: 160, limit: 130 };
const PRESSURE = { full: 400, limit: 350 };
const RPM = 60 / (2 * Math.PI);

/** The touch panel: seven tiles, whose levers are those of the machine. */
export function Panel({ seat }: { seat: Seat }) {
  useSignal(seat.tick);
  const pattern = useSignal(seat.studio.controls.pattern) ?? "iso";
  const { boom, stick, slew, bucket } = leverAxes(seat);
  const [left, right] = pattern === "iso" ? [stick, boom] : [boom, stick];
  const held = heldLevers(seat);
  return (
    <section class="seat-panel" aria-label={texts.panel}>
      <div class="tile">
        <Lever seat={seat} label={texts.left} across={slew} along={left} />
        <Deflection seat={seat} control="steer" label={leverName(seat, "steer")} />
      </div>
      <EngineTile seat={seat} />
      <StabilityTile seat={seat} />
      <div class="tile tile-hold">
        {held.map((meaning) => (
          <HoldTile key={meaning} seat={seat} control={meaning} label={leverName(seat, meaning)} />
        ))}
        <Choice
          label={texts.range}
          options={Object.keys(RANGES) as (keyof typeof RANGES)[]}
          names={texts.ranges}
          value={useSignal(seat.range)}
          set={(range) => {
            seat.range.value = range;
          }}
        />
      </div>
      <Switches seat={seat} />
      <RearTile seat={seat} />
      <div class="tile">
        <Lever seat={seat} label={texts.right} across={bucket} along={right} />
        <Deflection seat={seat} control="travel" label={leverName(seat, "travel")} />
      </div>
    </section>
  );
}

/** Levers that have a place of their own on the panel; all others are held by buttons. */
const ON_LEVERS: ReadonlySet<string> = new Set(["boom", "stick", "slew", "bucket", "travel", "steer"]);
/** So many pairs of buttons have room. */
const MOST_HELD = 2;

/** What is moved by buttons: blade and outriggers, or whatever else there is; tracks follow travel and steering. */
function heldLevers(seat: Seat): readonly string[] {
  const others = seat.levers.value.map(({ meaning }) => meaning).filter((meaning) => !ON_LEVERS.has(meaning));
  return others.filter((meaning) => !meaning.startsWith("track-")).slice(0, MOST_HELD);
}

/**
 * Directions of the levers as ISO and SAE have them: back pulls in and raises, left slews left and curls. A machine
 * that does not slew is steered by the lever, one without a stick travels by it.
 */
function leverAxes(seat: Seat): Record<"boom" | "stick" | "slew" | "bucket", LeverAxis> {
  const { leverWords: w } = texts;
  const has = (meaning: string) => seat.inputs.known.includes(meaning);
  return {
    slew: { control: has("slew") || !has("steer") ? "slew" : "steer", sign: -1, words: [w.left, w.right] },
    bucket: { control: "bucket", sign: -1, words: [w.curl, w.dump] },
    stick:
      has("stick") || !has("travel")
        ? { control: "stick", sign: -1, words: [w.in, w.out] }
        : { control: "travel", sign: 1, words: [w.back, w.ahead] },
    boom: { control: "boom", sign: -1, words: [w.raise, w.lower] },
  };
}

/** A lever that springs back, as a bar from the middle. */
function Deflection({ seat, control, label: name }: { seat: Seat; control: string; label: string }) {
  const way = seat.inputs.deflections.get(control) ?? 0;
  return (
    <div class="deflection">
      <div class="bar">
        <i style={{ left: `${50 + 50 * Math.min(0, way)}%`, width: `${50 * Math.abs(way)}%` }} />
      </div>
      <span>{name}</span>
    </div>
  );
}

function EngineTile({ seat }: { seat: Seat }) {
  const { signals } = seat;
  const set = useSignal(seat.rpm);
  const off = useSignal(seat.stopped);
  const mode = useSignal(seat.mode);
  const oil = Number.isFinite(signals.get("pressure"));
  const rpm = off ? 0 : oil && Number.isFinite(signals.get("engine")) ? signals.get("engine") * RPM : set;
  const bar = signals.or0("pressure") / 1e5;
  const power = signals.power / 1000;
  return (
    <div class="tile tile-engine">
      <div class="gauges">
        <Gauge
          label={texts.engine}
          unit="rpm"
          shown={fixed(rpm, 0)}
          part={rpm / ENGINE.full}
          limit={ENGINE.limit / ENGINE.full}
        />
        {oil ? (
          <Gauge
            label={texts.pressure}
            unit="bar"
            shown={fixed(bar, 0)}
            part={bar / PRESSURE.full}
            limit={PRESSURE.limit / PRESSURE.full}
          />
        ) : (
          <Gauge
            label={texts.power}
            unit="kW"
            shown={fixed(power, 0)}
            part={power / POWER.full}
            limit={POWER.limit / POWER.full}
          />
        )}
        <dl class="bars">
          <Bar
            name={texts.bucket}
            shown={`${fixed(signals.get("volume"), 2)} m³`}
            part={signals.get("fill")}
            limit={1}
          />
          <Bar
            name={texts.payload}
            shown={`${fixed(signals.get("mass") / 1000, 2)} t`}
            part={signals.get("mass") / 2500}
            limit={1}
          />
          <Bar
            name={texts.tipping}
            shown={`${fixed(100 * Math.min(1, signals.get("utilization")), 0)} %`}
            part={signals.get("utilization")}
            limit={0.75}
          />
          <Bar
            name={texts.speed}
            shown={`${fixed(3.6 * signals.speed, 1)} km/h`}
            part={signals.speed / 1.5}
            limit={1}
          />
        </dl>
      </div>
      <div class="engine-row">
        <label>
          <span>{texts.engineSpeed}</span>
          <input
            type="range"
            min={IDLE}
            max={FULL}
            step={50}
            value={set}
            onInput={(event) => {
              seat.rpm.value = Number(event.currentTarget.value);
            }}
          />
        </label>
        <Choice
          label={texts.mode}
          options={Object.keys(MODES) as (keyof typeof MODES)[]}
          names={texts.modes}
          value={mode}
          set={(next) => {
            seat.mode.value = next;
          }}
        />
      </div>
    </div>
  );
}

function Bar({ name, shown, part, limit }: { name: string; shown: string; part: number; limit: number }) {
  const value = Number.isFinite(part) ? Math.max(0, Math.min(1, part)) : 0;
  const look = value > limit ? "over" : value > 0.9 * limit ? "near" : "";
  return (
    <div class={look}>
      <dt>{name}</dt>
      <dd>{shown}</dd>
      <dd class="bar">
        <i style={{ width: `${100 * value}%` }} />
      </dd>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly names: Readonly<Record<string, string>>;
  readonly value: T;
  set(value: T): void;
}

function Choice<T extends string>({ label: name, options, names, value, set }: ChoiceProps<T>) {
  return (
    <fieldset class="choice" aria-label={name}>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => set(option)}
        >
          {names[option]}
        </button>
      ))}
    </fieldset>
  );
}

interface HoldProps {
  readonly seat: Seat;
  readonly control: string;
  readonly label: string;
}

/** Blade or outriggers: hold to move. Their answer stands between the arrows. */
function HoldTile({ seat, control, label: name }: HoldProps) {
  const { signals, inputs } = seat;
  const speed = signals.or0(`${control as Meaning}.speed`);
  const force = signals.get(`${control as Meaning}.effort`);
  const way = inputs.deflections.get(control) ?? 0;
  const state =
    Math.abs(speed) > 0.005
      ? texts.moved.moving
      : Number.isFinite(force)
        ? `${fixed(Math.abs(force) / 1000, 0)} kN`
        : UNKNOWN;
  const hold = (direction: number) => (held: boolean) => inputs.panel.set(control, held ? direction : 0);
  return (
    <div class="hold">
      <HoldButton name={texts.up(name)} pressed={way < -0.05} hold={hold(-1)}>
        <SeatIcon name="up" size={20} />
      </HoldButton>
      <span>
        <b>{name}</b>
        <i>{state}</i>
      </span>
      <HoldButton name={texts.down(name)} pressed={way > 0.05} hold={hold(1)}>
        <SeatIcon name="down" size={20} />
      </HoldButton>
    </div>
  );
}

function Switches({ seat }: { seat: Seat }) {
  const stopped = useSignal(seat.stopped);
  const switches = [
    ["brake", texts.parkingBrake, seat.brake],
    ["light", texts.workLight, seat.light],
    ["lock", texts.lock, seat.locked],
  ] as const;
  return (
    <div class="tile tile-switches">
      {switches.map(([icon, name, signal]) => (
        <Switch key={icon} icon={icon} name={name} on={useSignal(signal)} act={() => (signal.value = !signal.value)} />
      ))}
      <HoldButton
        name={texts.horn}
        pressed={useSignal(seat.horn)}
        class="switch"
        hold={(held) => (seat.horn.value = held)}
      >
        <SeatIcon name="horn" size={22} />
        <span>{texts.horn}</span>
      </HoldButton>
      <Switch icon="reset" name={texts.reset} on={null} act={() => seat.restart()} />
      <Switch
        icon="power"
        name={stopped ? texts.start : texts.stop}
        on={stopped}
        class="stop"
        act={() => {
          seat.stopped.value = !stopped;
        }}
      />
    </div>
  );
}

interface SwitchProps {
  readonly icon: Parameters<typeof SeatIcon>[0]["name"];
  readonly name: string;
  /** Null: it is not a switch but a button. */
  readonly on: boolean | null;
  readonly class?: string;
  act(): void;
}

function Switch({ icon, name, on, class: look = "", act }: SwitchProps) {
  return (
    <button
      type="button"
      class={`switch ${look}`}
      aria-pressed={on ?? undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <SeatIcon name={icon} size={22} />
      <span>{name}</span>
    </button>
  );
}

function RearTile({ seat }: { seat: Seat }) {
  const scene = useSignal(seat.studio.scene);
  const rear = scene?.description.seat?.rear;
  // a panel in a window of its own has no view that would draw it
  if (isPanel(location.hash)) return null;
  return (
    <div class="tile tile-rear">
      {rear ? (
        <canvas
          role="img"
          aria-label={texts.rear}
          ref={(canvas) => {
            seat.rearCanvas = canvas;
          }}
        />
      ) : (
        <p>{texts.noRear}</p>
      )}
      <span class="tag">
        <SeatIcon name="camera" size={12} />
        {texts.rear}
      </span>
      <svg class="guides" viewBox="0 0 200 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="lane" d="M20 100 78 52M180 100 122 52" />
        <path class="near" d="M44 80H156" />
        <path class="far" d="M64 64H136" />
      </svg>
    </div>
  );
}
