import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { framePlot, pathOf, sessionPlots } from "../../exercises/assess/plots.js";
import { type ReportedSession, reportContent } from "../../exercises/assess/report-content.js";
import { reportHtml } from "../../exercises/assess/report-html.js";
import { reportPdf } from "../../exercises/assess/report-pdf.js";

const frames = Array.from({ length: 101 }, (_, k) => ({
  time: k / 10,
  sensors: {
    tipX: 5 + Math.cos(k / 10),
    tipY: Math.sin(k / 10),
    tipZ: 1,
    x: 0,
    y: 0,
    margin: 0.5,
    bucket: 0.1,
    work: k,
  },
  inputs: { boom: Math.sin(k / 10), slew: 0 },
  events: k === 30 ? [{ time: 3, kind: "collision", text: "bucket against <lorry>" }] : [],
}));

const session: ReportedSession = {
  exercise: { folder: "/nowhere", id: "x", title: "A <title> & more", summary: "…", passMark: 60 },
  frames,
  messages: [{ time: 1, level: "warn", text: '<img src=x onerror="alert(1)">' }],
  events: [{ time: 2, kind: "cone", text: "You touched a cone", points: -5 }],
  grade: {
    score: 72.5,
    passed: true,
    items: [{ id: "a", title: "Time", value: 10, unit: "s", points: 72.5, most: 100 }],
  },
  trainee: "Łukasz <b>",
};

test("a page shows grade, figures, plots and log, and lets nothing of a script's words run", () => {
  const html = reportHtml(reportContent(session));
  expect(html).toContain("A &lt;title&gt; &amp; more");
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(html).not.toMatch(/<img|<script|<b>Ł|https?:/);
  expect(html).toContain("You touched a cone (−5 points)");
  expect(html.match(/<svg/g)?.length).toBe(6);
  expect(html).toContain("default-src 'none'");
});

test("a PDF has pages, also with letters that its fonts do not have", async () => {
  const bytes = await reportPdf(reportContent(session));
  const document = await PDFDocument.load(bytes);
  expect(document.getPageCount()).toBeGreaterThanOrEqual(1);
  expect(document.getTitle()).toBe("A <title> & more: report");
});

describe("plots", () => {
  test("a map has one scale for both axes", () => {
    const [map] = sessionPlots(frames);
    const { place } = framePlot(map, 440, 240);
    const [a, b, c] = [place(0, 0), place(1, 0), place(0, 1)];
    expect(b[0] - a[0]).toBeCloseTo(a[1] - c[1], 9);
  });

  test("a line is broken where a value is missing", () => {
    const plot = {
      title: "",
      x: "",
      y: "",
      series: [
        {
          name: "",
          color: "",
          points: [
            [0, 0],
            [1, 1],
            [2, Number.NaN],
            [3, 0],
            [4, 1],
          ] as [number, number][],
        },
      ],
    };
    expect(pathOf(plot.series[0], framePlot(plot, 400, 200)).match(/M/g)).toHaveLength(2);
  });
});
