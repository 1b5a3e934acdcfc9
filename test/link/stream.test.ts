import {
  addBody,
  BODY_STATE,
  buildScene,
  changeTerrain,
  compileUntyped,
  createData,
  loadOutlines,
  readSensor,
  type Simulation,
  setBodyPose,
  setBodyState,
  setControl,
  step,
  terrainHeight,
} from "stiction";
import {
  HEIGHT_QUANTUM,
  LinkError,
  POSITION_QUANTUM,
  QUATERNION_SCALE,
  type StreamEvent,
  StreamSource,
  StreamViewer,
  VOLUME_QUANTUM,
} from "stiction/link";
import { seatMachine, seatSensors } from "stiction/machines";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { randomNumbers, type Shape, Shaper } from "./shaper.js";

const full = Boolean(process.env.STICTION_FULL);

/** An authority and a viewer over a shaped network, on one clock that the test moves. */
function connect(shape: Shape, source: StreamSource, time: { now: number }) {
  const down = new Shaper<Uint8Array>(shape);
  const up = new Shaper<readonly [number, number, number]>({ ...shape, seed: 99 });
  const events: StreamEvent[] = [];
  const viewer = new StreamViewer({
    clock: () => time.now,
    acknowledge: (...taken) => up.send(taken, time.now),
    onEvent: (event) => events.push(event),
  });
  let open = true;
  let subscription = source.subscribe((packet) => open && down.send(packet, time.now));
  let before = 0;
  return {
    viewer,
    events,
    down,
    get bytes() {
      return before + subscription.bytes;
    },
    /** Lets packets and acknowledgements arrive. */
    carry() {
      for (const packet of down.arrived(time.now)) {
        try {
          viewer.receive(packet);
        } catch (error) {
          if (!(error instanceof LinkError)) throw error;
        }
      }
      for (const taken of up.arrived(time.now)) subscription.taken(...taken, time.now);
    },
    cut() {
      open = false;
      before += subscription.bytes;
      source.unsubscribe(subscription);
    },
    reconnect() {
      open = true;
      subscription = source.subscribe((packet) => open && down.send(packet, time.now));
      viewer.hello();
    },
  };
}

const balls = (count: number): Simulation => {
  const model = compileUntyped({
    contact: "none",
    gravity: [0, 0, 0],
    bodies: Array.from({ length: count }, (_, k) => ({ name: `ball-${k}`, mass: 1, position: [k, 0, 0] })),
  });
  return { model, data: createData(model) };
};

/** Poses of an authority in quanta, by name. */
function posesOf({ model, data }: Simulation): Map<string, number[]> {
  const sign = (b: number) => (data.bodyQuat[4 * b + 3] < 0 ? -1 : 1);
  return new Map(
    model.bodyNames
      .slice(1)
      .map((name, k) => [
        name,
        [
          ...Array.from(data.bodyPos.subarray(3 * k + 3, 3 * k + 6), (x) => Math.round(x / POSITION_QUANTUM)),
          ...Array.from(data.bodyQuat.subarray(4 * k + 4, 4 * k + 8), (q) =>
            Math.round(sign(k + 1) * q * QUATERNION_SCALE),
          ),
        ].map((x) => x + 0),
      ]),
  );
}

/** The same of a viewer; the sign of a quaternion means nothing. */
function posesAt(viewer: StreamViewer): Map<string, number[]> {
  return new Map(
    viewer.bodies.map((name) => {
      const pose = Array.from(viewer.newestPose(name) ?? []);
      const turned = pose[6] < 0 ? pose.map((x, c) => (c < 3 ? x : -x)) : pose;
      return [name, turned.map((x) => x + 0)];
    }),
  );
}

const BAD: Shape = { loss: 0.05, delay: 0.1, jitter: 0.03, seed: 5 };

describe("the state stream", () => {
  test("a pose is as exact as it says: 0.25 mm per axis, 6.2e-5 rad", () => {
    const simulation = balls(50);
    const { model, data } = simulation;
    const random = randomNumbers(3);
    for (let k = 0; k < 50; k++) {
      const q = Array.from({ length: 4 }, () => 2 * random() - 1) as [number, number, number, number];
      setBodyPose(model, data, `ball-${k}`, { position: [50 * random(), -20 * random(), random()], orientation: q });
    }
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const link = connect({ loss: 0, delay: 0 }, source, time);
    for (let k = 0; k < 10; k++) {
      time.now += 1 / 30;
      source.publish(simulation, time.now);
      link.carry();
    }
    const out = new Float64Array(7);
    for (let b = 1; b <= 50; b++) {
      expect(link.viewer.pose(model.bodyNames[b], out)).toBe(true);
      for (let c = 0; c < 3; c++)
        expect(Math.abs(out[c] - data.bodyPos[3 * b + c])).toBeLessThanOrEqual(POSITION_QUANTUM / 2);
      const dot = Math.abs([3, 4, 5, 6].reduce((sum, c) => sum + out[c] * data.bodyQuat[4 * b + c - 3], 0));
      expect(2 * Math.acos(Math.min(1, dot))).toBeLessThan(6.2e-5);
    }
  });

  test("with 5 % loss, 100 ms delay and overtaking, viewers converge to the authority, also those that join late", () => {
    const simulation = balls(40);
    const { model, data } = simulation;
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const links = [connect(BAD, source, time)];
    const random = randomNumbers(8);
    const frame = (moving: boolean) => {
      if (source.frame === 60) links.push(connect({ ...BAD, seed: 77 }, source, time));
      time.now += 1 / 30;
      for (let k = 0; moving && k < 40; k++) {
        if (random() < 0.5) continue;
        const angle = source.frame / 10 + k;
        setBodyPose(model, data, `ball-${k}`, {
          position: [k + Math.sin(angle), Math.cos(angle), 0],
          orientation: [0, 0, Math.sin(angle), Math.cos(angle)],
        });
      }
      source.publish(simulation, time.now);
      for (const link of links) link.carry();
    };
    for (let k = 0; k < 150; k++) frame(true);
    for (let k = 0; k < 60; k++) frame(false);
    for (const { viewer, down } of links) {
      expect(down.lost).toBeGreaterThan(0);
      expect(posesAt(viewer)).toEqual(posesOf(simulation));
    }
  });

  test("what a viewer shows lies between the authority's frames, at its time", () => {
    const simulation = balls(1);
    const { model, data } = simulation;
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const link = connect({ loss: 0.05, delay: 0.1, jitter: 0.01, seed: 12 }, source, time);
    const at = (t: number) => (t < 2 ? 0 : 0.5 * (t - 2));
    const out = new Float64Array(7);
    let worst = 0;
    for (let k = 0; k < 1000; k++) {
      time.now += 0.01;
      setBodyPose(model, data, "ball-0", { position: [at(time.now), 0, 0] });
      if (k % 3 === 0) source.publish(simulation, time.now);
      link.carry();
      if (time.now < 1.5) continue;
      link.viewer.pose("ball-0", out);
      worst = Math.max(worst, Math.abs(out[0] - at(link.viewer.shownTime())));
    }
    // at rest, then 0.5 m/s: an error within the quantum but for the frame in which it starts, and packets that were lost around it
    expect(worst).toBeLessThan(0.5 * 0.03 * 2);
  });

  test("bodies that come and go, and bodies that take no part", () => {
    let simulation = balls(3);
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const link = connect(BAD, source, time);
    const frames = (count: number) => {
      for (let k = 0; k < count; k++) {
        time.now += 1 / 30;
        source.publish(simulation, time.now);
        link.carry();
      }
    };
    frames(30);
    expect(link.viewer.bodies).toEqual(["ball-0", "ball-1", "ball-2"]);
    simulation = addBody(simulation, {
      name: "rock",
      mass: 3,
      position: [0, 0, 7],
      shapes: [{ type: "sphere", radius: 0.4 }],
    });
    setBodyState(simulation.model, simulation.data, "ball-1", BODY_STATE.dormant);
    frames(40);
    expect(new Set(link.viewer.bodies)).toEqual(new Set(["ball-0", "ball-2", "rock"]));
    expect(JSON.parse(link.viewer.specOf("rock"))).toMatchObject({ name: "rock", mass: 3 });
    expect(link.viewer.newestPose("rock")?.[2]).toBe(7 / POSITION_QUANTUM);
    setBodyState(simulation.model, simulation.data, "ball-1", BODY_STATE.active);
    frames(40);
    expect(link.viewer.bodies).toContain("ball-1");
  });

  test("events arrive once, in order, whatever gets lost, over a broken connection too", () => {
    const simulation = balls(1);
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const link = connect({ ...BAD, loss: 0.3 }, source, time);
    for (let k = 0; k < 300; k++) {
      time.now += 1 / 30;
      if (k % 3 === 0 && k < 200)
        source.addEvent({ time: k, code: 10, name: "contactBegin", who: ["a", "b"], value: k });
      if (k === 60) link.cut();
      if (k === 120) link.reconnect();
      source.publish(simulation, time.now);
      link.carry();
    }
    expect(link.events.map(({ number }) => number)).toEqual(Array.from({ length: 67 }, (_, k) => k + 1));
    expect(link.events.at(-1)).toMatchObject({ name: "contactBegin", who: ["a", "b"], value: 198 });
  });

  test("2,000 bodies join within the limit of bits, and none is forgotten", () => {
    const simulation = balls(2000);
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1, limit: 400_000 });
    const link = connect(BAD, source, time);
    for (let k = 0; k < 30 * 6; k++) {
      time.now += 1 / 30;
      source.publish(simulation, time.now);
      link.carry();
    }
    expect(posesAt(link.viewer)).toEqual(posesOf(simulation));
    expect((8 * link.bytes) / 6).toBeLessThan(420_000);
  });

  test("damaged packets change nothing that was known", () => {
    const simulation = balls(5);
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1, sensors: ["body/ball-0/position.x"] });
    const packets: Uint8Array[] = [];
    const link = connect({ loss: 0, delay: 0 }, source, time);
    source.subscribe((packet) => packets.push(packet));
    for (let k = 0; k < 6; k++) {
      time.now += 1 / 30;
      source.addEvent({ time: 0, code: 1, name: "rule", who: [], value: 0 });
      setBodyPose(simulation.model, simulation.data, "ball-1", { position: [k, 0, 0] });
      source.publish(simulation, time.now);
      link.carry();
    }
    const known = JSON.stringify([...posesAt(link.viewer)]);
    const random = randomNumbers(4);
    const count = full ? 100_000 : 2000;
    for (let k = 0; k < count; k++) {
      const packet = packets[Math.floor(random() * packets.length)].slice(0, Math.floor(random() * 400));
      // the number of the stream stays, else a viewer would rightly begin from nothing
      for (let n = 0; n < 3; n++) packet[29 + Math.floor(random() * packet.length)] = Math.floor(random() * 256);
      try {
        new StreamViewer({ clock: () => 0, acknowledge: () => undefined }).receive(packet);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
      }
    }
    for (let n = 0; n < packets[2].length; n++) {
      expect(() => link.viewer.receive(packets[2].slice(0, n)), `${n} bytes`).toThrow(LinkError);
    }
    expect(JSON.stringify([...posesAt(link.viewer)])).toBe(known);
    expect(link.viewer.valueNames).toEqual(["body/ball-0/position.x"]);
  });
});

describe("the site of the excavator, 5 % loss and 100 ms delay", () => {
  const scene = sceneByName("excavator");
  const model = compileUntyped(scene && buildScene(scene, { script: full }));

  test("a viewer has the authority's poses and ground, in less than 200 kbit/s", () => {
    const simulation = { model, data: createData(model) };
    const { data } = simulation;
    const mirror = createData(model);
    const time = { now: 1 };
    const sensors = seatSensors(seatMachine(model));
    const source = new StreamSource({ epoch: 1, sensors });
    const link = connect(BAD, source, time);
    const late: ReturnType<typeof connect>[] = [];
    const steps = full ? 4000 : 240;
    for (let k = 0; k < steps; k++) {
      if (!full) drive(simulation, k);
      step(model, data);
      time.now += 0.005;
      if (k % 7 === 0) source.publish(simulation, time.now);
      if (k === steps / 2) late.push(connect({ ...BAD, seed: 31 }, source, time));
      link.carry();
      for (const other of late) other.carry();
    }
    const seconds = steps * 0.005;
    const rate = (8 * link.bytes) / seconds;
    if (full)
      console.log(
        `excavator site: ${(rate / 1000).toFixed(1)} kbit/s over ${seconds} s, ${link.down.lost} packets lost`,
      );
    expect(rate).toBeLessThan(200_000);
    // the run stands still: two seconds later everyone has the same
    for (let k = 0; k < 60; k++) {
      time.now += 1 / 30;
      source.publish(simulation, time.now);
      for (const other of [link, ...late]) other.carry();
    }
    for (const { viewer } of [link, ...late]) {
      expect(posesAt(viewer)).toEqual(posesOf(simulation));
      // what the gauges of a seat show, as numbers of 32 bits
      for (const name of sensors) expect(viewer.valueOf(name)).toBe(Math.fround(readSensor(model, data, name)));
      mirror.bodyPos.fill(0);
      viewer.refreshGround();
      viewer.applyTo(model, mirror);
      let moved = 0;
      for (let x = -4; x <= 9; x += 0.16) {
        for (let y = -3; y <= 3; y += 0.16) {
          const z = terrainHeight(model, data, x, y);
          expect(Math.abs(terrainHeight(model, mirror, x, y) - z)).toBeLessThanOrEqual(HEIGHT_QUANTUM / 2 + 1e-12);
          if (Math.abs(z - terrainHeight(model, clean, x, y)) > 0.01) moved++;
        }
      }
      expect(moved).toBeGreaterThan(20);
    }
  });

  test("the load of the bucket and soil in the air are drawn as the authority has them, and go when they have gone", () => {
    const simulation = { model, data: createData(model) };
    const { data } = simulation;
    const mirror = createData(model);
    const time = { now: 1 };
    const source = new StreamSource({ epoch: 1 });
    const link = connect(BAD, source, time);
    const carry = () => {
      for (let k = 0; k < 60; k++) {
        time.now += 1 / 30;
        source.publish(simulation, time.now);
        link.carry();
      }
      link.viewer.applyTo(model, mirror);
    };
    // the viewer has joined and has all the rest
    carry();
    const bucket = model.bodyIndex.get("bucket") ?? -1;
    data.items.soil.carried.set([0.43, 0.1, -0.02, 0.25], 10 * bucket);
    const { flow } = data.systems.terrain.grounds[0].view;
    Object.assign(flow, { count: 20, rate: 0.031 });
    flow.points.forEach((_, k) => {
      flow.points[k] = 2 + 0.01 * k;
      flow.velocities[k] = -0.5 * (k % 3);
    });
    const before = link.bytes;
    carry();
    const rate = (8 * (link.bytes - before)) / 2;
    expect(rate).toBeLessThan(15_000);
    const [there] = loadOutlines(model, data);
    const [here] = loadOutlines(model, mirror);
    expect(here.body).toBe(there.body);
    expect(Math.abs(data.items.soil.carried[10 * bucket] - mirror.items.soil.carried[10 * bucket])).toBeLessThan(
      VOLUME_QUANTUM,
    );
    // half a quantum of volume over the narrowest room of the bucket, 0.3 m by 0.9 m, is 0.2 mm; poses have their own 0.3 mm
    expect(here.loops.map(({ length }) => length)).toEqual(there.loops.map(({ length }) => length));
    here.loops.flat().forEach((x, k) => {
      expect(Math.abs(x - there.loops.flat()[k])).toBeLessThan(1e-3);
    });
    const shown = mirror.systems.terrain.grounds[0].view.flow;
    expect([shown.count, shown.rate]).toEqual([8, 0.031]);
    // the eight are taken evenly from the twenty: 0, 2, 5, …; half a quantum of 1/64 m
    expect(Math.abs(shown.points[6] - flow.points[15])).toBeLessThanOrEqual(1 / 128);
    data.items.soil.carried.fill(0);
    flow.count = 0;
    carry();
    expect(loadOutlines(model, mirror)).toEqual([]);
    expect(mirror.systems.terrain.grounds[0].view.flow.count).toBe(0);
  });

  const clean = createData(model);

  /** Levers, and pits that are dug by hand: as much ground as a bucket moves. */
  function drive({ data }: Simulation, k: number): void {
    if (k === 0)
      for (const [name, value] of Object.entries({ boom: 0.5, stick: -0.4, slew: 0.6, bucket: 1 }))
        setControl(model, data, name, value);
    if (k % 20 !== 10) return;
    const x = 3 + k / 100;
    changeTerrain(model, data, { from: [x, -0.5], to: [x + 1, 0.5], height: (_x, _y, z) => z - 0.07 });
  }
});
