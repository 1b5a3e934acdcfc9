import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";

/** What a scene asks for that this formulation does not do: one sentence each, for `model.warnings`. */
export function complementarityWarnings(model: Model): string[] {
  return [...restitutionWarnings(model), ...lawWarnings(model), ...surfaceWarnings(model)];
}

/** Poisson's law is for the schemes with Coulomb's friction. */
function lawWarnings({ formulation }: Model): string[] {
  const { scheme, restitutionLaw } = formulation.params as Readonly<Record<string, string>>;
  if (restitutionLaw !== "poisson" || scheme === "stewart-trinkle" || scheme === "anitescu-potra") return [];
  return [`formulation.restitutionLaw: scheme "${scheme}" has Newton's law only`];
}

/** Schemes with forces of their own have neither belts nor torques of friction. */
function surfaceWarnings({ formulation, materials, shapes }: Model): string[] {
  const scheme = (formulation.params as Readonly<Record<string, unknown>>).scheme as string;
  const lacks: string[] = [];
  if (scheme !== "stewart-trinkle" && scheme !== "anitescu-potra") {
    if (materials.rollingFriction.some((rho) => rho > 0)) lacks.push("materials: rollingFriction");
    if (materials.spinningFriction.some((rho) => rho > 0)) lacks.push("materials: spinningFriction");
  }
  if (scheme === "todorov" || scheme === "penalty")
    if (shapes.some((s) => (s.params.surfaceVelocity as readonly number[]).some((v) => v !== 0)))
      lacks.push("shapes: surfaceVelocity");
  return lacks.map((what) => `${what} has no effect in formulation "complementarity" with scheme "${scheme}"`);
}

/**
 * Where contact is inelastic: pairs of materials that meet and should bounce. Bodies without an own motion do not meet
 * each other.
 */
function restitutionWarnings({ formulation, materials, shapes, bodyType }: Model): string[] {
  const { restitution, scheme } = formulation.params as Readonly<Record<string, unknown>>;
  if (restitution !== "none" && scheme !== "penalty") return [];
  const used = new Map<number, boolean>();
  for (const { material, body } of shapes)
    used.set(material, used.get(material) === true || bodyType[body] === BODY_TYPE.dynamic);
  const list = [...used].sort(([a], [b]) => a - b);
  const name = (i: number) => materials.names[i] ?? "no name";
  const bouncing = list.flatMap(([a, moves], i) =>
    list.slice(i).flatMap(([b, otherMoves]) => {
      const e = materials.restitution[materialPair(materials, a, b)];
      return e > 0 && (moves || otherMoves) ? [`${name(a)} and ${name(b)} (${e})`] : [];
    }),
  );
  if (bouncing.length === 0) return [];
  return [
    `formulation "complementarity" has no restitution here: contact is inelastic also between ${bouncing.join(", ")}`,
  ];
}
