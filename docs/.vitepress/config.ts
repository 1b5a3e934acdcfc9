import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type MarkdownRenderer } from "vitepress";

const root = join(import.meta.dirname, "..", "..");

// Tables that derive from declarations are rebuilt with the site; see docs/tools/generate.ts.
execFileSync(process.execPath, ["--conditions=source", "--import", "tsx", "docs/tools/generate.ts"], {
  cwd: root,
  stdio: "inherit",
});

const page = (text: string, link: string) => ({ text, link });

/** Only pages that exist: typedoc makes the API reference, and `vitepress dev docs` alone does not run it. */
const api = existsSync(join(root, "docs", "api", "index.md")) ? [page("API", "/api/")] : [];

/** Decisions by number, each under the title of its page. */
const decisions = readdirSync(join(root, "docs", "adr"))
  .filter((name) => name.endsWith(".md"))
  .sort()
  .map((name) => {
    const title = /^# (.+)$/m.exec(readFileSync(join(root, "docs", "adr", name), "utf8"))?.[1];
    return page(title ?? name, `/adr/${name.slice(0, -".md".length)}`);
  });

/** Pages of the shipped scenes by group; docs/scenes/[scene].paths.ts makes them. */
const examples = JSON.parse(readFileSync(join(root, "docs", "generated", "scenes.json"), "utf8")) as readonly {
  name: string;
  title: string;
  group: string;
}[];
const exampleGroups = [...new Set(examples.map(({ group }) => group))].map((group) => ({
  text: group,
  collapsed: true,
  items: examples.filter((scene) => scene.group === group).map(({ name, title }) => page(title, `/scenes/${name}`)),
}));

const contributing = [
  {
    text: "Contributing",
    items: [page("How to contribute", "/contributing/"), page("Architecture", "/contributing/architecture")],
  },
  { text: "Words", items: [page("Glossary", "/glossary"), page("References", "/references")] },
  { text: "Decisions", items: decisions },
];

/** Where a link of README, CONTRIBUTING and ARCHITECTURE, which are relative to the root, leads on the site. */
function siteLink(href: string): string {
  if (href === "ARCHITECTURE.md") return "/contributing/architecture";
  return href.startsWith("docs/") ? `/${href.slice("docs/".length)}` : href;
}

/** A scene in a tutorial that has a file name (```yaml [car.yaml]) is shown under its text, running. */
function liveScenes(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    // before the text is made, which takes the file name away
    const info = tokens[i].info.trim();
    const text = fence?.(tokens, i, options, env, self) ?? self.renderToken(tokens, i, options);
    if (!/^yaml \[[\w-]+\.yaml\]$/.test(info) || !env.relativePath?.match(/^(tutorials|tasks)\//)) return text;
    const address = `data:application/yaml;charset=utf-8,${encodeURIComponent(tokens[i].content)}`;
    return `${text}\n<stiction-scene src="${address.replaceAll("'", "%27")}" controls></stiction-scene>\n`;
  };
}

export default defineConfig({
  title: "Stiction",
  description: "Multibody dynamics whose contacts can be trusted: a library, a command-line tool and a web studio.",
  cleanUrls: true,
  srcExclude: ["generated/**", "progress/**"],
  // `<stiction-scene>` is an element of the browser, not a component
  vue: { template: { compilerOptions: { isCustomElement: (tag: string) => tag === "stiction-scene" } } },
  markdown: {
    config(md) {
      liveScenes(md);
      const open = md.renderer.rules.link_open;
      md.renderer.rules.link_open = (tokens, i, options, env, self) => {
        const href = tokens[i].attrGet("href");
        if (href !== null) tokens[i].attrSet("href", siteLink(href));
        return open?.(tokens, i, options, env, self) ?? self.renderToken(tokens, i, options);
      };
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("Start", "/start/"),
      page("Tutorials", "/tutorials/"),
      page("Guide", "/guide/"),
      page("Reference", "/reference/"),
      page("Theory", "/theory/"),
      page("Scenes", "/scenes/"),
      ...api,
      page("Contributing", "/contributing/"),
    ],
    sidebar: {
      "/start/": [
        {
          text: "Start",
          items: [
            page("First scene", "/start/"),
            page("Command line", "/start/command-line"),
            page("Studio", "/start/studio"),
          ],
        },
      ],
      "/tutorials/": [
        {
          text: "Tutorials",
          items: [
            page("All tutorials", "/tutorials/"),
            page("A first pile with three.js", "/tutorials/pile"),
            page("A car with steering", "/tutorials/car"),
            page("A slider-crank with its reactions", "/tutorials/slider-crank"),
            page("A crane with a load", "/tutorials/crane"),
            page("Sweep over a parameter", "/tutorials/sweep"),
            page("Add a friction law", "/tutorials/friction-law"),
            page("Five tasks", "/tasks/"),
          ],
        },
        {
          text: "From other engines",
          items: [
            page("From Rapier", "/tutorials/from-rapier"),
            page("From cannon-es", "/tutorials/from-cannon-es"),
            page("From MuJoCo", "/tutorials/from-mujoco"),
          ],
        },
        {
          text: "How to",
          items: [
            page("Choose formulation, contact, step", "/tutorials/choose"),
            page("Browser, worker, React", "/tutorials/browser"),
            page("Move bodies from code", "/tutorials/moving"),
            page("Results in Python and MATLAB", "/tutorials/results"),
            page("Why did it slip, creep, explode?", "/tutorials/troubleshooting"),
          ],
        },
      ],
      "/tasks/": [
        {
          text: "Five tasks",
          items: [
            page("All tasks", "/tasks/"),
            page("Web", "/tasks/web"),
            page("Mechanical engineering", "/tasks/mechanical"),
            page("Robotics", "/tasks/robotics"),
            page("Research", "/tasks/research"),
            page("Teaching", "/tasks/teaching"),
          ],
        },
      ],
      "/reference/": [
        {
          text: "Reference",
          items: [
            page("All pages", "/reference/"),
            page("Keys of a scene", "/reference/scene"),
            page("Shapes", "/reference/shapes"),
            page("Visuals and looks", "/reference/visuals"),
            page("Joints", "/reference/joints"),
            page("Forces", "/reference/forces"),
            page("Contact and friction laws", "/reference/contact"),
            page("Controllers", "/reference/controllers"),
            page("Formulations", "/reference/formulations"),
            page("Sensors", "/reference/sensors"),
            page("Events", "/reference/events"),
            page("Warnings", "/reference/warnings"),
            page("Fields of Data", "/reference/fields"),
            page("Functions and types", "/reference/api"),
            page("Commands", "/reference/commands"),
            page("Scenes", "/reference/scenes"),
          ],
        },
      ],
      "/guide/": [
        {
          text: "Describe",
          items: [
            page("Guide", "/guide/"),
            page("Scene format", "/guide/scene-format"),
            page("Bodies, shapes and mass", "/guide/bodies"),
            page("Looks", "/guide/looks"),
            page("Import", "/guide/import"),
            page("Imported models", "/guide/imported-models"),
            page("Planar scenes", "/guide/planar"),
            page("Terrain and props", "/guide/terrain-and-props"),
            page("Soil", "/guide/soil"),
            page("Forces", "/guide/forces"),
            page("Joints", "/guide/joints"),
            page("Hydraulics", "/guide/hydraulics"),
            page("Machines", "/guide/machines"),
            page("The operator's seat", "/guide/operator"),
            page("Writing exercises", "/guide/exercises"),
            page("Shipped exercises", "/guide/shipped-exercises"),
            page("Contacts and queries", "/guide/collision"),
            page("Impulses", "/guide/impulse"),
            page("Contact and friction laws", "/guide/contact-laws"),
            page("Contact from the rim", "/guide/rim-contact"),
            page("Volumetric contact", "/guide/volumetric-contact"),
            page("Tyres, brakes and tip-over", "/guide/tyres"),
            page("Exact geometry", "/guide/exact-geometry"),
            page("Complementarity solvers", "/guide/complementarity-solvers"),
            page("Mechanisms", "/guide/mechanisms"),
            page("Statics and modes", "/guide/statics-and-modes"),
            page("Controllers", "/guide/controllers"),
            page("Sensors and expressions", "/guide/sensors"),
            page("Events", "/guide/events"),
            page("Parameters", "/guide/parameters"),
            page("Environments", "/guide/environments"),
          ],
        },
        {
          text: "Run",
          items: [
            page("Running and recording", "/guide/running"),
            page("Real time", "/guide/real-time"),
            page("Hardware in the loop", "/guide/hardware"),
            page("A school", "/guide/school"),
            page("Snapshots, hashes, determinism", "/guide/determinism"),
            page("One object for a simulation", "/guide/simulation"),
            page("Changing a scene while it runs", "/guide/change"),
            page("Gradients", "/guide/gradients"),
            page("Studies", "/guide/studies"),
            page("Errors and status bits", "/guide/errors"),
            page("A scene in any page", "/guide/embed"),
          ],
        },
        { text: "Extend", items: [page("Add your own items", "/guide/extend")] },
      ],
      "/theory/": [
        {
          text: "Theory",
          items: [
            page("Theory", "/theory/"),
            page("State and integrators", "/theory/integrators"),
            page("Reproducible functions", "/theory/functions"),
            page("Mass properties", "/theory/mass"),
            page("Sparse factorisation", "/theory/sparse"),
            page("Accuracy", "/theory/accuracy"),
            page("Full runs", "/theory/results"),
            page("Other engines", "/theory/comparison"),
            page("Glossary", "/glossary"),
            page("References", "/references"),
          ],
        },
      ],
      "/scenes/": [{ text: "Scenes", items: [page("All scenes", "/scenes/")] }, ...exampleGroups],
      "/contributing/": contributing,
      "/adr/": contributing,
    },
  },
});
