/** Aligned text: tables and lists of labels. Widths count code points, which is right for everything printed here. */

export type Align = "left" | "right" | "decimal";

export interface Column {
  readonly title?: string;
  /** left by default; decimal aligns the decimal points. */
  readonly align?: Align;
  /** For all cells of the column, after alignment. */
  readonly style?: (text: string) => string;
}

interface TableOptions {
  /** Blanks before each line. */
  readonly indent?: number;
  readonly titleStyle?: (text: string) => string;
}

/** Lines of a table. Titles are left out when no column has one. The last column is not padded. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string[] {
  const { indent = 0, titleStyle = (text) => text } = options;
  const cells = columns.map((column, k) =>
    alignColumn(
      rows.map((row) => clean(row[k] ?? "")),
      column.align ?? "left",
    ),
  );
  const titled = columns.some((column) => column.title !== undefined);
  const widths = columns.map((column, k) => Math.max(width(column.title ?? ""), ...cells[k].map(width)));
  const line = (parts: readonly string[], styles: readonly (((text: string) => string) | undefined)[]) => {
    const padded = parts.map((part, k) => {
      const blanks = " ".repeat(widths[k] - width(part));
      if ((columns[k].align ?? "left") !== "left") return styles[k]?.(blanks + part) ?? blanks + part;
      // no trailing blanks
      return (styles[k]?.(part) ?? part) + (k === parts.length - 1 ? "" : blanks);
    });
    return (" ".repeat(indent) + padded.join("  ")).trimEnd();
  };
  const lines = rows.map((_, i) =>
    line(
      cells.map((column) => column[i]),
      columns.map((column) => column.style),
    ),
  );
  if (titled)
    lines.unshift(
      line(
        columns.map((column) => column.title ?? ""),
        columns.map(() => titleStyle),
      ),
    );
  return lines;
}

function alignColumn(texts: readonly string[], align: Align): string[] {
  if (align !== "decimal") return [...texts];
  // padding the part after the units digit to equal length aligns the points
  const tails = texts.map((text) => /^-?\d+(.*)$/.exec(text)?.[1] ?? "");
  const longest = Math.max(0, ...tails.map(width));
  return texts.map((text, i) => text + " ".repeat(longest - width(tails[i])));
}

/** Names and units may come from a file: control characters other than our colours would garble the terminal. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return text.replace(/\u001b\[[0-9;]*m|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) =>
    found.length > 1 ? found : " ",
  );
}

function width(text: string): number {
  return [...text].length;
}

/** `label   value` lines with the values in one column. */
export function formatFields(
  fields: readonly (readonly [string, string])[],
  indent: number,
  labelStyle: (text: string) => string,
): string[] {
  return formatTable([{ style: labelStyle }, {}], fields, { indent });
}
