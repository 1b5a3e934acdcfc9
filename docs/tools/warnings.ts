/**
 * Warnings of `compile`, as the manual lists them. `says` is a part of the message that stands in `file` as it is
 * written here; test/docs/reference.test.ts holds the list against the sources, both ways.
 */

/** A warning of `compile`. */
export interface CompileWarning {
  /** Source file that raises it, under `src/`. */
  readonly file: string;
  /** Words of the message. */
  readonly says: string;
  readonly meaning: string;
  readonly remedy: string;
  /** What it is about, as `list/kind` or a list of a scene; the sections of these kinds name the warning. */
  readonly about: readonly string[];
}

const MESH = "shapes/mesh";

export const WARNINGS: readonly CompileWarning[] = [
  {
    file: "model/format.ts",
    says: "since format",
    meaning: "the scene has a key by the name that it had in an older version of the scene format",
    remedy: "`stiction migrate` rewrites the file; in a program, the new name",
    about: [],
  },
  {
    file: "model/compile.ts",
    says: "finds contacts but does not answer them",
    meaning: "a formulation of your own has no contacts; bodies pass through each other",
    remedy: "another formulation, or `contact: none`",
    about: ["formulations"],
  },
  {
    file: "model/shapes/convex-hull.ts",
    says: "points are given more than once, and count once",
    meaning: "repeated points of a hull",
    remedy: "none needed",
    about: ["shapes/convex-hull"],
  },
  {
    file: "model/shapes/mesh.ts",
    says: "vertices at the position of another one were joined with it, since the mesh was open",
    meaning: "the mesh had a vertex per corner of each triangle, as STL files do",
    remedy: "none needed; join them in the file for speed",
    about: [MESH],
  },
  {
    file: "model/shapes/mesh.ts",
    says: "the mesh is used as it is",
    meaning: "edges or vertices that more than two triangles share, or vertices that stand twice",
    remedy: "repair the mesh where mass or contact looks wrong",
    about: [MESH],
  },
  {
    file: "visuals/extrusion.ts",
    says: "is wider than the plate between its rims",
    meaning: "a bevel is drawn narrower than given; no effect on motion",
    remedy: "a narrower `bevel`",
    about: ["visuals/extrusion"],
  },
  {
    file: "visuals/gltf.ts",
    says: "GltfError",
    meaning: "a file cannot be read and is not drawn; no effect on motion",
    remedy: "the path or the file; the message has the reason",
    about: ["visuals/gltf"],
  },
  {
    file: "collision/missing-pairs.ts",
    says: "there is no contact between",
    meaning: "two kinds of ground (plane, height field, chain) of which one moves",
    remedy: "make one a solid or a mesh (in the plane a polygon or capsules), or mask the pair",
    about: ["shapes/plane", "shapes/height-field", "shapes/chain"],
  },
  {
    file: "collision/setup.ts",
    says: "consider larger units or a smaller collision.margin",
    meaning: "a shape reaches less than 0.1 mm",
    remedy: "larger units, or a smaller `collision.margin`",
    about: ["shapes"],
  },
  {
    file: "collision/continuous/setup.ts",
    says: "with continuous detection off: it may pass through others",
    meaning: "a fast body moves more than its own size per step",
    remedy: "`continuous: auto`, or shorter steps",
    about: ["bodies"],
  },
  {
    file: "joints/start-velocity.ts",
    says: "the joints do not allow the start velocity of",
    meaning: "initial velocities contradict the joints; the part that the joints do not allow is dropped",
    remedy: "velocities that fit the joints",
    about: ["joints"],
  },
  {
    file: "joints/point-masses.ts",
    says: "has a mass but no inertia, so that it does not turn",
    meaning: "a point mass on a joint that needs it to turn stays where it is",
    remedy: "an inertia or shapes, a `distance` joint, or `augmented-lagrangian`",
    about: ["joints/hinge", "joints/ball", "joints/universal", "joints/cylindrical", "joints/planar"],
  },
  {
    file: "formulations/augmented-lagrangian/system.ts",
    says: "the tangent of augmented-lagrangian loses its masses to round-off",
    meaning: "the step is too short for double precision",
    remedy: "a longer step",
    about: ["formulations/augmented-lagrangian"],
  },
  {
    file: "formulations/complementarity/warnings.ts",
    says: "has no effect in formulation",
    meaning: "the scheme does not have this kind of friction or moving surface",
    remedy: "`scheme: stewart-trinkle` or `anitescu-potra`",
    about: ["formulations/complementarity"],
  },
  {
    file: "formulations/complementarity/warnings.ts",
    says: "has Newton's law only",
    meaning: "the scheme does not have Poisson's law of restitution",
    remedy: "`scheme: stewart-trinkle` or `anitescu-potra`",
    about: ["formulations/complementarity"],
  },
  {
    file: "formulations/impulse/state.ts",
    says: "has Newton\\'s law only",
    meaning: "preset `thesis` does not have Poisson's law of restitution",
    remedy: "preset `fast` or `precise`",
    about: ["formulations/impulse"],
  },
  {
    file: "formulations/impulse/light-bodies.ts",
    says: "its smallest moment of inertia is raised",
    meaning: "a thin body is made thicker, for its inertia only: impulses could not rotate it in steps of this length",
    remedy: "shorter steps, a thicker body, or accept the stated value",
    about: ["formulations/impulse"],
  },
  {
    file: "forces/spring-steps.ts",
    says: "the motion is not stable; use steps up to",
    meaning: "an explicit spring or damper is too stiff for the step",
    remedy: "the step that the message gives, a `spring` among the joints, or `augmented-lagrangian`",
    about: ["forces/spring", "forces/damper", "forces/torsion-spring", "formulations/forces"],
  },
  {
    file: "contact/material-laws.ts",
    says: "is not used between",
    meaning: "the contact law of the pair has its own friction",
    remedy: "remove `sliding`, or give the pair another contact law",
    about: ["contactLaws/rim", "contactLaws/volumetric", "contactLaws/tyre"],
  },
  {
    file: "contact/rim/rim-model.ts",
    says: "or loses what energyCap takes back",
    meaning: "an impact between rims gains energy in steps of this length, or is held back by `energyCap`",
    remedy: "the step that the message gives, less restitution, or softer materials",
    about: ["contactLaws/rim"],
  },
  {
    file: "contact/tyre/tyre-model.ts",
    says: "s; use these, or augmented-lagrangian",
    meaning: "explicit steps are too long for the stiffness of a tyre",
    remedy: "the step that the message gives, or `augmented-lagrangian`",
    about: ["contactLaws/tyre"],
  },
  {
    file: "contact/step-warnings.ts",
    says: "which are not cut: it may gain energy",
    meaning: "an impact lasts less than 2.5 steps",
    remedy: "the step that the message gives, a softer law, or more `formulation.parts`",
    about: ["contactLaws", "formulations/forces"],
  },
  {
    file: "contact/step-warnings.ts",
    says: "so that speeds after it may be wrong (status unresolved)",
    meaning: "an impact needs more parts of a step than `formulation.parts`",
    remedy: "the step or the number of parts that the message gives, or a softer law",
    about: ["contactLaws", "formulations/forces", "formulations/augmented-lagrangian"],
  },
  {
    file: "contact/step-warnings.ts",
    says: "timestep: explicit steps of",
    meaning: "a contact at rest is too stiff or too damped for explicit steps",
    remedy: "the step that the message gives, a softer law, or `augmented-lagrangian`",
    about: ["contactLaws", "frictionLaws", "formulations/forces"],
  },
  {
    file: "contact/step-warnings.ts",
    says: "so that it may never stick",
    meaning: "friction takes more than `stictionSpeed` from the lightest body in one step",
    remedy: "the step or the `stictionSpeed` that the message gives",
    about: ["frictionLaws/bristle", "frictionLaws/dwell-time"],
  },
  {
    file: "contact/compliant/curved-meshes.ts",
    says: "collision.sharedStiffness has no effect between two curved meshes",
    meaning: "the law acts at each point of the meshes, not once for the patch",
    remedy: "spheres instead of meshes, or law `volumetric`",
    about: [MESH],
  },
  {
    file: "contact/rim/rim-setup.ts",
    says: "contact from the rim needs meshes on both sides",
    meaning: "a shape without triangles is answered as a sphere of the law's radius",
    remedy: "a mesh, or another law for the pair",
    about: ["contactLaws/rim"],
  },
  {
    file: "contact/tyre/tyre-setup.ts",
    says: "has the contact law tyre and is no wheel",
    meaning: "the material of a tyre on a shape that does not roll",
    remedy: "a cylinder, a sphere or a whole torus, or another material",
    about: ["contactLaws/tyre"],
  },
  {
    file: "contact/volumetric/volume-setup.ts",
    says: "volumetric contact needs solids",
    meaning: "a shape that bounds no volume is answered as a punch of the law's area",
    remedy: "a closed shape, or another law for the pair",
    about: ["contactLaws/volumetric"],
  },
  {
    file: "contact/soil/soil-setup.ts",
    says: "does not dig: a bucket meets soil as a rigid body",
    meaning: "soil needs a formulation whose contacts are forces",
    remedy: "`forces` or `augmented-lagrangian`",
    about: ["shapes/bucket"],
  },
  {
    file: "contact/soil/soil-setup.ts",
    says: "soil that is carried has the density of the first ground",
    meaning: "grounds have different densities",
    remedy: "one density for all soil",
    about: ["shapes/bucket", "shapes/height-field"],
  },
];

/** Warnings about a kind (`joints/hinge`) or about a whole list (`joints`). */
export function warningsAbout(what: string): readonly CompileWarning[] {
  return WARNINGS.filter(({ about }) => about.includes(what));
}
