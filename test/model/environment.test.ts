/** Environments of the picture: declared with the scene, checked as everything else, without effect on motion. */
import {
  compileUntyped,
  createData,
  defaultItems,
  environmentOf,
  SpecError,
  sceneJsonSchema,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";

function problemsOf(environment: unknown): string {
  try {
    compileUntyped({ environment });
    return "";
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
}

describe("environment", () => {
  test("is void by default; a name alone has all defaults", () => {
    expect(environmentOf(compileUntyped({}).spec.environment)).toMatchObject({ type: "void", ground: "earth" });
    const site = environmentOf(compileUntyped({ environment: "site" }).spec.environment);
    expect(site.type).toBe("site");
    expect(site.fog).toBeUndefined();
    expect(site.sun.elevation).toBeGreaterThan(0);
  });

  test("takes settings, each with its default", () => {
    const given = { type: "site", sun: { azimuth: 2.2 }, fog: 60 } as const;
    const { sun, fog } = environmentOf(compileUntyped({ environment: given }).spec.environment);
    expect(sun).toEqual({ azimuth: 2.2, elevation: environmentOf("site").sun.elevation });
    expect(fog).toBe(60);
  });

  test("names the nearest word for a wrong one, at its place", () => {
    expect(problemsOf("sit")).toMatch(/environment.*unknown environment "sit".*site/s);
    expect(problemsOf({ type: "labb" })).toMatch(/environment\.type.*lab/s);
    expect(problemsOf({ type: "site", fgo: 3 })).toMatch(/environment.*fog/s);
    expect(problemsOf({ type: "site", sun: { elevation: 2 } })).toMatch(/environment\.sun\.elevation.*<= 1\.57/s);
    expect(problemsOf(7)).toMatch(/environment.*expected an environment/s);
  });

  test("is in the JSON Schema, with both ways to write it", () => {
    const { properties } = sceneJsonSchema(defaultItems) as { properties: Record<string, unknown> };
    const text = JSON.stringify(properties.environment);
    for (const word of ["void", "lab", "site", "azimuth", "asphalt", "[rad]"]) expect(text).toContain(word);
  });

  test("does not change the motion", () => {
    const ball = {
      bodies: [{ name: "ball", position: [0, 0, 1], shapes: [{ type: "sphere", radius: 0.1 }] }],
    } as const;
    const hashes = [undefined, "lab", { type: "site", fog: 20 }].map((environment) => {
      const model = compileUntyped({ ...ball, ...(environment && { environment }) });
      const data = createData(model);
      for (let k = 0; k < 100; k++) step(model, data);
      return stateHash(data);
    });
    expect(new Set(hashes).size).toBe(1);
  });
});
