// @ts-check
/**
 * The declarations of the library, cut down to what a program can reach: from the public entries of package.json, over
 * the names that a declaration mentions. tsc writes those of every module, half of which nobody outside can name.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { flatFile, specifier } from "./flat-names.mjs";

/**
 * @typedef {{ node: ts.Statement, kept: boolean }} Entry a statement of a file
 * @typedef {{ path: string, source: ts.SourceFile, entries: Entry[], own: Map<string, Entry[]>,
 *   imported: Map<string, { from: string, name: string }>, used: Set<string>, reexported: Set<string>, whole: boolean,
 *   augments: boolean }} File
 */

/**
 * Rewrites the declarations below `dist` under their flat names and removes what is not reached. Comments stay where a
 * public entry names the file itself: an editor shows no others.
 * @param {string} dist @param {readonly string[]} folders @param {readonly string[]} entries declarations of the
 * public entries, absolute @param {ReadonlySet<string>} named files whose comments stay
 */
export function reduceDeclarations(dist, folders, entries, named) {
  /** @type {Map<string, File>} */
  const files = new Map();
  /** @param {string} path @returns {File} */
  const open = (path) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const file = readFile(path);
    files.set(path, file);
    return file;
  };
  for (const entry of entries) keepAll(open(entry), open);
  // what a file adds to the types of others holds wherever an entry led to it
  const added = new Map(entries.map((entry) => [entry, [...reachedFrom(entry, open)].filter((f) => open(f).augments)]));
  for (const path of new Set([...added.values()].flat())) keepAll(open(path), open);
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const file of files.values()) {
    if (!file.entries.some(({ kept }) => kept)) continue;
    const text = textOf(file, dist, added.get(file.path) ?? []);
    const short = named.has(file.path) ? text : text.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "");
    // no indents, which are a fortieth of what the declarations pack to
    texts.set(flatFile(dist, file.path), short.replaceAll(/^ +/gm, ""));
  }
  for (const folder of folders) {
    for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".d.ts")) rmSync(join(dist, folder, name));
  }
  for (const [path, text] of texts) writeFileSync(path, text);
}

/** @param {string} path @returns {File} */
function readFile(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const entries = source.statements.map((node) => ({ node, kept: false }));
  /** @type {File} */
  const file = {
    path,
    source,
    entries,
    own: new Map(),
    imported: new Map(),
    used: new Set(),
    reexported: new Set(),
    whole: false,
    augments: false,
  };
  for (const entry of entries) {
    const { node } = entry;
    if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) file.augments = true;
    for (const name of declaredBy(node)) file.own.set(name, [...(file.own.get(name) ?? []), entry]);
    if (!ts.isImportDeclaration(node)) continue;
    const from = targetOf(path, node.moduleSpecifier);
    const bindings = node.importClause?.namedBindings;
    if (from === undefined || bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) file.imported.set(bindings.name.text, { from, name: "*" });
    else
      for (const { name, propertyName } of bindings.elements)
        file.imported.set(name.text, { from, name: (propertyName ?? name).text });
  }
  return file;
}

/** @param {ts.Statement} node @returns {string[]} */
function declaredBy(node) {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const named = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (node)).name;
  return named !== undefined && ts.isIdentifier(named) ? [named.text] : [];
}

/** The declarations behind `./x.js`. @param {string} from @param {ts.Node | undefined} name */
function targetOf(from, name) {
  if (name === undefined || !ts.isStringLiteral(name) || !name.text.startsWith(".")) return undefined;
  return resolve(dirname(from), name.text).replace(/\.js$/, ".d.ts");
}

/** @typedef {(path: string) => File} Open */

/** @param {File} file @param {Open} open */
function keepAll(file, open) {
  if (file.whole) return;
  file.whole = true;
  for (const entry of file.entries) {
    if (ts.isImportDeclaration(entry.node)) continue;
    keep(file, entry, open);
    if (!ts.isExportDeclaration(entry.node)) continue;
    const target = targetOf(file.path, entry.node.moduleSpecifier);
    const clause = entry.node.exportClause;
    if (clause !== undefined && ts.isNamedExports(clause))
      for (const e of clause.elements) keepName(file, e.name.text, open);
    else if (target !== undefined) keepAll(open(target), open);
  }
}

/** Keeps what a file exports or declares under a name. @param {File} file @param {string} name @param {Open} open */
function keepName(file, name, open) {
  if (name === "*") return keepAll(file, open);
  for (const entry of file.own.get(name) ?? []) keep(file, entry, open);
  if (file.own.has(name)) return;
  for (const entry of file.entries) {
    if (!ts.isExportDeclaration(entry.node)) continue;
    const { exportClause: clause, moduleSpecifier } = entry.node;
    const target = targetOf(file.path, moduleSpecifier);
    if (clause === undefined) {
      entry.kept = true;
      if (target !== undefined) keepName(open(target), name, open);
    } else if (ts.isNamespaceExport(clause)) {
      if (clause.name.text !== name) continue;
      entry.kept = true;
      if (target !== undefined) keepAll(open(target), open);
    } else {
      const element = clause.elements.find((e) => e.name.text === name);
      if (element === undefined || (entry.kept && file.reexported.has(name))) continue;
      entry.kept = true;
      file.reexported.add(name);
      const original = (element.propertyName ?? element.name).text;
      if (target !== undefined) keepName(open(target), original, open);
      else use(file, original, open);
    }
  }
}

/** Keeps a statement with all that it mentions. @param {File} file @param {Entry} entry @param {Open} open */
function keep(file, entry, open) {
  if (entry.kept) return;
  entry.kept = true;
  if (ts.isExportDeclaration(entry.node)) return;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node)) use(file, node.text, open);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const target = targetOf(file.path, node.argument.literal);
      if (target !== undefined) {
        const { qualifier } = node;
        const first = qualifier && (ts.isIdentifier(qualifier) ? qualifier.text : qualifier.getText().split(".")[0]);
        keepName(open(target), first ?? "*", open);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(entry.node);
}

/** A name that a kept statement mentions. @param {File} file @param {string} name @param {Open} open */
function use(file, name, open) {
  const imported = file.imported.get(name);
  if (imported !== undefined) {
    if (file.used.has(name)) return;
    file.used.add(name);
    keepName(open(imported.from), imported.name, open);
  } else for (const entry of file.own.get(name) ?? []) keep(file, entry, open);
}

/** Files that a file leads to, itself included. @param {string} entry @param {Open} open */
function reachedFrom(entry, open) {
  const found = new Set([entry]);
  for (const path of found) {
    if (!existsSync(path)) continue;
    for (const [, name] of readFileSync(path, "utf8").matchAll(/(?:from|import\(|import|module) ?"(\.[^"]+)\.js"/g))
      found.add(`${resolve(dirname(path), name)}.d.ts`);
    open(path);
  }
  return found;
}

/** @param {File} file @param {string} dist @param {readonly string[]} added files to import for what they add */
function textOf(file, dist, added) {
  /** @param {string} target */
  const named = (target) => JSON.stringify(specifier(dist, file.path, target));
  /** @param {string} text */
  const renamed = (text) =>
    text.replaceAll(/(?<=(?:from|import\(|import|module) ?)"(\.[^"]+)\.js"/g, (_, name) =>
      named(`${resolve(dirname(file.path), name)}.d.ts`),
    );
  const lines = added.filter((path) => path !== file.path).map((path) => `import ${named(path)};\n`);
  for (const { node, kept } of file.entries) {
    const full = node.getFullText(file.source).replace(/^\n/, "");
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      if (targetOf(file.path, node.moduleSpecifier) === undefined || bindings === undefined) lines.push(`${full}\n`);
      else if (ts.isNamespaceImport(bindings)) {
        if (file.used.has(bindings.name.text)) lines.push(`${renamed(full)}\n`);
      } else {
        const used = bindings.elements
          .filter(({ name }) => file.used.has(name.text))
          .map((e) => e.getText(file.source));
        const target = /** @type {string} */ (targetOf(file.path, node.moduleSpecifier));
        const type = node.importClause?.isTypeOnly ? "type " : "";
        if (used.length > 0) lines.push(`import ${type}{ ${used.join(", ")} } from ${named(target)};\n`);
      }
      continue;
    }
    if (!kept) continue;
    const clause = ts.isExportDeclaration(node) ? node.exportClause : undefined;
    if (!file.whole && ts.isExportDeclaration(node) && clause !== undefined && ts.isNamedExports(clause)) {
      const elements = clause.elements.filter(({ name }) => file.reexported.has(name.text));
      const target = targetOf(file.path, node.moduleSpecifier);
      const from = target === undefined ? "" : ` from ${named(target)}`;
      const type = node.isTypeOnly ? "type " : "";
      lines.push(`export ${type}{ ${elements.map((e) => e.getText(file.source)).join(", ")} }${from};\n`);
    } else lines.push(`${renamed(full)}\n`);
  }
  // without any, a declaration file is no module and its names are everyone's
  if (!lines.some((line) => /^\s*(import|export)\b/m.test(line))) lines.push("export {};\n");
  return lines.join("");
}
