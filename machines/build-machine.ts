import type { BodySpec, ControllerSpec, ControlSpec, ForceSpec, JointSpec, ShapeSpec, VisualSpec } from "stiction";
import { checkMachine } from "./check-machine.js";
import { driveParts } from "./drive-parts.js";
import { hydraulicParts } from "./hydraulic-parts.js";
import {
  type CylinderFile,
  cylinderForce,
  drawnLinkage,
  type MachineFile,
  type PartFile,
  type Point,
  type TurnFile,
} from "./machine-file.js";
import { startAngles } from "./reach.js";
import { about, after, HERE, minus, type Place, placed, turned } from "./rotation.js";

/** How a machine stands in a scene. */
export interface MachineOptions {
  /** Comes before every name, so that several machines fit into a scene: "left-". */
  readonly prefix?: string;
  /** Where the machine's origin is, and its orientation as a quaternion [x, y, z, w]. */
  readonly position?: Point;
  readonly turn?: Place["turn"];
  /** Lengths of cylinders at the start by name, m; angles of turned pins, rad. */
  readonly pose?: Readonly<Record<string, number>>;
  /**
   * guided: cylinders and turned pins follow levers; hydraulic: oil moves the cylinders and what turns without end,
   * guides the rest; free: nothing moves them; tied: free, but left and right are tied to each other.
   */
  readonly actuation?: "guided" | "hydraulic" | "free" | "tied";
  /** What parts look like, by name. */
  readonly visuals?: Readonly<Record<string, readonly VisualSpec[]>>;
  /** Shapes of parts, by name, instead of those of the file. */
  readonly shapes?: Readonly<Record<string, readonly ShapeSpec[]>>;
  /** Bit of the collision filter: parts of a machine do not meet each other. */
  readonly category?: number;
}

/** Parts of a scene. */
export interface MachineParts {
  readonly bodies: BodySpec[];
  readonly joints: JointSpec[];
  /** Pump, cylinders and motors of a machine that oil moves. */
  readonly forces: ForceSpec[];
  readonly controllers: ControllerSpec[];
  readonly controls: ControlSpec[];
  readonly sensors: { readonly name: string; readonly expression: string; readonly unit: string }[];
  /** Rules that report a slope that is too steep, and a machine that has rolled over. */
  readonly events: { readonly name: string; readonly when: string }[];
  /** Where every part stands at the start. */
  readonly places: ReadonlyMap<string, Place>;
}

/** Slope that is reported, and lean beyond which a machine lies on its side, rad. */
const STEEP = 0.26;
const ROLLED_OVER = 1.05;

/** Bit of machines in the collision filter, unless said otherwise. */
const MACHINE = 2;

/**
 * A machine of a file as parts of a scene: bodies, pins, cylinders as lengths, guides with their limits, drives of
 * wheels, and named inputs. Throws a SpecError when the file does not hold.
 */
export function buildMachine(file: MachineFile, options: MachineOptions = {}): MachineParts {
  checkMachine(file);
  const { prefix = "", actuation = "guided", pose = {} } = options;
  const places = placeParts(file, options);
  const hydraulic = actuation === "hydraulic";
  const guided = actuation === "guided" || hydraulic;
  const oil = hydraulic ? hydraulicParts(file, prefix, places) : { forces: [], moved: new Set<string>() };
  const point = (body: string, at: Point) => [...placed(places.get(body) as Place, at)];
  const joints: JointSpec[] = [
    ...file.pins.map((pin): JointSpec => {
      const turn = file.turns.find((entry) => entry.pin === pin.name);
      const drive = file.drives.find(({ pins }) => pins.includes(pin.name));
      return {
        type: "hinge",
        name: prefix + pin.name,
        bodyA: prefix + pin.bodyA,
        bodyB: prefix + pin.bodyB,
        at: point(pin.bodyA, pin.at),
        axis: [...turned((places.get(pin.bodyA) as Place).turn, pin.axis)],
        // bodies are placed at this angle
        ...(turn && { zero: pose[turn.name] ?? 0 }),
        ...(turn &&
          guided &&
          !oil.moved.has(turn.name) && { drive: { mode: "position", target: pose[turn.name] ?? 0 } }),
        ...(drive &&
          guided && {
            drive: {
              mode: "speed",
              target: 0,
              maxEffort: drive.torque,
              ...(drive.brake !== undefined && { holdEffort: drive.brake }),
            },
          }),
      };
    }),
    ...file.cylinders.flatMap((cylinder): JointSpec[] => {
      if (!guided || hydraulic) return [];
      const { bodyA, bodyB } = pinOf(file, cylinder);
      return [
        {
          type: "distance",
          name: `${prefix}${cylinder.name}-cylinder`,
          bodyA: prefix + bodyA,
          bodyB: prefix + bodyB,
          at: point(bodyA, cylinder.foot),
          to: point(bodyB, cylinder.head),
          cylinder: {
            radius: 0.62 * cylinder.bore,
            barrel: cylinder.linkage?.barrel ?? 0.9 * cylinder.retracted,
            ...drawnLinkage(cylinder),
            spacing: cylinder.count > 1 ? (cylinder.spacing ?? 0) : 0,
          },
        },
      ];
    }),
    ...file.ties.flatMap((tie): JointSpec[] =>
      actuation !== "tied"
        ? []
        : [
            {
              type: "distance",
              name: prefix + tie.name,
              bodyA: prefix + tie.bodyA,
              bodyB: prefix + tie.bodyB,
              at: point(tie.bodyA, tie.at),
              to: point(tie.bodyB, tie.to),
            },
          ],
    ),
  ];
  const bodies = file.parts.map((part) => bodyOf(part, places.get(part.name) as Place, options));
  const slope = `[stability/${prefix}${file.parts[0].name}/slope]`;
  const events = [
    { name: `${prefix}slope-warning`, when: `${slope} > ${STEEP}` },
    { name: `${prefix}rollover`, when: `${slope} > ${ROLLED_OVER}` },
  ];
  if (!guided) return { bodies, joints, forces: [], controllers: [], controls: [], sensors: [], events, places };
  const drives = file.drives.map((drive) => driveParts(drive, prefix));
  const isGuided = ({ name }: { readonly name: string }) => !oil.moved.has(name);
  return {
    bodies,
    joints,
    forces: oil.forces,
    controllers: [
      ...file.cylinders.filter(isGuided).map((cylinder) => cylinderGuide(cylinder, prefix)),
      ...file.turns.filter(isGuided).map((turn) => turnGuide(turn, prefix)),
      ...drives.flatMap(({ controllers }) => controllers),
    ],
    controls: file.levers.map(({ name, label, help, pace = 0, axis }): ControlSpec => {
      const guides = [...file.cylinders, ...file.turns].filter(({ control }) => control === name);
      const driven = file.drives.findIndex(({ control }) => control === name);
      const range = driven < 0 ? 1 : file.drives[driven].speed / file.drives[driven].radius;
      return {
        name: prefix + name,
        label,
        help,
        pace,
        ...(axis !== undefined && { axis }),
        ...(driven >= 0 && { min: -range, max: range, unit: "rad/s" }),
        drives: [
          ...guides.map((guide) => `${isGuided(guide) ? "controllers" : "forces"}.${prefix}${guide.name}.command`),
          ...(driven < 0 ? [] : drives[driven].inputs),
        ],
      };
    }),
    sensors: drives.flatMap(({ sensors }) => sensors),
    events,
    places,
  };
}

function pinOf({ pins }: MachineFile, { pin }: CylinderFile) {
  return pins.find(({ name }) => name === pin) as MachineFile["pins"][number];
}

/** Where every part is at the start: along the tree of pins, turned by the lengths of the cylinders. */
function placeParts(file: MachineFile, { position, turn, pose = {} }: MachineOptions): Map<string, Place> {
  const root: Place = { turn: turn ?? HERE.turn, position: position ?? HERE.position };
  const angles = startAngles(file, pose);
  for (const { name, pin } of file.turns) if (pose[name] !== undefined) angles.set(pin, pose[name]);
  const origin = new Map(file.parts.map((part) => [part.name, part.origin]));
  const places = new Map<string, Place>();
  const first = file.parts[0];
  places.set(first.name, { turn: root.turn, position: placed(root, first.origin) });
  // pins are few: as often as the tree is deep
  for (let round = 0; round < file.pins.length; round++) {
    for (const pin of file.pins) {
      const a = places.get(pin.bodyA);
      if (a === undefined || places.has(pin.bodyB)) continue;
      const spin = after(a.turn, about(pin.axis, angles.get(pin.name) ?? 0));
      const offset = minus(origin.get(pin.bodyB) as Point, plusOrigin(origin.get(pin.bodyA) as Point, pin.at));
      const pivot = placed(a, pin.at);
      places.set(pin.bodyB, { turn: spin, position: placed({ turn: spin, position: pivot }, offset) });
    }
  }
  return places;
}

const plusOrigin = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function bodyOf(part: PartFile, place: Place, options: MachineOptions): BodySpec {
  const { prefix = "", visuals, shapes, category = MACHINE } = options;
  const own = shapes?.[part.name] ?? part.shapes ?? [];
  const drawn = visuals?.[part.name];
  return {
    name: prefix + part.name,
    mass: part.mass,
    position: [...place.position],
    orientation: [...place.turn],
    centerOfMass: [...part.center],
    inertia: inertiaOf(part),
    ...(part.material && { material: part.material }),
    shapes: own.map((shape) => ({ ...shape, category, mask: maskWithout(shape, category) }) as ShapeSpec),
    ...(drawn && { visuals: [...drawn] }),
  };
}

/** What a shape meets: as it says, but no other part of the machine. */
function maskWithout(shape: ShapeSpec, category: number): number {
  const mask = (shape as { readonly mask?: number }).mask ?? 0xffffffff;
  return (mask & ~category) >>> 0;
}

/** Inertia of a solid block, or of a disc about y, kg m². */
function inertiaOf({ mass, block }: PartFile): number[] {
  if ("radius" in block) {
    const across = mass * (block.radius ** 2 / 4 + block.width ** 2 / 12);
    return [across, (mass * block.radius ** 2) / 2, across];
  }
  const [x, y, z] = block.map((edge) => (mass * edge * edge) / 12);
  return [y + z, x + z, x + y];
}

function cylinderGuide(cylinder: CylinderFile, prefix: string): ControllerSpec {
  const { name, speed, speedBack, acceleration, retracted, extended } = cylinder;
  const { push, pull } = cylinderForce(cylinder);
  return {
    type: "guide",
    name: prefix + name,
    output: `joints.${prefix}${name}-cylinder.length`,
    maxSpeed: speed,
    maxSpeedBack: speedBack,
    maxAcceleration: acceleration,
    lower: retracted,
    upper: extended,
    maxEffort: push,
    maxEffortBack: pull,
  };
}

function turnGuide({ name, pin, lower, upper, speed, acceleration, torque }: TurnFile, prefix: string): ControllerSpec {
  return {
    type: "guide",
    name: prefix + name,
    output: `joints.${prefix}${pin}.drive.target`,
    maxSpeed: speed,
    maxAcceleration: acceleration,
    ...(lower !== undefined && { lower }),
    ...(upper !== undefined && { upper }),
    ...(torque !== undefined && { maxEffort: torque }),
  };
}
