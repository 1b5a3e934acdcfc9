/** The view of a scene: named cameras and the path of a film. */
import {
  compile,
  compileUntyped,
  createData,
  defaultItems,
  SpecError,
  sceneJsonSchema,
  setView,
  stateHash,
  step,
} from "stiction";
import { describe, expect, test } from "vitest";

const car = { name: "car", shapes: [{ type: "box", halfExtents: [1, 0.5, 0.2] }] } as const;

/** The problems of a view, one line each. */
function problems(view: unknown, more: object = {}): string[] {
  try {
    compileUntyped({ bodies: [car], view, ...more });
  } catch (error) {
    if (error instanceof SpecError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("named cameras", () => {
  const seat = { name: "cab", type: "seat", body: "car", eye: [0, 0, 1] };

  test("have defaults: a fixed camera with 29 degrees between its upper and lower edge", () => {
    const model = compile({ bodies: [car], view: { cameras: [{ name: "a", eye: [0, -5, 1], body: "car" }] } });
    expect(model.spec.view?.cameras).toEqual([
      { name: "a", type: "fixed", body: "car", eye: [0, -5, 1], fieldOfView: (29 * Math.PI) / 180 },
    ]);
    expect(model.spec.view?.path).toEqual([]);
  });

  test.each([
    [{ ...seat, type: "seet" }, 'view.cameras[0].type: unknown word "seet"; did you mean "seat"?'],
    [{ ...seat, body: "cart" }, 'view.cameras[0].body: unknown body "cart"; did you mean "car"?'],
    [{ ...seat, body: undefined }, "view.cameras[0].body: a seat camera needs a body"],
    [{ name: "a", eye: [1, 2, 3] }, "view.cameras[0].target: expected a target or a body"],
    [{ ...seat, eye: [1, 2] }, "view.cameras[0].eye: expected a vector [x, y, z] in m, got [1, 2]"],
    [{ ...seat, fieldOfView: 29 }, "view.cameras[0].fieldOfView: expected a finite number >= 0.01 and <= 3 rad"],
  ])("that do not hold are refused with the remedy: %j", (camera, message) => {
    expect(problems({ cameras: [camera] }).join("\n")).toContain(message);
  });

  test("need names of their own", () => {
    expect(problems({ cameras: [seat, seat] }).join()).toContain('the name "cab" is taken by another camera');
  });

  test("of a planar scene do not turn with a body", () => {
    expect(problems({ cameras: [seat] }, { plane: "xy", bodies: [{ name: "car", mass: 1 }] }).join()).toContain(
      "a planar scene is drawn flat",
    );
  });

  test("are in the schema that editors complete from", () => {
    const text = JSON.stringify(sceneJsonSchema(defaultItems));
    for (const word of ["chase", "fieldOfView", "path of the camera in a film"]) expect(text).toContain(word);
  });
});

describe("the path of a film", () => {
  const key = (time: number) => ({ time, eye: [0, -5, 1], target: [0, 0, 0] });

  test("has its key frames in the order of time", () => {
    expect(problems({ path: [key(0), key(1)] })).toEqual([]);
    expect(problems({ path: [key(1), key(1)] }).join()).toContain(
      "view.path[1].time: expected a time after that of the key frame before, 1 s",
    );
  });
});

test("another view of a model changes nothing of its motion, and one that does not hold changes nothing at all", () => {
  const [a, b] = [0, 1].map(() => {
    const model = compile({ bodies: [car] });
    return { model, data: createData(model) };
  });
  step(a.model, a.data);
  step(b.model, b.data);
  setView(b.model, { cameras: [{ name: "cab", type: "seat", body: "car", eye: [0, 0, 1] }] });
  expect(b.model.spec.view?.cameras[0].name).toBe("cab");
  step(a.model, a.data);
  step(b.model, b.data);
  expect(stateHash(b.data)).toBe(stateHash(a.data));

  expect(() => setView(b.model, { cameras: [{ name: "cab", type: "seat", body: "nobody", eye: [0, 0, 1] }] })).toThrow(
    SpecError,
  );
  expect(b.model.spec.view?.cameras[0].body).toBe("car");
  setView(b.model, undefined);
  expect(b.model.spec.view).toBeUndefined();
});
