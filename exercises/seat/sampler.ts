import { type Data, type Model, readSensor, type SimulationEvent, setControl, terrainHeight } from "stiction";
import { describeEvent } from "stiction/io";
import { type SeatMachine, seatMachine } from "stiction/machines";
import type { Exercise, ExerciseFrame, FrameEvent } from "../types.js";
import { OWN, POWER, slotOf } from "./scene.js";
import { findTip, type Tip } from "./tip.js";

/** Frames per second of simulated time. */
export const FRAME_RATE = 10;

/** Sensors that every exercise has, with their units. Those of surveys come on top. */
export const STANDARD_SENSORS = {
  tipX: "edge of the bucket, m",
  tipY: "edge of the bucket, m",
  tipZ: "edge of the bucket, m",
  x: "machine, m",
  y: "machine, m",
  heading: "direction of the machine, 0 along x, counted to the left, °",
  speed: "speed of the machine, m/s",
  slope: "lean of the machine, °",
  margin: "tip-over margin: 1 safe, 0 tips; what lasts 0.3 s",
  utilization: "load moment over the one at which it tips",
  bucket: "soil in the bucket, m³",
  bed: "soil on the lorry, m³",
  dug: "soil that was cut so far, m³",
  spilled: "soil that fell back to the ground so far, m³",
  work: "work of cylinders and motors so far, kJ",
  clearance: "distance of the bucket from the nearest of the things to keep away from, m",
} as const;

/** What surveys add: `<name>Volume` and so on. */
export const SURVEY_SENSORS = {
  Volume: "soil in the rectangle more than at the start, m³",
  Low: "lowest point, m",
  High: "highest point, m",
  Mean: "mean height, m",
  Rough: "standard deviation of the heights, m",
} as const;

const DEGREE = 180 / Math.PI;
/** Events in a frame at most; more say nothing new. */
const MOST_EVENTS = 20;
/** The same event is not told again within this time, s. */
const QUIET = 1;
/** Distance of the points of a survey, m. */
const SURVEY_STEP = 0.1;

/**
 * Makes the frames of an exercise from a simulation, in Node or in the browser: call `afterStep` after each step with the
 * events that were taken, and `frame` ten times per second of simulated time.
 */
export class FrameSampler {
  private readonly model: Model;
  private readonly data: Data;
  private readonly exercise: SampledExercise;
  private readonly machine: SeatMachine;
  private readonly tip: Tip;
  private readonly power: number;
  private readonly first: Readonly<Record<string, number>>;
  private events: FrameEvent[] = [];
  private readonly told = new Map<string, number>();
  private readonly margins: number[] = [];
  private work = 0;

  constructor(model: Model, data: Data, exercise: SampledExercise) {
    this.model = model;
    this.data = data;
    this.exercise = exercise;
    this.machine = seatMachine(model);
    this.tip = findTip(model, this.machine);
    this.power = slotOf(model, POWER);
    this.first = Object.fromEntries(Object.keys(exercise.surveys).map((name) => [name, this.survey(name).mean]));
  }

  /** Adds up work and keeps events until the next frame. */
  afterStep(taken: readonly SimulationEvent[]): void {
    const { model, data } = this;
    if (this.power >= 0 && Number.isFinite(data.slot[this.power]))
      this.work += data.slot[this.power] * model.options.timestep;
    for (const event of taken) {
      const described = this.describe(event);
      if (described !== undefined) this.add(described);
    }
  }

  private add(event: FrameEvent): void {
    const key = `${event.kind} ${event.text}`;
    if (event.time - (this.told.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET || this.events.length >= MOST_EVENTS)
      return;
    this.told.set(key, event.time);
    this.events.push(event);
  }

  /** What an event means to a trainee; undefined: nothing. */
  private describe(event: SimulationEvent): FrameEvent | undefined {
    const { kind, name, who, time } = describeEvent(this.model, event, 0);
    if (kind === "rule") return { time, kind: name, text: name };
    if (kind === "contactBegin") return this.touch(event.who, who, time);
    if (kind === "contactEnd" || kind === "contactPersist" || kind.startsWith("body")) return undefined;
    return { time, kind, text: who.join(" and ") };
  }

  /** A part of the machine against something else: `collision`; cab, boom or stick against the ground: `grounded`. */
  private touch(bodies: SimulationEvent["who"], [a, b]: readonly string[], time: number): FrameEvent | undefined {
    const { of } = this.model.systems.stability;
    const own = bodies.map((body) => of[body] === of[this.machine.base]);
    if (own[0] === own[1]) return undefined;
    const [part, thing] = own[0] ? [a, b] : [b, a];
    if (thing === "ground" || thing === "world")
      return /uppercarriage|boom|stick/.test(part) ? { time, kind: "grounded", text: part } : undefined;
    return { time, kind: "collision", text: `${part} against ${thing}` };
  }

  /** The present frame. */
  frame(): ExerciseFrame {
    const { model, data, events } = this;
    this.events = [];
    const inputs = Object.fromEntries(
      model.controls.map(({ name, max, slots }) => [name, data.input[slots[0]] / (max > 0 ? max : 1)]),
    );
    return { time: Math.round(1e6 * data.time) / 1e6, sensors: this.sensors(), inputs, events };
  }

  private sensors(): Record<string, number> {
    const { model, data, machine } = this;
    const read = (path: string | undefined, otherwise = 0) =>
      path === undefined ? otherwise : readSensor(model, data, path);
    const base = model.bodyNames[machine.base];
    const quat = (c: string) => readSensor(model, data, `body/${base}/orientation.${c}`);
    const [qx, qy, qz, qw] = ["x", "y", "z", "w"].map(quat);
    const [tipX, tipY, tipZ] = this.tip(data);
    const soil = (path: string) => (model.systems.soil?.active ? readSensor(model, data, path) : 0);
    const bed = model.bodyIndex.has("bed") ? soil("soil/bed/volume") : 0;
    const margin = this.lasting(read(machine.sensors.margin, 1));
    const { sensors } = this.exercise;
    const own = Object.keys(sensors).map((name) => [name, readSensor(model, data, OWN + name)]);
    const surveys = Object.keys(this.exercise.surveys).flatMap((name) => {
      const { low, high, mean, rough, area } = this.survey(name);
      const first = this.first[name];
      return [
        [`${name}Volume`, area * (mean - first)],
        [`${name}Low`, low],
        [`${name}High`, high],
        [`${name}Mean`, mean],
        [`${name}Rough`, rough],
      ];
    });
    return {
      tipX,
      tipY,
      tipZ,
      x: readSensor(model, data, `body/${base}/position.x`),
      y: readSensor(model, data, `body/${base}/position.y`),
      heading: DEGREE * Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz)),
      speed: Math.hypot(read(machine.sensors.speedX), read(machine.sensors.speedY)),
      slope: DEGREE * readSensor(model, data, `stability/${base}/slope`),
      margin,
      utilization: read(machine.sensors.utilization) || 0,
      bucket: read(machine.sensors.volume),
      bed,
      dug: soil("soil/all/dug"),
      spilled: soil("soil/all/dumped"),
      work: this.work / 1000,
      clearance: this.clearance([tipX, tipY, tipZ]),
      ...Object.fromEntries([...own, ...surveys]),
    };
  }

  /**
   * The largest of the last three margins, from −1 to 1: while a foot or a wheel touches down, the support is a line for a
   * moment, and the margin is anything. Nothing carries the machine in the first step.
   */
  private lasting(margin: number): number {
    this.margins.push(Number.isFinite(margin) ? Math.max(-1, Math.min(1, margin)) : 1);
    if (this.margins.length > 3) this.margins.shift();
    return Math.max(...this.margins);
  }

  /** Distance to the nearest body to keep away from, 99 m where there is none. */
  private clearance(tip: readonly number[]): number {
    const { model, data } = this;
    const away = this.exercise.keepAway.map((name) =>
      Math.hypot(...["x", "y", "z"].map((c, k) => readSensor(model, data, `body/${name}/position.${c}`) - tip[k])),
    );
    return Math.min(99, ...away);
  }

  /** Heights of a rectangle. */
  private survey(name: string) {
    const { model, data } = this;
    const { at, size } = this.exercise.surveys[name];
    const [nx, ny] = size.map((length) => Math.max(2, Math.round(length / SURVEY_STEP)));
    let [low, high, sum, squares] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const x = at[0] + ((i + 0.5) / nx - 0.5) * size[0];
        const y = at[1] + ((j + 0.5) / ny - 0.5) * size[1];
        const z = terrainHeight(model, data, x, y);
        low = Math.min(low, z);
        high = Math.max(high, z);
        sum += z;
        squares += z * z;
      }
    }
    const count = nx * ny;
    const mean = sum / count;
    return { low, high, mean, rough: Math.sqrt(Math.max(0, squares / count - mean * mean)), area: size[0] * size[1] };
  }
}

/** What the sampler needs of an exercise. */
export type SampledExercise = Pick<Exercise, "sensors" | "surveys" | "keepAway">;

/** Puts the levers of a frame into the model: from −1 to 1 onto the range of each control. */
export function applyInputs(model: Model, data: Data, inputs: Readonly<Record<string, number>>): void {
  for (const { name, max } of model.controls)
    if (inputs[name] !== undefined) setControl(model, data, name, inputs[name] * (max > 0 ? max : 1));
}
