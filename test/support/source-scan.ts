/** What a TypeScript file imports, says in comments, and uses of the machine it runs on, read from its syntax tree. */
import { posix } from "node:path";
import ts from "typescript";

export interface Import {
  /** The specifier as written. */
  readonly name: string;
  readonly line: number;
  /** Erased by the compiler: `import type`, or a type position. */
  readonly typeOnly: boolean;
  /** `await import(…)`. */
  readonly dynamic: boolean;
}

export interface Finding {
  readonly line: number;
  readonly text: string;
}

export interface Scan {
  readonly imports: readonly Import[];
  /** Uses of what makes a result depend on machine, moment or engine. */
  readonly forbidden: readonly Finding[];
}

/** Exactly specified by ECMAScript, hence the same bits in every engine. */
const EXACT_MATH = new Set(
  ["sqrt abs min max floor ceil round sign trunc imul fround clz32", "PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2"]
    .join(" ")
    .split(" "),
);

/** Globals that no library file may name in an expression. */
const GLOBALS = new Set([
  "Date",
  "performance",
  "Intl",
  "require",
  "globalThis",
  "crypto",
  "setTimeout",
  "setInterval",
]);

/** Objects whose members no library file may use; the bare word stays free for a variable. */
const HOSTS = new Set(["document", "window", "process", "console", "navigator"]);

/** Members that follow the user's language. */
const LOCALE = /^(localeCompare|toLocale\w*)$/;

export function scan(path: string, text: string): Scan {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const forbidden: Finding[] = [];
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const flag = (node: ts.Node, what: string) => forbidden.push({ line: lineOf(node), text: what });
  const add = (node: ts.Node, literal: ts.Node | undefined, typeOnly: boolean, dynamic: boolean) => {
    if (literal && ts.isStringLiteralLike(literal)) {
      imports.push({ name: literal.text, line: lineOf(node), typeOnly, dynamic });
    }
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.isTypeOnly ?? false, false);
      return;
    }
    if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true, false);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) add(node, argument, false, true);
      else flag(node, "import(…) of a computed name");
    } else if (ts.isIdentifier(node)) checkIdentifier(node, flag);
    else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      if (operator === ts.SyntaxKind.AsteriskAsteriskToken) flag(node, "**");
      if (operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken) flag(node, "**=");
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, forbidden };
}

function checkIdentifier(node: ts.Identifier, flag: (node: ts.Node, what: string) => void): void {
  const { parent, text } = node;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  if (isMember) {
    if (LOCALE.test(text)) flag(node, `.${text}`);
    return;
  }
  // The name of a property, parameter, variable or type is not a use of the global.
  if ("name" in parent && parent.name === node) return;
  if (ts.isTypeReferenceNode(parent) || ts.isPropertyAssignment(parent)) {
    if (!ts.isPropertyAssignment(parent) || parent.initializer !== node) return;
  }
  if (text === "Math") {
    const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : "?";
    if (!EXACT_MATH.has(member)) flag(node, member === "?" ? "Math as a value" : `Math.${member}`);
  } else if (GLOBALS.has(text)) flag(node, text);
  else if (HOSTS.has(text) && ts.isPropertyAccessExpression(parent)) flag(node, `${text}.${parent.name.text}`);
}

/** The text of all comments with the line on which each begins. */
export function comments(path: string, text: string): Finding[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, Finding>();
  const collect = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) {
      found.set(pos, { line: file.getLineAndCharacterOfPosition(pos).line + 1, text: text.slice(pos, end) });
    }
  };
  const visit = (node: ts.Node): void => {
    collect(ts.getLeadingCommentRanges(text, node.getFullStart()));
    collect(ts.getTrailingCommentRanges(text, node.getEnd()));
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  return [...found.values()];
}

/** The file that a relative specifier names, relative to the root: "./y.js" in src/math/x.ts is src/math/y.ts. */
export function resolveRelative(path: string, name: string): string {
  return posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts");
}

/** Cycles in a graph of files, each as a path that ends where it begins. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: string[]): void => {
    const seen = trail.indexOf(file);
    if (seen >= 0) cycles.push([...trail.slice(seen), file]);
    if (seen >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
