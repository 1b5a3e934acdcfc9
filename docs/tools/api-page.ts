/**
 * docs/reference/api.md: every name of every module that the package exports, with its signature and the first sentence
 * of its comment; those of `stiction` by task.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_TASKS } from "./api-tasks.js";
import { type ExportedName, exportedNames } from "./exported-names.js";
import { table } from "./parameter-table.js";

const root = join(import.meta.dirname, "..", "..");

/** Modules for our own experiments and tests, which any version may change. */
const UNSTABLE = ["stiction/internals"];

/** Public modules: the name to import, and the file behind it. */
function modules(): { name: string; file: string }[] {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, { source?: string } | string>>;
  };
  return Object.entries(exports).flatMap(([path, entry]) => {
    const file = typeof entry === "string" ? undefined : entry.source;
    const name = path.replace(/^\./, "stiction");
    if (file === undefined || UNSTABLE.includes(name) || !existsSync(join(root, file))) return [];
    return [{ name, file: join(root, file) }];
  });
}

/** First sentence of a doc comment, as Markdown in a cell. */
export function firstSentence(doc: string): string {
  const text = doc
    .replace(/^\/\*\*|\*\/[\s\S]*$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .split(/ @\w+/)[0]
    .trim();
  const sentence = /^(.*?[.:])(?= [A-Z`[]|$)/.exec(text)?.[1] ?? text;
  // what looks like markup outside of code is escaped
  const parts = sentence.replace(/:$/, ".").split("`");
  return parts.map((part, k) => (k % 2 === 0 ? part.replaceAll(/[{}<]/g, "\\$&") : part)).join("`");
}

function nameTable(names: readonly ExportedName[]): string {
  return table(
    ["name", "what it is"],
    names.map(({ signature, doc }) => [`\`${signature}\``, firstSentence(doc)]),
  );
}

/** Names of one module: those of namespaces under their namespace. */
function sections(names: readonly ExportedName[], tasks: Readonly<Record<string, string>>): string[] {
  const plain = names.filter(({ name }) => !name.includes("."));
  const byName = new Map(plain.map((entry) => [entry.name, entry]));
  const listed = new Set(Object.values(tasks).flatMap((text) => text.split(" ")));
  const rest = plain.filter(({ name }) => !listed.has(name));
  const spaces = [...new Set(names.filter(({ name }) => name.includes(".")).map(({ name }) => name.split(".")[0]))];
  return [
    ...Object.entries(tasks).map(([title, text]) => {
      const found = text.split(" ").flatMap((name) => byName.get(name) ?? []);
      return `### ${title}\n\n${nameTable(found)}`;
    }),
    ...(rest.length === 0 ? [] : [listed.size === 0 ? nameTable(rest) : `### Other names\n\n${nameTable(rest)}`]),
    ...spaces.map((space) => {
      const found = names.filter(({ name }) => name.startsWith(`${space}.`));
      return `### Namespace \`${space}\`\n\n${nameTable(found)}`;
    }),
  ];
}

/** The parts of the page, below its title. */
export function apiParts(): string[] {
  return modules().flatMap(({ name, file }) => [
    `## Module \`${name}\``,
    ...sections(exportedNames(file), name === "stiction" ? API_TASKS : {}),
  ]);
}
