import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import { framePlot, type Plot, pathOf } from "./plots.js";
import type { ReportContent } from "./report-content.js";
import { legend } from "./report-html.js";

/** A4 in points, and its margin. */
const PAGE = { width: 595.28, height: 841.89, margin: 44 } as const;
const INK = rgb(0.11, 0.13, 0.14);
const SOFT = rgb(0.4, 0.42, 0.45);
const LINE = rgb(0.82, 0.82, 0.8);
const RED = rgb(0.69, 0.23, 0.18);
const GREEN = rgb(0.18, 0.49, 0.26);

/** Draws from the top of a page down, and begins a new page where one is full. */
class Writer {
  y = PAGE.height - PAGE.margin;
  page: PDFPage;
  private readonly document: PDFDocument;
  readonly plain: PDFFont;
  readonly bold: PDFFont;

  constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.document = document;
    this.plain = plain;
    this.bold = bold;
    this.page = document.addPage([PAGE.width, PAGE.height]);
  }

  /** Makes sure that so much fits. */
  room(height: number): void {
    if (this.y - height > PAGE.margin) return;
    this.page = this.document.addPage([PAGE.width, PAGE.height]);
    this.y = PAGE.height - PAGE.margin;
  }

  text(
    words: string,
    x: number,
    size: number,
    options: { bold?: boolean; color?: ReturnType<typeof rgb>; width?: number } = {},
  ) {
    const font = options.bold === true ? this.bold : this.plain;
    const fitted = shorten(winAnsi(words), font, size, options.width ?? PAGE.width - PAGE.margin - x);
    this.page.drawText(fitted, { x, y: this.y - size, size, font, color: options.color ?? INK });
  }

  table(head: readonly string[], rows: readonly (readonly string[])[], columns: readonly number[]): void {
    for (const [k, row] of [head, ...rows].entries()) {
      this.room(16);
      row.forEach((cell, c) => {
        const next = columns[c + 1] ?? PAGE.width - PAGE.margin;
        this.text(cell, columns[c], 9, { color: k === 0 ? SOFT : INK, width: next - columns[c] - 6 });
      });
      this.y -= 15;
      this.page.drawLine({
        start: { x: PAGE.margin, y: this.y + 2 },
        end: { x: PAGE.width - PAGE.margin, y: this.y + 2 },
        thickness: 0.5,
        color: LINE,
      });
    }
  }

  heading(words: string): void {
    this.room(50);
    this.y -= 16;
    this.text(words, PAGE.margin, 12, { bold: true });
    this.y -= 20;
  }
}

/** The report as a PDF. */
export async function reportPdf({
  title,
  lines,
  score,
  passed,
  items,
  figures,
  plots,
  log,
}: ReportContent): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${title}: report`);
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const out = new Writer(document, plain, bold);
  const [left, middle, right] = [PAGE.margin, 330, 450];
  out.text(title, left, 18, { bold: true, width: 360 });
  out.text(`${score} of 100`, right, 18, { bold: true, color: passed ? GREEN : RED });
  out.y -= 26;
  out.text(passed ? "passed" : "not passed", right, 10, { color: passed ? GREEN : RED });
  for (const line of lines) {
    out.text(line, left, 10, { color: SOFT, width: 390 });
    out.y -= 14;
  }
  out.heading("Grade");
  out.table(["What", "Measured", "Points"], items, [left, middle, right]);
  out.heading("Figures of the session");
  out.table(["What", "This session", "Reference"], figures, [left, middle, right]);
  out.heading("Plots");
  const width = (PAGE.width - 2 * PAGE.margin - 12) / 2;
  const height = 0.56 * width;
  for (let k = 0; k < plots.length; k += 2) {
    out.room(height + 8);
    plots.slice(k, k + 2).forEach((plot, c) => {
      drawPlot(out, plot, left + c * (width + 12), width, height);
    });
    out.y -= height + 8;
  }
  out.heading("Log");
  out.table(["Time", "Kind", "What"], log, [left, left + 60, left + 150]);
  return document.save();
}

/** A plot in a box whose upper left corner is at x and the writer's y. */
function drawPlot({ page, plain, y: topY }: Writer, plot: Plot, x: number, width: number, height: number): void {
  // the plot's own box has the size of the page's in SVG units
  const scale = width / 440;
  const frame = framePlot(plot, 440, height / scale);
  const at = (u: number, v: number) => ({ x: x + scale * u, y: topY - scale * v });
  const write = (words: string, u: number, v: number, size: number, color = SOFT, anchor = 0) => {
    const text = winAnsi(words);
    const place = at(u, v);
    page.drawText(text, {
      x: place.x - anchor * plain.widthOfTextAtSize(text, size),
      y: place.y,
      size,
      font: plain,
      color,
    });
  };
  const bottom = frame.top + frame.height;
  const corner = at(frame.left, bottom);
  page.drawRectangle({
    ...corner,
    width: scale * frame.width,
    height: scale * frame.height,
    borderColor: LINE,
    borderWidth: 0.5,
  });
  for (const { at: u, text } of frame.xTicks) write(text, u, bottom + 13, 6.5, SOFT, 0.5);
  for (const { at: v, text } of frame.yTicks) write(text, frame.left - 4, v + 4, 6.5, SOFT, 1);
  if (plot.limit !== undefined) {
    const v = frame.place(0, plot.limit)[1];
    page.drawLine({
      start: at(frame.left, v),
      end: at(frame.left + frame.width, v),
      thickness: 0.5,
      color: RED,
      dashArray: [1.5, 2],
    });
  }
  for (const series of plot.series) {
    const path = pathOf(series, frame);
    if (path !== "")
      page.drawSvgPath(path, {
        ...{ x, y: topY, scale, borderColor: hex(series.color), borderWidth: 1.6 },
        ...(series.dashed === true && { borderDashArray: [4, 3] }),
      });
  }
  write(`${plot.title}, ${plot.y}`, frame.left, 17, 8, INK);
  write(plot.x, frame.left + frame.width, height / scale - 5, 6.5, SOFT, 1);
  for (const { name, color, at: u } of legend(plot)) {
    const v = height / scale - 8;
    page.drawLine({ start: at(frame.left + u, v), end: at(frame.left + u + 12, v), thickness: 1, color: hex(color) });
    write(name, frame.left + u + 16, v + 3, 6.5);
  }
}

function hex(color: string): ReturnType<typeof rgb> {
  const [r, g, b] = [1, 3, 5].map((k) => Number.parseInt(color.slice(k, k + 2), 16) / 255);
  return rgb(r, g, b);
}

/** A text that fits a width; what is left out is shown by dots. */
function shorten(text: string, font: PDFFont, size: number, width: number): string {
  if (font.widthOfTextAtSize(text, size) <= width) return text;
  let length = text.length;
  while (length > 1 && font.widthOfTextAtSize(`${text.slice(0, length)}…`, size) > width) length--;
  return `${text.slice(0, length)}…`;
}

/** Standard fonts have the letters of Western Europe; others become a question mark. */
function winAnsi(text: string): string {
  return text.replaceAll("−", "-").replace(/[^\x20-\x7e\xa0-\xff–—…‘’“”•€]/g, "?");
}
