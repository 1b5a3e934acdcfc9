/** Edges of the studio: files that are not read, the search, the time of each stage, the source, a machine at hand. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

const still = { reducedMotion: "reduce" } as const;

describe("a dropped file that is not read", () => {
  test.each(["", "#/proof", "#/scene/servo"])("is answered in one sentence on page %j", async (path) => {
    const { page, complaints } = await openPage(bench, path, still);
    await page.locator("main").first().waitFor();
    await page.evaluate(() => studio.openFile(new File(["<robot/>"], "arm.xacro")));
    const notice = page.locator(".notice.error").last();
    await notice.waitFor();
    await expect.poll(() => notice.textContent()).toContain("arm.xacro xacro and SRDF are not read");
    const box = await notice.boundingBox();
    expect(box?.height).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

const ROBOT = `<robot name="arm"><link name="world"/>
  <link name="upper"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://arm/upper.stl"/></geometry></visual></link>
  <joint name="shoulder" type="continuous"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint>
  <transmission name="motor"/></robot>`;
const FACETS = [[1, 2, 3], [1, 4, 2], [2, 4, 3], [3, 4, 1]] as const; // biome-ignore format: one line
const CORNERS = ["", "0 0 0", "1 0 0", "0 1 0", "0 0 1"];
const MESH = `solid a\n${FACETS.map((facet) => `facet normal 0 0 0\nouter loop\n${facet.map((k) => `vertex ${CORNERS[k]}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid a\n`;

describe("a robot that is dropped with its mesh", () => {
  test("opens as a scene, and says what is not supported", async () => {
    const { page, complaints } = await openPage(bench, "", still);
    await page.locator("main").first().waitFor();
    await page.evaluate(
      ([robot, mesh]) => studio.openFiles([new File([mesh], "upper.stl"), new File([robot], "arm.urdf")]),
      [ROBOT, MESH],
    );
    const notice = page.locator(".notice").last();
    await expect.poll(() => notice.textContent()).toContain("Imported: 1 bodies, 1 joints, 2 kg");
    expect(await notice.textContent()).toContain("1 things in it have no counterpart");
    await expect
      .poll(() => page.evaluate(() => studio.scene.value?.description.bodies.map(({ name }) => name)))
      .toEqual(["world", "upper"]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a file that is wrong is named with its line", async () => {
    const { page } = await openPage(bench, "", still);
    await page.locator("main").first().waitFor();
    await page.evaluate(() => studio.openFile(new File(["<robot>\n  <link/></robot>"], "arm.urdf")));
    const notice = page.locator(".notice.error").last();
    await expect.poll(() => notice.textContent()).toContain("arm.urdf:2:3: <link> needs the attribute name");
    await page.close();
  });
});

describe("the search", () => {
  test("finds words of help, and parameters, whose field gets the focus", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/servo", still);
    await sceneShown(page, "servo");
    await page.keyboard.press("Control+k");
    const field = page.locator("dialog.palette input");
    await field.fill("stick");
    await page.getByRole("option", { name: /Contact points/ }).waitFor();
    // the option of a parameter comes with the form of the solver
    await field.fill("step of the simulation");
    await page.getByRole("option", { name: /^Timestep/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("param-timestep");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog.help input").fill("stick");
    const rows = page.locator("dialog.help dl > div");
    await expect.poll(() => rows.count()).toBe(2); // contact points, friction state
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the solver panel", () => {
  test("shows the time of each stage of a step while the scene runs", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/servo", still);
    await sceneShown(page, "servo");
    await page.evaluate(() => studio.dock.value?.show("solver"));
    await page.getByText("Measured while the scene runs").waitFor();
    await page.evaluate(() => studio.toggle());
    await expect
      .poll(() => page.locator(".stage-times dt").allTextContents())
      .toEqual(["Begin", "Controllers", "Formulation", "Checks", "Sensors"]);
    const stages = await page.evaluate(() => studio.status.value?.stages ?? []);
    expect(stages.reduce((sum, { time }) => sum + time, 0)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the source", () => {
  test("becomes wide, and its caret stays in sight when problems open below it", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/servo", still);
    await sceneShown(page, "servo");
    await page.evaluate(() => studio.dock.value?.show("source"));
    const content = page.locator(".source-text .cm-content");
    await content.waitFor();
    const width = async () => (await page.locator(".source-panel").boundingBox())?.width ?? 0;
    const narrow = await width();
    await page.getByRole("button", { name: "Wide or narrow" }).click();
    await expect.poll(width).toBeGreaterThan(narrow + 200);
    await page.getByRole("button", { name: "Wide or narrow" }).click();
    await expect.poll(width).toBeLessThan(narrow + 20);

    await content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nbodies: 7\ntimestep: nothing\n");
    await page.locator(".source-problems li").first().waitFor();
    const hidden = () =>
      page.evaluate(() => {
        const caret = document.querySelector(".cm-cursor-primary")?.getBoundingClientRect();
        const area = document.querySelector(".source-text")?.getBoundingClientRect();
        return !caret || !area || caret.bottom > area.bottom || caret.top < area.top;
      });
    await expect.poll(hidden).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the truck", () => {
  test("an arrow drives both rear wheels against its timetable; release gives them back", async () => {
    const { page, complaints } = await openPage(bench, "#/scene/truck?load=0", still);
    await sceneShown(page, "truck");
    await page.evaluate(() => studio.dock.value?.show("controls"));
    await expect.poll(() => page.locator(".controls-value span").allTextContents()).toContain("steer");
    await page.getByRole("switch", { name: /keys and gamepad/ }).check();
    await page.keyboard.down("ArrowUp");
    const values = () => page.evaluate(() => [...studio.controls.values.value.values()].slice(0, 3));
    await expect.poll(async () => (await values())[0]).toBe(10);
    await page.evaluate(() => studio.step(60)); // 0.5 s, where the timetable still stands
    const speed = () =>
      page.evaluate(() => {
        const k = studio.scene.value?.description.columns.findIndex(({ name }) => name === "body/chassis/speed") ?? -1;
        return [...studio.history.column(k + 1)].at(-1) ?? 0;
      });
    await expect.poll(speed).toBeGreaterThan(0.2);
    await page.keyboard.up("ArrowUp");
    await expect.poll(async () => (await values())[0]).toBe(0);
    await page.getByRole("button", { name: "Release all" }).click();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
