import * as stiction from "stiction";
import { compile, type Data, defineForce, type Model, param, type Spec, step, type Vec3 } from "stiction";
import * as link from "stiction/link";
import * as linkNode from "stiction/link/node";
import * as studies from "stiction/studies";
import { describe, expect, expectTypeOf, test } from "vitest";
import report from "./api-report.json" with { type: "json" };
import linkReport from "./api-report-link.json" with { type: "json" };
import studiesReport from "./api-report-studies.json" with { type: "json" };
import { kindsOf } from "./support/api-kinds.js";

describe("the public interface", () => {
  test("is the one on record; a change goes into test/api-report.json and the CHANGELOG", () => {
    expect(kindsOf(stiction)).toEqual(report);
  });

  test("of stiction/link and stiction/link/node too, in test/api-report-link.json", () => {
    expect({ link: kindsOf(link), node: kindsOf(linkNode) }).toEqual(linkReport);
  });

  test("of stiction/studies too, in test/api-report-studies.json", () => {
    expect(kindsOf(studies)).toEqual(studiesReport);
  });

  test("types: a spec is plain data, a model and its data are what step takes", () => {
    expectTypeOf<Spec>().toExtend<Parameters<typeof compile>[0]>();
    expectTypeOf(compile).returns.toEqualTypeOf<Model>();
    expectTypeOf(step).parameters.toEqualTypeOf<[Model, Data]>();
    expectTypeOf<Spec>().toHaveProperty("bodies");
    expectTypeOf<{ name: "a"; mass: 1 }>().toExtend<NonNullable<Spec["bodies"]>[number]>();
    // @ts-expect-error a mass is a number
    ({ bodies: [{ name: "a", mass: "1" }] }) satisfies Spec;
  });

  test("types: columns follow from the declaration of parameters", () => {
    defineForce({
      name: "typed",
      help: "",
      params: {
        body: param.body({ help: "" }),
        k: param.number({ help: "" }),
        at: param.vector({ help: "" }),
        times: param.numbers({ help: "" }),
        mode: param.choice(["a", "b"], { default: "a", help: "" }),
      },
      evaluate(_model, _data, table) {
        expectTypeOf(table.col.body).toEqualTypeOf<Int32Array>();
        expectTypeOf(table.col.k).toEqualTypeOf<Float64Array>();
        expectTypeOf(table.col.at).toEqualTypeOf<Float64Array>();
        expectTypeOf(table.col.times.start).toEqualTypeOf<Int32Array>();
        expectTypeOf(table.col.mode).toEqualTypeOf<Int32Array>();
        expectTypeOf(table.specs[0].at).toEqualTypeOf<Vec3>();
        expectTypeOf(table.specs[0].mode).toEqualTypeOf<"a" | "b">();
      },
    });
  });
});
