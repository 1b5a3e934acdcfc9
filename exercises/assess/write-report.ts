import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { ExerciseError } from "../errors.js";
import { type ReportedSession, reportContent } from "./report-content.js";
import { reportHtml } from "./report-html.js";

/** Writes the report of a session: .html or .pdf. */
export async function writeReport(session: ReportedSession, file: string): Promise<void> {
  const ending = extname(file).toLowerCase();
  if (ending !== ".html" && ending !== ".pdf")
    throw new ExerciseError(`--report ${file}: expected a file that ends in .html or .pdf`);
  const content = reportContent(session);
  if (ending === ".html") await writeFile(file, reportHtml(content));
  else {
    const { reportPdf } = await import("./report-pdf.js");
    await writeFile(file, await reportPdf(content));
  }
}
