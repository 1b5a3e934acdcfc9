import type { ControllerSpec } from "stiction";
import { armLengths, BUCKET_PROFILE, type MachineParts, type TurnFile, WHEELED_EXCAVATOR } from "stiction/machines";

/** Times, s, and values of a lever from then on. */
export type LeverMoves = readonly (readonly [time: number, value: number])[];

/**
 * A pose of the arm: time, s; radius and height of the bucket's edge over the ground under the machine, m; direction
 * from the bucket's pin to its edge and angle of the slew ring, °.
 */
export type ArmPose = readonly [time: number, radius: number, height: number, bucket: number, slew: number];

const RAD = Math.PI / 180;
const [EDGE] = BUCKET_PROFILE;

/** Lever over the way that is left, 1/m or 1/rad: full until a tenth of a metre, a quarter of a radian. */
const GAIN = { boom: 14, stick: 14, bucket: 14, slew: 4 } as const;
type Moved = keyof typeof GAIN;

/** Levers moved by a table of times, whatever happens. A hand on a lever wins. */
export function leverScript(machine: MachineParts, moves: Readonly<Record<string, LeverMoves>>): ControllerSpec[] {
  return machine.controls.flatMap(({ name, drives }): ControllerSpec[] => {
    const own = moves[name];
    if (own === undefined) return [];
    return [drives].flat().map((output) => ({
      type: "profile",
      name: `script-${output.split(".")[1]}`,
      output,
      times: [0, ...own.map(([time]) => time)],
      values: [0, ...own.map(([, value]) => value)],
      between: "hold",
    }));
  });
}

/** Sensors of the position and speed of what a lever moves, and the path of the lever. */
function moved(name: Moved, actuation: "guided" | "hydraulic") {
  const output = `${actuation === "guided" ? "controllers" : "forces"}.${name}.command`;
  if (actuation === "guided") return { output, sensor: `guide/${name}/position`, rateSensor: `guide/${name}/speed` };
  if (name === "slew") return { output, sensor: "joint/slew/position", rateSensor: "joint/slew/speed" };
  return { output, sensor: `hydraulic/${name}/length`, rateSensor: `hydraulic/${name}/speed` };
}

/**
 * A driver who moves the levers of boom, stick, bucket and slew by what is left to the next pose, as a person does who
 * looks at the bucket. The machine follows as fast as its cylinders go. A hand on a lever wins.
 */
export function armScript(poses: readonly ArmPose[], actuation: "guided" | "hydraulic" = "guided"): ControllerSpec[] {
  const times = poses.map(([time]) => time);
  const lengths = poses.map(([, radius, height, bucket, slew]) => ({
    ...armLengths(WHEELED_EXCAVATOR, [EDGE[0], EDGE[1]], { radius, height, direction: bucket * RAD }),
    slew: slew * RAD,
  }));
  return (Object.keys(GAIN) as Moved[]).flatMap((name): ControllerSpec[] => [
    {
      type: "profile",
      name: `pose-${name}`,
      output: `controllers.driver-${name}.target`,
      times,
      values: lengths.map((pose) => pose[name]),
      between: "smooth",
    },
    {
      type: "pd",
      name: `driver-${name}`,
      ...moved(name, actuation),
      kp: GAIN[name],
      limit: 1,
    },
  ]);
}

/** Lengths of the arm's cylinders and angle of the slew ring in a pose, for the start of a machine. */
export function startPose([, radius, height, bucket, slew]: ArmPose): Record<string, number> {
  const arm = armLengths(WHEELED_EXCAVATOR, [EDGE[0], EDGE[1]], { radius, height, direction: bucket * RAD });
  return { ...arm, slew: slew * RAD };
}

/** The direction, °, of a bucket that is curled as far as its cylinder goes, up to a level mouth, with 3° to spare. */
function curled(radius: number, height: number): number {
  for (let direction = -176; direction < -120; direction++) {
    try {
      armLengths(WHEELED_EXCAVATOR, [EDGE[0], EDGE[1]], { radius, height, direction: direction * RAD });
      return direction + 3;
    } catch {
      // further out
    }
  }
  throw new RangeError(`the bucket does not curl at a radius of ${radius} m and a height of ${height} m`);
}

/** Largest speed and acceleration of `between: smooth` over the mean speed, and over the way per time squared. */
const [SMOOTH_SPEED, SMOOTH_ACCELERATION] = [15 / 8, 10 / Math.sqrt(3)];

/**
 * The same poses, later where the slew ring would not be there in time: a driver opens the bucket when it is over the
 * bed, and lowers it when it is over the cut, not by the clock.
 */
export function inTime(poses: readonly ArmPose[]): ArmPose[] {
  const { speed, acceleration } = WHEELED_EXCAVATOR.turns.find(({ name }) => name === "slew") as TurnFile;
  let later = 0;
  return poses.map(([time, radius, height, bucket, slew], k): ArmPose => {
    const [before, , , , from] = poses[Math.max(0, k - 1)];
    const way = Math.abs(slew - from) * RAD;
    const needed = Math.max((SMOOTH_SPEED * way) / speed, Math.sqrt((SMOOTH_ACCELERATION * way) / acceleration));
    later += Math.max(0, needed - (time - before));
    return [time + later, radius, height, bucket, slew];
  });
}

/** What a cycle does: where it digs and how deep, where it dumps and from which height; °, m, s. */
export interface DigCycle {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  /** Radius and height of the edge when the bucket opens. */
  readonly dump?: readonly [radius: number, height: number];
}

/** Time that a cycle takes where the swing is short, s. */
export const CYCLE = 22.5;

/** Dig, lift, swing, dump, swing back. */
export function digCycle({ start, from, to, depth, dump = [6.4, 2.4] }: DigCycle): ArmPose[] {
  const [radius, height] = dump;
  const at: ArmPose[] = [
    // the lip plate points 83° further back than the edge: it has to slope down along the cut
    [0.6, 8.1, 0.5, -58, from],
    [2, 7.9, -0.4 * depth, -60, from],
    [3.2, 7.3, -depth, -68, from],
    [4.6, 6.5, -depth, -84, from],
    [5.8, 5.8, -0.8 * depth, -110, from],
    [7, 5.4, 0.3, -152, from],
    [9, 5.2, Math.max(1.8, height - 0.3), curled(5.2, Math.max(1.8, height - 0.3)), from],
    [13.3, radius - 0.7, height + 0.4, curled(radius - 0.7, height + 0.4), to],
    [15, radius, height, -58, to],
    [15.6, radius, height, -50, to],
    // clear of what stands there before it swings back
    [16.4, radius - 0.4, height + 0.5, -72, to],
    [20.8, 7.4, height, -62, from],
    [22, 7.8, 1, -60, from],
  ];
  return at.map(([time, ...pose]) => [start + time, ...pose]);
}
