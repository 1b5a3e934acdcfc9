import { type Quat, quatMultiply, quatRotate } from "../../math/quat.js";
import { add, sub, type Vec3 } from "../../math/vec3.js";
import { type ProblemList, unknownWord } from "../errors.js";
import { type Look, lookSchema } from "../look.js";
import type { Items, LookInstance, VisualInstance } from "../model.js";
import type { OrientationInput } from "../orientation.js";
import { parse, problemsOf } from "../params.js";
import { type FullSpec, visualPlacement } from "../spec.js";
import type { ReadyVisual, SurfaceKind, VisualInput } from "../visual.js";
import { readOrientation } from "./bodies.js";
import { checkVectors, parseItem } from "./parse.js";

/** Groups within groups, at most. */
const DEEPEST = 8;

/** Surfaces whose parameters are longer than this (characters) are not compared with others. */
const LONGEST_KEY = 20_000;

/** A frame in a body, and the look of what has none of its own. */
interface Frame {
  readonly position: Vec3;
  readonly orientation: Quat;
  readonly look: number;
}

/** What the picture shows of the bodies that have visuals. Physics reads none of it. */
export function compileVisuals(
  spec: FullSpec,
  items: Items,
  bodyCom: Float64Array,
  planar: boolean,
  problems: ProblemList,
): { visuals: VisualInstance[]; looks: LookInstance[] } {
  const looks = new LookBook(spec, items, problems);
  const visuals: VisualInstance[] = [];
  let body = 0;

  const place = (frame: Frame, entry: VisualInput, path: string, depth: number): void => {
    const parsed = parseItem(items.visuals, "visual", entry, path, visualPlacement, problems);
    if (parsed === null) return;
    const { kind, params } = parsed;
    checkVectors(params, { position: visualPlacement.position }, false, path, problems);
    const wrong = kind.check?.(params);
    if (wrong !== undefined) {
      problems.add(path, wrong);
      return;
    }
    const note = kind.note?.(params);
    if (note !== undefined) problems.warn(`${path}: ${note}`);
    // a planar scene shows its visuals from above, whichever way they are turned
    const turn = readOrientation(params.orientation as OrientationInput | undefined, false, path, problems);
    const inner: Frame = {
      position: add(frame.position, quatRotate(frame.orientation, params.position as Vec3)),
      orientation: quatMultiply(frame.orientation, turn),
      look: params.look === undefined ? frame.look : looks.find(params.look as string | Look, `${path}.look`),
    };
    if ("build" in kind) visuals.push(surface(kind, params, body, inner));
    else if (depth >= DEEPEST) problems.add(path, `groups are at most ${DEEPEST} deep`);
    else {
      const parts = kind.expand(params, items.visualFiles ?? NO_FILES);
      if (typeof parts === "string") problems.warn(`${path}: ${parts}`);
      else
        for (const part of parts) {
          if ("type" in part) place(inner, part, path, depth + 1);
          else visuals.push(ready(part, body, inner, visuals.length, looks, path));
        }
    }
  };

  spec.bodies.forEach(({ visuals: entries }, i) => {
    body = i + 1;
    const com: Vec3 = [bodyCom[3 * body], bodyCom[3 * body + 1], bodyCom[3 * body + 2]];
    const frame: Frame = { position: sub([0, 0, 0], com), orientation: [0, 0, 0, 1], look: -1 };
    entries.forEach((entry, k) => {
      const { position } = entry;
      // two components will do in the plane
      const full = planar && Array.isArray(position) && position.length === 2 ? [...position, 0] : position;
      place(frame, full === undefined ? entry : { ...entry, position: full }, `bodies[${i}].visuals[${k}]`, 0);
    });
  });
  return { visuals, looks: looks.list };
}

const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map();

function surface(kind: SurfaceKind, params: Record<string, unknown>, body: number, frame: Frame): VisualInstance {
  const { position: _, orientation: __, look: ___, name: ____, ...own } = params;
  const text = JSON.stringify(own);
  return {
    kind: kind.name,
    body,
    ...frame,
    key: text.length <= LONGEST_KEY ? text : `${body} ${frame.position.join()} ${text.slice(0, LONGEST_KEY)}`,
    details: kind.details ?? 1,
    build: (detail) => kind.build(params, detail),
  };
}

function ready(
  part: ReadyVisual,
  body: number,
  frame: Frame,
  number: number,
  looks: LookBook,
  path: string,
): VisualInstance {
  return {
    kind: "ready",
    body,
    position: add(frame.position, quatRotate(frame.orientation, part.position)),
    orientation: quatMultiply(frame.orientation, part.orientation),
    look: frame.look < 0 && part.look !== undefined ? looks.find(part.look as string | Look, path) : frame.look,
    key: part.key ?? `ready ${number}`,
    details: 1,
    build: () => part.mesh,
  };
}

/** The looks that visuals use, each once: those of the scene by name, those of the registry, those written in place. */
class LookBook {
  readonly list: LookInstance[] = [];
  private readonly spec: FullSpec;
  private readonly items: Items;
  private readonly problems: ProblemList;
  private readonly known = new Map<string, number>();

  constructor(spec: FullSpec, items: Items, problems: ProblemList) {
    this.spec = spec;
    this.items = items;
    this.problems = problems;
  }

  /** Index of a look in the list; −1, with the problem noted, where there is none of the name. */
  find(look: string | Look, path: string): number {
    const key = typeof look === "string" ? look : JSON.stringify(look);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = typeof look === "string" ? this.named(look, path) : this.complete(look, path);
    if (found === null) return -1;
    const index = this.list.push({ ...found, name: typeof look === "string" ? look : "" }) - 1;
    this.known.set(key, index);
    return index;
  }

  private named(name: string, path: string): Look | null {
    const { looks } = this.spec;
    if (Object.hasOwn(looks, name)) return looks[name];
    if (Object.hasOwn(this.items.looks, name)) return this.complete(this.items.looks[name], path);
    const known = [...Object.keys(looks), ...Object.keys(this.items.looks)];
    this.problems.add(path, unknownWord("look", name, known));
    return null;
  }

  /** Fills in the defaults: entries of a group have not passed the schema of the scene. */
  private complete(look: unknown, path: string): Look | null {
    const parsed = parse(lookSchema, look);
    if (parsed.success) return parsed.data;
    this.problems.list.push(...problemsOf(parsed.error, look, path));
    return null;
  }
}
