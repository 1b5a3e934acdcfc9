/** XML as text. */
export type Attributes = Readonly<Record<string, string | number | readonly number[] | undefined>>;

export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Element[];
}

export function element(name: string, attributes: Attributes = {}, children: readonly Element[] = []): Element {
  return { name, attributes, children };
}

/** Lines with two blanks of indent; attributes without a value, and empty groups that must not be, stay away. */
export function xmlText(root: Element): string {
  const lines = ['<?xml version="1.0"?>'];
  write(root, 0, lines);
  return `${lines.join("\n")}\n`;
}

function write({ name, attributes, children }: Element, indent: number, lines: string[]): void {
  const pad = "  ".repeat(indent);
  const own = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(valueText(value as string | number | readonly number[]))}"`);
  if (children.length === 0) {
    lines.push(`${pad}<${name}${own.join("")}/>`);
    return;
  }
  lines.push(`${pad}<${name}${own.join("")}>`);
  for (const child of children) write(child, indent + 1, lines);
  lines.push(`${pad}</${name}>`);
}

function valueText(value: string | number | readonly number[]): string {
  return typeof value === "string" ? value : (typeof value === "number" ? [value] : value).map(numberText).join(" ");
}

/** Shortest digits that give the same double. */
const numberText = (x: number): string => (Object.is(x, -0) ? "0" : String(x));

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
