/** State that a module keeps outside its functions, read from the syntax tree. */
import ts from "typescript";

export interface ModuleState {
  /** Exported typed arrays, and exported objects that hold typed arrays, counts or flags. */
  readonly exported: readonly string[];
  /** Variables declared by `let` or `var`. */
  readonly variables: readonly string[];
  /** Typed arrays of one element: results left for a caller to read. */
  readonly registers: readonly string[];
  /** Private typed arrays, and objects and lists of them. */
  readonly scratch: readonly string[];
}

const TYPED_ARRAY = /^(Float|Int|Uint|BigInt|BigUint)\d+(Clamped)?Array$/;

/** The state of one file. Tables that are filled where they are declared (`Float64Array.of(…)`) are constants, not state. */
export function moduleState(path: string, text: string): ModuleState {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const exported: string[] = [];
  const variables: string[] = [];
  const registers: string[] = [];
  const scratch: string[] = [];
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const word = name.getText(file);
      if (!isConstant) variables.push(word);
      if (initializer === undefined) continue;
      const lengths = arrayLengths(initializer);
      const isState = lengths.length > 0 || (isExported && isRecordOfState(word, initializer));
      if (!isState) continue;
      (isExported ? exported : scratch).push(word);
      if (lengths.length === 1 && lengths[0] === "1") registers.push(word);
    }
  }
  return { exported, variables, registers, scratch };
}

/** Lengths of the typed arrays that an initializer makes by their length, alone or inside an object or a list. */
function arrayLengths(node: ts.Expression): string[] {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return arrayLengths(node.expression);
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && TYPED_ARRAY.test(node.expression.text)) {
    const [argument] = node.arguments ?? [];
    return argument && ts.isArrayLiteralExpression(argument) ? [] : [argument?.getText() ?? "0"];
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(arrayLengths);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? arrayLengths(property.initializer) : [],
    );
  // [0, 1, 2].map(() => new Float64Array(3)), Array.from({ length: 3 }, () => …)
  if (ts.isCallExpression(node))
    return node.arguments.flatMap((argument) =>
      ts.isArrowFunction(argument) && !ts.isBlock(argument.body) ? arrayLengths(argument.body) : [],
    );
  return [];
}

/** An object of counts and flags only, such as `export const walk = { stamp: 0 }`; names in capitals are constants. */
function isRecordOfState(name: string, node: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(node) || name === name.toUpperCase() || node.properties.length === 0) return false;
  const { FalseKeyword, NullKeyword, TrueKeyword } = ts.SyntaxKind;
  return node.properties.every(
    (property) =>
      ts.isPropertyAssignment(property) &&
      (ts.isNumericLiteral(property.initializer) ||
        [FalseKeyword, NullKeyword, TrueKeyword].includes(property.initializer.kind)),
  );
}
