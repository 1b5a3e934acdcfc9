/** Tables as text: comma or semicolon between cells, quotes around cells that need them (RFC 4180). */

/** Rows of cells. A semicolon in the first line that has no comma outside of quotes separates, as spreadsheets write it. */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
  };
  for (let k = 0; k < source.length; k++) {
    const letter = source[k];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[k + 1] === '"') cell += source[++k];
      else quoted = false;
    } else if (letter === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): "," | ";" {
  const line = text.split("\n", 1)[0].replaceAll(/"[^"]*"/g, "");
  return !line.includes(",") && line.includes(";") ? ";" : ",";
}

/** A table as text. Cells that a spreadsheet would take for a formula get an apostrophe in front. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    const text = /^[=+\-@\t\r]/.test(value ?? "") ? `'${value}` : (value ?? "");
    return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
