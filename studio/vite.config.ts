import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { TRIMMED, trimmed } from "../scripts/trim-packages.mjs";
import { workersInGraph } from "./workers-in-graph.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A page isolated from others may share memory between its threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Programs of other engines, which the proof page compares with. */
const PEERS = /node_modules[\\/](@dimforge|@mujoco|cannon-es)[\\/]/;

// No warning about chunk sizes.
const checks = { bundlerTimings: false };

/**
 * The page's own script is asked for together with the one that loads its language and then runs it; and, where the
 * address is that of a scene, so is what draws it.
 */
const startAhead = (): Plugin => ({
  name: "start-ahead",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {}, path }) {
      // the other pages lead there, or have a script of their own
      if (path !== "/index.html") return [];
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
      );
      const neededBy = (...modules: string[]): Set<string> => {
        const entries = [...chunks.values()].filter(({ facadeModuleId }) =>
          modules.some((name) => facadeModuleId?.endsWith(`/studio/${name}`)),
        );
        const needed = new Set(entries.map(({ fileName }) => fileName));
        for (const name of needed) for (const other of chunks.get(name)?.imports ?? []) needed.add(other);
        return needed;
      };
      const start = neededBy("start.tsx");
      const scene = [...neededBy("workspace/workspace.tsx", "viewport/viewport.ts")].filter((name) => !start.has(name));
      return [
        ...[...start].map((name) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` },
          injectTo: "head" as const,
        })),
        { tag: "script", children: aheadForScenes(scene), injectTo: "head" as const },
      ];
    },
  },
});

/** Of some packages the built studio has a part: see scripts/trim-packages.mjs. */
const trimmedPackages = (): Plugin => ({
  name: "trimmed-packages",
  apply: "build",
  load: { filter: { id: TRIMMED }, handler: (id) => trimmed(id) },
});

/** A script that asks for these files where the address is that of a scene (studio/route.ts). */
function aheadForScenes(files: readonly string[]): string {
  const links = `for (const name of ${JSON.stringify(files)})
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "", href: "./" + name }));`;
  return `
      if (/^#\\/(scene|s)\\//.test(location.hash))
        ${links}
    `;
}

export default defineConfig(({ command }) => ({
  root: here("."),
  base: "./",
  oxc: { jsx: { runtime: "automatic" as const, importSource: "preact" } },
  plugins: [workersInGraph(), startAhead(), trimmedPackages()],
  resolve: {
    // The `source` condition makes `import "stiction"` mean src/index.ts.
    conditions: ["source", "module", "browser", "development|production"],
    // Internal assertions are on while developing and off in the built studio.
    // MuJoCo's loader names a module of Node, which browsers lack and which is not loaded there.
    alias: {
      module: here("./worker/engines-node.ts"),
      ...(command === "build" ? { "#validate": here("../src/math/validate-off.ts") } : {}),
    },
  },
  build: {
    outDir: here("../dist/studio"),
    emptyOutDir: true,
    target: "es2022",
    // three.js is loaded after the rest of the page has been drawn, and changes less often than the studio.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      checks,
      // `/operator` and its panel are ways in of their own
      input: {
        index: here("./index.html"),
        operator: here("./operator.html"),
        panel: here("./operator/panel.html"),
        instructor: here("./instructor.html"),
        // what `stiction render` opens
        render: here("./render.html"),
      },
      output: {
        // other engines are in a folder of their own, which the published studio does not have
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => PEERS.test(id)) ? "peers/[name]-[hash].js" : "assets/[name]-[hash].js",
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => PEERS.test(name))
            ? "peers/[name]-[hash][extname]"
            : "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            { name: "three", test: /node_modules[\\/]three[\\/]/ },
            // trees of triangles for picking, loaded after the first picture
            { name: "picking", test: /node_modules[\\/]three-mesh-bvh[\\/]/ },
          ],
        },
      },
    },
  },
  worker: { format: "es" as const, rolldownOptions: { checks } },
  server: { headers, fs: { allow: [here("..")] } },
  preview: { headers },
}));
