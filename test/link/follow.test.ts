import { readSensor, type Spec } from "stiction";
import { Follower, type LinkMessage } from "stiction/link";
import { expect, test } from "vitest";
import { createHost, hello, LEVER } from "./lever.js";

const h = 0.005;
const SENSOR = "joint/pin/position";
const measured = (value: number, time: number): LinkMessage => ({
  type: "inputs",
  time,
  echo: 0,
  slots: [0],
  values: [value],
});

test("a motion at constant speed is followed: the error obeys its recurrence and dies out", () => {
  const [gain, speed] = [8, 0.4];
  const follow = new Map([["arm", { sensor: SENSOR, follower: new Follower({ gain, speed: 1 }) }]]);
  const { peer, step, host, model } = createHost({ follow });
  const machine = peer("udp machine");
  machine.send(hello());
  const errors: number[] = [];
  let t = 0;
  for (let k = 0; k < 400; k++) {
    t += h;
    machine.send(measured(0.1 + speed * t, t));
    errors.push(0.1 + speed * t - readSensor(model, host.simulation.data, SENSOR));
    step();
  }
  // a guide moves by the mean of its old and new speed: e₊ = e − g h (e + e₋)/2, from the third step on
  for (let k = 40; k < 399; k++) {
    const expected = errors[k] - gain * h * 0.5 * (errors[k] + errors[k - 1]);
    expect(errors[k + 1]).toBeCloseTo(expected, 9);
  }
  expect(Math.abs(errors[399])).toBeLessThan(1e-6);
});

test("the model as a sensor: the torque of a machine that only measures its angle", () => {
  const loaded: Spec = { ...LEVER, gravity: [0, -9.81, 0] };
  const real = createHost({}, loaded);
  const hand = real.peer("udp hand");
  hand.send(hello());
  const follow = new Map([["arm", { sensor: SENSOR, follower: new Follower({ gain: 20, speed: 1 }) }]]);
  const twin = createHost({ follow }, loaded);
  const machine = twin.peer("udp machine");
  machine.send(hello());
  const read = ({ model, host }: typeof real, name: string) => readSensor(model, host.simulation.data, name);
  const speeds: number[][] = [];
  let [angle, torque, acceleration] = [0, 0, 0];
  for (let k = 0; k < 500; k++) {
    const t = k * h;
    hand.send(measured(0.5 * Math.sin(2 * t), t));
    real.step();
    machine.send(measured(read(real, SENSOR), t));
    twin.step();
    speeds.push([read(real, "joint/pin/speed"), read(twin, "joint/pin/speed")]);
    if (k < 200) continue;
    const [now, before] = [speeds[k], speeds[k - 1]];
    angle = Math.max(angle, Math.abs(read(real, SENSOR) - read(twin, SENSOR)));
    acceleration = Math.max(acceleration, Math.abs(now[0] - before[0] - now[1] + before[1]) / h);
    torque = Math.max(torque, Math.abs(read(real, "joint/pin/effort") - read(twin, "joint/pin/effort")));
  }
  // τ = I α + m g l cos φ about the pin: mass 2 kg at 0.5 m, inertia 0.2 + 2 · 0.5² kg m²
  expect(angle).toBeLessThan(0.005);
  expect(torque).toBeLessThan(0.7 * acceleration + 2 * 9.81 * 0.5 * angle + 1e-6);
  // a tenth of the load itself: a sensor that says nothing would not pass
  expect(torque).toBeLessThan(0.1 * 9.81);
});
