import { materialPair } from "../../model/compile/materials.js";
import { ProblemList } from "../../model/errors.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ParamsOutput } from "../../model/params.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { answersByForces } from "../contact-model.js";
import type { volumetric } from "../laws/volumetric.js";
import { compileLaws, type LawPair, namesLaw, refuseSliding } from "../material-laws.js";
import { exactFactor } from "../restitution.js";
import { diskPattern, type Pattern } from "./pattern.js";
import { RATE_LAWS } from "./rate-friction.js";
import { type Solid, solidOf } from "./solids.js";
import { type BallSolid, ballSolids } from "./sphere-geometry.js";

declare module "../../model/model.js" {
  interface ModelSystems {
    readonly volumetric: VolumeSetup;
  }
}

type VolumetricParams = ParamsOutput<typeof volumetric.params>;

/** Constants of two materials. */
export interface VolumePair {
  /** K, N/m³. */
  readonly stiffness: number;
  /** D(e), and a itself where it is given, s/m. */
  readonly factor: number;
  readonly damping: number | undefined;
  readonly leastSpeed: number;
  /** α, 0 where the layer's damping is not limited. */
  readonly rollingLoss: number;
  /** Lengths of resistance to rolling and spinning, m. */
  readonly rollingFriction: number;
  readonly spinningFriction: number;
  /** RATE_LAWS, or FIELD. */
  readonly friction: number;
  readonly pattern: Pattern;
  /** μ_s, μ_k. */
  readonly staticFriction: number;
  readonly kineticFriction: number;
  readonly slipSpeed: number;
  readonly viscosity: number;
  readonly bristleSteps: number;
  readonly dwellTime: number;
  readonly contour: boolean;
  /** Whether regions are shared out among sides. */
  readonly clusters: boolean;
  readonly everyIteration: boolean;
  /** Description of solids, spheres in each, largest number of pairs of nodes. */
  readonly geometry: "mesh" | "spheres" | "lenses" | "pairs";
  readonly spheres: number;
  readonly nodePairs: number;
}

const NO_SLIDING =
  "volumetric contact has the friction of its footprint, by the parameters friction (field, disk, mean, average, literal), " +
  "viscosity and dwellTime of its contact law and the coefficients of the material; remove sliding";

/** Bristles all over the patch. */
export const FIELD = -1;

/** Constants of volumetric contact. */
export interface VolumeSetup {
  readonly active: boolean;
  /** Regions. */
  readonly capacity: number;
  /** By pair of materials, see `materialPair`; null where another law is named. */
  readonly pairs: readonly (VolumePair | null)[];
  /** The solid that each shape bounds; null where it bounds none. */
  readonly solids: readonly (Solid | null)[];
  /** m/s, largest speed with which bodies that overlap from the start are pushed apart. */
  readonly pushSpeed: number;
  /** The same as spheres, where a pair of materials asks for it. */
  readonly balls: readonly (BallSolid | null)[];
}

const OFF: VolumeSetup = { active: false, capacity: 0, pairs: [], solids: [], pushSpeed: 0, balls: [] };

/** Pairs of materials whose law is `volumetric`, and the solids of the shapes that have them. */
export function prepareVolumes(
  model: Model,
  problems: ProblemList,
): { setup: VolumeSetup; dims: Record<string, number> } {
  const off = { setup: OFF, dims: { nVolume: 0 } };
  const { shapes, materials } = model;
  if (!namesLaw(model, "volumetric") || !answersByForces(model) || problems.list.length > 0) return off;
  // what is wrong was said when compliant contact was prepared
  const laws = compileLaws(model, new ProblemList());
  const pairs = laws.map((pair, at) => (pair?.law.name === "volumetric" ? volumePair(model, pair, at) : null));
  refuseSliding(model, laws, "volumetric", () => NO_SLIDING, problems);
  const n = materials.names.length + 1;
  const known = new Map<ShapeGeometry, Solid | null>();
  const solids = shapes.map(({ material, geometry, body, index }) => {
    const row = (material < 0 ? n - 1 : material) * n;
    const at = pairs.slice(row, row + n).findIndex((pair) => pair !== null);
    if (at < 0) return null;
    if (!known.has(geometry)) {
      const { facets, clusters } = laws[row + at].params as VolumetricParams;
      try {
        known.set(geometry, solidOf(geometry, facets, clusters));
      } catch (error) {
        known.set(geometry, null);
        problems.add(
          `bodies[${body - 1}].shapes[${index}]`,
          `volumetric contact needs solids; ${(error as Error).message}`,
        );
      }
    }
    return known.get(geometry) ?? null;
  });
  warnOfOtherShapes(model, pairs, solids, problems);
  // a shape that bears all around has a dozen clusters
  const capacity = Math.max(pairs.some((pair) => pair?.geometry === "pairs") ? 1024 : 32, 4 * shapes.length);
  const balls = problems.list.length > 0 ? [] : ballSolids(model, pairs, solids);
  const pushSpeed = (model.formulation.params as { pushSpeed?: number }).pushSpeed ?? Number.POSITIVE_INFINITY;
  return { setup: { active: true, capacity, pairs, solids, pushSpeed, balls }, dims: { nVolume: capacity } };
}

/** Whether the contact of two shapes comes from their common volume. Two half-spaces have none that ends. */
export function usesVolume(model: Model, a: number, b: number): boolean {
  const { active, solids, pairs } = model.systems.volumetric;
  if (!active) return false;
  const one = solids[a];
  const other = solids[b];
  if (one === null || other === null || (one.endless && other.endless)) return false;
  const { shapes, materials } = model;
  return pairs[materialPair(materials, shapes[a].material, shapes[b].material)] !== null;
}

const LAW = { ...RATE_LAWS, field: FIELD } as const;

function volumePair(model: Model, { params }: LawPair, at: number): VolumePair {
  const given = params as VolumetricParams;
  return {
    stiffness: given.modulus / given.thickness,
    factor: exactFactor(given.restitution),
    damping: given.damping,
    leastSpeed: given.leastSpeed,
    rollingLoss: rollingLoss(given),
    rollingFriction: model.materials.rollingFriction[at],
    spinningFriction: model.materials.spinningFriction[at],
    friction: LAW[given.friction],
    pattern: diskPattern(given.rings, given.perRing),
    staticFriction: Math.max(model.materials.friction[at], model.materials.kineticFriction[at]),
    kineticFriction: model.materials.kineticFriction[at],
    slipSpeed: given.slipSpeed,
    viscosity: given.viscosity,
    bristleSteps: given.bristleSteps,
    dwellTime: given.dwellTime,
    contour: given.normal === "contour",
    clusters: given.clusters > 0 && given.normal === "area" && given.geometry === "mesh",
    everyIteration: given.detect === "iteration" || model.integrator !== null,
    geometry: given.geometry,
    spheres: given.spheres,
    nodePairs: given.nodePairs,
  };
}

/**
 * α where rolling is limited: as given, or the default within what the restitution leaves, 1 − e². Damping that is
 * given in s/m is taken at its word.
 */
function rollingLoss({ rollingLoss: loss, damping, restitution: e }: VolumetricParams): number {
  return loss ?? (damping === undefined ? Math.min(DEFAULT_ROLLING_LOSS, 1 - e * e) : 0);
}

/** Part of its elastic energy that rubber loses in a passage; metals lose less [Greenwood1961]. */
const DEFAULT_ROLLING_LOSS = 0.1;

/** Shapes that bound no volume although their materials ask for it. */
function warnOfOtherShapes(
  model: Model,
  pairs: readonly (VolumePair | null)[],
  solids: readonly (Solid | null)[],
  problems: ProblemList,
): void {
  const n = model.materials.names.length + 1;
  const s = model.shapes.findIndex(({ material }, i) => {
    const row = (material < 0 ? n - 1 : material) * n;
    return solids[i] === null && pairs.slice(row, row + n).some((pair) => pair !== null);
  });
  if (s < 0) return;
  const { body, kind } = model.shapes[s];
  const still = model.bodyType[body] === BODY_TYPE.dynamic ? "" : "static ";
  problems.warn(
    `volumetric contact needs solids; the ${still}${kind} of body "${model.bodyNames[body]}" bounds none and is answered as a punch of its law's area`,
  );
}
