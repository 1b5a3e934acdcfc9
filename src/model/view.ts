/** How a scene is shown: its own view, named cameras, the path of a film. No effect on motion. */
import * as z from "zod/mini";
import { ProblemList, unknownWord } from "./errors.js";
import type { Model } from "./model.js";
import { nameSchema } from "./name.js";
import * as p from "./params.js";

/** Kinds of camera, see `cameraSchema`. */
const CAMERA_TYPES = ["fixed", "orbit", "follow", "chase", "seat"] as const;
/** Name of a kind of camera. */
export type CameraType = (typeof CAMERA_TYPES)[number];

/** Field of view of a camera that gives none, rad: 29°, the perspective of a lens of 46 mm on a 35 mm film. */
export const FIELD_OF_VIEW = (29 * Math.PI) / 180;

const MAX_CAMERAS = 64;
const MAX_MIRRORS = 8;
const MAX_KEYS = 10_000;

const cameraSchema = p.record(
  {
    name: nameSchema,
    type: p.choice(CAMERA_TYPES, {
      default: "fixed",
      help: "fixed stands in the world; orbit is turned by hand about its target; follow goes along with a body, in world axes; chase also turns with its heading; seat is fixed to the body",
    }),
    body: p.text({
      optional: true,
      help: "body that the camera goes with (follow, chase, seat, orbit) or turns to (fixed)",
    }),
    eye: p.vector({
      unit: "m",
      help: "where the camera is: in the world; with follow, chase and orbit of a body from its centre of mass; with seat in the body frame",
    }),
    target: p.vector({
      unit: "m",
      optional: true,
      help: "what it looks at, given as the eye is; when absent the body, with seat straight ahead (the body's x)",
    }),
    fieldOfView: p.number({
      unit: "rad",
      min: 0.01,
      max: 3,
      default: FIELD_OF_VIEW,
      help: "angle between the upper and the lower edge of the picture",
    }),
  },
  { help: "a named camera" },
);

const mirrorSchema = p.record(
  {
    name: nameSchema,
    body: p.text({ help: "body that it is fixed to" }),
    position: p.vector({ unit: "m", help: "its middle, in the body frame" }),
    normal: p.vector({ unit: "1", help: "direction in which it faces, in the body frame; any length" }),
    width: p.number({ unit: "m", above: 0, max: 10, default: 0.2, help: "level edge" }),
    height: p.number({ unit: "m", above: 0, max: 10, default: 0.3, help: "the other edge" }),
  },
  { help: "a flat mirror" },
);

const seatSchema = p.record(
  {
    camera: p.text({ help: "name of the camera of type seat in the cab" }),
    rear: p.text({ optional: true, help: "name of the camera whose picture is on the panel" }),
  },
  { help: "where the operator of a machine sits", optional: true },
);

const keyFrameSchema = p.record(
  {
    time: p.number({ unit: "s", min: 0, help: "simulated time" }),
    eye: p.vector({ unit: "m", help: "where the camera is then" }),
    target: p.vector({ unit: "m", help: "what it looks at then" }),
  },
  { help: "a key frame of the camera's path" },
);

function list<S extends z.ZodMiniType>(item: S, help: string, max: number) {
  const expected = `expected a list of at most ${max}`;
  return p.describe(z._default(z.array(item, { error: expected }).check(z.maxLength(max, { error: expected })), []), {
    unit: "",
    help,
    kind: "other",
    expected,
  });
}

export const viewSchema = p.record(
  {
    eye: p.vector({ unit: "m", optional: true, help: "where the camera stands" }),
    target: p.vector({ unit: "m", optional: true, help: "what it looks at" }),
    cameras: list(cameraSchema, "named cameras; any number of them can be shown at once", MAX_CAMERAS),
    mirrors: list(mirrorSchema, "mirrors that the operator looks into", MAX_MIRRORS),
    seat: seatSchema,
    path: list(keyFrameSchema, "path of the camera in a film: key frames in the order of time", MAX_KEYS),
    pictureTime: p.number({ unit: "s", min: 0, default: 0, help: "time at which the gallery takes its picture" }),
    plot: p.describe(z._default(z.array(z.string(), { error: "expected a list of sensor names" }), []), {
      unit: "",
      help: "sensors plotted at first",
      kind: "other",
      expected: "expected a list of sensor names",
    }),
  },
  { help: "how the studio shows the scene; no effect on motion", optional: true },
);

/** How a scene wants to be looked at, all defaults filled in; lengths in m, angles in rad, times in s. */
export type ViewSpec = NonNullable<z.output<typeof viewSchema>>;
/** One of its cameras. */
export type CameraSpec = ViewSpec["cameras"][number];
/** One of its mirrors. */
export type MirrorSpec = ViewSpec["mirrors"][number];
/** A place and time on the way of its camera. */
export type KeyFrameSpec = ViewSpec["path"][number];

/** Kinds that are nothing without a body. */
const OF_A_BODY: readonly CameraType[] = ["follow", "chase", "seat"];
/** Kinds that turn with a body: a flat picture does not. */
const TURNING: readonly CameraType[] = ["chase", "seat"];

/** Refuses cameras of bodies that are not there, names used twice, and key frames out of order. */
export function checkView(
  view: ViewSpec | undefined,
  bodyNames: readonly string[],
  planar: boolean,
  problems: ProblemList,
): void {
  const taken = new Set<string>();
  view?.cameras.forEach(({ name, type, body, eye, target }, i) => {
    const path = `view.cameras[${i}]`;
    if (taken.has(name)) problems.add(`${path}.name`, `the name "${name}" is taken by another camera`);
    taken.add(name);
    if (body === undefined && OF_A_BODY.includes(type)) problems.add(`${path}.body`, `a ${type} camera needs a body`);
    if (body !== undefined && !bodyNames.includes(body))
      problems.add(`${path}.body`, unknownWord("body", body, bodyNames));
    if (target === undefined && body === undefined) problems.add(`${path}.target`, "expected a target or a body");
    if (planar && TURNING.includes(type))
      problems.add(`${path}.type`, `a planar scene is drawn flat: use fixed, orbit or follow instead of ${type}`);
    checkPoint(eye, `${path}.eye`, problems);
    checkPoint(target, `${path}.target`, problems);
  });
  checkSeat(view, bodyNames, problems);
  view?.path.forEach(({ time, eye, target }, i) => {
    const before = view.path[i - 1];
    if (before && time <= before.time)
      problems.add(`view.path[${i}].time`, `expected a time after that of the key frame before, ${before.time} s`);
    checkPoint(eye, `view.path[${i}].eye`, problems);
    checkPoint(target, `view.path[${i}].target`, problems);
  });
}

/**
 * Shows a model in another way, given as `view` of a scene; undefined: as a scene without one. Nothing else of the
 * model changes, so a run goes on as it is. Throws a `SpecError` when the view does not hold, and then nothing has
 * changed.
 */
export function setView(model: Model, view: unknown): void {
  const problems = new ProblemList();
  const parsed = p.parse(viewSchema, view);
  if (parsed.success) checkView(parsed.data, model.bodyNames, model.planar, problems);
  else problems.list.push(...p.problemsOf(parsed.error, view, "view"));
  problems.throwIfAny();
  (model as { spec: Model["spec"] }).spec = { ...model.spec, view: parsed.data };
}

/** Refuses a seat whose cameras are not there, and mirrors without a body or a direction. */
function checkSeat(view: ViewSpec | undefined, bodyNames: readonly string[], problems: ProblemList): void {
  view?.mirrors.forEach(({ body, normal }, i) => {
    const path = `view.mirrors[${i}]`;
    if (!bodyNames.includes(body)) problems.add(`${path}.body`, unknownWord("body", body, bodyNames));
    if (normal.every((x) => x === 0)) problems.add(`${path}.normal`, "expected a direction, got a vector of length 0");
  });
  const names = view?.cameras.map(({ name }) => name) ?? [];
  for (const key of ["camera", "rear"] as const) {
    const name = view?.seat?.[key];
    if (name !== undefined && !names.includes(name))
      problems.add(`view.seat.${key}`, unknownWord("camera", name, names));
  }
}

/** The eye of a planar scene is above its plane: three components there too. */
function checkPoint(point: readonly number[] | undefined, path: string, problems: ProblemList): void {
  if (point?.length === 2) problems.add(path, `expected a vector [x, y, z] in m, got [${point.join(", ")}]`);
}
