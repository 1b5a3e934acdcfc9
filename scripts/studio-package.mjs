// @ts-check
/**
 * The package stiction-studio, made of the built studio: `dist/studio-package` with `web` (dist/studio without other
 * engines and without the one-file element), the server and its command. See docs/adr/0012-studio-as-a-package.md.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./setup.mjs";

/** What the published studio does not have, relative to dist/studio. */
const LEFT_OUT = ["peers", "stiction-scene.js"];

/** Makes the folder to be packed. @param {string} studio the built studio @param {string} folder where it goes */
export function stageStudioPackage(studio, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(studio, join(folder, "web"), {
    recursive: true,
    filter: (from) => !LEFT_OUT.includes(relative(studio, from).split(sep)[0]),
  });
  copyFileSync(join(root, "scripts", "serve.mjs"), join(folder, "serve.mjs"));
  copyFileSync(join(root, "scripts", "studio-bin.mjs"), join(folder, "studio-bin.mjs"));
  chmodSync(join(folder, "studio-bin.mjs"), 0o755);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "README.md"), README);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest() {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    name: "stiction-studio",
    version,
    description: "The web studio of Stiction: multibody dynamics whose contacts can be trusted.",
    license,
    type: "module",
    engines,
    bin: { "stiction-studio": "./studio-bin.mjs" },
    exports: { ".": "./serve.mjs", "./package.json": "./package.json" },
    files: ["web", "serve.mjs", "studio-bin.mjs"],
  };
}

const README = `# stiction-studio

The web studio of [Stiction](https://www.npmjs.com/package/stiction), as files and a small server.

    npx stiction-studio          or          npx stiction studio
`;
