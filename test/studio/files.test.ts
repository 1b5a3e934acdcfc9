import { describe, expect, test } from "vitest";
import { adviceFor, isSceneFile } from "../../studio/files.js";
import { texts } from "../../studio/texts/files.js";

describe("a dropped file", () => {
  test.each(["a.yaml", "a.yml", "B.JSON", "with.dots.yaml"])("%s is a scene", (name) => {
    expect(isSceneFile(name)).toBe(true);
  });

  test.each([
    ["robot.urdf", texts.robot],
    ["humanoid.xml", texts.xml],
    ["part.STL", texts.mesh],
    ["part.step", texts.cad],
    ["cup.blend", texts.drawing],
    ["cup.fbx", texts.drawing],
    ["photo.jpeg", texts.picture],
    ["film.mp4", texts.film],
    ["all.tar.gz", texts.archive],
    ["scene.ts", texts.module("scene.ts")],
    ["run.csv", texts.table("run.csv")],
    ["problem.h5", texts.problem("problem.h5")],
    ["README", texts.other],
    ["notes.txt", texts.other],
  ])("%s is answered with what can be done", (name, advice) => {
    expect(isSceneFile(name)).toBe(false);
    expect(adviceFor(name)).toBe(advice);
  });
});
