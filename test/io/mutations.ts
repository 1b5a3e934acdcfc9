/** Seeded mutations of valid scenes: what people and programs get wrong, and what someone might do on purpose. */
import { buildScene, type Spec } from "stiction";
import { scenes } from "stiction/scenes";

/** mulberry32: 32 bits of state, uniform in [0, 1). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;
type Json = Record<string, unknown>;

/** A scene in which nearly everything that a scene may hold is there. */
export const RICH_SCENE: Spec = {
  name: "rich",
  title: "Everything at once",
  timestep: 0.001,
  duration: 1,
  gravity: [0, 0, -9.81],
  contact: "none",
  formulation: { type: "forces", integrator: "rk4" },
  constants: { k: 3, amplitude: 0.5 },
  materials: { steel: { density: 7800, friction: 0.3 }, rubber: { density: 1100, friction: 0.9, restitution: 0.5 } },
  materialPairs: [{ between: ["steel", "rubber"], friction: 0.7 }],
  bodies: [
    { name: "ground", type: "static", shapes: [{ type: "plane" }] },
    { name: "ball", position: [0, 0, 2], material: "steel", shapes: [{ type: "sphere", radius: 0.1 }] },
    {
      name: "box",
      relativeTo: "ball",
      position: [1, 0, 0],
      orientation: { axis: [0, 0, 1], angle: 0.5 },
      shapes: [
        { type: "box", halfExtents: [0.1, 0.2, 0.3], material: "rubber" },
        { type: "cylinder", radius: 0.1, halfLength: 0.2, position: [0, 0, 0.5] },
      ],
    },
    {
      name: "tetra",
      relativeTo: "box",
      position: [0, 1, 0],
      density: 500,
      shapes: [
        {
          type: "mesh",
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          faces: [
            [0, 2, 1],
            [0, 1, 3],
            [1, 2, 3],
            [0, 3, 2],
          ],
        },
      ],
    },
    { name: "prism", position: [3, 0, 1], shapes: [{ type: "prism", sides: 6, radius: 0.2, height: 0.4 }] },
    {
      name: "turntable",
      type: "kinematic",
      angularVelocity: [0, 0, 1],
      shapes: [{ type: "capsule", radius: 0.1, halfLength: 0.3 }],
    },
    { name: "point", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 5] },
  ],
  forces: [
    { type: "spring", name: "rope", bodyA: "ball", bodyB: "box", stiffness: 100, damping: 1 },
    { type: "damper", name: "dash", bodyA: "box", bodyB: "tetra", damping: 5 },
    { type: "torsion-spring", name: "twist", bodyB: "prism", stiffness: 3 },
    { type: "wrench", name: "push", body: "point", force: [0, 0, 19] },
  ],
  controllers: [
    { type: "expression", name: "wave", output: "bodies.ball.force.x", expression: "amplitude * sin(k * t)" },
    { type: "profile", name: "ramp", output: "bodies.turntable.angularVelocity.z", times: [0, 1], values: [0, 2] },
    {
      type: "pd",
      name: "hold",
      output: "bodies.box.force.y",
      sensor: "body/box/position.y",
      rateSensor: "body/box/velocity.y",
      kp: 10,
      kd: 1,
    },
  ],
  sensors: [
    "body/ball/position",
    "force/rope/tension",
    { name: "height", read: "body/tetra/position.z" },
    { name: "double", expression: "2 * height", unit: "m" },
    "system/all/energy",
  ],
  events: [
    { name: "low", when: "height < 1" },
    { name: "sinks", crosses: "[body/ball/velocity.z]", direction: "down" },
  ],
  capacity: { pairs: 100, patches: 100, points: 400, events: 64 },
};

/** Scenes to mutate. */
export function baseScenes(): Spec[] {
  return [RICH_SCENE, RICH_SCENE, ...scenes.map((scene) => buildScene(scene))];
}

interface Place {
  readonly parent: Json | unknown[];
  readonly key: string | number;
  readonly value: unknown;
}

/** Every value of a scene with where it hangs. */
function places(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== "object" || node === null) return found;
  for (const [k, value] of Object.entries(node)) {
    const key = Array.isArray(node) ? Number(k) : k;
    found.push({ parent: node as Json | unknown[], key, value });
    places(value, found);
  }
  return found;
}

const pick = <T>(rnd: Random, list: readonly T[]): T => list[Math.floor(rnd() * list.length)];
const put = (place: Place, value: unknown) => {
  (place.parent as Json)[place.key] = value;
};
const where = (spec: Spec, rnd: Random, test: (place: Place) => boolean) => pick(rnd, places(spec).filter(test));
const isNumber = (place: Place) => typeof place.value === "number";
const isText = (place: Place) => typeof place.value === "string";

/** Swaps two letters, or doubles the only one. */
function misspell(word: string, rnd: Random): string {
  if (word.length < 2) return `${word}${word}x`;
  const at = Math.floor(rnd() * (word.length - 1));
  const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return swapped === word ? `${word}q` : swapped;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let k = 0; k < depth; k++) value = k % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A body with a mesh of its own, dynamic and without a stated mass. */
function meshBody(vertices: readonly number[][], faces: readonly number[][]): Json {
  return { name: "mutant", density: 1000, shapes: [{ type: "mesh", vertices, faces }] };
}

const TETRA_FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
];

/** Mutations of the scene as data; each changes its argument. */
const DATA_MUTATIONS: Readonly<Record<string, (spec: Json, rnd: Random) => void>> = {
  "wrong type": (spec, rnd) => {
    put(
      where(spec, rnd, () => true),
      pick(rnd, [null, true, "word", 7, [], {}, [[]], "", { type: 3 }, [1, "a", null]]),
    );
  },
  "missing key": (spec, rnd) => {
    const { parent, key } = where(spec, rnd, (place) => typeof place.key === "string");
    delete (parent as Json)[key as string];
  },
  "missing name": (spec, rnd) => {
    const { parent } = where(spec, rnd, (place) => place.key === "name" && place.parent !== spec);
    delete (parent as Json).name;
  },
  "not finite": (spec, rnd) =>
    put(where(spec, rnd, isNumber), pick(rnd, [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])),
  negative: (spec, rnd) => {
    const place = where(spec, rnd, (p) => isNumber(p) && (p.value as number) > 0);
    put(place, -(place.value as number));
  },
  "negative mass": (spec, rnd) => {
    (pick(rnd, spec.bodies as Json[]) as Json).mass = pick(rnd, [-1, 0, -1e-300, "-1", "1 kg"]);
  },
  "zero-volume mesh": (spec, rnd) => {
    const z = rnd();
    const flat = [
      [0, 0, z],
      [1, 0, z],
      [0, 1, z],
      [1, 1, z],
    ];
    (spec.bodies as unknown[]).push(meshBody(flat, TETRA_FACES));
    delete spec.plane;
  },
  "inside-out mesh": (spec) => {
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const faces = TETRA_FACES.map((face) => [...face].reverse());
    (spec.bodies as unknown[]).push(meshBody(vertices, faces));
    delete spec.plane;
  },
  "duplicate name": (spec, rnd) => {
    // what has no name of its own may be there twice
    const named = (key: string) => ((spec[key] as Json[]) ?? []).filter((item) => item.name !== undefined);
    const key = pick(
      rnd,
      ["bodies", "forces", "controllers", "events"].filter((list) => named(list).length > 0),
    );
    (spec[key] as Json[]).push(structuredClone(pick(rnd, named(key))));
  },
  "cyclic parents": (spec, rnd) => {
    const bodies = spec.bodies as Json[];
    const first = pick(rnd, bodies);
    const second = pick(rnd, bodies);
    first.relativeTo = second.name;
    second.relativeTo = first.name;
  },
  "ten million": (spec, rnd) => {
    const counts = ["pairs", "patches", "points", "events", "sides"];
    spec.capacity ??= { points: 1, pairs: 1, patches: 1, events: 1 };
    put(
      where(spec, rnd, (place) => counts.includes(String(place.key)) && isNumber(place)),
      1e7,
    );
  },
  "deep nesting": (spec, rnd) =>
    put(
      where(spec, rnd, () => true),
      nested(pick(rnd, [50, 95, 200, 600])),
    ),
  "huge text": (spec, rnd) => put(where(spec, rnd, isText), pick(rnd, ["x", "1+", "(", "é", "a/"]).repeat(200_000)),
  "unknown key": (spec, rnd) => {
    const place = where(spec, rnd, (p) => !Array.isArray(p.parent));
    const parent = place.parent as Json;
    parent[misspell(String(place.key), rnd)] = parent[place.key];
  },
  "huge key": (spec, rnd) => {
    const place = where(spec, rnd, (p) => !Array.isArray(p.parent));
    (place.parent as Json)["k".repeat(100_000)] = 1;
  },
  "wrong reference": (spec, rnd) => {
    const keys = [
      "bodyA",
      "bodyB",
      "body",
      "output",
      "sensor",
      "rateSensor",
      "expression",
      "read",
      "when",
      "crosses",
      "material",
      "relativeTo",
      "type",
    ];
    const place = where(spec, rnd, (p) => isText(p) && (keys.includes(String(p.key)) || p.parent === spec.sensors));
    put(place, misspell(place.value as string, rnd));
  },
  "wrong formula": (spec, rnd) => {
    const bad = [
      "1 +",
      "sin(",
      ")",
      "[body/ball",
      "2 ** 3",
      "a = 1",
      "t.x",
      "1e999 + nope",
      "alert(1)",
      "[].x",
      "",
      "(".repeat(20_000),
      `${"-".repeat(20_000)}1`,
      "t?".repeat(5000),
    ];
    (spec.sensors as unknown[]).push({ name: "mutant", expression: pick(rnd, bad) });
  },
  "control characters": (spec, rnd) => put(where(spec, rnd, isText), "a\nb\u001b[31mred\u0007\u2028"),
};

/** Mutations of the text of a file. */
const TEXT_MUTATIONS: Readonly<Record<string, (text: string, rnd: Random) => string>> = {
  truncated: (text, rnd) => text.slice(0, Math.floor(rnd() * text.length)),
  "lost character": (text, rnd) => {
    const at = Math.floor(rnd() * text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
  "stray character": (text, rnd) => {
    const at = Math.floor(rnd() * text.length);
    return text.slice(0, at) + pick(rnd, [..."{}[]:,\"'&*!|>%@`#\t\u0000-?"]) + text.slice(at);
  },
  "line twice": (text, rnd) => {
    const lines = text.split("\n");
    const at = Math.floor(rnd() * lines.length);
    lines.splice(at, 0, lines[at]);
    return lines.join("\n");
  },
  "lost line": (text, rnd) => {
    const lines = text.split("\n");
    lines.splice(Math.floor(rnd() * lines.length), 1);
    return lines.join("\n");
  },
};

/** Whole files that are no scene. */
const HOSTILE_FILES: readonly (readonly [name: string, fileName: string, text: string])[] = [
  ["empty", "scene.yaml", ""],
  ["empty", "scene.json", ""],
  ["a list", "scene.yaml", "- 1\n- 2\n"],
  ["a word", "scene.json", '"scene"'],
  ["alias bomb", "scene.yaml", bomb()],
  ["alias that leads back", "scene.yaml", "bodies: &a [*a]\n"],
  ["alias without anchor", "scene.yaml", "bodies: *a\n"],
  ["two documents", "scene.yaml", "name: a\n---\nname: b\n"],
  ["proto key", "scene.json", '{"__proto__": {"polluted": 1}}'],
  ["proto key", "scene.yaml", "bodies:\n  - __proto__: {polluted: 1}\n"],
  ["unknown tag", "scene.yaml", "name: !!js/function 'x'\n"],
  ["binary", "scene.yaml", "\u0000\u0001\u0002\ufffd\ufffd"],
  ["binary", "scene.json", "\ufffd\u0000PNG"],
  ["open brackets", "scene.json", "[".repeat(100_000)],
  ["open brackets", "scene.yaml", "[".repeat(20_000)],
  ["deep block", "scene.yaml", Array.from({ length: 800 }, (_, k) => `${" ".repeat(k)}a:`).join("\n")],
  ["key that is a list", "scene.yaml", "? [a, b]\n: 1\n"],
  ["many keys", "scene.yaml", Array.from({ length: 5000 }, (_, k) => `k${k}: 1`).join("\n")],
];

function bomb(): string {
  const lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"];
  for (let k = 1; k < 12; k++) lines.push(`a${k}: &a${k} [${`*a${k - 1}, `.repeat(10)}]`);
  return lines.join("\n");
}

/** A file to be read. */
export interface Mutant {
  /** Kind of mutation. */
  readonly kind: string;
  readonly fileName: string;
  readonly text: string;
}

/** The mutants of a seed: hostile files first, then mutations of data and text in turn, as JSON and as YAML. */
export function mutants(count: number, seed: number): Mutant[] {
  const rnd = random(seed);
  const bases = baseScenes();
  const list: Mutant[] = HOSTILE_FILES.map(([kind, fileName, text]) => ({ kind, fileName, text }));
  const data = Object.entries(DATA_MUTATIONS);
  const text = Object.entries(TEXT_MUTATIONS);
  for (let k = 0; list.length < count; k++) {
    const spec = structuredClone(pick(rnd, bases)) as Json;
    const json = rnd() < 0.5;
    const fileName = json ? "scene.json" : "scene.yaml";
    const [kind, mutate] = [...data, ...text][k % (data.length + text.length)];
    if (kind in DATA_MUTATIONS) {
      (mutate as (spec: Json, rnd: Random) => void)(spec, rnd);
      list.push({ kind, fileName, text: write(spec, json) });
    } else
      list.push({ kind, fileName, text: (mutate as (text: string, rnd: Random) => string)(write(spec, json), rnd) });
  }
  return list;
}

/** A scene as text. JSON has no NaN, so a number that overflows stands in; YAML is written in block style. */
export function write(spec: unknown, json: boolean): string {
  return json ? writeJson(spec, "") : writeBlock(spec, "");
}

function writeJson(value: unknown, pad: string): string {
  if (typeof value === "number" && !Number.isFinite(value)) return value < 0 ? "-1e999" : "1e999";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${pad} `;
  if (Array.isArray(value)) return `[${value.map((v) => writeJson(v, inner)).join(", ")}]`;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  return `{${entries.map(([k, v]) => `\n${inner}${JSON.stringify(k)}: ${writeJson(v, inner)}`).join(",")}\n${pad}}`;
}

function writeBlock(value: unknown, pad: string): string {
  const isMap = (v: unknown) => typeof v === "object" && v !== null && !Array.isArray(v) && Object.keys(v).length > 0;
  if (Array.isArray(value) && value.length > 0 && value.every(isMap)) {
    return value.map((v) => `\n${pad}- ${writeBlock(v, `${pad}  `).replace(/^\n\s*/, "")}`).join("");
  }
  if (!isMap(value)) return writeFlow(value);
  const entries = Object.entries(value as object).filter(([, v]) => v !== undefined);
  return entries.map(([k, v]) => `\n${pad}${plainKey(k)}: ${writeBlock(v, `${pad}  `)}`).join("");
}

function writeFlow(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value))
    return Number.isNaN(value) ? ".nan" : value < 0 ? "-.inf" : ".inf";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([k, v]) => `${plainKey(k)}: ${writeFlow(v)}`)
    .join(", ")}}`;
}

function plainKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && key.length < 100 ? key : JSON.stringify(key);
}
