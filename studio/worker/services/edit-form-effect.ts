/** What acts where the scene says nothing: values of the compiled model, shown in empty fields. */
import type { Model } from "stiction";
import { keysOf } from "../../edit/paths.js";
import type { EffectWord, Field } from "./edit-form-protocol.js";

/** The density of bodies and shapes that have none, kg/m³ (kg/m² in the plane), as the compiler has it. */
const DENSITY = 1000;

/** ν of a material that has a modulus of elasticity and no ratio, as the contact laws have it. */
const POISSON_RATIO = 0.3;

/** The value in effect at a path that the scene leaves out; undefined where there is none to tell. */
export function effectAt(model: Model, path: string): Field["effect"] {
  const [list, name, ...rest] = keysOf(path);
  if (path === "collision.margin") return marginOf(model);
  if (list === "formulation") return presetOf(model);
  if (list === "materials") return ofMaterial(model, name, rest[0]);
  const body = list === "bodies" ? (model.bodyIndex.get(name) ?? -1) : -1;
  if (body < 1) return undefined;
  const key = rest.at(-1) ?? "";
  const shape = rest[0] === "shapes" ? Number(rest[1]) : -1;
  if (rest.length > (shape < 0 ? 1 : 3)) return undefined;
  if (key === "density") return densityOf(model, body, shape);
  if (key === "material") return materialOf(model, body, shape);
  if (shape >= 0) return undefined;
  if (key === "mass" && !(model.bodyInvMass[body] > 0)) return Number.POSITIVE_INFINITY;
  if (key === "wakes") return wakesOf(model, body);
  if (key === "relativeTo") return model.bodyNames[0];
  if (key === "centerOfMass") return figures(model.bodyCom.subarray(3 * body, 3 * body + (model.planar ? 2 : 3)));
  if (key === "inertia") return inertiaOf(model, body);
  return undefined;
}

/** Options of a formulation that are left out come from its preset, if it has one. */
function presetOf({ formulation }: Model): string | undefined {
  const { preset } = formulation.params;
  return typeof preset === "string" ? preset : undefined;
}

/** Computed of the smallest shape. */
function marginOf({ systems }: Model): number | undefined {
  const { margin } = systems.collision ?? {};
  return margin ? rounded(margin[0]) : undefined;
}

/** Only a dormant body waits for a time; without one it waits for ever. */
function wakesOf({ spec, bodyNames }: Model, body: number): { readonly word: EffectWord } {
  const state = spec.bodies.find((entry) => entry.name === bodyNames[body])?.state;
  return { word: state === "dormant" ? "never" : state === "asleep" ? "touched" : "start" };
}

function ofMaterial(model: Model, name: string, key: string): Field["effect"] {
  const { materials } = model;
  const material = materials.names.indexOf(name);
  if (key === "youngModulus") return { word: hasRigidContact(model) ? "rigid" : "law" };
  if (key === "poissonRatio" && model.spec.materials[name]?.youngModulus !== undefined) return POISSON_RATIO;
  if (key === "kineticFriction") return rounded(materials.kineticFriction[material]);
  return key === "density" ? DENSITY : undefined;
}

/** Whether contact is an impulse, for which bodies have no stiffness. */
function hasRigidContact({ formulation }: Model): boolean {
  return formulation.kind.contacts.includes("hard points");
}

/** Mass by volume where the scene gives the mass; else what the shape, the body or its material has. */
function densityOf(model: Model, body: number, shape: number): number | undefined {
  const own = model.shapes.filter((entry) => entry.body === body);
  const volume = own.reduce((sum, { geometry }) => sum + (geometry.mass?.volume ?? 0), 0);
  const spec = model.spec.bodies.find((entry) => entry.name === model.bodyNames[body]);
  if (spec?.mass !== undefined) return volume > 0 ? rounded(model.bodyMass[body] / volume) : undefined;
  if (spec?.density !== undefined) return spec.density;
  const name = materialOf(model, body, shape);
  return (name === undefined ? undefined : model.spec.materials[name]?.density) ?? DENSITY;
}

function materialOf(model: Model, body: number, shape: number): string | undefined {
  const spec = model.spec.bodies.find((entry) => entry.name === model.bodyNames[body]);
  if (spec?.material !== undefined) return spec.material;
  const entry = model.shapes.find((one) => one.body === body && (shape < 0 || one.index === shape));
  return entry ? model.materials.names[entry.material] : undefined;
}

/** [xx, yy, zz], or all six where products are not zero. */
function inertiaOf(model: Model, body: number): readonly number[] {
  const all = figures(model.bodyInertia.subarray(6 * body, 6 * body + 6));
  return all.slice(3).some((value) => value !== 0) ? all : all.slice(0, 3);
}

function figures(values: Float64Array): number[] {
  return Array.from(values, rounded);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
