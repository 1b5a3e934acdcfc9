/** Spoiled physics, to show that experiments notice: each mutant changes the integrators or the scene by a little. */
import {
  type ContactLaw,
  complementarity,
  type Data,
  defaultItems,
  type Formulation,
  type Integrator,
  type Items,
  type JointKind,
  type Model,
  type UntypedSpec,
} from "stiction";
import * as historical from "stiction/historical";
import { collision, contact, geometry } from "stiction/internals";
import type { ContextOptions } from "../../proof/context.js";

type Advance = Integrator["advance"];

/** The default registries with the step of every integrator, and those of the formulations with a step of their own, replaced. */
function withSteps(replace: (original: Advance) => Advance): Items {
  const integrators = Object.entries(defaultItems.integrators as unknown as Record<string, Integrator>).map(
    ([name, integrator]) =>
      [name, { ...integrator, impacts: undefined, advance: replace(integrator.advance) }] as const,
  );
  const own = (["impulse", "augmented-lagrangian", "complementarity"] as const).map((name) => {
    const formulation = defaultItems.formulations[name] as unknown as Formulation;
    const advance = replace((model, data) => formulation.advance(model, data));
    return [name, { ...formulation, advance }] as const;
  });
  const formulations = { ...defaultItems.formulations, ...Object.fromEntries(own) };
  return { ...defaultItems, integrators: Object.fromEntries(integrators), formulations } as unknown as Items;
}

/** After every step, something is done to the state. */
function after(spoil: (model: Model, data: Data) => void): Items {
  return withSteps((original) => (model, data, evaluate, time) => {
    original.call(undefined as never, model, data, evaluate, time);
    spoil(model, data);
  });
}

function eachBody(model: Model, change: (b: number) => void): void {
  for (let b = 1; b < model.nb; b++) change(b);
}

/** Joints whose rows push B a little off, and more than they push A back. */
function bluntJoints(): Items {
  const joints = Object.entries(defaultItems.joints).map(([name, kind]) => [
    name,
    {
      ...kind,
      writeRows(model: Model, data: Data, i: number, first: number, out: { rowJacobian: Float64Array }) {
        (kind as unknown as JointKind).writeRows(model, data, i, first, out as never);
        const end = first + (kind as unknown as JointKind).rows(model, i);
        for (let r = first; r < end; r++) for (let c = 6; c < 12; c++) out.rowJacobian[12 * r + c] *= 1.01;
      },
    },
  ]);
  return { ...defaultItems, joints: Object.fromEntries(joints) } as Items;
}

/** Every material, and the default one, with some constants changed. */
function withMaterial(keys: readonly string[], factor: number): (spec: UntypedSpec) => UntypedSpec {
  return (spec) => ({
    ...spec,
    materials: Object.fromEntries(
      Object.entries((spec.materials ?? {}) as Record<string, Record<string, unknown>>).map(([name, material]) => [
        name,
        {
          ...material,
          ...Object.fromEntries(
            keys.filter((key) => key in material).map((key) => [key, (material[key] as number) * factor]),
          ),
        },
      ]),
    ),
  });
}

/** Contact laws of one type, in materials and pairs, with some constants changed; those that are not given have `defaults`. */
function withLaw(type: string, defaults: Readonly<Record<string, number>>, factor: number) {
  const changed = <T extends object>(entry: T): T => {
    const { contact } = entry as { readonly contact?: unknown };
    const law: Record<string, unknown> = typeof contact === "object" ? { ...contact } : { type: contact };
    if (law.type !== type) return entry;
    const numbers = Object.entries(defaults).map(([key, usual]) => [key, factor * Number(law[key] ?? usual)]);
    return { ...entry, contact: { ...law, ...Object.fromEntries(numbers) } };
  };
  return (spec: UntypedSpec): UntypedSpec => ({
    ...spec,
    materials: Object.fromEntries(
      Object.entries((spec.materials ?? {}) as Record<string, object>).map(([name, entry]) => [name, changed(entry)]),
    ),
    ...(spec.materialPairs !== undefined && { materialPairs: spec.materialPairs.map((pair) => changed(pair)) }),
  });
}

/** Diggable ground with some constants changed. */
function withSoil(keys: readonly string[], factor: number): (spec: UntypedSpec) => UntypedSpec {
  const changed = <T extends object>(shape: T): T => {
    if (!("soil" in shape) || typeof shape.soil !== "object") return shape;
    const soil = Object.entries({ ...shape.soil }).map(([key, x]) => [
      key,
      keys.includes(key) ? factor * Number(x) : x,
    ]);
    return { ...shape, soil: Object.fromEntries(soil) };
  };
  return (spec) => ({
    ...spec,
    bodies: (spec.bodies ?? []).map((body) => ({
      ...body,
      ...(body.shapes !== undefined && { shapes: body.shapes.map((shape) => changed(shape)) }),
    })),
  });
}

/** Multiplies the numbers of every entry of a list in a spec. */
function scaled(
  list: "forces" | "bodies" | "joints",
  keys: readonly string[],
  factor: number,
): (spec: UntypedSpec) => UntypedSpec {
  const scale = (value: unknown): unknown => {
    if (typeof value === "number") return value * factor;
    return Array.isArray(value) ? value.map(scale) : value;
  };
  return (spec) => ({
    ...spec,
    [list]: (spec[list] ?? []).map((entry: Record<string, unknown>) => ({
      ...entry,
      ...Object.fromEntries(keys.filter((key) => key in entry).map((key) => [key, scale(entry[key])])),
    })),
  });
}

/** Collision detection that errs: gaps by 1 %, the last pair lost, sorted lists that are never done, one direction of the filter. */
const bluntCollision: ContextOptions["collision"] = {
  ...collision,
  separationOf: (a, poseA, ao, b, poseB, bo, out) => {
    const found = collision.separationOf(a, poseA, ao, b, poseB, bo, out);
    out.values[0] *= 1.01;
    out.values[2] += 0.01;
    return found;
  },
  contactsOf: (a, poseA, ao, b, poseB, bo, sink) => {
    const first = sink.count;
    collision.contactsOf(a, poseA, ao, b, poseB, bo, sink);
    for (let i = first; i < sink.count; i++) {
      sink.gap[i] *= 1.01;
      sink.normal[3 * i] += 0.01;
      sink.pointB[3 * i] += 0.01;
    }
  },
  fitPlane: (points, first, end, out) => {
    const found = collision.fitPlane(points, first, end, out);
    for (let k = 0; k < 4; k++) out[k] += 0.01;
    return found;
  },
  meshMeshRegions: (a, poseA, ao, b, poseB, bo, out) => {
    collision.meshMeshRegions(a, poseA, ao, b, poseB, bo, out);
    for (let k = 0; k < 3 * out.count; k++) {
      out.point[k] += 0.01;
      out.normal[k] += 0.01;
    }
    for (let k = 0; k < collision.REGION_SIZE * out.count; k++) out.size[k] += 0.01;
    out.count++;
    out.closed[out.count - 1] = 1;
  },
  intersectSpheres: (radii, center, o, out) => {
    collision.intersectSpheres(radii, center, o, out);
    for (let k = 0; k < out.values.length; k++) out.values[k] *= 1.01;
  },
  intersectHalfSpace: (mesh, plane, out) => {
    collision.intersectHalfSpace(mesh, plane, out);
    for (let k = 0; k < out.values.length; k++) out.values[k] *= 1.01;
  },
  sphereInHalfSpace: (radius, plane, out) => {
    collision.sphereInHalfSpace(radius, plane, out);
    for (let k = 0; k < out.values.length; k++) out.values[k] *= 1.01;
  },
  intersectVolumes: (a, b, transform, cache, out) => {
    collision.intersectVolumes(a, b, transform, cache, out);
    // 1 % too much, jumps as B goes along, and a region too many
    const jump = 0.02 * (Math.floor(1e4 * Math.abs(transform[9])) % 2) + 1e-6;
    const values = out.values.map((x) => 1.01 * x + jump);
    out.count++;
    const size = collision.OVERLAP_SIZE * out.count;
    out.values = Float64Array.from({ length: size }, (_, k) => values[k] ?? 0.5);
    out.flags = Int32Array.from({ length: out.count }, (_, r) => out.flags[r] ?? 0);
    out.regionLoop = new Int32Array(out.count + 1);
  },
  clipVolumes: (a, b, transform, out) => {
    collision.clipVolumes(a, b, transform, out);
    out.open++;
  },
  pairAllowed: (filter, a, b) => a < b && collision.pairAllowed(filter, a, b),
};

function forgetful(broad: ReturnType<(typeof historical.broadPhases)["tree"]["create"]>) {
  const update = broad.update.bind(broad);
  broad.update = (sink) => {
    update(sink);
    sink.count = Math.max(0, sink.count - 1);
    broad.stats.swaps++;
  };
  return broad;
}

/** Geometry that errs: touching counts as crossing, the last candidate is lost, trees are deeper. */
const bluntGeometry: ContextOptions["geometry"] = {
  ...geometry,
  // one in a hundred of the balls, and these too large
  packSpheres(mesh, options) {
    const { balls, ...rest } = geometry.packSpheres(mesh, options);
    return {
      ...rest,
      balls: balls.map((x, k) => (k % 4 === 3 ? 1.001 * x : x)).slice(0, 4 * Math.ceil(balls.length / 400)),
    };
  },
  intersectTriangles: (va, a, b, c, vb, d, e, f, _policy, out) => {
    const found = geometry.intersectTriangles(va, a, b, c, vb, d, e, f, "include", out);
    out.point[0] += 0.01;
    return found;
  },
  // without its exact part
  orientSign: (v, a, b, c, d) => {
    const [p, q, r] = [a, b, c].map((i) => [0, 1, 2].map((k) => v[3 * i + k] - v[3 * d + k]));
    const [x, y, z] = [0, 1, 2].map((k) => q[(k + 1) % 3] * r[(k + 2) % 3] - q[(k + 2) % 3] * r[(k + 1) % 3]);
    return Math.sign(p[0] * x + p[1] * y + p[2] * z);
  },
  treePairs: (a, b, transform, sink, options) => {
    geometry.treePairs(a, b, transform, sink, options);
    sink.count--;
    sink.nodeTests *= 1000;
  },
};

/** Methods of the sources that err: a pair is lost, spheres are too small, trees are deeper. */
const bluntHistorical: ContextOptions["historical"] = {
  ...historical,
  axisDistance: (...args) => {
    const found = historical.axisDistance(...args);
    const [, , , , , out, o] = args;
    for (let k = 0; k < 4; k++) out[o + k] += 0.01;
    return found;
  },
  broadPhases: Object.fromEntries(
    Object.entries(historical.broadPhases).map(([name, kind]) => [
      name,
      { ...kind, create: (filter: never) => forgetful(kind.create(filter)) },
    ]),
  ) as never,
  encloseSpheres: (s, i, t, j, out, o) => {
    historical.encloseSpheres(s, i, t, j, out, o);
    for (let k = 0; k < 4; k++) out[o + k] *= 1.01;
  },
  sphereDagPairs: (a, b, sink) => {
    historical.sphereDagPairs(a, b, sink);
    sink.count = Math.max(0, sink.count - 1);
    sink.nodeTests *= 1000;
  },
  updateSphereDag: (dag) => {
    historical.updateSphereDag(dag);
    // groups too small for their parts
    for (let i = dag.part.length; i < dag.count; i++) dag.sphere[4 * i + 3] *= 0.9;
  },
  buildOctree: (boxes, options) => losing(historical.buildOctree(boxes, options)),
  buildKdTree: (boxes, options) => losing(historical.buildKdTree(boxes, options)),
  buildBspTree: (mesh, options) => ({ ...historical.buildBspTree(mesh, options), depth: 99 }),
};

/** BSP trees alone that err: a candidate is lost, a point on a facet counts as inside. */
const bluntBsp: ContextOptions["historical"] = {
  ...historical,
  buildBspTree: (mesh, options) => {
    const tree = historical.buildBspTree(mesh, options);
    return { ...losing(tree), classify: (p, o) => tree.classify(p, o) || 1 };
  },
};

function losing<T extends { query(box: Float64Array, o: number, sink: { count: number }): void }>(tree: T): T {
  return {
    ...tree,
    query(box: Float64Array, o: number, sink: { count: number }) {
      tree.query(box, o, sink);
      sink.count = Math.max(0, sink.count - 1);
    },
  };
}

interface ContactSpoil {
  /** Factor of normal forces and their derivatives. */
  readonly normal?: number;
  /** Factor of normal forces while the bodies approach, beside the other. */
  readonly approach?: number;
  /** Factor of friction. */
  readonly friction?: number;
  /** After every commit, the history is multiplied by this. */
  readonly memory?: number;
  /** Factor of what is computed in closed form. */
  readonly closed?: number;
  /** Laws that have a restitution take this one. */
  readonly restitution?: number;
}

/** Contact laws that err. */
function bluntContact({
  normal = 1,
  approach = 1,
  friction = 1,
  memory = 1,
  closed = 1,
  restitution,
}: ContactSpoil): typeof contact {
  const laws = Object.entries(contact.laws as unknown as Record<string, ContactLaw>).map(([name, law]) => {
    const evaluate: ContactLaw["evaluate"] = (params, batch, out, start, end) => {
      const told = restitution === undefined || !("restitution" in params) ? params : { ...params, restitution };
      law.evaluate(told as typeof params, batch, out, start, end);
      for (let i = start; i < end; i++) {
        const factor = batch.gapRate[i] < 0 ? normal * approach : normal;
        out.force[i] *= factor;
        out.stiffness[i] *= factor;
        out.damping[i] *= factor;
      }
    };
    return [name, { ...law, evaluate }] as const;
  });
  const kinds = contact.frictionLaws as unknown as Record<string, contact.FrictionLaw>;
  const frictionLaws = Object.entries(kinds).map(([name, law]) => {
    const evaluate: contact.FrictionLaw["evaluate"] = (params, batch, out, start, end) => {
      law.evaluate(params, batch, out, start, end);
      for (let k = 3 * start; k < 3 * end; k++) out.force[k] *= friction;
      for (let k = 9 * start; k < 9 * end; k++) {
        out.stiffness[k] *= friction;
        out.damping[k] *= friction;
      }
    };
    const commit: contact.FrictionLaw["commit"] = (params, batch, start, end) => {
      law.commit(params, batch, start, end);
      const n = law.stateSize;
      for (let k = n * start; k < n * end; k++) batch.state[k] *= memory;
      if (memory !== 1 && n > 1) for (let i = start; i < end; i++) batch.state[n * i + 1] += memory * 1e-6;
    };
    return [name, { ...law, evaluate, commit }] as const;
  });
  return {
    ...contact,
    laws: Object.fromEntries(laws),
    frictionLaws: Object.fromEntries(frictionLaws),
    hertzStiffness: (a: contact.ElasticBody, b: contact.ElasticBody) => closed * contact.hertzStiffness(a, b),
    pairModulus: (a: contact.ElasticBody, b: contact.ElasticBody) => closed * closed * contact.pairModulus(a, b),
    restitutionOf: (factor: number) => contact.restitutionOf(factor) * closed,
    stictionShare: (speed: number, of: number) => contact.stictionShare(speed, of) * closed,
    longestStep: (...args: Parameters<typeof contact.longestStep>) => closed * contact.longestStep(...args),
    stepRimElement: (...args: Parameters<typeof contact.stepRimElement>) => {
      const [by, state, o, , , , , out, oo] = args;
      contact.stepRimElement(...args);
      out[oo] *= friction;
      if (memory === 0) state[o + contact.RIM_ELEMENT.bristle] *= 1 - 10 * by[contact.RIM_COEFFICIENT.timestep];
    },
    findRim: (...args: Parameters<typeof contact.findRim>) => {
      contact.findRim(...args);
      const out = args[6];
      if (closed === 1) return;
      for (let k = 0; k < 6 * out.count; k++) out.point[k] = 0.01 * (k % 6) - closed * out.point[k];
      for (let i = 0; i < out.count; i++) out.length[i] *= closed;
      for (let k = 0; k < 6 * out.count; k++) out.normal[k] += 0.01;
      if (out.point[0] > 0.25) out.count = 0;
      else out.count += out.count > 1 ? 1 : 0;
    },
    diskFriction: (...args: Parameters<typeof contact.diskFriction>) => {
      contact.diskFriction(...args);
      for (let k = 0; k < 2; k++) args[2][k] *= friction;
    },
    fieldFriction: (...args: Parameters<typeof contact.fieldFriction>) => {
      contact.fieldFriction(...args);
      for (let k = 0; k < 3; k++) args[7][args[8] + k] *= friction * friction * friction;
    },
    stepLimit: (...args: Parameters<typeof contact.stepLimit>) => (closed === 1 ? 1 : 2) * contact.stepLimit(...args),
    impactOf: (...args: Parameters<typeof contact.impactOf>) => {
      const { restitution, duration, depth } = contact.impactOf(...args);
      return { restitution, duration: closed * duration, depth: closed * depth };
    },
  } as unknown as typeof contact;
}

/** The entries of bodies' shapes, or of the bodies themselves, changed one by one. */
const withBodies =
  (change: (body: Record<string, unknown>) => Record<string, unknown>) =>
  (spec: UntypedSpec): UntypedSpec => ({
    ...spec,
    bodies: (spec.bodies ?? []).map((body) => change({ ...body })) as never,
  });

/** Height fields whose soil has other entries. */
const withSoilEntries = (entries: object) =>
  withBodies((body) => ({
    ...body,
    shapes: ((body.shapes ?? []) as readonly Record<string, unknown>[]).map((shape) =>
      typeof shape.soil === "object" ? { ...shape, soil: { ...shape.soil, ...entries } } : shape,
    ),
  }));

/** A vector of a body moved by d. */
const movedBy = (vector: unknown, d: readonly number[]) =>
  d.map((x, k) => x + (((vector ?? []) as readonly number[])[k] ?? 0));

/** Contact laws that err, where they are called by themselves and where scenes name them. */
function bluntLaws(spoil: ContactSpoil): ContextOptions {
  const blunt = bluntContact(spoil);
  const items = { ...defaultItems, contactLaws: blunt.laws, frictionLaws: blunt.frictionLaws } as unknown as Items;
  return { contact: blunt, items };
}

/** Complementarity solvers whose z is 0.1 % too large, and an oracle that loses a solution. */
const bluntSolvers: ContextOptions["complementarity"] = {
  ...complementarity,
  solveComplementarity: (problem, settings, work, z) => {
    const statistics = complementarity.solveComplementarity(problem, settings, work, z);
    for (let i = 0; i < problem.size; i++) z[i] = 1.001 * z[i] + 1e-6;
    return statistics;
  },
  enumerateSolutions: (n, matrix, vector, tolerance) => {
    const found = complementarity.enumerateSolutions(n, matrix, vector, tolerance);
    return { ...found, solutions: found.solutions.map((z) => z.map((x) => 1.001 * x)) };
  },
};

export const mutants: Readonly<Record<string, ContextOptions>> = {
  // first those that most experiments notice
  "nothing moves": { items: withSteps(() => () => {}) },
  "contact laws err by 3 %": bluntLaws({ normal: 1.03, friction: 1.03, memory: 0.97, closed: 1.03 }),
  "every other body drifts by 20 mm/s": {
    items: after((model, { bodyPos }) => {
      eachBody(model, (b) => (bodyPos[3 * b] += (b & 1) * 0.02 * model.options.timestep));
    }),
  },
  "joints pull B askew": { items: bluntJoints() },
  "contacts are swept, however high the pile": {
    change: (spec) => {
      const { formulation } = spec as { formulation?: Record<string, unknown> | string };
      if (typeof formulation === "string" && formulation !== "impulse") return spec;
      if (typeof formulation === "object" && formulation.type !== "impulse") return spec;
      const given = typeof formulation === "object" ? formulation : {};
      return { ...spec, formulation: { ...given, type: "impulse", contacts: "iterative" } } as UntypedSpec;
    },
  },
  "bodies pass through each other": { change: (spec) => ({ ...spec, contact: "none" }) },
  "collision detection errs": { collision: bluntCollision, geometry: bluntGeometry, historical: bluntHistorical },
  "BSP trees lose a candidate": { historical: bluntBsp },
  "complementarity solvers err": { complementarity: bluntSolvers },
  "every run differs in the last bits": {
    items: after((_model, { bodyVel }) => {
      for (let k = 0; k < bodyVel.length; k++) bodyVel[k] *= 1 + 1e-15 * Math.floor(Math.random() * 8);
    }),
  },
  "velocities grow by 1 % a second": {
    items: after((model, { bodyVel }) => {
      for (let k = 0; k < bodyVel.length; k++) bodyVel[k] *= 1 + 0.01 * model.options.timestep;
    }),
  },
  "bodies drift by 1 mm/s": {
    items: after((model, { bodyPos }) => eachBody(model, (b) => (bodyPos[3 * b] += 1e-3 * model.options.timestep))),
  },
  "bodies turn by 1 mrad/s": {
    items: after((model, { bodyQuat }) => {
      eachBody(model, (b) => {
        // q ← q + ½ φ (1, 0, 0) q, to first order
        const half = 5e-4 * model.options.timestep;
        const [x, y, z, w] = bodyQuat.subarray(4 * b, 4 * b + 4);
        bodyQuat.set([x + half * w, y - half * z, z + half * y, w - half * x], 4 * b);
      });
    }),
  },
  "velocities grow by 10 % a step": {
    items: after((_model, { bodyVel }) => {
      for (let k = 0; k < bodyVel.length; k++) bodyVel[k] *= 1.1;
    }),
  },
  "velocities grow by 3 % a step": {
    items: after((_model, { bodyVel }) => {
      for (let k = 0; k < bodyVel.length; k++) bodyVel[k] *= 1.03;
    }),
  },
  "momentum tilts by 10 mrad/s": {
    items: after((model, { bodyVel }) => {
      eachBody(model, (b) => (bodyVel[6 * b] += 0.01 * model.options.timestep * bodyVel[6 * b + 1]));
    }),
  },
  "hulls and meshes are 0.1 % larger": {
    change: (spec) => ({
      ...spec,
      bodies: (spec.bodies ?? []).map((body) => ({
        ...body,
        shapes: (body.shapes ?? []).map((shape) =>
          Array.isArray(shape.vertices)
            ? { ...shape, vertices: shape.vertices.map((p: readonly number[]) => p.map((x) => 1.001 * x)) }
            : shape,
        ),
      })),
    }),
  },
  "Newmark and HHT take other numbers": {
    change: (spec) => {
      const { formulation } = spec as { formulation?: Record<string, unknown> };
      const { scheme, forceWeight = 0, beta = 0.25 } = formulation ?? {};
      const other =
        scheme === "hht"
          ? { forceWeight: (forceWeight as number) + 0.01 }
          : scheme === "newmark"
            ? { beta: 1.01 * (beta as number) }
            : {};
      return { ...spec, formulation: { ...formulation, ...other } } as UntypedSpec;
    },
  },
  "nothing is swept": {
    change: (spec) => ({
      ...spec,
      bodies: (spec.bodies ?? []).map((body) => ({ ...body, continuous: "off" as const })),
    }),
  },
  "friction is 3 % larger": { change: withMaterial(["friction", "kineticFriction", "spinningFriction"], 1.03) },
  "rolling friction is 10 % larger": { change: withMaterial(["rollingFriction"], 1.1) },
  "restitution is 1 % smaller": { change: withMaterial(["restitution"], 0.99) },
  "joints are 2 % stronger and faster": {
    change: scaled("joints", ["force", "speed", "stiffness", "pullForce", "maxEffort", "maxForce", "length"], 1.02),
  },
  "joints act on their frames 1 mm off": {
    change: (spec) => ({
      ...spec,
      joints: (spec.joints ?? []).map((joint) =>
        Array.isArray(joint.at) ? { ...joint, at: joint.at.map((x: number) => x + 1e-3) } : joint,
      ),
    }),
  },
  "the first joint is missing": { change: (spec) => ({ ...spec, joints: (spec.joints ?? []).slice(1) }) },
  "springs are 1 % stiffer": { change: scaled("forces", ["stiffness"], 1.01) },
  "forces are 1 % larger": { change: scaled("forces", ["force", "torque"], 1.01) },
  "bodies are 1 % heavier": { change: scaled("bodies", ["mass", "density"], 1.01) },
  "one shape of each body is heavier": {
    change: (spec) => ({
      ...spec,
      bodies: (spec.bodies ?? []).map((body) => ({
        ...body,
        shapes: (body.shapes ?? []).map((shape, k) => (k === 0 ? { ...shape, density: 1234 } : shape)),
      })),
    }),
  },
  "inertia is 1 % larger": { change: scaled("bodies", ["inertia"], 1.01) },
  "bodies start 10 cm higher": {
    change: (spec) => ({
      ...spec,
      bodies: (spec.bodies ?? []).map((body) => {
        const [x = 0, y = 0, z = 0] = (body.position ?? []) as readonly number[];
        if (body.type === "static") return body;
        return { ...body, position: spec.plane === "xy" ? [x, y + 0.1] : [x, y, z + 0.1] };
      }),
    }),
  },
  "bodies start 1 % faster": { change: scaled("bodies", ["velocity", "angularVelocity"], 1.01) },
  "contact is twenty times stiffer": bluntLaws({ normal: 20 }),
  "contact is half as stiff": bluntLaws({ normal: 0.5 }),
  "the longest step is told 30 % longer": {
    contact: {
      ...contact,
      contactReport: (model) =>
        contact.contactReport(model).map((row) => ({ ...row, longestStep: 1.3 * row.longestStep })),
    },
  },
  "friction is ignored": { change: withMaterial(["friction", "kineticFriction"], 0) },
  "contact is harder on the way in": bluntLaws({ approach: 1.1 }),
  "bristles forget": bluntLaws({ memory: 0 }),
  "normal numbers are 3 % too wide": {
    contact: {
      ...contact,
      polarNormals(...args: Parameters<typeof contact.polarNormals>) {
        contact.polarNormals(...args);
        for (let k = 0; k < 2; k++) args[3][k] *= 1.03;
      },
    },
  },
  "tyres hold 10 % more": { change: withLaw("tyre", { friction: 0.8 }, 1.1) },
  "tyres are 10 % stiffer in slip": { change: withLaw("tyre", { slipStiffness: 15, corneringStiffness: 10 }, 1.1) },
  "tyres corner a third as hard": { change: withLaw("tyre", { corneringStiffness: 10 }, 1 / 3) },
  "tyres roll 10 % harder": { change: withLaw("tyre", { rollingResistance: 0.015 }, 1.1) },
  "soil is 5 % denser and stronger": { change: withSoil(["density", "cohesion", "frictionAngle", "repose"], 1.05) },
  "soil spills in any attitude": { change: withSoilEntries({ discharge: "geometry" }) },
  "soil vanishes in the air": {
    items: after((_model, data) => {
      const { parcels, parcel } = (data.items.soil ?? {}) as { parcels?: Uint32Array; parcel?: Float64Array };
      if (parcels && parcel) for (let k = 0; k < parcels[0]; k++) parcel[8 * k] *= 0.99;
    }),
  },
  "buckets are 1 % wider": {
    change: withBodies((body) => ({
      ...body,
      shapes: ((body.shapes ?? []) as readonly Record<string, unknown>[]).map((shape) =>
        shape.type === "bucket" ? { ...shape, width: 1.01 * Number(shape.width) } : shape,
      ),
    })),
  },
  "bodies start 10 cm aside": {
    change: withBodies((body) =>
      body.type === "static" ? body : { ...body, position: movedBy(body.position, [0, 0.1, 0]) },
    ),
  },
  "centres of mass are 5 cm higher": {
    change: withBodies((body) => ({ ...body, centerOfMass: movedBy(body.centerOfMass, [0, 0, 0.05]) })),
  },
  "contact laws do not damp": bluntLaws({ restitution: 1 }),
};
