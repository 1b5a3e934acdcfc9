/** Compiled model → description for the page. */
import { BODY_TYPE, type Data, environmentOf, type Model, mobility } from "stiction";
import { prepareDrawing, prepareVisual } from "./drawing.js";
import { floorHeight, levelPlane } from "./ground.js";
import type {
  DrawnCamera,
  DrawnEnvironment,
  DrawnGeometry,
  DrawnLink,
  DrawnLinkage,
  DrawnLook,
  DrawnMirror,
  DrawnShape,
  DrawnVisual,
  SceneDescription,
  SensorEntry,
} from "./protocol.js";
import { turned } from "./rotation.js";
import { drawnTerrains, isTerrain } from "./terrain.js";

/** Faces of a polyhedron are flat whatever their angle; other surfaces are smooth up to this angle, rad. */
const CREASE = { polyhedron: 0.01, other: 0.6 } as const;

/**
 * Sensor columns sent to the page: those that the scene plots first, then the others in their order, up to this many.
 */
const MAX_COLUMNS = 64;

const BODY_TYPES = ["static", "kinematic", "dynamic"] as const;

/** The columns of the sensor table that are sent, as indices into `model.sensors.columns`. */
export function streamedColumns(model: Model): number[] {
  const all = model.sensors.columns.map((_, k) => k);
  const first = plottedColumns(model);
  return [...first, ...all.filter((k) => !first.includes(k))].slice(0, MAX_COLUMNS).sort((a, b) => a - b);
}

export function describeScene(
  model: Model,
  data: Data,
  streamed: readonly number[],
  live: readonly SensorEntry[] = [],
): SceneDescription {
  const { spec } = model;
  const { geometries, shapes } = drawnShapes(model);
  const visuals = drawnVisuals(model, geometries);
  const links = drawnLinks(model);
  const rods = drawnRods(model);
  const columns: SensorEntry[] = streamed.map((k) => {
    const { name, unit } = model.sensors.columns[k];
    return { name, unit };
  });
  columns.push(...live.map(({ name, unit }) => ({ name, unit })));
  const plot = plottedColumns(model)
    .map((k) => streamed.indexOf(k))
    .filter((k) => k >= 0);
  return {
    name: model.name,
    title: spec.title ?? model.name,
    summary: spec.description ?? "",
    planar: model.planar,
    timestep: model.options.timestep,
    duration: spec.duration,
    formulation: model.formulation.kind.name,
    integrator: model.integrator?.name ?? "",
    freedom: mobility(model, data).freedom,
    bodies: model.bodyNames.map((name, b) => ({
      name,
      type: BODY_TYPES[model.bodyType[b]],
      mass: Number.isFinite(model.bodyMass[b]) ? model.bodyMass[b] : 0,
      color: spec.bodies.find((body) => body.name === name)?.color ?? null,
    })),
    geometries,
    shapes,
    visuals,
    looks: drawnLooks(model),
    terrains: drawnTerrains(model),
    links,
    rods,
    bounds: sceneBounds(model, [...links, ...rods]),
    ground: levelPlane(model)?.height ?? floorHeight(model),
    environment: drawnEnvironment(model),
    eye: spec.view?.eye ?? null,
    target: spec.view?.target ?? null,
    cameras: drawnCameras(model),
    mirrors: drawnMirrors(model),
    seat: drawnSeat(model),
    path: spec.view?.path ?? [],
    columns,
    plot: plot.length > 0 ? plot : streamed.length > 0 ? [0] : [],
    rules: model.events.map((rule) => rule.name),
    warnings: model.warnings,
  };
}

/** The named cameras of a scene; a seat is given in the body frame, and drawn from the centre of mass. */
export function drawnCameras({ spec, bodyIndex, bodyCom }: Model): DrawnCamera[] {
  return (spec.view?.cameras ?? []).map(({ name, type, body: of, eye, target, fieldOfView }) => {
    const body = of === undefined ? -1 : (bodyIndex.get(of) ?? -1);
    if (type !== "seat") return { name, type, body, eye, target: target ?? null, fieldOfView };
    const fromCenter = (point: readonly number[]) => point.map((x, i) => x - bodyCom[3 * body + i]);
    const ahead = target ?? [eye[0] + 1, eye[1], eye[2]];
    return { name, type, body, eye: fromCenter(eye), target: fromCenter(ahead), fieldOfView };
  });
}

function drawnSeat({ spec: { view } }: Model): SceneDescription["seat"] {
  return view?.seat ? { camera: view.seat.camera, rear: view.seat.rear ?? null } : null;
}

function drawnMirrors({ spec, bodyIndex, bodyCom }: Model): DrawnMirror[] {
  return (spec.view?.mirrors ?? []).map(({ name, body: of, position, normal, width, height }) => {
    const body = bodyIndex.get(of) ?? -1;
    const size = Math.hypot(normal[0], normal[1], normal[2]);
    const place = { position: position.map((x, i) => x - bodyCom[3 * body + i]), normal: normal.map((x) => x / size) };
    return { name, body, ...place, width, height };
  });
}

function drawnEnvironment({ spec }: Model): DrawnEnvironment {
  const { type, sun, fog, ground } = environmentOf(spec.environment);
  return { type, sun, fog: fog ?? null, ground };
}

/** Buffers of a description that can be transferred instead of copied. */
export function transferables(scene: SceneDescription): ArrayBuffer[] {
  const arrays = [
    ...scene.geometries.flatMap(({ positions, normals, uvs, edges }) =>
      uvs === null ? [positions, normals, edges] : [positions, normals, edges, uvs],
    ),
    ...scene.terrains.flatMap(({ heights, disturbance, moisture }) => [heights, disturbance, moisture]),
  ];
  return arrays.map((array) => array.buffer as ArrayBuffer);
}

/** What `view.plot` names: a column, or a vector whose components are columns. */
function plottedColumns(model: Model): number[] {
  const { columns } = model.sensors;
  return (model.spec.view?.plot ?? []).flatMap((name) =>
    columns.flatMap((column, k) => (column.name === name || column.name.startsWith(`${name}.`) ? [k] : [])),
  );
}

function drawnShapes(model: Model): { geometries: DrawnGeometry[]; shapes: DrawnShape[] } {
  const geometries: DrawnGeometry[] = [];
  const shapes: DrawnShape[] = [];
  const known = new Map<string, number>();
  const ground = levelPlane(model)?.shape;
  for (const shape of model.shapes) {
    if (shape === ground || isTerrain(model, shape)) continue;
    const { kind, body, position, orientation, params, geometry } = shape;
    // a thousand equal boxes share one geometry; a mesh is too large to be compared
    const key = geometry.mesh ? `mesh ${shapes.length}` : `${kind} ${JSON.stringify(params)}`;
    let index = known.get(key);
    if (index === undefined) {
      const flat = geometry.polyhedron !== undefined;
      const drawn = prepareDrawing(geometry.drawing(), flat ? CREASE.polyhedron : CREASE.other);
      index = geometries.push(kind === "circle" ? withRadius(drawn, params.radius) : drawn) - 1;
      known.set(key, index);
    }
    shapes.push({ kind, body, geometry: index, position: [...position], orientation: [...orientation] });
  }
  return { geometries, shapes };
}

/** The visuals of the model; their surfaces are added to the geometries, equal ones once. */
function drawnVisuals(model: Model, geometries: DrawnGeometry[]): DrawnVisual[] {
  const known = new Map<string, readonly number[]>();
  return model.visuals.map(({ body, position, orientation, look, key, details, build }) => {
    let versions = known.get(key);
    if (versions === undefined) {
      // outlines of a planar scene are those of the finest version
      const count = model.planar ? 1 : details;
      versions = Array.from({ length: count }, (_, d) => geometries.push(prepareVisual(build(d), model.planar)) - 1);
      known.set(key, versions);
    }
    const [geometry, ...detail] = versions;
    return { body, geometry, position: [...position], orientation: [...orientation], look, detail };
  });
}

function drawnLooks(model: Model): DrawnLook[] {
  return model.looks.map(({ color, patternColor, image, ...look }) => ({
    ...look,
    image: image ?? null,
    color: color ?? null,
    patternColor: patternColor ?? null,
  }));
}

/** A disc gets a line from its centre to its rim, so that one sees it turn. */
function withRadius(drawn: DrawnGeometry, radius: unknown): DrawnGeometry {
  if (typeof radius !== "number") return drawn;
  return { ...drawn, edges: Float32Array.from([...drawn.edges, 0, 0, 0, radius, 0, 0]) };
}

/** Outer radius of a barrel over its bore. */
const WALL = 0.62;

/** Every force that acts between a point of one body and a point of another. */
function drawnLinks(model: Model): DrawnLink[] {
  return model.forces.flatMap((table) => {
    const { bodyA, bodyB, pointA, pointB } = table.col as Record<string, Float64Array | undefined>;
    if (!bodyA || !bodyB || !pointA || !pointB) return [];
    return table.names.flatMap((name, i) => {
      const link = {
        kind: table.kind.name,
        name,
        bodyA: bodyA[i],
        bodyB: bodyB[i],
        pointA: [...pointA.subarray(3 * i, 3 * i + 3)],
        pointB: [...pointB.subarray(3 * i, 3 * i + 3)],
        barrel: barrelOf(table.specs[i]),
      };
      const { bore, spacing = 0, count = 1 } = table.specs[i] as Readonly<Record<string, number | undefined>>;
      if (bore === undefined) return [link];
      const { linkage } = table.specs[i] as { readonly linkage?: DrawnLinkage };
      const sides = spacing > 0 && count > 1 ? [-0.5 * spacing, 0.5 * spacing] : [0];
      const bars = linkageAt(model, bodyA[i], bodyB[i], linkage);
      return sides.map((aside) => ({ ...link, radius: WALL * bore, aside, ...bars }));
    });
  });
}

/** Joints that hold two points at a length. One that can break is left out: a frame does not tell that it has. */
const RODS: ReadonlySet<string> = new Set(["distance", "spring", "hydraulic"]);

/** A barrel that takes in the whole stroke of a cylinder, if its shortest length leaves room. */
function barrelOf({ minLength, maxLength }: Readonly<Record<string, unknown>>): number | null {
  if (typeof minLength !== "number" || typeof maxLength !== "number" || !(minLength > 0)) return null;
  return Math.min(0.92 * minLength, maxLength - minLength);
}

/** How a joint `distance` is drawn as a cylinder. */
interface CylinderLook {
  readonly barrel: number;
  readonly radius: number;
  readonly spacing: number;
  readonly linkage?: DrawnLinkage;
}

/** Rocker and link from the centres of mass of the two bodies. */
function linkageAt({ bodyCom }: Model, a: number, b: number, linkage?: DrawnLinkage): { linkage?: DrawnLinkage } {
  if (linkage === undefined) return {};
  const from = (point: readonly number[], body: number) => point.map((x, k) => x - bodyCom[3 * body + k]);
  return { linkage: { ...linkage, pivot: from(linkage.pivot, a), pin: from(linkage.pin, b) } };
}

function drawnRods(model: Model): DrawnLink[] {
  const { names, kinds, bodyA, bodyB, pointA, pointB, breakForce } = model.joints;
  return names.flatMap((name, i) => {
    if (!RODS.has(kinds[i].name) || breakForce[i] < Number.POSITIVE_INFINITY) return [];
    const point = (of: Float64Array) => [...of.subarray(3 * i, 3 * i + 3)];
    const ends = { name, bodyA: bodyA[i], bodyB: bodyB[i], pointA: point(pointA), pointB: point(pointB) };
    const drawn = model.joints.params[i].cylinder as CylinderLook | undefined;
    if (drawn === undefined) return [{ ...ends, kind: kinds[i].name, barrel: barrelOf(model.joints.params[i]) }];
    const { barrel, radius, spacing } = drawn;
    const sides = spacing > 0 ? [-0.5 * spacing, 0.5 * spacing] : [0];
    const bars = linkageAt(model, bodyA[i], bodyB[i], drawn.linkage);
    return sides.map((aside) => ({ ...ends, kind: "hydraulic", barrel, radius, aside, ...bars }));
  });
}

/**
 * Bounds of finite shapes and of link ends in the initial placement; a body that can turn counts as the ball in which
 * it turns.
 */
function sceneBounds(model: Model, links: readonly DrawnLink[]): number[] | null {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const include = (point: readonly number[], margin: number) => {
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(box[i], point[i] - margin);
      box[i + 3] = Math.max(box[i + 3], point[i] + margin);
    }
  };
  for (const { body, position, orientation, geometry } of model.shapes) {
    const { bounds } = geometry;
    if (!bounds.every(Number.isFinite)) continue;
    const corners = Array.from({ length: 8 }, (_, corner) => {
      const local = [0, 1, 2].map((i) => bounds[i + (corner & (1 << i) ? 3 : 0)]);
      return turned(orientation, local).map((x, i) => x + position[i]);
    });
    if (model.bodyType[body] === BODY_TYPE.static) {
      for (const corner of corners) include(inWorld(model, body, corner), 0);
    } else {
      include(inWorld(model, body, [0, 0, 0]), Math.max(...corners.map((corner) => Math.hypot(...corner))));
    }
  }
  for (const { bodyA, pointA, bodyB, pointB } of links) {
    include(inWorld(model, bodyA, pointA), 0);
    include(inWorld(model, bodyB, pointB), 0);
  }
  return box.every(Number.isFinite) ? box : null;
}

/** A point of a body, from its centre of mass, in the world at the start. */
function inWorld(model: Model, body: number, point: readonly number[]): number[] {
  const arm = turned(model.bodyQuat0.subarray(4 * body, 4 * body + 4), point);
  return arm.map((x, i) => model.bodyPos0[3 * body + i] + x);
}
