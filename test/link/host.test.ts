import { readControl, stateHash } from "stiction";
import { encodeLink, InputLog, type LinkMessage, readInputLog, replayInputs } from "stiction/link";
import { describe, expect, test } from "vitest";
import { createHost, hello } from "./lever.js";

const inputs = (value: number, time = 0, slot = 0): LinkMessage => ({
  type: "inputs",
  time,
  echo: 0,
  slots: [slot],
  values: [value],
});
const ask = (step: number, value: number, echo = 0): LinkMessage => ({
  type: "step",
  step,
  time: 0,
  echo,
  slots: [0],
  values: [value],
});

describe("who connects", () => {
  test("learns the scene, the range of its controls and the slots of its sensors", () => {
    const { peer } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    expect(loop.last("welcome")).toMatchObject({
      scene: "lever",
      hash: "cafe",
      timestep: 0.005,
      controls: ["arm"],
      lower: [-1],
      upper: [1],
      sensors: ["joint/pin/position"],
    });
    expect(loop.last("sensors")).toMatchObject({ step: 0, values: [0] });
  });

  test.each([
    [{ controls: ["arn"] }, "control", 'no control "arn"; did you mean "arm"?'],
    [{ sensors: ["joint/pin/positon"] }, "sensor", 'did you mean "position"?'],
    [{ scene: "truck" }, "scene", 'this is scene "lever" (cafe), not "truck"'],
  ])("is refused with the remedy: %j", (fields, refusal, text) => {
    const { peer, log } = createHost();
    const loop = peer("udp a", "json");
    loop.send(hello(fields));
    expect(loop.last("error")).toMatchObject({ refusal, text: expect.stringContaining(text) });
    expect(log.join()).toContain(text);
  });

  test("a control has one hand on it; the same name takes over its own", () => {
    const { peer, host } = createHost();
    peer("udp a").send(hello({ name: "one" }));
    const two = peer("udp b");
    two.send(hello({ name: "two" }));
    expect(two.last("error").text).toContain('control "arm" is moved by one');
    const again = peer("udp c");
    again.send(hello({ name: "one" }));
    expect(again.last("welcome").controls).toEqual(["arm"]);
    expect(host.connected.map(({ route }) => route.address)).toEqual(["udp c"]);
  });

  test("without hello, or with the session of another, is refused", () => {
    const { peer, host, step } = createHost();
    const [owner, thief] = [peer("udp a"), peer("udp b")];
    owner.send(hello());
    thief.session = owner.session;
    thief.send(inputs(1));
    expect(thief.last("error").refusal).toBe("session");
    step();
    expect(readControl(host.simulation.model, host.simulation.data, "arm")).toBe(0);
  });

  test("a hello that is sent again before its answer comes gets the same session", () => {
    const { peer, host } = createHost();
    const loop = peer("udp a");
    loop.send(hello({ lockStep: true }));
    const { session } = loop;
    loop.send(hello({ lockStep: true }));
    expect(loop.got.filter(({ type }) => type === "welcome")).toHaveLength(2);
    // the first answer is still good
    loop.session = session;
    loop.send(ask(0, 1));
    expect(loop.got.some(({ type }) => type === "error")).toBe(false);
    expect(host.connected).toHaveLength(1);
  });

  test("what the session of a viewer got ends when another one takes its place", () => {
    const left: number[] = [];
    const { peer, host } = createHost({ onPeer: (of, message) => message?.type === "bye" && left.push(of.session) });
    const viewer = hello({ role: "viewer", name: "watcher", controls: [], sensors: [] });
    const before = peer("udp a");
    before.send(viewer);
    peer("udp b").send(viewer);
    expect(left).toEqual([before.session]);
    expect(host.connected).toHaveLength(1);
  });

  test("a hello that its own next messages overtook ends no session; one of a peer that begins anew does", () => {
    const { peer, host, time } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    const { session } = loop;
    loop.send(inputs(0.5));
    const late = encodeLink({ session: 0, sequence: 1, message: hello() });
    loop.sendRaw(late);
    expect(loop.session).toBe(session);
    expect(host.report()).toHaveLength(1);
    time.now += 3;
    loop.sendRaw(late);
    expect(loop.session).not.toBe(session);
    expect(host.connected).toHaveLength(1);
  });

  test("a hello that arrives after goodbye was said connects nobody", () => {
    const { peer, host } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    host.end("the run is over");
    loop.send(hello());
    loop.send(inputs(1));
    expect(host.connected).toEqual([]);
    expect(host.report()).toHaveLength(1);
    expect(host.refused).toBe(0);
  });

  test("33 peers are one too many", () => {
    const { peer } = createHost();
    for (let k = 0; k < 32; k++) peer(`udp ${k}`).send(hello({ name: `p${k}`, controls: [] }));
    const last = peer("udp 32");
    last.send(hello({ name: "last", controls: [] }));
    expect(last.last("error").refusal).toBe("busy");
  });
});

describe("inputs", () => {
  test("1/65536 of an axis reaches the model, exactly", () => {
    const { peer, host, step } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    for (const n of [0, 1, 32767, 32768, 65534, 65535]) {
      const value = 2 * (n / 65535) - 1;
      loop.send(inputs(value));
      step();
      expect(readControl(host.simulation.model, host.simulation.data, "arm")).toBe(value);
    }
  });

  test("the newest wins: what was overtaken on the way is dropped", () => {
    const { peer, inputs: applied, step, host } = createHost();
    const loop = peer("udp a", "json");
    loop.send(hello());
    const wire = (sequence: number, value: number) =>
      JSON.stringify({ v: 1, type: "inputs", session: loop.session, sequence, slots: [0], values: [value] });
    for (const [sequence, value] of [
      [10, 0.1],
      [12, 0.3],
      [11, 0.2],
      [12, 0.9],
    ])
      loop.sendRaw(wire(sequence, value));
    step();
    expect(applied.map(({ value }) => value)).toEqual([0.3]);
    loop.sendRaw(wire(13, 0.3));
    step();
    expect(applied).toHaveLength(1);
    expect(host.refused).toBe(0);
  });

  test("a slot that the peer does not have is refused", () => {
    const { peer } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    loop.send(inputs(1, 0, 1));
    expect(loop.last("error").text).toContain("slot 1: this peer has 1 controls");
  });
});

describe("lock-step", () => {
  test("no step before it is asked for; asking again gives the same answer", () => {
    const { peer, host, step } = createHost();
    const loop = peer("udp a");
    loop.send(hello({ lockStep: true }));
    expect(host.mayStep()).toBe(false);
    loop.send(ask(0, 0.5));
    expect(host.mayStep()).toBe(true);
    loop.send(ask(0, 0.5));
    step();
    expect(host.mayStep()).toBe(false);
    const answer = loop.last("sensors");
    expect(answer.step).toBe(1);
    // the answer got lost: it asks again, and no second step is made
    loop.send(ask(0, 0.5));
    expect(loop.last("sensors")).toEqual(answer);
    expect(host.mayStep()).toBe(false);
    loop.send(ask(7, 0));
    expect(loop.last("error").text).toContain("step 7 is asked for, but 1 steps were made");
  });

  test("waits for every controller, but for no free one", () => {
    const { peer, host } = createHost();
    const [a, b] = [peer("udp a"), peer("udp b")];
    a.send(hello({ name: "a", lockStep: true }));
    b.send(hello({ name: "b", lockStep: true, controls: [] }));
    peer("udp c").send(hello({ name: "c", controls: [] }));
    a.send(ask(0, 0));
    expect(host.mayStep()).toBe(false);
    b.send({ ...ask(0, 0), slots: [], values: [] } as LinkMessage);
    expect(host.mayStep()).toBe(true);
  });

  test("round trip and jitter are those of the clock", () => {
    const { peer, host, time, step } = createHost();
    const loop = peer("udp a");
    loop.send(hello({ lockStep: true }));
    // the controller answers after 1 ms, and every tenth time after 3 ms; steps are 5 ms apart
    for (let k = 0; k < 100; k++) {
      const wait = k % 10 === 9 ? 0.003 : 0.001;
      time.now += wait;
      loop.send(ask(k, 0, loop.last("sensors").sent));
      time.now += 0.005 - wait;
      step();
    }
    const { roundTrip, jitter, steps, late } = host.report()[0];
    expect(steps).toBe(100);
    expect(late).toBe(0);
    // buckets of the histogram are 1/32 wide
    expect(roundTrip.p50).toBeCloseTo(0.001, 4);
    expect(roundTrip.max).toBeCloseTo(0.003, 9);
    expect(jitter.max).toBeCloseTo(0.002, 9);
  });
});

describe("loss", () => {
  test("of a free controller: after its timeout in steps the lever is at rest, and the log says why; then it goes on", () => {
    const { peer, host, time, step, log } = createHost({ timeout: 10 });
    const { model, data } = host.simulation;
    const [loop, watcher] = [peer("udp a"), peer("udp b")];
    loop.send(hello());
    watcher.send(hello({ name: "watcher", controls: [] }));
    loop.send(inputs(0.8));
    for (let k = 0; k < 30; k++) {
      time.now += 0.005;
      watcher.send({ type: "inputs", time: 0, echo: 0, slots: [], values: [] });
      host.sweep();
      step();
      expect(readControl(model, data, "arm")).toBe(k <= 10 ? 0.8 : 0);
    }
    expect(log.join("\n")).toContain(
      "warning: loop is lost at step 11: no word for 60 ms (10 steps allowed); on hold: arm",
    );
    expect(watcher.last("hold").reason).toContain("loop: no word for 60 ms");
    const still = data.slot[model.sensors.columns[0].slot];
    for (let k = 0; k < 10; k++) step();
    expect(data.slot[model.sensors.columns[0].slot]).toBeCloseTo(still, 6);

    loop.send(inputs(-0.5));
    step();
    expect(readControl(model, data, "arm")).toBe(-0.5);
    expect(watcher.last("resume").step).toBe(40);
    expect(log.at(-1)).toBe("info: loop is back at step 40, after 0.09 s");
    expect(host.report()[0].losses).toBe(1);
  });

  test("of a controller in lock-step: time counts from the answer, so that a long step is no loss", () => {
    const { peer, host, time, step } = createHost({ timeout: 10 });
    const loop = peer("udp a");
    loop.send(hello({ lockStep: true }));
    loop.send(ask(0, 0.5));
    time.now += 3; // the step takes three seconds
    step();
    host.sweep();
    expect(host.mayStep()).toBe(false);
    time.now += 0.06;
    host.sweep();
    expect(host.mayStep()).toBe(true);
    step();
    step();
    // it was away for two steps, asks for an old one, and learns where the run is
    loop.send(ask(1, 0.5));
    expect(loop.last("sensors").step).toBe(3);
    expect(host.mayStep()).toBe(false);
    loop.send(ask(3, 0.25));
    step();
    expect(readControl(host.simulation.model, host.simulation.data, "arm")).toBe(0.25);
  });

  test("a connection that is closed puts its controls to rest at once", () => {
    const { peer, host, step } = createHost();
    const loop = peer("ws 1");
    loop.send(hello());
    loop.send(inputs(1));
    step();
    host.closed("ws 1");
    step();
    expect(readControl(host.simulation.model, host.simulation.data, "arm")).toBe(0);
    expect(host.connected).toEqual([]);
  });

  test("a source that is blocked for 2 s delays no step", () => {
    const { peer, host, time, step } = createHost();
    const loop = peer("udp a");
    loop.send(hello());
    loop.send(inputs(0.4));
    let made = 0;
    for (let k = 0; k < 400; k++) {
      time.now += 0.005;
      host.sweep();
      if (!host.mayStep()) continue;
      step();
      made++;
    }
    expect(made).toBe(400);
  });
});

test("a record of inputs gives the same bits again, and one that was cut off says so", () => {
  const lines: string[] = [];
  const { peer, host, time, step, model } = createHost({
    timeout: 10,
    onInput: (input) => log.add(input),
  });
  const log = new InputLog(model, (text) => lines.push(text));
  const loop = peer("udp a");
  loop.send(hello());
  for (let k = 0; k < 200; k++) {
    time.now += 0.005;
    if (k < 60 || k > 120) loop.send(inputs(Math.sin(k / 7) / 3, time.now));
    host.sweep();
    step();
  }
  log.end(host.simulation.data, host.step);
  const record = readInputLog(lines.join(""));
  expect(record.inputs.length).toBeGreaterThan(100);
  const again = replayInputs(record);
  expect(again).toMatchObject({ agrees: true, steps: 200, hash: stateHash(host.simulation.data) });
  // a changed value is another run
  const other = readInputLog(lines.join("").replace(/^\[50,"arm",([^,]+)/m, '[50,"arm",0.9'));
  expect(replayInputs(other).agrees).toBe(false);
  expect(replayInputs(readInputLog(lines.slice(0, 50).join(""))).agrees).toBeUndefined();
  expect(() => readInputLog(`${lines[0]}{"a"\n`)).toThrow("line 2: expected JSON");
});
