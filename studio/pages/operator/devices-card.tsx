import { useEffect, useRef, useState } from "preact/hooks";
import type { DeviceState } from "../../controls/input-map.js";
import { shaped } from "../../controls/shaping.js";
import { hasHid, openHid } from "../../controls/sources/hid.js";
import { hasSerial, openSerial } from "../../controls/sources/serial.js";
import type { ChannelRoute } from "../../controls/sources/source.js";
import { fixed } from "../../format.js";
import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import { Card } from "./card.js";
import { leverName } from "./lever-name.js";
import type { Seat } from "./seat.js";

/** A lever counts as moved for a capture beyond this. */
const MOVED = 0.5;

/** Calibration: every channel with its raw and its mapped value, dead zone, curve and direction. */
export function DevicesCard({ seat, close }: { seat: Seat; close(): void }) {
  useSignal(seat.tick);
  useSignal(seat.devices.list);
  const { state } = seat.inputs;
  const add = async (open: typeof openHid) => {
    try {
      const source = await open();
      if (source) seat.devices.add(source);
    } catch (error) {
      seat.studio.notice.value = { kind: "error", text: String(error) };
    }
  };
  return (
    <Card title={texts.calibration} close={close}>
      {state.length === 0 && <p>{texts.noDevice}</p>}
      {state.map((device) => (
        <Device key={device.source.id} seat={seat} device={device} />
      ))}
      <footer class="row">
        <button type="button" class="button" disabled={!hasHid()} onClick={() => void add(openHid)}>
          {texts.addHid}
        </button>
        <button type="button" class="button" disabled={!hasSerial()} onClick={() => void add(openSerial)}>
          {texts.addSerial}
        </button>
      </footer>
    </Card>
  );
}

function Device({ seat, device }: { seat: Seat; device: DeviceState }) {
  const { source, lost, raw, routes } = device;
  useSignal(seat.levers);
  const controls = seat.inputs.known.map((name) => ({ name, label: leverName(seat, name) }));
  const [waiting, capture] = useCapture(raw, (channel, control) => {
    const others = routes.filter((route) => route.channel !== channel && route.control !== control);
    const old = routes.find((route) => route.control === control);
    seat.devices.setRoutes(source, [...others, { dead: 0, curve: 0, inverted: false, ...old, control, channel }]);
  });
  const change = (channel: number, to: Partial<ChannelRoute> | null) => {
    const old = routes.find((route) => route.channel === channel);
    const others = routes.filter((route) => route !== old);
    const next = { control: "", dead: 0, curve: 0, inverted: false, ...old, ...to, channel };
    seat.devices.setRoutes(source, to === null ? others : [...others, next]);
  };
  return (
    <section class="device" aria-label={source.name}>
      <h3>
        {source.name} {lost && <em>{texts.noSignal}</em>}
        <button type="button" class="button" onClick={() => seat.devices.reset(source)}>
          {texts.usual}
        </button>
      </h3>
      <table>
        <thead>
          <tr>
            {[texts.channel, texts.raw, texts.control, texts.mapped, texts.dead, texts.curve, texts.inverted].map(
              (head) => (
                <th key={head}>{head}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {raw.map((value, channel) => {
            const route = routes.find((entry) => entry.channel === channel);
            return (
              <Channel
                key={channel}
                name={channel < axesOf(device) ? texts.axisName(channel) : texts.buttonName(channel - axesOf(device))}
                value={value}
                route={route}
                controls={controls}
                change={(to) => change(channel, to)}
              />
            );
          })}
        </tbody>
      </table>
      <div class="row">
        {controls.map(({ name, label }) => (
          <button key={name} type="button" class="button" aria-pressed={waiting === name} onClick={() => capture(name)}>
            {waiting === name ? texts.captureWait : texts.capture(label)}
          </button>
        ))}
      </div>
    </section>
  );
}

function axesOf({ source, raw }: DeviceState): number {
  return source.poll(performance.now())?.axes ?? raw.length;
}

interface ChannelProps {
  readonly name: string;
  readonly value: number;
  readonly route: ChannelRoute | undefined;
  readonly controls: readonly { readonly name: string; readonly label: string }[];
  change(to: Partial<ChannelRoute> | null): void;
}

function Channel({ name, value, route, controls, change }: ChannelProps) {
  const number = (label: string, key: "dead" | "curve", most: number) => (
    <input
      type="number"
      aria-label={`${label}: ${name}`}
      min={0}
      max={most}
      step={0.01}
      disabled={!route}
      value={route?.[key] ?? 0}
      onChange={(event) => change({ [key]: Math.max(0, Math.min(most, Number(event.currentTarget.value))) })}
    />
  );
  return (
    <tr>
      <td>{name}</td>
      <td>
        <Meter value={value} />
      </td>
      <td>
        <select
          aria-label={`${texts.control}: ${name}`}
          value={route?.control ?? ""}
          onChange={({ currentTarget }) => change(currentTarget.value ? { control: currentTarget.value } : null)}
        >
          <option value="">{texts.nothing}</option>
          {controls.map((control) => (
            <option key={control.name} value={control.name}>
              {control.label}
            </option>
          ))}
        </select>
      </td>
      <td>{route && <Meter value={shaped(value, route)} />}</td>
      <td>{number(texts.dead, "dead", 0.9)}</td>
      <td>{number(texts.curve, "curve", 1)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`${texts.inverted}: ${name}`}
          disabled={!route}
          checked={route?.inverted ?? false}
          onChange={(event) => change({ inverted: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}

/** A value −1 … 1 as a bar from the middle, with five decimals: a step of a 16-bit axis is 0.00003. */
function Meter({ value }: { value: number }) {
  return (
    <div class="meter-cell">
      <div class="bar">
        <i style={{ left: `${50 + 50 * Math.min(0, value)}%`, width: `${50 * Math.min(1, Math.abs(value))}%` }} />
      </div>
      <output>{fixed(value, 5)}</output>
    </div>
  );
}

/** "Move the lever you want for boom": the first channel that moves far is taken. */
function useCapture(
  raw: readonly number[],
  take: (channel: number, control: string) => void,
): [string | null, (control: string) => void] {
  const [waiting, setWaiting] = useState<string | null>(null);
  const start = useRef<readonly number[]>([]);
  useEffect(() => {
    if (waiting === null) return;
    const channel = raw.findIndex((value, k) => Math.abs(value - (start.current[k] ?? 0)) > MOVED);
    if (channel < 0) return;
    take(channel, waiting);
    setWaiting(null);
  });
  return [
    waiting,
    (control) => {
      start.current = [...raw];
      setWaiting(control);
    },
  ];
}
