/** A driver from a file: levers by a table of times, the arm by poses, the machine along a path. */
import { type Data, type Model, nearestWord, readSensor, setControl } from "stiction";
import { armLengths, BUCKET_PROFILE, WHEELED_EXCAVATOR } from "stiction/machines";
import { z } from "zod";
import { type ArmPose, digCycle } from "../scenes/parts/lever-script.js";
import { ExerciseError } from "./errors.js";

const pair = z.tuple([z.number(), z.number()]);

/** What a driver does. Times in s from the start; poses of the arm: time, radius, height, direction of the edge and slew, m and °. */
const schema = z.strictObject({
  /** Lever, and [time, value] from then on, −1 to 1. */
  levers: z.record(z.string(), z.array(pair)).default({}),
  /** Poses of the wheeled excavator's arm. */
  arm: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])).default([]),
  /** Whole cycles: dig, swing, dump, swing back. */
  cycles: z
    .array(
      z.strictObject({
        start: z.number(),
        from: z.number(),
        to: z.number(),
        depth: z.number(),
        dump: pair.optional(),
      }),
    )
    .default([]),
  /** Points to drive over, and the pedal from 0 to 1. */
  path: z
    .strictObject({ points: z.array(pair).min(1), pedal: z.number().min(-1).max(1), start: z.number().default(0) })
    .optional(),
});

/** A driver's file that was read. */
export type DriverFile = z.infer<typeof schema>;

/** Reads a driver's file. Throws an ExerciseError with what is wrong. */
export function readDriver(value: unknown, file: string): DriverFile {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ExerciseError(parsed.error.issues.map(({ path, message }) => `${file} ${path.join(".")}: ${message}`));
}

/** Lever over the way that is left, 1/m or 1/rad. */
const GAIN = { boom: 14, stick: 14, bucket: 14, slew: 4 } as const;
type Moved = keyof typeof GAIN;
/** Distance at which a point of a path is taken as reached, m. */
const REACHED = 0.8;

/** Moves the levers before each step as the file says. */
export function createDriver(model: Model, file: DriverFile): (data: Data) => void {
  const names = model.controls.map(({ name }) => name);
  for (const name of Object.keys(file.levers)) {
    if (names.includes(name)) continue;
    const near = nearestWord(name, names);
    throw new ExerciseError(
      `levers: there is no lever "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    );
  }
  const ranges = new Map(model.controls.map(({ name, max }) => [name, max > 0 ? max : 1]));
  const set = (data: Data, name: string, value: number) =>
    setControl(model, data, name, Math.max(-1, Math.min(1, value)) * (ranges.get(name) ?? 1));
  const poses = [
    ...file.arm,
    ...file.cycles.flatMap(({ dump, ...cycle }) => digCycle({ ...cycle, ...(dump && { dump }) })),
  ];
  const targets = poses.map(targetOf);
  let next = 0;
  return (data) => {
    for (const [name, moves] of Object.entries(file.levers)) {
      const value = moves.findLast(([time]) => time <= data.time + 1e-9)?.[1] ?? 0;
      set(data, name, value);
    }
    if (targets.length > 0 && data.time >= targets[0].time) {
      const target = between(targets, data.time);
      for (const name of Object.keys(GAIN) as Moved[])
        set(data, name, GAIN[name] * (target[name] - readSensor(model, data, `guide/${name}/position`)));
    }
    if (file.path !== undefined) next = follow(model, data, file.path, next, set);
  };
}

interface Target extends Readonly<Record<Moved, number>> {
  readonly time: number;
}

function targetOf([time, radius, height, direction, slew]: ArmPose): Target {
  const [edge] = BUCKET_PROFILE;
  const arm = armLengths(WHEELED_EXCAVATOR, [edge[0], edge[1]], {
    radius,
    height,
    direction: (direction * Math.PI) / 180,
  });
  return { time, ...arm, slew: (slew * Math.PI) / 180 };
}

/** Between two poses, smoothly. */
function between(targets: readonly Target[], time: number): Target {
  const k = targets.findLastIndex((target) => target.time <= time);
  const [a, b] = [targets[Math.max(0, k)], targets[Math.min(targets.length - 1, k + 1)]];
  const t = b.time > a.time ? Math.max(0, Math.min(1, (time - a.time) / (b.time - a.time))) : 1;
  const s = t * t * (3 - 2 * t);
  const mix = (name: Moved) => a[name] + s * (b[name] - a[name]);
  return { time, boom: mix("boom"), stick: mix("stick"), bucket: mix("bucket"), slew: mix("slew") };
}

/** Steers to the next point of a path; stops at the last. */
function follow(
  model: Model,
  data: Data,
  { points, pedal, start }: NonNullable<DriverFile["path"]>,
  next: number,
  set: (data: Data, name: string, value: number) => void,
): number {
  if (data.time < start) return next;
  const at = (path: string) => readSensor(model, data, `body/undercarriage/${path}`);
  const [x, y] = [at("position.x"), at("position.y")];
  while (next < points.length && Math.hypot(points[next][0] - x, points[next][1] - y) < REACHED) next++;
  if (next >= points.length) {
    set(data, "travel", 0);
    set(data, "steer", 0);
    return next;
  }
  const heading = 2 * Math.atan2(at("orientation.z"), at("orientation.w"));
  const turn = Math.atan2(points[next][1] - y, points[next][0] - x) - heading;
  const wanted = Math.max(-0.5, Math.min(0.5, 1.2 * Math.atan2(Math.sin(turn), Math.cos(turn))));
  set(data, "steer", 6 * (wanted - readSensor(model, data, "guide/steer-left/position")));
  set(data, "travel", pedal);
  return next;
}
