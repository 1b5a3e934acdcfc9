import type { ControlSpec, ShapeSpec } from "stiction";

/** A point or direction, m. */
export type Point = readonly [number, number, number];

/**
 * Where a number comes from: a book, a data sheet, or "assumed" where nobody has published it and it was chosen to be
 * plausible.
 */
export type Source = string;

/** A rigid part. Its frame stands at `origin` of the machine in the pose of the drawing, with the machine's axes. */
export interface PartFile {
  readonly name: string;
  /** kg */
  readonly mass: number;
  /** Origin of its frame in the machine, m. */
  readonly origin: Point;
  /** Centre of mass in its frame, m. */
  readonly center: Point;
  /** Edges of the solid block, or with `wheel` radius and width of the disc, of which it has the inertia, m. */
  readonly block: Point | { readonly radius: number; readonly width: number };
  /** What touches the world, in its frame; `ground` names the material group, see `materials`. */
  readonly shapes?: readonly ShapeSpec[];
  readonly material?: string;
  readonly source: Source;
}

/** A pin between two parts. The angle is zero in the pose of the drawing. */
export interface PinFile {
  readonly name: string;
  readonly bodyA: string;
  readonly bodyB: string;
  /** In the frame of A, m. */
  readonly at: Point;
  readonly axis: Point;
  readonly source: Source;
}

/** A cylinder across a pin: a length, without bodies of its own. */
export interface CylinderFile {
  readonly name: string;
  /** The pin that it turns. */
  readonly pin: string;
  /** Ends in the frames of A and of B of that pin, m. */
  readonly foot: Point;
  readonly head: Point;
  /** On which side of the line from pin to foot the head is: the sign of the angle from foot to head about the pin. */
  readonly side: 1 | -1;
  /** Length with the rod in and out, m; and at the start. */
  readonly retracted: number;
  readonly extended: number;
  readonly start: number;
  /** Speed when it extends and when it retracts, m/s, and acceleration, m/s². */
  readonly speed: number;
  readonly speedBack: number;
  readonly acceleration: number;
  /** Diameters of bore and rod, m; how many of them side by side; largest pressure, Pa. */
  readonly bore: number;
  readonly rod: number;
  readonly count: number;
  readonly pressure: number;
  /** Distance of the two where there are two, m. */
  readonly spacing?: number;
  /** Rocker and link by which it turns the tool, drawn only. */
  readonly linkage?: LinkageFile;
  /** The named input that moves it; more extends. */
  readonly control: string;
  readonly source: Source;
}

/**
 * A rocker from a pivot on A of a cylinder's pin, a link from its end to a pin on B. Drawn only: forces and lengths are
 * those of the cylinder between foot and head.
 */
export interface LinkageFile {
  /** In the frames of A and of B, m. */
  readonly pivot: Point;
  readonly pin: Point;
  /** Lengths, and distance of the rocker's plates, m. */
  readonly rocker: number;
  readonly link: number;
  readonly width: number;
  /** Length of the barrel that fits it, m. */
  readonly barrel: number;
}

/** A pin that is turned by a motor: slew ring, steering knuckle. */
export interface TurnFile {
  readonly name: string;
  readonly pin: string;
  /** rad; absent: turns without end. */
  readonly lower?: number;
  readonly upper?: number;
  /** rad/s, rad/s² */
  readonly speed: number;
  readonly acceleration: number;
  /** N m; absent: any. */
  readonly torque?: number;
  readonly control: string;
  readonly source: Source;
}

/** Wheels that a hydraulic motor drives through a differential: one speed on average; or the rollers of a track. */
export interface DriveFile {
  readonly name: string;
  /** The wheels are rollers of one track, whose belt gives all of them its speed. */
  readonly track?: boolean;
  /** Pins of the wheels. */
  readonly pins: readonly string[];
  /** Speed of the machine with the pedal down, m/s, and rolling radius, m. */
  readonly speed: number;
  readonly radius: number;
  /** Largest torque of each wheel by the motor, which drives and brakes, N m; of a track, which one roller may take. */
  readonly torque: number;
  /** Torque of each wheel's brake, which closes where the machine stands and nothing drives it, N m; absent: none. */
  readonly brake?: number;
  readonly control: string;
  readonly source: Source;
}

/** A named input of the machine. */
export interface LeverFile {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** Time from one end to the other, s. */
  readonly pace?: number;
  /** Axis of a stick, as a control has it, where more is not what the name usually means by more. */
  readonly axis?: ControlSpec["axis"];
}

/** A rod that ties two parts to each other: the same command for left and right, as a constraint. */
export interface TieFile {
  readonly name: string;
  readonly bodyA: string;
  readonly bodyB: string;
  readonly at: Point;
  readonly to: Point;
  readonly source: Source;
}

/**
 * A machine as data: parts, pins, and what moves them, with the source of every number. Frames: x ahead, y to the left,
 * z up; the origin is on the ground.
 */
export interface MachineFile {
  readonly name: string;
  readonly title: string;
  readonly parts: readonly PartFile[];
  readonly pins: readonly PinFile[];
  readonly cylinders: readonly CylinderFile[];
  readonly turns: readonly TurnFile[];
  readonly drives: readonly DriveFile[];
  readonly levers: readonly LeverFile[];
  /** Ties of left and right, which stand in where guides are left out. */
  readonly ties: readonly TieFile[];
  readonly seat: SeatFile;
}

/** Seat of the driver in the frame of a part, and what he sees of what is behind him. */
export interface SeatFile {
  readonly body: string;
  readonly eye: Point;
  readonly target: Point;
  /** Camera at the rear: where it is, and what it looks at. */
  readonly rear?: { readonly eye: Point; readonly target: Point };
  readonly mirrors?: readonly MirrorFile[];
}

/** A flat mirror, m. */
export interface MirrorFile {
  readonly name: string;
  /** Its middle, and the point that the driver sees there. */
  readonly at: Point;
  readonly shows: Point;
  readonly width: number;
  readonly height: number;
}

/** Areas of a cylinder, or of those side by side, that push and pull, m². */
export function cylinderAreas({ bore, rod, count }: CylinderFile): readonly [push: number, pull: number] {
  const quarter = 0.25 * Math.PI * count;
  return [quarter * bore * bore, quarter * (bore * bore - rod * rod)];
}

/** Largest force of a cylinder, N: pressure on bore, and on bore less rod. */
export function cylinderForce({ bore, rod, count, pressure }: CylinderFile): { push: number; pull: number } {
  const area = (d: number) => 0.25 * Math.PI * d * d;
  return { push: count * pressure * area(bore), pull: count * pressure * (area(bore) - area(rod)) };
}

/** What a cylinder's drawing has of its rocker and link. */
export function drawnLinkage({ linkage }: CylinderFile) {
  if (linkage === undefined) return {};
  const { pivot, pin, rocker, link, width } = linkage;
  return { linkage: { pivot: [...pivot], pin: [...pin], rocker, link, width } };
}
