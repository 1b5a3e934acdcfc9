import { fixed, given, UNKNOWN } from "../../format.js";
import { Mark } from "../../icons.js";
import { GALLERY, routeTo } from "../../route.js";
import { useSignal } from "../../signal.js";
import { SPEEDS } from "../../speed.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/operator.js";
import { texts as school } from "../../texts/school.js";
import { FIRST_STEPS } from "./first-steps.js";
import type { Seat } from "./seat.js";
import { SeatIcon } from "./seat-icon.js";

export type Dialog = "help" | "display" | "devices" | "school" | null;

interface Props {
  readonly seat: Seat;
  readonly dialog: Dialog;
  open(dialog: Dialog): void;
}

/** Top strip: machine, first steps, time, state of device, deadline, sound; pause and settings. */
export function SeatHeader({ seat, dialog, open }: Props) {
  const { studio } = seat;
  useSignal(seat.tick);
  const scene = useSignal(studio.scene);
  const status = useSignal(studio.status);
  useSignal(studio.time.shown);
  const running = status?.running ?? false;
  const source = scene?.source;
  const back = source?.kind === "shipped" ? routeTo(source.name, source.params) : GALLERY;
  const toggle = (which: Dialog) => () => open(dialog === which ? null : which);
  return (
    <header class="seat-top">
      <a class="brand" href={GALLERY} aria-label={common.mark} title={common.mark}>
        <Mark />
      </a>
      <h1>
        <b>{scene?.description.title ?? texts.seat}</b>
        <a href={back}>{texts.leave}</a>
      </h1>
      <Progress seat={seat} />
      <dl class="seat-time">
        <dt>{texts.time}</dt>
        <dd>{clock(studio.time.now.time)}</dd>
      </dl>
      <States seat={seat} />
      <div class="seat-buttons" role="toolbar" aria-label={texts.seat}>
        <Speed seat={seat} />
        <SeatButton
          icon={running ? "pause" : "play"}
          name={running ? texts.pause : texts.resume}
          act={() => studio.toggle()}
        />
        <SoundButton seat={seat} />
        <SeatButton icon="display" name={texts.display} pressed={dialog === "display"} act={toggle("display")} />
        <SeatButton icon="settings" name={texts.settings} pressed={dialog === "devices"} act={toggle("devices")} />
        <SeatButton icon="school" name={school.school} pressed={dialog === "school"} act={toggle("school")} />
        <SeatButton icon="keyboard" name={texts.help} pressed={dialog === "help"} act={toggle("help")} />
      </div>
    </header>
  );
}

function Progress({ seat }: { seat: Seat }) {
  const step = useSignal(seat.step);
  if (!seat.digs) return <div class="seat-progress" />;
  if (step < 0)
    return (
      <div class="seat-progress">
        <button type="button" class="plain" onClick={() => seat.restartSteps()}>
          {texts.again}
        </button>
      </div>
    );
  const name = FIRST_STEPS[step]?.name;
  return (
    <div class="seat-progress" aria-hidden="true">
      <p>
        <span class="chip">{texts.stepOf(Math.min(step + 1, FIRST_STEPS.length), FIRST_STEPS.length)}</span>
        <b>{texts.firstSteps}</b>
        <i>{name ? texts.steps[name] : ""}</i>
      </p>
      <div class="bars">
        {FIRST_STEPS.map((entry, k) => (
          <i key={entry.name} class={k < step ? "full" : k === step ? "half" : ""} />
        ))}
      </div>
    </div>
  );
}

function States({ seat }: { seat: Seat }) {
  const { studio } = seat;
  const devices = useSignal(seat.devices.list);
  const sound = useSignal(seat.soundState);
  const { p99 = Number.NaN, overruns = 0, factor = Number.NaN, running = false } = studio.status.value ?? {};
  const step = studio.scene.value?.description.timestep ?? Number.NaN;
  const names = devices.map(({ name }) => name).join(", ");
  const lost = seat.inputs.lost.length > 0;
  const late = p99 > 1000 * step;
  const slow = running && factor < 0.9 * studio.speed.value;
  const { median } = seat.latency;
  return (
    <ul class="seat-states">
      <li class={lost ? "err" : ""}>
        <SeatIcon name={devices.length > 0 ? "gamepad" : "keyboard"} size={14} />
        {names || texts.keyboard}
      </li>
      <li class={late ? "warn" : ""}>
        <SeatIcon name="timer" size={14} />
        {`${texts.deadline(Number.isNaN(p99) ? UNKNOWN : `${fixed(p99, 1)} ms`, given(step, "s"))}, ${texts.overruns(overruns)}`}
      </li>
      <li class={sound === null ? "off" : ""}>
        <SeatIcon name={sound === null ? "muted" : "sound"} size={14} />
        {sound === null ? texts.soundOff : texts.soundLatency(`${fixed(sound, 0)} ms`)}
      </li>
      <li class={slow ? "warn" : ""}>
        <SeatIcon name="latency" size={14} />
        {`${texts.factor(Number.isNaN(factor) ? UNKNOWN : `${fixed(factor, 2)}×`)}, ${texts.latency(Number.isNaN(median) ? UNKNOWN : `${fixed(median, 0)} ms`)}`}
      </li>
    </ul>
  );
}

function Speed({ seat }: { seat: Seat }) {
  const speed = useSignal(seat.studio.speed);
  return (
    <select
      aria-label={common.speed}
      title={common.speed}
      value={String(speed)}
      onChange={(event) => {
        seat.studio.setSpeed(Number(event.currentTarget.value));
        event.currentTarget.blur();
      }}
    >
      {SPEEDS.map((factor) => (
        <option key={factor} value={String(factor)}>
          {fixed(factor, factor < 1 ? 2 : 0)}×
        </option>
      ))}
    </select>
  );
}

function SoundButton({ seat }: { seat: Seat }) {
  const on = useSignal(seat.soundState) !== null;
  return (
    <SeatButton
      icon={on ? "sound" : "muted"}
      name={on ? texts.mute : texts.soundOn}
      pressed={on}
      act={() => void seat.toggleSound()}
    />
  );
}

interface ButtonProps {
  readonly icon: Parameters<typeof SeatIcon>[0]["name"];
  readonly name: string;
  readonly pressed?: boolean;
  act(): void;
}

function SeatButton({ icon, name, pressed, act }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <SeatIcon name={icon} size={18} />
    </button>
  );
}

/** 04:37.2 */
function clock(time: number): string {
  const minutes = Math.floor(time / 60);
  return `${String(minutes).padStart(2, "0")}:${fixed(time - 60 * minutes, 1).padStart(4, "0")}`;
}
