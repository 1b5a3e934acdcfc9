/**
 * Names that a module exports, with the doc comments of their declarations; found by syntax alone, which takes a second
 * where types take twenty.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

export interface ExportedName {
  /** With its namespaces: `geometry.torusMesh`. */
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  readonly doc: string;
  /** As a reader calls or writes it: `step(model: Model, data: Data): number`, `interface Data`, `const STATUS`. */
  readonly signature: string;
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  sources.set(file, source);
  return source;
}

/** The file of `./x.js`; undefined for a package. */
function fileOf(from: string, specifier: ts.Expression | undefined): string | undefined {
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return undefined;
  const file = join(dirname(from), specifier.text.replace(/\.js$/, ".ts"));
  return existsSync(file) ? file : undefined;
}

/** What a module exports under a name: declarations, or a whole module. Names of packages have none. */
interface Found {
  readonly declarations: readonly ts.Node[];
  readonly module?: string | undefined;
}

/** Everything that a file exports. */
function exportsOf(file: string): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const from = fileOf(file, statement.moduleSpecifier);
      const clause = statement.exportClause;
      if (clause && ts.isNamespaceExport(clause))
        found.set(clause.name.text, { declarations: [statement], module: from });
      else if (clause) {
        for (const { name, propertyName } of clause.elements) {
          const own = (propertyName ?? name).text;
          if (from) found.set(name.text, exportsOf(from).get(own) ?? { declarations: [] });
          else if (!statement.moduleSpecifier) found.set(name.text, localOf(file, own));
        }
      } else if (from) for (const [name, what] of exportsOf(from)) found.set(name, what);
    } else if (isExported(statement)) {
      for (const name of namesOf(statement)) {
        const known = found.get(name)?.declarations ?? [];
        found.set(name, { declarations: [...known, statement] });
      }
    }
  }
  return found;
}

/** What a name means inside a file: imported or declared there. */
function localOf(file: string, name: string): Found {
  const declarations: ts.Node[] = [];
  for (const statement of sourceOf(file).statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = fileOf(file, statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !from) continue;
      if (ts.isNamespaceImport(bindings)) {
        if (bindings.name.text === name) return { declarations: [statement], module: from };
        continue;
      }
      for (const element of bindings.elements)
        if (element.name.text === name)
          return exportsOf(from).get((element.propertyName ?? element.name).text) ?? { declarations: [] };
    } else if (namesOf(statement).includes(name)) declarations.push(statement);
  }
  return { declarations };
}

const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((e) => (ts.isBindingElement(e) && ts.isIdentifier(e.name) ? [e.name.text] : [])),
    );
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : [];
  return [];
}

/**
 * Doc comment of a declaration. One above the first statement of a file counts unless the next comment belongs to the
 * statement.
 */
function docOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .map((doc) => doc.getText())
    .join("\n");
}

/** A declaration without its body, in one line. */
function signatureOf(name: string, node: ts.Node): string {
  if (ts.isFunctionDeclaration(node)) {
    const given = node.parameters.map(({ name: own, questionToken, initializer, type, dotDotDotToken }) => {
      const optional = questionToken !== undefined || initializer !== undefined ? "?" : "";
      const label = ts.isIdentifier(own) ? own.text : "options";
      return `${dotDotDotToken === undefined ? "" : "..."}${label}${optional}: ${type?.getText() ?? "…"}`;
    });
    const result = node.type === undefined ? "" : `: ${node.type.getText()}`;
    return `${name}(${given.join(", ")})${result}`.replaceAll(/\s+/g, " ");
  }
  if (ts.isInterfaceDeclaration(node)) return `interface ${name}`;
  if (ts.isClassDeclaration(node)) return `class ${name}`;
  return ts.isTypeAliasDeclaration(node) ? `type ${name}` : `const ${name}`;
}

/** Every name that a module exports, those of its namespaces included; names that come from packages have no entry. */
export function exportedNames(file: string, prefix = ""): ExportedName[] {
  return [...exportsOf(file)].flatMap(([name, { declarations, module }]): ExportedName[] => {
    if (module) return exportedNames(module, `${prefix}${name}.`);
    if (declarations.length === 0) return [];
    const where = declarations[0].getSourceFile().fileName;
    const signature = signatureOf(`${prefix}${name}`, declarations[0]);
    return [{ name: `${prefix}${name}`, file: where, doc: declarations.map(docOf).join("\n").trim(), signature }];
  });
}
