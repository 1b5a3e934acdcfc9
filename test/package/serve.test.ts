/** The server of the studio: pages without their ending, 404 for what is not there, nothing from outside of the folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveFolder } from "../../scripts/serve.mjs";

const base = mkdtempSync(join(tmpdir(), "stiction-serve-"));
const root = join(base, "web");
let served: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  mkdirSync(join(root, "assets"), { recursive: true });
  writeFileSync(join(base, "secret.txt"), "secret");
  writeFileSync(join(root, "index.html"), "<p>home");
  writeFileSync(join(root, "operator.html"), "<p>operator");
  writeFileSync(join(root, "assets", "a-1.js"), "export {}");
  served = await serveFolder(root, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await served.close();
  rmSync(base, { recursive: true, force: true });
});

/** Status and text of a path as it is written: `fetch` would tidy it up first. */
function ask(path: string, method = "GET"): Promise<{ status: number; text: string; headers: NodeJS.Dict<unknown> }> {
  const { hostname, port } = new URL(served.url);
  return new Promise((done, fail) => {
    const asked = request({ hostname, port, path, method }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => done({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    asked.on("error", fail).end();
  });
}

test("files, and pages without their ending", async () => {
  expect(await ask("/")).toMatchObject({ status: 200, text: "<p>home" });
  expect(await ask("/?x=1")).toMatchObject({ status: 200, text: "<p>home" });
  expect(await ask("/operator")).toMatchObject({ status: 200, text: "<p>operator" });
  expect(await ask("/operator.html?scene=x")).toMatchObject({ status: 200, text: "<p>operator" });
  const script = await ask("/assets/a-1.js");
  expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(script.headers["cache-control"]).toContain("immutable");
  // memory may be shared between threads, and another page may take the element from here
  expect(script.headers["cross-origin-embedder-policy"]).toBe("require-corp");
  expect(script.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(await ask("/", "HEAD")).toMatchObject({ status: 200, text: "" });
});

test.each([
  "/nothing",
  "/assets",
  "/assets/",
  "/assets/b.js",
  "/operator/x",
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%00",
  "/%",
])("%s is 404", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("other methods are refused, and a taken port is passed over", async () => {
  expect((await ask("/", "POST")).status).toBe(405);
  const port = Number(new URL(served.url).port);
  const second = await serveFolder(root, { port, host: "127.0.0.1" });
  expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
  await second.close();
});
