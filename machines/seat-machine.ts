import type { Model } from "stiction";

/** Sensors of a cylinder, ring or motor that a lever moves. */
export type LeverSensor = "position" | "speed" | "effort" | "stalled";

/** A lever of a machine: the named input, and what its first cylinder or motor is read by. */
export interface SeatLever {
  readonly control: string;
  readonly sensors: Readonly<Partial<Record<LeverSensor, string>>>;
  /** Ends of its cylinder, m, or of its ring, rad; null: none are known. */
  readonly range: readonly [number, number] | null;
}

/** Sensors of a machine as a whole. */
export type MachineSensor =
  | "fill"
  | "volume"
  | "mass"
  | "resistanceX"
  | "resistanceY"
  | "resistanceZ"
  | "flow"
  | "margin"
  | "utilization"
  | "tilt"
  | "speedX"
  | "speedY"
  | "pressure"
  | "pumpFlow"
  | "engine";

/** The machine of an operator's seat, as its scene declares it: all bodies that joints connect with the cab. */
export interface SeatMachine {
  /** Places of bodies: the cab's, the machine's first, which stands on the ground, and the bucket; −1: none. */
  readonly cab: number;
  readonly base: number;
  readonly tool: number;
  readonly levers: readonly SeatLever[];
  readonly sensors: Readonly<Partial<Record<MachineSensor, string>>>;
}

/** The machine in whose cab a camera of type `seat` is; without a name, that of the scene's seat, else of its first one. */
export function seatMachine(model: Model, camera?: string): SeatMachine {
  const { spec, bodyIndex, systems } = model;
  const cameras = (spec.view?.cameras ?? []).filter(({ type }) => type === "seat");
  const wanted = [camera, spec.view?.seat?.camera].map((name) => cameras.find((entry) => entry.name === name));
  const { body } = wanted.find((entry) => entry !== undefined) ?? cameras[0] ?? {};
  const cab = body === undefined ? -1 : (bodyIndex.get(body) ?? -1);
  const { of, heaviest } = systems.stability;
  const base = cab >= 0 && of[cab] >= 0 ? of[cab] : heaviest;
  const isPart = (b: number) => of[b] === of[base];
  const tool = model.shapes.find(({ kind, body: b }) => kind === "bucket" && isPart(b))?.body ?? -1;
  const levers = model.controls.filter(({ drives }) => {
    const bodies = drives.flatMap((path) => bodiesOf(model, path));
    return bodies.length === 0 || bodies.some(isPart);
  });
  return {
    ...{ cab: cab < 0 ? base : cab, base, tool },
    levers: levers.map(({ name, drives }) => ({ control: name, ...leverSensors(model, drives[0]) })),
    sensors: {
      ...machineSensors(model, base, tool),
      ...oilSensors(
        model,
        levers.flatMap(({ drives }) => drives),
      ),
    },
  };
}

/** Names of all sensors of a machine, in a fixed order. */
export function seatSensors({ levers, sensors }: SeatMachine): string[] {
  return [...Object.values(sensors), ...levers.flatMap((lever) => Object.values(lever.sensors))];
}

type Item = Readonly<Record<string, unknown>>;

/** The joint, force or controller that a path such as `controllers.boom.command` names. */
function itemOf({ spec }: Model, path: string): Item | undefined {
  const [list, name] = path.split(".");
  const items: Readonly<Record<string, readonly Item[] | undefined>> = {
    joints: spec.joints as readonly Item[],
    forces: spec.forces as readonly Item[],
    controllers: spec.controllers as readonly Item[],
  };
  return items[list]?.find((item) => item.name === name);
}

/** Controllers may write the inputs of others: so many in a row at most. */
const DEEPEST = 4;

/** Bodies that an input moves: those of the joint or force at the end of its controllers; none where it has no body. */
function bodiesOf(model: Model, path: string, depth = 0): number[] {
  const item = itemOf(model, path);
  if (!item || depth > DEEPEST) return [];
  if (path.startsWith("controllers."))
    return [item.output].flat().flatMap((next) => bodiesOf(model, String(next), depth + 1));
  return [item.bodyA, item.bodyB].flatMap((name) => model.bodyIndex.get(String(name)) ?? []);
}

function leverSensors(model: Model, path: string): Pick<SeatLever, "sensors" | "range"> {
  const item = itemOf(model, path);
  const { type, name } = item ?? {};
  if (type === "guide") {
    const of = (quantity: string) => `guide/${name}/${quantity}`;
    const range = rangeOf(item?.lower, item?.upper);
    return {
      sensors: { position: of("position"), speed: of("speed"), effort: of("effort"), stalled: of("stalled") },
      range,
    };
  }
  if (type === "hydraulic-cylinder" || type === "hydraulic-motor") {
    const of = (quantity: string) => `hydraulic/${name}/${quantity}`;
    const range = rangeOf(item?.minLength, item?.maxLength);
    return { sensors: { position: of("length"), speed: of("speed"), effort: of("force") }, range };
  }
  return { sensors: {}, range: null };
}

function rangeOf(lower: unknown, upper: unknown): readonly [number, number] | null {
  const finite = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x);
  return finite(lower) && finite(upper) ? [lower, upper] : null;
}

function machineSensors({ bodyNames, systems }: Model, base: number, tool: number): SeatMachine["sensors"] {
  const soil = tool >= 0 && systems.soil?.active === true ? `soil/${bodyNames[tool]}` : null;
  const stability = `stability/${bodyNames[base]}`;
  return {
    ...(soil && {
      ...{ fill: `${soil}/fill`, volume: `${soil}/volume`, mass: `${soil}/mass`, flow: `${soil}/flow` },
      ...{ resistanceX: `${soil}/resistance.x`, resistanceY: `${soil}/resistance.y` },
      resistanceZ: `${soil}/resistance.z`,
    }),
    ...{ margin: `${stability}/margin`, utilization: `${stability}/utilization`, tilt: `${stability}/tilt` },
    ...{ speedX: `body/${bodyNames[base]}/velocity.x`, speedY: `body/${bodyNames[base]}/velocity.y` },
  };
}

/** The pump that feeds the cylinders of the levers. */
function oilSensors(model: Model, paths: readonly string[]): SeatMachine["sensors"] {
  const pump = paths.map((path) => itemOf(model, path)?.pump).find((name) => name !== undefined);
  if (pump === undefined) return {};
  const of = (quantity: string) => `hydraulic/${pump}/${quantity}`;
  return { pressure: of("pressure"), pumpFlow: of("flow"), engine: of("engineSpeed") };
}
