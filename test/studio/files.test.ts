import { describe, expect, test } from "vitest";
import { adviceFor, isSceneFile, modelAmong } from "../../studio/files.js";
import { texts } from "../../studio/texts/files.js";

describe("a dropped file", () => {
  test.each(["a.yaml", "a.yml", "B.JSON", "with.dots.yaml"])("%s is a scene", (name) => {
    expect(isSceneFile(name)).toBe(true);
  });

  test.each([
    ["robot.xacro", texts.robot],
    ["part.3mf", texts.mesh],
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

describe("files that are dropped together", () => {
  test.each([
    [["link.stl", "arm.urdf"], "arm.urdf"],
    [["arm.xml", "scene.xml", "assets/a.obj"], "scene.xml"],
    [["part.STL"], "part.STL"],
    [["scene.yaml", "meshes.glb"], undefined],
    [["photo.jpeg"], undefined],
  ])("of %j, %s is imported", (names, model) => {
    expect(modelAmong(names)).toBe(model);
  });
});
