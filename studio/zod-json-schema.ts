/**
 * Plugin of the build: JSON Schema of zod (6 kB of compressed script) is loaded by the chunk that asks for it
 * (`z.toJSONSchema`, the forms of the inspector), not by every page that reads a scene. zod's schemas name the
 * functions that write JSON Schema; here they name stand-ins, which the real module fills in when it is loaded.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const STAND_INS = "\0zod-json-schema-stand-ins";
const FILLED = "\0zod-json-schema-filled";
const REAL = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

export function zodJsonSchemaLater(): Plugin {
  let real = "";
  return {
    name: "zod-json-schema-later",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source === STAND_INS) return { id: STAND_INS, moduleSideEffects: false };
      if (!/\/(json-schema-processors|to-json-schema)\.js$/.test(source) || !importer) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (!found || !REAL.test(found.id)) return null;
      if (found.id.includes("json-schema-processors")) real = found.id;
      const by = /zod\/v4\/classic\/(schemas|external)\.js$/.exec(importer)?.[1];
      if (by === undefined) return found;
      return { id: by === "schemas" ? STAND_INS : FILLED, moduleSideEffects: false };
    },
    load(id) {
      if (id === STAND_INS) return standIns(readFileSync(real, "utf8"));
      if (id === FILLED) {
        return `import * as real from ${JSON.stringify(real)}; import { fill } from ${JSON.stringify(STAND_INS)};
          export function toJSONSchema(...given) { fill(real); return real.toJSONSchema(...given); }`;
      }
      return null;
    },
  };
}

/** A function for every one of the given module that a schema may name. */
function standIns(text: string): string {
  const names = [...text.matchAll(/^export (?:const|function) (\w+Processor|aggregateChecks)\b/gm)].map(
    ([, name]) => name,
  );
  const missing = 'throw new Error("call z.toJSONSchema, which loads JSON Schema")';
  return `let real;
    export function fill(given) { real = given; }
    export const createToJSONSchemaMethod = () => () => { ${missing}; };
    export const createStandardJSONSchemaMethod = createToJSONSchemaMethod;
    const call = (name, given) => { if (!real) ${missing}; return real[name](...given); };
    ${names.map((name) => `export const ${name} = (...given) => call("${name}", given);`).join("\n")}`;
}
