import { materialPair } from "../../model/compile/materials.js";
import { ProblemList } from "../../model/errors.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ParamsOutput } from "../../model/params.js";
import { answersByForces } from "../contact-model.js";
import type { rim } from "../laws/rim.js";
import { compileLaws, type LawPair, namesLaw, refuseSliding } from "../material-laws.js";
import { floresFactor } from "../restitution.js";
import { COEFFICIENT } from "./element.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly rim: RimSetup;
  }
}

type RimParams = ParamsOutput<typeof rim.params>;

/** Constants of two materials at a rim. */
export interface RimPair {
  /** As in COEFFICIENT, but for what depends on the segment. */
  readonly coefficients: Float64Array;
  /** Whose normals bear load, see `facing-normals.ts`. */
  readonly normals: RimParams["normals"];
  /** β; 0: no cap. */
  readonly dampingCap: number;
  readonly handOver: boolean;
  readonly keepBristles: boolean;
  /** Whether bristles have the stiffness that the step resolves, since the materials name none. */
  readonly stiffBristles: boolean;
  /** L_ref, m; 0: every element has the bristles' coefficients in full. */
  readonly bristleLength: number;
  /** Forces follow velocities within a step, or are held. */
  readonly inside: boolean;
  /** No more energy comes out than was put in. */
  readonly energyCap: boolean;
}

/** Constants of contact from the rim. */
export interface RimSetup {
  readonly active: boolean;
  /** Elements are moved on by the formulation's own implicit step. */
  readonly implicit: boolean;
  /** Segments. */
  readonly capacity: number;
  /** By pair of materials, see `materialPair`; null where another law is named. */
  readonly pairs: readonly (RimPair | null)[];
  /** m/s, see `noteUnmetRims`. */
  readonly pushSpeed: number;
  /** 1 for shapes with triangles that can be searched. */
  readonly mesh: Uint8Array;
  /** First shape of the body of each shape, and the one after its last. */
  readonly siblings: Int32Array;
}

const OFF: RimSetup = {
  active: false,
  implicit: false,
  capacity: 0,
  pairs: [],
  pushSpeed: 0,
  mesh: new Uint8Array(0),
  siblings: new Int32Array(0),
};

/**
 * Bristles where the materials name no LuGre friction. Their stiffness is that of the step, see `takeSegments`: the
 * source's 200 N/m [Moisio2013, §6.3] give way by millimetres before 1 kg slides.
 */
const BRISTLES = { stribeckSpeed: 1e-3, stiffness: 0, damping: 0, viscosity: 0 } as const;

/** Friction laws that elements of a rim have. */
const SLIDES = ["lugre", "coulomb"];

const noSliding = (law: string) =>
  `contact from the rim has the friction laws ${SLIDES.join(" and ")}, not "${law}"; without sliding it has stiff bristles with the coefficients of the material`;

/** Pairs of materials whose law is `rim`, where contact is a force. */
export function prepareRim(model: Model, problems: ProblemList): { setup: RimSetup; dims: Record<string, number> } {
  const off = { setup: OFF, dims: { nRim: 0, nRimBody: 0 } };
  const { spec, shapes } = model;
  if (!namesLaw(model, "rim") || !answersByForces(model)) return off;
  // what is wrong was said when compliant contact was prepared
  const laws = compileLaws(model, new ProblemList());
  refuseSliding(model, laws, "rim", (law) => (SLIDES.includes(law) ? undefined : noSliding(law)), problems);
  const pairs = laws.map((pair) => (pair?.law.name === "rim" ? rimPair(pair) : null));
  const mesh = Uint8Array.from(shapes, ({ geometry }) => (geometry.form === "mesh" ? 1 : 0));
  refuseResistance(model, pairs, mesh, problems);
  warnOfOtherShapes(model, laws, mesh, problems);
  const capacity = spec.capacity?.points || Math.max(1024, 64 * shapes.length);
  const implicit = model.integrator === null;
  const pushSpeed = (model.formulation.params as { pushSpeed?: number }).pushSpeed ?? Number.POSITIVE_INFINITY;
  const siblings = Int32Array.from(
    shapes.flatMap(({ body }) => [
      shapes.findIndex((other) => other.body === body),
      shapes.findLastIndex((other) => other.body === body) + 1,
    ]),
  );
  return {
    setup: { active: true, implicit, capacity, pairs, pushSpeed, mesh, siblings },
    dims: { nRim: capacity, nRimBody: implicit ? 0 : model.nb },
  };
}

/** Whether the contact of two shapes comes from their rim. */
export function usesRim(model: Model, a: number, b: number): boolean {
  const setup = model.systems.rim;
  if (!setup.active || setup.mesh[a] === 0 || setup.mesh[b] === 0) return false;
  const { shapes, materials } = model;
  return setup.pairs[materialPair(materials, shapes[a].material, shapes[b].material)] !== null;
}

function rimPair({ params, friction, frictionParams }: LawPair): RimPair {
  const given = params as RimParams;
  const c = new Float64Array(COEFFICIENT.size);
  c[COEFFICIENT.stiffness] = (given.normalWeight * given.modulus * given.correction) / 4;
  c[COEFFICIENT.factor] = floresFactor(given.restitution);
  c[COEFFICIENT.leastSpeed] = given.leastSpeed;
  c[COEFFICIENT.adhesion] = given.adhesion ? 1 : 0;
  const of = (key: string, otherwise: number) => (frictionParams[key] as number | undefined) ?? otherwise;
  const mu = of("friction", 0);
  c[COEFFICIENT.friction] = mu;
  // materials may have no friction: bristles then slip at once
  c[COEFFICIENT.kineticFriction] = Math.max(1e-9, of("kineticFriction", mu));
  const bristles = friction.name === "lugre" ? (frictionParams as typeof BRISTLES) : BRISTLES;
  c[COEFFICIENT.speed] = friction.name === "coulomb" ? of("speed", 1e-3) : bristles.stribeckSpeed;
  c[COEFFICIENT.bristleStiffness] = bristles.stiffness;
  c[COEFFICIENT.bristleDamping] = bristles.damping;
  c[COEFFICIENT.viscosity] = bristles.viscosity;
  c[COEFFICIENT.weight] = given.stages === "inside" ? 0.5 : 1;
  c[COEFFICIENT.law] = friction.name === "coulomb" ? 1 : friction.name === "lugre" ? 0 : 2;
  return {
    coefficients: c,
    normals: given.normals,
    dampingCap: given.dampingCap,
    handOver: given.handOver,
    keepBristles: given.keepBristles,
    stiffBristles: friction.name !== "lugre",
    bristleLength: given.bristleLength,
    inside: given.stages === "inside",
    energyCap: given.energyCap,
  };
}

/** Resistance to rolling and spinning, which a rim has none of: its elements know slip alone. */
function refuseResistance(
  { materials, shapes, spec }: Model,
  pairs: readonly (RimPair | null)[],
  mesh: Uint8Array,
  problems: ProblemList,
): void {
  const used = new Set(shapes.filter((_, s) => mesh[s] === 1).map(({ material }) => material));
  for (const a of used) {
    for (const b of used) {
      const at = materialPair(materials, a, b);
      if (a > b || pairs[at] === null) continue;
      for (const key of ["rollingFriction", "spinningFriction"] as const) {
        if (!(materials[key][at] > 0)) continue;
        const names = [a, b].map((k) => materials.names[k]);
        const given = spec.materialPairs.findIndex(
          ({ between: [x, y] }) => (x === names[0] && y === names[1]) || (x === names[1] && y === names[0]),
        );
        const own = names.find((name) => (spec.materials[name]?.[key] ?? 0) > 0);
        const path =
          given >= 0 && spec.materialPairs[given][key] !== undefined ? `materialPairs[${given}]` : `materials.${own}`;
        problems.add(
          `${path}.${key}`,
          `contact from the rim of meshes has no ${key}; use a contact law at points or volumetric, or 0`,
        );
      }
    }
  }
}

/** Shapes without triangles that may meet another one by materials that ask for a rim. */
function warnOfOtherShapes(model: Model, laws: readonly LawPair[], mesh: Uint8Array, problems: ProblemList): void {
  const n = model.materials.names.length + 1;
  const rowOf = (material: number) => (material < 0 ? n - 1 : material);
  const ignored = (model.spec.collision?.ignore ?? []).map((pair) => pair.map((name) => model.bodyIndex.get(name)));
  const mayMeet = (a: number, b: number) =>
    a !== b &&
    (model.bodyType[a] !== BODY_TYPE.static || model.bodyType[b] !== BODY_TYPE.static) &&
    !ignored.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  model.shapes.some(({ body, kind, material }, s) => {
    if (mesh[s] === 1) return false;
    // who says which radius has meant it
    const meets = model.shapes.some((other) => {
      const pair = laws[rowOf(material) * n + rowOf(other.material)];
      return pair?.law.name === "rim" && pair.given.radius === undefined && mayMeet(body, other.body);
    });
    if (!meets) return false;
    const still = model.bodyType[body] === BODY_TYPE.dynamic ? "" : "static ";
    problems.warn(
      `contact from the rim needs meshes on both sides; the ${still}${kind} of body "${model.bodyNames[body]}" is answered by law rim as a sphere of its radius`,
    );
    return true;
  });
}
