import { compileUntyped, SpecError } from "stiction";
import { formatProblems, MAX_YAML_LENGTH, parseSceneText, parseSettingValue, SceneTextError } from "stiction/io";
import { describe, expect, test } from "vitest";

const YAML = `# a scene
name: two
bodies:
  - name: a
    mass: 1
  - name: b
    shapes:
      - type: sphere
        radius: 0.1
      - {type: box, halfExtents: [1, 2, 3]}
    mass: -1
constants: {"a.b": 1, a: 2}
`;

const JSON_TEXT = `{
  "name": "two",
  "bodies": [
    { "name": "a", "mass": 1 },
    {
      "name": "b",
      "shapes": [
        { "type": "sphere", "radius": 0.1 },
        { "type": "box", "halfExtents": [1, 2, 3] }
      ],
      "mass": -1
    }
  ],
  "constants": { "a.b": 1, "a": 2 }
}
`;

describe("places in a scene file", () => {
  test.each([
    ["bodies[1].mass", 11, 5],
    ["bodies[1].shapes[0].radius", 9, 9],
    ["bodies[1].shapes[1].halfExtents", 10, 21],
    ["bodies[1].shapes[1].halfExtents[2]", 10, 41],
    ["bodies[1]", 6, 5],
    ["bodies", 3, 1],
    ["name", 2, 1],
    ["", 2, 1],
    // what is not there stands where its nearest ancestor does
    ["bodies[1].density", 6, 5],
    ["bodies[7].mass", 3, 1],
    ["joints[0].type", 2, 1],
    ["bodies[1].shapes[0].radius.x", 9, 9],
    // a key may hold a dot
    ["constants.a.b", 12, 13],
    ["constants.a", 12, 23],
  ])("YAML: %s is at %i:%i", async (path, line, column) => {
    const { locate } = await parseSceneText(YAML, "two.yaml");
    expect(locate(path)).toEqual({ line, column });
  });

  test.each([
    ["bodies[1].mass", 11, 7],
    ["bodies[1].shapes[0].radius", 8, 29],
    ["bodies[1].shapes[1].halfExtents[2]", 9, 48],
    ["bodies[0]", 4, 5],
    ["", 1, 1],
    ["bodies[1].density", 5, 5],
    ["bodies[2]", 3, 3],
    ["constants.a.b", 14, 18],
  ])("JSON: %s is at %i:%i", async (path, line, column) => {
    const { locate } = await parseSceneText(JSON_TEXT, "two.json");
    expect(locate(path)).toEqual({ line, column });
  });

  test("both formats give the same scene", async () => {
    const [yaml, json] = [await parseSceneText(YAML, "two.yaml"), await parseSceneText(JSON_TEXT, "two.json")];
    expect(yaml.spec).toEqual(json.spec);
    expect((await parseSceneText(`\ufeff${JSON_TEXT}`, "two.json")).spec).toEqual(json.spec);
    expect((await parseSceneText(JSON_TEXT, "json-is-yaml.yaml")).spec).toEqual(json.spec);
  });

  test("a value behind an alias stands at its anchor", async () => {
    const text = "a: &x\n  radius: 1\nb: *x\nc: [*x, *x]\n";
    const { spec, locate } = await parseSceneText(text, "a.yaml");
    expect(spec).toEqual({ a: { radius: 1 }, b: { radius: 1 }, c: [{ radius: 1 }, { radius: 1 }] });
    expect(locate("b")).toEqual({ line: 3, column: 1 });
    expect(locate("c[1].radius")).toEqual({ line: 2, column: 3 });
  });
});

describe("problems as lines", () => {
  test("name file, line, column, path, expectation and value", async () => {
    const { spec, locate } = await parseSceneText(YAML, "two.yaml");
    const error = (() => {
      try {
        return compileUntyped(spec);
      } catch (caught) {
        return caught;
      }
    })() as SpecError;
    expect(error).toBeInstanceOf(SpecError);
    expect(formatProblems(error.problems, "two.yaml", locate)).toContain(
      "two.yaml:11:5 bodies[1].mass: expected a finite number > 0 kg, got -1",
    );
  });

  test("an unknown key is pointed at itself", async () => {
    const { locate } = await parseSceneText("bodies:\n  - name: a\n    mas: 1\n", "a.yaml");
    const problem = { path: "bodies[0]", message: 'unknown key "mas"; did you mean "mass"?' };
    expect(formatProblems([problem], "a.yaml", locate)).toEqual([
      'a.yaml:3:5 bodies[0]: unknown key "mas"; did you mean "mass"?',
    ]);
    expect(formatProblems([problem], "pendulum")).toEqual([
      'pendulum: bodies[0]: unknown key "mas"; did you mean "mass"?',
    ]);
  });

  test("are one line each, whatever the file holds", () => {
    const [line] = formatProblems([{ path: "a\nb", message: `x\u001b[2J${"y".repeat(9999)}` }], "f.yaml");
    expect(line).toMatch(/^f\.yaml: a b: x \[2Jy+…$/);
    expect(line.length).toBeLessThan(600);
  });
});

describe("texts that are no scene", () => {
  const refused = async (text: string, fileName: string) => {
    const error = await parseSceneText(text, fileName).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(SceneTextError);
    return (error as SceneTextError).message;
  };

  test.each([
    ['{"a": 1,}', 'f.json:1:9 expected a key in double quotes, got "}"'],
    ['{"a" 1}', "f.json:1:6 expected a colon, got 1"],
    ["[1 2]", "f.json:1:4 expected a comma or ], got 2"],
    ['{"a": 01}', "f.json:1:7 expected a JSON value, got 01"],
    ['{"a": +1}', "f.json:1:7 expected a JSON value, got +1"],
    ['{"a": NaN}', "f.json:1:7 expected a JSON value, got NaN"],
    ["{'a': 1}", 'f.json:1:2 expected a key in double quotes, got "\'"'],
    ['{"a": "b\nc"}', "f.json:1:7 this text is not closed on its line, or holds a wrong escape"],
    ['{"a": "\\x"}', "f.json:1:7 this text is not closed on its line, or holds a wrong escape"],
    ["{} {}", 'f.json:1:4 expected the end of the file, got "{"'],
    ['{\n "a": 1,\n "a": 2\n}', 'f.json:3:2 the key "a" is there twice'],
    ['{"b": {"__proto__": 1}}', 'f.json:1:8 the key "__proto__" is not allowed'],
    ["", "f.json:1:1 expected a JSON value, got the end of the file"],
  ])("JSON %j: %s", async (text, message) => {
    expect(await refused(text, "f.json")).toBe(message);
  });

  test("JSON that we accept is JSON that the engine accepts, and the other way round", async () => {
    const pieces = [
      '{"a":',
      "1",
      "-0",
      "1e5",
      "1.",
      ".5",
      "tru",
      "true",
      '"x"',
      '"\\u00e9"',
      '"\\u12"',
      "[",
      "]",
      "}",
      ",",
      " ",
      "null",
      "{",
      '"k":',
    ];
    let state = 1;
    for (let k = 0; k < 3000; k++) {
      let text = "";
      for (let n = 0; n < 1 + (k % 7); n++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        text += pieces[Math.floor((state / 2 ** 32) * pieces.length)];
      }
      let value: unknown;
      let valid = true;
      try {
        value = JSON.parse(text);
      } catch {
        valid = false;
      }
      const ours = await parseSceneText(text, "f.json").catch((error: Error) => error);
      if (valid && !(ours instanceof Error && /twice/.test(ours.message)))
        expect(ours, text).toMatchObject({ spec: value });
      if (!valid) expect(ours, text).toBeInstanceOf(SceneTextError);
    }
  });

  test.each([
    ["a: 1\nb: 2\na: 3\n", 'f.yaml:3:1 the key "a" is there twice'],
    ["a: 1\n---\nb: 2\n", "f.yaml:2:1 expected one document, got a second one"],
    ["a:\n  __proto__: 1\n", 'f.yaml:2:3 the key "__proto__" is not allowed'],
    ["a: *b\n", "f.yaml:1:4 the alias *b has no anchor before it"],
    ["a: &b [*b]\n", "f.yaml:1:8 the alias *b leads back into itself"],
    ["a: !thing 1\n", "f.yaml:1:4 YAML: Unresolved tag: !thing"],
    ["? {a: 1}\n: 2\n", "f.yaml:1:3 expected a word as key"],
    ["a:\n\t- b\n", "f.yaml:2:1 YAML: Tabs are not allowed as indentation"],
  ])("YAML %j: %s", async (text, message) => {
    expect(await refused(text, "f.yaml")).toBe(message);
  });

  test("YAML means what the core schema of YAML 1.2 says", async () => {
    const text = "a: no\nb: 1e-3\nc: 0x10\nd: .nan\ne: -.inf\nf: ~\ng: 2026-01-01\nh: '1'\ni: -0.0\n1: x\n<<: y\n";
    const { spec } = await parseSceneText(text, "f.yaml");
    expect(spec).toEqual({
      a: "no",
      b: 0.001,
      c: 16,
      d: Number.NaN,
      e: Number.NEGATIVE_INFINITY,
      f: null,
      g: "2026-01-01",
      h: "1",
      i: -0,
      1: "x",
      "<<": "y",
    });
  });

  test("too large is refused before it is parsed", async () => {
    expect(await refused(" ".repeat(MAX_YAML_LENGTH + 1), "f.yaml")).toBe(
      "f.yaml expected at most 8388608 characters, got 8388609; write a scene of this size as JSON",
    );
  });

  test("10 MB of JSON are read, and a place near the end is found", async () => {
    const text = `{"vertices": [${"[0.123, 4.567, 8.9], ".repeat(480_000)}[1, 2, 3]], "last": 1}`;
    const { locate } = await parseSceneText(text, "f.json");
    expect(locate("last")).toEqual({ line: 1, column: text.indexOf('"last"') + 1 });
  });
});

describe("values of --set", () => {
  test.each([
    ["1e7", 1e7],
    [" -0.5 ", -0.5],
    ["true", true],
    ["null", null],
    ["rk4", "rk4"],
    ["", ""],
    ["NaN", "NaN"],
    ["[0, 0, -1.62]", [0, 0, -1.62]],
    ["{type: forces, integrator: rk4}", { type: "forces", integrator: "rk4" }],
    ["'1'", "1"],
    ["2 * t # no comment", "2 * t # no comment"],
    ["a: b", "a: b"],
    ["[1, 2", "[1, 2"],
    ["[__proto__: 1]", "[__proto__: 1]"],
  ])("%j", async (text, value) => {
    expect(await parseSettingValue(text)).toEqual(value);
  });
});
